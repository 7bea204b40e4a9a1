// The lowering as a pass, for people who look at it.
#include "compiler/lower/LowerPass.h"

#include "compiler/lower/Lower.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace ingot::lower {
namespace {

/// Room for all buffers of a program at once: --instr-optimize makes a plan.
Status sideBySide(instr::ProgramOp program) {
  constexpr int64_t alignment = 64;
  int64_t bytes = 0;
  for (auto alloc : program.getBody().front().getOps<instr::AllocOp>())
    bytes +=
        (instr::bytesOf(cast<MemRefType>(alloc.getMemory().getType())) / alignment + 1) * alignment;
  program.setArena(bytes);
  return success();
}

struct LowerPass : PassWrapper<LowerPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerPass)

  LowerPass() = default;
  LowerPass(const LowerPass &other) : PassWrapper(other) {}
  Option<std::string> cpu{*this, "cpu",
                          llvm::cl::desc("The processor to lower for, as LLVM names it; if none is "
                                         "given, that of this machine")};
  Option<bool> fastMath{*this, "fast-math",
                        llvm::cl::desc("Whether kernels may be chosen that round more")};

  StringRef getArgument() const override { return "lower-to-instr"; }
  StringRef getDescription() const override {
    return "Turns graph functions with static types into instr programs";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<instr::InstrDialect>();
  }

  void runOnOperation() override {
    auto machine = cpu.empty() ? machine::hostMachine() : machine::machineNamed(cpu);
    if (!machine.ok()) {
      getOperation().emitError(machine.status().message());
      return signalPassFailure();
    }
    Capabilities target{.machine = machine.take(), .fastMath = fastMath};
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      for (Operation &op : function.getBody().front().without_terminator())
        if (!isLowerable(&op) || !isStatic(&op)) {
          op.emitError("cannot be an instruction: its types are not static tensors of numbers");
          return signalPassFailure();
        }
      auto program = lower::lower(function, getOperation(), target, sideBySide);
      if (!program.ok()) {
        function.emitError(program.status().message());
        return signalPassFailure();
      }
      function.erase();
    }
  }
};

} // namespace

void registerLowerPass() { PassRegistration<LowerPass>(); }

} // namespace ingot::lower
