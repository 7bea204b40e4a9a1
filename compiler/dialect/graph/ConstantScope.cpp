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

template <typename F> void forEachName(MLIRContext *context, F &&visit) {
  managerOf(context).getBlobMap([&](const auto &blobs) {
    for (const auto &entry : blobs)
      visit(entry.getKey());
  });
}

void free(MLIRContext *context, StringRef name) {
  managerOf(context).update(name, AsmResourceBlob());
}

} // namespace

ConstantScope::ConstantScope(MLIRContext *context) : context(context) {
  forEachName(context, [&](StringRef name) { older.insert(name); });
}

void ConstantScope::count(Operation *root) {
  root->walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      attribute.getValue().walk(
          [&](DenseResourceElementsAttr constant) { ++uses[constant.getRawHandle().getKey()]; });
  });
  SmallVector<std::string> unused;
  forEachName(context, [&](StringRef name) {
    if (!older.contains(name) && !uses.contains(name))
      unused.push_back(name.str());
  });
  for (const std::string &name : unused)
    free(context, name);
}

void ConstantScope::drop(ElementsAttr constant) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (!resource)
    return;
  StringRef name = resource.getRawHandle().getKey();
  auto found = uses.find(name);
  if (found == uses.end() || --found->second > 0 || older.contains(name))
    return;
  free(context, name);
}

} // namespace ingot::graph
