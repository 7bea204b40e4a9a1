// StepCode: LLVM functions step(ptr bases, ptr table, i64 begin, i64 end), one per step.
//
// The table has the offsets of the step's operands, in order, then the sizes that are read at run
// time.
#pragma once

#include "compiler/codegen/Steps.h"
#include "compiler/library/Library.h"

#include "llvm/IR/Module.h"

namespace ingot::codegen {

using library::Library;

/// Code for one step in a module of its own, as `optimize` takes it. Where nothing is specialized
/// the step is a general one.
using StepCode = std::unique_ptr<llvm::Module>;

Expected<StepCode> loopCode(llvm::LLVMContext &context, const LoopStep &step,
                            const machine::Machine &machine, Specialize level);
/// Where nothing is specialized the module calls the kernel, but does not have it.
Expected<StepCode> kernelCode(llvm::LLVMContext &context, const KernelStep &step,
                              const machine::Machine &machine, Specialize level);

/// A kernel as steps that are not specialized call it, under its own name.
Expected<std::unique_ptr<llvm::Module>> sharedKernelCode(llvm::LLVMContext &context,
                                                         const std::string &kernel,
                                                         const machine::Machine &machine);

inline constexpr const char *stepName = "step";
/// What a kernel calls with every vector of its first operand, and before it stores one: the names
/// of KernelStep::hooks(), to which that of the type it computes in is added.
inline constexpr std::array hookNames = {"ingot_prologue_", "ingot_epilogue_"};

/// Tells a kernel whether its epilogue is long: see kernels/base/vector.h.
inline constexpr const char *longEpilogueName = "ingot_has_long_epilogue";

/// A module for this machine.
std::unique_ptr<llvm::Module> emptyModule(llvm::LLVMContext &context, const Library &library,
                                          const machine::Machine &machine);

/// The empty function of a step, for this machine.
llvm::Function *stepFunction(llvm::Module &module, const machine::Machine &machine);

/// Has a function's code made for this machine.
void setMachine(llvm::Function &function, const machine::Machine &machine);

/// Inlines a kernel into the step that calls it, and takes out what its sizes rule out. What it
/// then still calls is what it needs for them.
void inlineKernel(llvm::Function &step, llvm::Function &kernel);

/// What a specialized kernel still needs: its library was optimized when it was built.
void optimize(llvm::Module &module);

} // namespace ingot::codegen
