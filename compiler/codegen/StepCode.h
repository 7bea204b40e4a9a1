// StepCode: LLVM functions of the form void(ptr bases, ptr table, i64 begin, i64 end), one per
// step.
//
// The table has the offsets of the step's operands, in order, then the sizes that are read at run
// time.
#pragma once

#include "compiler/codegen/Steps.h"

#include "llvm/IR/Module.h"

namespace ingot::codegen {

struct Machine;

/// Code for one step in a module of its own, optimized and ready to become an object.
struct StepCode {
  std::unique_ptr<llvm::Module> module;
  std::vector<int64_t> sizes;
};

Expected<StepCode> loopCode(llvm::LLVMContext &context, const LoopStep &step,
                            const Machine &machine, Specialize level, const std::string &name);
Expected<StepCode> kernelCode(llvm::LLVMContext &context, const KernelStep &step,
                              const Machine &machine, Specialize level, const std::string &name);

/// The empty function of a step, for this machine.
llvm::Function *stepFunction(llvm::Module &module, const Machine &machine, const std::string &name);

/// What a specialized kernel still needs: its library was optimized when it was built.
void optimize(llvm::Module &module);

} // namespace ingot::codegen
