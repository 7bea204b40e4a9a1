// ConstantScope: gives back the memory of constants that a compilation made for itself.
//
// Constants live as long as the MLIR context, which for a model is as long as the model. Folded and
// packed weights are copied into the program that is made of them; what is left of them in the
// context would double its memory.
#pragma once

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringSet.h"

namespace ingot::graph {

class ConstantScope {
public:
  /// Remembers which constants there are.
  explicit ConstantScope(mlir::MLIRContext *context);

  /// Constants that the operator or one inside of it refers to stay.
  void keep(mlir::Operation *root);
  /// Frees all constants made since, but for those to keep. No IR may refer to the others any more.
  void release();

private:
  mlir::MLIRContext *context;
  llvm::StringSet<> kept;
};

} // namespace ingot::graph
