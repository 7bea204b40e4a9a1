// Loops write over an operand that nothing reads afterwards.
//
//   map(@in %a, @in %b, @out %y), the last use of %a   →   map(@in %a, @in %b, @out %a)
#include "compiler/transforms/instr/Passes.h"
#include "compiler/transforms/instr/Uses.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SHAREBUFFERS
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

/// The buffer of an operand if the loop is the last to use it and it is as `result` in type and
/// layout.
AllocOp replaceable(MapOp map, unsigned operand, AllocOp result) {
  auto alloc = map.getOperand(operand).getDefiningOp<AllocOp>();
  if (!alloc || alloc == result || alloc.getMemory().getType() != result.getMemory().getType())
    return nullptr;
  for (const Use &use : usesOf(alloc)) {
    if (map->isBeforeInBlock(use.op))
      return nullptr;
    // The loop reads the buffer in this way only.
    if (use.op == map.getOperation() && use.op->getOperand(use.operand) != alloc.getMemory())
      return nullptr;
  }
  return alloc;
}

struct ShareBuffers : impl::ShareBuffersBase<ShareBuffers> {
  void runOnOperation() override {
    for (MapOp map : llvm::make_early_inc_range(getOperation().getBody().front().getOps<MapOp>())) {
      unsigned last = map.getNumOperands() - 1;
      auto result = map.getOperand(last).getDefiningOp<AllocOp>();
      if (!result || usesOf(result).front().op != map.getOperation())
        continue;
      for (unsigned i = 0; i < last; ++i)
        if (AllocOp shared = replaceable(map, i, result)) {
          result.getMemory().replaceAllUsesWith(shared.getMemory());
          result->erase();
          break;
        }
    }
  }
};

} // namespace
} // namespace ingot
