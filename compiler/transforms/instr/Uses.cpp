// Which instructions use a buffer, through views.
#include "compiler/transforms/instr/Uses.h"

using namespace mlir;

namespace ingot::instr {
namespace {

void collect(mlir::Value memory, llvm::SmallVectorImpl<Use> &uses) {
  for (OpOperand &use : memory.getUses()) {
    Operation *op = use.getOwner();
    if (auto view = dyn_cast<ViewOp>(op))
      collect(view.getMemory(), uses);
    else if (auto roles = rolesOf(op))
      uses.push_back(
          {op, use.getOperandNumber(), static_cast<Role>((*roles)[use.getOperandNumber()])});
  }
}

} // namespace

llvm::SmallVector<Use> usesOf(Operation *root) {
  llvm::SmallVector<Use> uses;
  collect(root->getResult(0), uses);
  llvm::sort(uses, [](const Use &a, const Use &b) {
    return a.op == b.op ? a.operand < b.operand : a.op->isBeforeInBlock(b.op);
  });
  return uses;
}

bool takesAnyStrides(Operation *op) { return isa<CopyOp, MapOp>(op); }

} // namespace ingot::instr
