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

} // namespace

ConstantScope::ConstantScope(MLIRContext *context) : context(context) {
  managerOf(context).getBlobMap([&](const auto &blobs) {
    for (const auto &entry : blobs)
      kept.insert(entry.getKey());
  });
}

void ConstantScope::keep(Operation *root) {
  root->walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      attribute.getValue().walk([&](DenseResourceElementsAttr constant) {
        kept.insert(constant.getRawHandle().getKey());
      });
  });
}

void ConstantScope::release() {
  llvm::SmallVector<std::string> made;
  managerOf(context).getBlobMap([&](const auto &blobs) {
    for (const auto &entry : blobs)
      if (!kept.contains(entry.getKey()))
        made.push_back(entry.getKey().str());
  });
  for (const std::string &name : made)
    managerOf(context).update(name, AsmResourceBlob());
}

} // namespace ingot::graph
