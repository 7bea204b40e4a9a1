// Kernels out of embedded bitcode.
#include "compiler/library/Library.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace ingot::library {
namespace {

#define INGOT_ISA(name, ...)                                                                       \
  extern "C" const unsigned char ingot_kernels_##name[];                                           \
  extern "C" const unsigned long ingot_kernels_##name##_size;
#include "kernels/base/isas.inc"
#undef INGOT_ISA

/// The kernels of an instruction set, optimized once for specialization.
llvm::StringRef bitcodeOf(const machine::Isa &isa) {
  const std::pair<std::string_view, llvm::StringRef> libraries[] = {
#define INGOT_ISA(name, ...)                                                                       \
  {#name, {reinterpret_cast<const char *>(ingot_kernels_##name), ingot_kernels_##name##_size}},
#include "kernels/base/isas.inc"
#undef INGOT_ISA
  };
  for (const auto &[name, bytes] : libraries)
    if (name == isa.name)
      return bytes;
  return {};
}

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

Expected<std::unique_ptr<Library>> Library::open(llvm::LLVMContext &context,
                                                 const machine::Isa &isa) {
  auto module =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcodeOf(isa), "kernels"), context);
  if (!module)
    return asStatus(module.takeError());
  return std::unique_ptr<Library>(new Library(std::move(*module)));
}

void Library::copyFlags(llvm::Module &to) const {
  if (llvm::Metadata *abi = module->getModuleFlag("target-abi"))
    to.addModuleFlag(
        llvm::Module::Error, "target-abi",
        llvm::MDString::get(to.getContext(), llvm::cast<llvm::MDString>(abi)->getString()));
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

} // namespace ingot::library
