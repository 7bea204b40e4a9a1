// ModuleBytes: a module outside of its context, for copies in other contexts.
//
//   auto bytes = INGOT_TRY(ModuleBytes::of(module));          // once
//   mlir::MLIRContext context;
//   auto copy = INGOT_TRY(bytes->copyInto(context));          // in any thread, any number at a
//   time
//
// A context keeps every type and attribute that was ever made in it, and takes one user at a time.
// A compilation in a context of its own waits for no other one and leaves nothing behind. The bytes
// of large constants are not copied: those of the copies are views of the first.
#pragma once

#include "ingot/Status.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot::target {

class ModuleBytes {
public:
  /// Nobody else uses the module's context meanwhile.
  static Expected<std::shared_ptr<const ModuleBytes>> of(mlir::ModuleOp module);

  /// The module's constants, and the dialects that the context has loaded, must live.
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> copyInto(mlir::MLIRContext &context) const;

  /// Calls `take` with the bytes of each constant: they are where those of the copies are.
  template <typename Take> void eachConstant(Take take) const {
    for (const auto &[name, data] : constants)
      take(data);
  }

private:
  std::string bytes; ///< MLIR's bytecode without the constants
  std::vector<std::pair<std::string, llvm::ArrayRef<char>>> constants;
};

} // namespace ingot::target
