// Library: kernels of an instruction set, a family at a time, read from their bitcode into one LLVM
// context.
//
// Reading is lazy: a kernel's body is materialized when it is asked for, so that taking one kernel
// out of a hundred costs a millisecond.
#pragma once

#include "compiler/library/KernelTable.h"
#include "compiler/machine/Machine.h"

#include "llvm/IR/Module.h"

#include <memory>

namespace ingot::library {

class Library {
public:
  /// The functions that elementwise operators are made of.
  static Expected<std::unique_ptr<Library>> openFormulas(llvm::LLVMContext &context,
                                                         const machine::Isa &isa);
  /// What a kernel lies in, for an instruction set that has it.
  static Expected<std::unique_ptr<Library>> openFor(llvm::LLVMContext &context,
                                                    const machine::Isa &isa, const Kernel &kernel);

  /// The function with its body; null when the library has none of that name. It belongs to the
  /// library's module: read it, do not change it.
  llvm::Function *find(llvm::StringRef name);

  /// The type of a function that the library has or calls; null when there is none of that name.
  llvm::FunctionType *typeOf(llvm::StringRef name) const {
    llvm::Function *function = module->getFunction(name);
    return function ? function->getFunctionType() : nullptr;
  }

  const llvm::DataLayout &dataLayout() const { return module->getDataLayout(); }
  /// Gives another module the flags that code must agree on: the calling convention of RISC-V.
  void copyFlags(llvm::Module &to) const;

  /// Takes the module with the body of this function and, as yet, of no other, for `complete`. The
  /// library is empty afterwards.
  Expected<std::unique_ptr<llvm::Module>> take(const std::string &name) &&;

  /// Reads what is still reached from a function of a module that was taken, and removes everything
  /// else.
  static Status complete(llvm::Function &root);

private:
  explicit Library(std::unique_ptr<llvm::Module> module) : module(std::move(module)) {}
  static Expected<std::unique_ptr<Library>> open(llvm::LLVMContext &context,
                                                 const machine::Isa &isa, std::string_view family,
                                                 std::string_view needs);

  std::unique_ptr<llvm::Module> module;
};

} // namespace ingot::library
