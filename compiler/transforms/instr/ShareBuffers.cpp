// Loops write over an operand that nothing reads afterwards.
//
//   map(@in %a, @in %b, @out %y), the last use of %a   →   map(@in %a, @in %b, @out %a)
#include "compiler/transforms/instr/Passes.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SHAREBUFFERS
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

/// The first and the last instruction that use each buffer, as numbers.
class Lives {
public:
  explicit Lives(Block &block) {
    for (Operation &op : block) {
      if (!rolesOf(&op))
        continue;
      int number = static_cast<int>(numbers.size());
      numbers[&op] = number;
      for (mlir::Value operand : op.getOperands())
        lives.try_emplace(rootOf(operand), number, number).first->second.second = number;
    }
  }

  bool isFirst(Operation *buffer, Operation *op) const {
    return lives.lookup(buffer).first == numbers.lookup(op);
  }
  bool isLast(Operation *buffer, Operation *op) const {
    return lives.lookup(buffer).second == numbers.lookup(op);
  }
  /// `buffer` takes over the uses of another, which begin where its own end.
  void extend(Operation *buffer, Operation *other) {
    lives[buffer].second = lives.lookup(other).second;
  }

private:
  llvm::DenseMap<Operation *, int> numbers;
  llvm::DenseMap<Operation *, std::pair<int, int>> lives;
};

/// The buffer of an operand if the loop is the last to use it and it is as `result` in type and
/// layout.
AllocOp replaceable(MapOp map, unsigned operand, AllocOp result, const Lives &lives) {
  auto alloc = map.getOperand(operand).getDefiningOp<AllocOp>();
  if (!alloc || alloc == result || alloc.getMemory().getType() != result.getMemory().getType() ||
      !lives.isLast(alloc, map))
    return nullptr;
  // The loop reads the buffer in this way only.
  bool isWhole = llvm::all_of(map->getOperands(), [&](mlir::Value memory) {
    return memory == alloc.getMemory() || rootOf(memory) != alloc.getOperation();
  });
  return isWhole ? alloc : nullptr;
}

struct ShareBuffers : impl::ShareBuffersBase<ShareBuffers> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    Lives lives(block);
    for (MapOp map : llvm::make_early_inc_range(block.getOps<MapOp>())) {
      unsigned last = map.getNumOperands() - 1;
      auto result = map.getOperand(last).getDefiningOp<AllocOp>();
      if (!result || !lives.isFirst(result, map))
        continue;
      for (unsigned i = 0; i < last; ++i)
        if (AllocOp shared = replaceable(map, i, result, lives)) {
          lives.extend(shared, result);
          result.getMemory().replaceAllUsesWith(shared.getMemory());
          result->erase();
          break;
        }
    }
  }
};

} // namespace
} // namespace ingot
