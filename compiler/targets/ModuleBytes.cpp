// Bytecode, and constants by their names.
#include "compiler/targets/ModuleBytes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace ingot::target {
namespace {

DialectResourceBlobManager &managerOf(MLIRContext *context) {
  return DenseResourceElementsHandle::getManagerInterface(context).getBlobManager();
}

} // namespace

Expected<std::shared_ptr<const ModuleBytes>> ModuleBytes::of(ModuleOp module) {
  auto result = std::make_shared<ModuleBytes>();
  BytecodeWriterConfig config;
  config.setElideResourceDataFlag();
  llvm::raw_string_ostream stream(result->bytes);
  if (failed(writeBytecodeToFile(module, stream, config)))
    return failure("the module could not be copied");
  managerOf(module.getContext()).getBlobMap([&](const auto &blobs) {
    for (const auto &entry : blobs)
      if (const AsmResourceBlob *blob = entry.getValue().getBlob())
        result->constants.emplace_back(entry.getKey().str(), blob->getData());
  });
  return std::shared_ptr<const ModuleBytes>(std::move(result));
}

Expected<OwningOpRef<ModuleOp>> ModuleBytes::copyInto(MLIRContext &context) const {
  // The module was verified when it was made; its constants are missing as yet.
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  auto module = parseSourceString<ModuleOp>(bytes, config);
  if (!module)
    return failure("the module could not be copied");
  DialectResourceBlobManager &manager = managerOf(&context);
  for (const auto &[name, data] : constants)
    if (manager.lookup(name)) // the module uses it
      manager.update(name, UnmanagedAsmResourceBlob::allocateWithAlign(data, 1));
  return module;
}

} // namespace ingot::target
