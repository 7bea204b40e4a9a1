// StepCode: LLVM functions step(ptr bases, ptr table, i64 begin, i64 end), one per step.
//
// The table has the offsets of the step's operands, in order, then the sizes that are read at run
// time.
#pragma once

#include "compiler/codegen/Steps.h"

#include "llvm/IR/Module.h"

namespace ingot::codegen {

struct Machine;

/// Code for one step in a module of its own, as `optimize` takes it.
struct StepCode {
  std::unique_ptr<llvm::Module> module;
  std::vector<int64_t> sizes;
};

Expected<StepCode> loopCode(llvm::LLVMContext &context, const LoopStep &step,
                            const Machine &machine, Specialize level);
Expected<StepCode> kernelCode(llvm::LLVMContext &context, const KernelStep &step,
                              const Machine &machine, Specialize level);

inline constexpr const char *stepName = "step";

/// The empty function of a step, for this machine.
llvm::Function *stepFunction(llvm::Module &module, const Machine &machine);

/// What a specialized kernel still needs: its library was optimized when it was built.
void optimize(llvm::Module &module);

} // namespace ingot::codegen
