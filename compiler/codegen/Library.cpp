// Kernels out of embedded bitcode.
#include "compiler/codegen/Library.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace ingot::codegen {
namespace {

Status asStatus(llvm::Error error) { return failure(llvm::toString(std::move(error))); }

/// What a function refers to: callees and globals, through constant expressions.
void referredTo(const llvm::Value *value, llvm::SmallPtrSetImpl<llvm::GlobalValue *> &found) {
  if (auto *global = llvm::dyn_cast<llvm::GlobalValue>(value))
    found.insert(const_cast<llvm::GlobalValue *>(global));
  else if (auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    for (const llvm::Use &operand : constant->operands())
      referredTo(operand.get(), found);
}

/// Materializes functions and everything that they reach.
class Reached {
public:
  Status add(llvm::Function *function) {
    if (!all.insert(function).second || function->isIntrinsic())
      return success();
    if (llvm::Error error = function->materialize())
      return asStatus(std::move(error));
    llvm::SmallPtrSet<llvm::GlobalValue *, 8> globals;
    for (llvm::Instruction &instruction : llvm::instructions(*function))
      for (llvm::Use &operand : instruction.operands())
        referredTo(operand.get(), globals);
    for (llvm::GlobalValue *global : globals) {
      if (auto *callee = llvm::dyn_cast<llvm::Function>(global))
        INGOT_TRY(add(callee));
      else
        all.insert(global);
    }
    return success();
  }
  llvm::SmallPtrSet<llvm::GlobalValue *, 32> all;
};

} // namespace

Expected<std::unique_ptr<Library>> Library::open(llvm::LLVMContext &context, const Isa &isa) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(isa.bitcode.data()), isa.bitcode.size());
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "kernels"), context);
  if (!module)
    return asStatus(module.takeError());
  return std::unique_ptr<Library>(new Library(std::move(*module)));
}

llvm::Function *Library::find(llvm::StringRef name) {
  llvm::Function *function = module->getFunction(name);
  if (!function)
    return nullptr;
  if (llvm::Error error = function->materialize()) {
    llvm::consumeError(std::move(error));
    return nullptr;
  }
  return function->isDeclaration() ? nullptr : function;
}

Expected<std::unique_ptr<llvm::Module>> Library::extract(llvm::ArrayRef<std::string> names) && {
  Reached reached;
  for (const std::string &name : names) {
    llvm::Function *function = module->getFunction(name);
    if (!function)
      return failure(str("no kernel '", name, "' in the library"));
    INGOT_TRY(reached.add(function));
  }
  llvm::SmallVector<llvm::GlobalValue *> others;
  for (llvm::GlobalValue &global : module->global_values())
    if (!reached.all.contains(&global))
      others.push_back(&global);
  // Nothing refers to them: bodies that were not read have no uses.
  for (llvm::GlobalValue *global : others)
    if (global->use_empty())
      global->eraseFromParent();
  if (llvm::Error error = module->materializeMetadata())
    return asStatus(std::move(error));
  return std::move(module);
}

} // namespace ingot::codegen
