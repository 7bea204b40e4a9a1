// Gives every buffer its place in the arena.
#include "compiler/memory/Planner.h"
#include "compiler/transforms/instr/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_PLANMEMORY
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

/// A cache line; vectors are never wider.
constexpr int64_t alignment = 64;

struct PlanMemory : impl::PlanMemoryBase<PlanMemory> {
  using PlanMemoryBase::PlanMemoryBase;

  void runOnOperation() override {
    ProgramOp program = getOperation();
    memory::Problem problem;
    SmallVector<AllocOp> allocs;
    collect(program, problem, allocs);
    auto result = memory::plan(problem, {.seconds = seconds});
    if (!result.ok() || result->outcome != memory::Outcome::Found) {
      program.emitError("no plan for its buffers: ")
          << (result.ok() ? result->reason : result.status().message());
      return signalPassFailure();
    }
    OpBuilder builder(program);
    for (auto [i, alloc] : llvm::enumerate(allocs))
      alloc.setOffsetAttr(builder.getI64IntegerAttr(result->plan[i].offset));
    program.setArenaAttr(builder.getI64IntegerAttr(result->memories[0].height));
  }

  static void collect(ProgramOp program, memory::Problem &problem, SmallVector<AllocOp> &allocs) {
    llvm::DenseMap<Operation *, size_t> indexOf;
    int64_t time = 0;
    for (Operation &op : program.getBody().front()) {
      ++time;
      if (auto alloc = dyn_cast<AllocOp>(op)) {
        auto type = cast<MemRefType>(alloc.getMemory().getType());
        indexOf[alloc] = allocs.size();
        allocs.push_back(alloc);
        memory::Buffer buffer;
        buffer.id = str("b", allocs.size());
        buffer.lower = time;
        buffer.size = (bytesOf(type) + alignment - 1) / alignment * alignment;
        buffer.alignment = alignment;
        problem.buffers.push_back(std::move(buffer));
      } else if (auto dealloc = dyn_cast<DeallocOp>(op)) {
        problem.buffers[indexOf[dealloc.getMemory().getDefiningOp()]].upper = time;
      }
    }
    for (memory::Buffer &buffer : problem.buffers)
      if (buffer.upper == 0)
        buffer.upper = time + 1;
  }
};

} // namespace
} // namespace ingot
