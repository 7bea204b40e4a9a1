// ConstantScope: gives back the memory of constants that a compilation made for itself.
//
// Constants live as long as the MLIR context, which for a model is as long as the model. Folded and
// packed weights are copied into the program that is made of them; what is left of them in the
// context would double its memory.
#pragma once

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace ingot::graph {

class ConstantScope {
public:
  /// Constants that there are now stay.
  explicit ConstantScope(mlir::MLIRContext *context);

  /// Counts who refers to the constants made since, in `root` and inside of it, and frees those
  /// that nobody does.
  void count(mlir::Operation *root);
  /// One that was counted needs its constant no more; the last one frees it.
  void drop(mlir::ElementsAttr constant);

private:
  void findKeepers();
  void release(llvm::StringRef name);

  mlir::MLIRContext *context;
  llvm::StringSet<> older;
  llvm::StringMap<unsigned> uses;
  /// The constants whose memory another one lies in: folding a slice or reshape copies nothing.
  llvm::StringMap<std::vector<std::string>> keepers;
};

} // namespace ingot::graph
