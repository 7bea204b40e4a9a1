// Kernels out of embedded bitcode.
#include "compiler/library/Library.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace ingot::library {
namespace {

#define INGOT_MODULE(isa, family)                                                                  \
  extern "C" const unsigned char ingot_##isa##_##family[];                                         \
  extern "C" const unsigned long ingot_##isa##_##family##_size;
#include "compiler/library/Modules.inc"
#undef INGOT_MODULE

struct Embedded {
  std::string_view isa, family;
  llvm::StringRef bytes;
};

/// The kernels of a family for an instruction set, optimized once for specialization.
llvm::StringRef bitcodeOf(std::string_view isa, std::string_view family) {
  static const Embedded modules[] = {
#define INGOT_MODULE(isa, family)                                                                  \
  {#isa,                                                                                           \
   #family,                                                                                        \
   {reinterpret_cast<const char *>(ingot_##isa##_##family), ingot_##isa##_##family##_size}},
#include "compiler/library/Modules.inc"
#undef INGOT_MODULE
  };
  for (const Embedded &module : modules)
    if (module.isa == isa && module.family == family)
      return module.bytes;
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
                                                 const machine::Isa &isa, std::string_view family,
                                                 std::string_view needs) {
  // What is written for none in particular lies with the one that the others take it from.
  std::string_view owner = needs != "any" ? needs : isa.base().name;
  auto module = llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef(bitcodeOf(owner, family), "kernels"), context);
  if (!module)
    return asStatus(module.takeError());
  return std::unique_ptr<Library>(new Library(std::move(*module)));
}

Expected<std::unique_ptr<Library>> Library::openFormulas(llvm::LLVMContext &context,
                                                         const machine::Isa &isa) {
  return open(context, isa, "elementwise", "any");
}

Expected<std::unique_ptr<Library>> Library::openFor(llvm::LLVMContext &context,
                                                    const machine::Isa &isa, const Kernel &kernel) {
  return open(context, isa, kernel.family, kernel.needs);
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

Expected<std::unique_ptr<llvm::Module>> Library::take(const std::string &name) && {
  llvm::Function *function = module->getFunction(name);
  if (!function)
    return failure(str("no kernel '", name, "' in the library"));
  if (llvm::Error error = function->materialize())
    return asStatus(std::move(error));
  return std::move(module);
}

Status Library::complete(llvm::Function &root) {
  llvm::Module &module = *root.getParent();
  Reached reached;
  INGOT_TRY(reached.add(&root));
  llvm::SmallVector<llvm::GlobalValue *> others;
  for (llvm::GlobalValue &global : module.global_values())
    if (!reached.all.contains(&global))
      others.push_back(&global);
  for (llvm::GlobalValue *global : others)
    if (auto *function = llvm::dyn_cast<llvm::Function>(global); function && !function->empty())
      function->deleteBody(); // which may refer to others of them
  for (llvm::GlobalValue *global : others)
    if (global->use_empty())
      global->eraseFromParent();
  if (llvm::Error error = module.materializeMetadata())
    return asStatus(std::move(error));
  return success();
}

} // namespace ingot::library
