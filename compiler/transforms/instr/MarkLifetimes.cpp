// Buffers live from their first use to their last; what nothing reads does not live.
#include "compiler/transforms/instr/Passes.h"
#include "compiler/transforms/instr/Uses.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_MARKLIFETIMES
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

/// Drops instructions of which nothing reads what they write, from the last to the first.
class DeadInstructions {
public:
  explicit DeadInstructions(Block &block) {
    for (Operation &op : block) {
      operations.push_back(&op);
      for (Operation *root : readBy(&op))
        ++readers[root];
    }
  }

  void drop() {
    for (Operation *op : llvm::reverse(operations)) {
      bool isUnused = isa<ViewOp, AllocOp, WeightOp>(op) && op->use_empty();
      if (!isUnused && !isDead(op))
        continue;
      for (Operation *root : readBy(op))
        --readers[root];
      op->erase();
    }
  }

private:
  /// The buffers that an instruction reads, each once.
  static llvm::SmallSetVector<Operation *, 4> readBy(Operation *op) {
    llvm::SmallSetVector<Operation *, 4> roots;
    if (auto roles = rolesOf(op))
      for (auto [operand, role] : llvm::zip(op->getOperands(), *roles))
        if (reads(static_cast<Role>(role)))
          roots.insert(rootOf(operand));
    return roots;
  }

  /// Everything an instruction writes is read by no other.
  bool isDead(Operation *op) const {
    auto roles = rolesOf(op);
    if (!roles)
      return false;
    auto own = readBy(op);
    for (auto [operand, role] : llvm::zip(op->getOperands(), *roles)) {
      if (!writes(static_cast<Role>(role)))
        continue;
      Operation *root = rootOf(operand);
      if (!isa<AllocOp>(root) || readers.lookup(root) > (own.contains(root) ? 1 : 0))
        return false;
    }
    return true;
  }

  std::vector<Operation *> operations;
  llvm::DenseMap<Operation *, int> readers; ///< instructions that read a buffer
};

struct MarkLifetimes : impl::MarkLifetimesBase<MarkLifetimes> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    DeadInstructions(block).drop();
    Positions positions(block);
    SmallVector<AllocOp> allocs(block.getOps<AllocOp>());
    for (AllocOp alloc : allocs)
      mark(alloc, positions);
  }

  static void mark(AllocOp alloc, const Positions &positions) {
    auto uses = usesOf(alloc, positions);
    // Views stand before the first instruction that uses them; the alloc before its first view.
    Operation *first = uses.front().op;
    for (Operation *user : alloc.getMemory().getUsers())
      if (positions.isBefore(user, first))
        first = user;
    alloc->moveBefore(first);
    OpBuilder builder(alloc);
    builder.setInsertionPointAfter(uses.back().op);
    DeallocOp::create(builder, alloc.getLoc(), alloc.getMemory());
  }
};

} // namespace
} // namespace ingot
