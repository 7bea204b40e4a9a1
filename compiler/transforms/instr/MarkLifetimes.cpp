// Buffers live from their first use to their last; what nothing reads does not live.
#include "compiler/transforms/instr/Passes.h"
#include "compiler/transforms/instr/Uses.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_MARKLIFETIMES
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

/// Everything an instruction writes is never read.
bool isDead(Operation *op) {
  auto roles = rolesOf(op);
  if (!roles)
    return false;
  for (auto [operand, role] : llvm::zip(op->getOperands(), *roles)) {
    if (!writes(static_cast<Role>(role)))
      continue;
    Operation *root = rootOf(operand);
    if (!isa<AllocOp>(root) ||
        llvm::any_of(usesOf(root), [&](const Use &use) { return use.op != op && reads(use.role); }))
      return false;
  }
  return true;
}

struct MarkLifetimes : impl::MarkLifetimesBase<MarkLifetimes> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    SmallVector<Operation *> instructions;
    for (Operation &op : block)
      instructions.push_back(&op);
    for (Operation *op : llvm::reverse(instructions))
      if (isDead(op) || (isa<ViewOp, AllocOp, WeightOp>(op) && op->use_empty()))
        op->erase();
    SmallVector<AllocOp> allocs(block.getOps<AllocOp>());
    for (AllocOp alloc : allocs)
      mark(alloc);
  }

  void mark(AllocOp alloc) {
    auto uses = usesOf(alloc);
    // Views stand before the first instruction that uses them; the alloc before its first view.
    Operation *first = uses.front().op;
    for (Operation *user : alloc.getMemory().getUsers())
      if (user->isBeforeInBlock(first))
        first = user;
    alloc->moveBefore(first);
    OpBuilder builder(alloc);
    builder.setInsertionPointAfter(uses.back().op);
    DeallocOp::create(builder, alloc.getLoc(), alloc.getMemory());
  }
};

} // namespace
} // namespace ingot
