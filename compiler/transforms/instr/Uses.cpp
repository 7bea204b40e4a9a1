// Which instructions use a buffer, through views.
#include "compiler/transforms/instr/Uses.h"

#include "compiler/library/KernelTable.h"

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

/// `isBefore` orders the instructions.
template <typename F> llvm::SmallVector<Use> usesInOrder(Operation *root, F isBefore) {
  llvm::SmallVector<Use> uses;
  collect(root->getResult(0), uses);
  llvm::sort(uses, [&](const Use &a, const Use &b) {
    return a.op == b.op ? a.operand < b.operand : isBefore(a.op, b.op);
  });
  return uses;
}

} // namespace

Positions::Positions(Block &block) {
  for (Operation &op : block)
    positions[&op] = static_cast<int64_t>(positions.size());
}

llvm::SmallVector<Use> usesOf(Operation *root) {
  return usesInOrder(root, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

llvm::SmallVector<Use> usesOf(Operation *root, const Positions &positions) {
  return usesInOrder(root, [&](Operation *a, Operation *b) { return positions.isBefore(a, b); });
}

bool takesAnyStrides(Operation *op) { return isa<CopyOp, MapOp>(op); }

bool isHooked(const Use &use) {
  auto kernel = dyn_cast<KernelOp>(use.op);
  if (!kernel || !reads(use.role))
    return false;
  bool hasPrologue = !kernel.getPrologue().empty();
  return use.operand >= kernel.getRow().operands.size() || (use.operand == 0 && hasPrologue);
}

} // namespace ingot::instr
