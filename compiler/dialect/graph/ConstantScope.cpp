// Gives back the memory of constants.
#include "compiler/dialect/graph/ConstantScope.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

namespace ingot::graph {
namespace {

DialectResourceBlobManager &managerOf(MLIRContext *context) {
  return DenseResourceElementsHandle::getManagerInterface(context).getBlobManager();
}

/// Calls visit(name, bytes) for every constant.
template <typename F> void forEachConstant(MLIRContext *context, F &&visit) {
  managerOf(context).getBlobMap([&](const auto &blobs) {
    for (const auto &entry : blobs) {
      const AsmResourceBlob *blob = entry.getValue().getBlob();
      visit(entry.getKey(), blob ? blob->getData() : ArrayRef<char>());
    }
  });
}

/// A constant that was made while this compilation ran.
struct Made {
  std::string name;
  ArrayRef<char> bytes;
};

bool contains(ArrayRef<char> outer, ArrayRef<char> inner) {
  return !inner.empty() && outer.begin() <= inner.begin() && inner.end() <= outer.end();
}

void free(MLIRContext *context, StringRef name) {
  managerOf(context).update(name, AsmResourceBlob());
}

} // namespace

ConstantScope::ConstantScope(MLIRContext *context) : context(context) {
  forEachConstant(context, [&](StringRef name, ArrayRef<char>) { older.insert(name); });
}

void ConstantScope::count(Operation *root) {
  root->walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      attribute.getValue().walk(
          [&](DenseResourceElementsAttr constant) { ++uses[constant.getRawHandle().getKey()]; });
  });
  findKeepers();
  SmallVector<std::string> unused;
  forEachConstant(context, [&](StringRef name, ArrayRef<char>) {
    if (!older.contains(name) && !uses.contains(name))
      unused.push_back(name.str());
  });
  for (const std::string &name : unused)
    free(context, name);
}

/// Who uses a constant uses those it lies in as well.
void ConstantScope::findKeepers() {
  std::vector<Made> made;
  forEachConstant(context, [&](StringRef name, ArrayRef<char> bytes) {
    if (!older.contains(name) && !bytes.empty())
      made.push_back({name.str(), bytes});
  });
  // By where they begin, the longest first: what a constant lies in comes before it.
  llvm::sort(made, [](const Made &a, const Made &b) {
    return a.bytes.begin() != b.bytes.begin() ? a.bytes.begin() < b.bytes.begin()
                                              : a.bytes.end() > b.bytes.end();
  });
  llvm::StringMap<unsigned> own = uses;
  auto keep = [&](const Made &inner, const Made &outer) {
    auto count = own.find(inner.name);
    if (count == own.end())
      return;
    keepers[inner.name].push_back(outer.name);
    uses[outer.name] += count->second;
  };
  std::vector<const Made *> open; // those that may reach as far as the next
  for (const Made &inner : made) {
    llvm::erase_if(open,
                   [&](const Made *outer) { return outer->bytes.end() <= inner.bytes.begin(); });
    for (const Made *outer : open)
      if (contains(outer->bytes, inner.bytes)) {
        keep(inner, *outer);
        if (contains(inner.bytes, outer->bytes)) // each lies in the other
          keep(*outer, inner);
      }
    open.push_back(&inner);
  }
}

void ConstantScope::drop(ElementsAttr constant) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (!resource)
    return;
  StringRef name = resource.getRawHandle().getKey();
  release(name);
  auto outer = keepers.find(name);
  if (outer != keepers.end())
    for (const std::string &each : outer->second)
      release(each);
}

void ConstantScope::release(StringRef name) {
  auto found = uses.find(name);
  if (found == uses.end() || --found->second > 0 || older.contains(name))
    return;
  free(context, name);
}

} // namespace ingot::graph
