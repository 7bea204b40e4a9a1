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
  SmallVector<std::pair<std::string, ArrayRef<char>>> made;
  forEachConstant(context, [&](StringRef name, ArrayRef<char> bytes) {
    if (!older.contains(name))
      made.emplace_back(name.str(), bytes);
  });
  llvm::StringMap<unsigned> own = uses;
  for (const auto &[inner, innerBytes] : made)
    for (const auto &[outer, outerBytes] : made)
      if (inner != outer && own.contains(inner) && contains(outerBytes, innerBytes)) {
        keepers[inner].push_back(outer);
        uses[outer] += own[inner];
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
