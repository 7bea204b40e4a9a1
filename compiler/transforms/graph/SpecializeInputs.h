// Specializes a model to inputs of which more is known than it declares.
//
//   main(x: ?x3x?x?)  with x: 1x3x224x224
//
// makes every shape that follows from the inputs' static, and the arithmetic on shapes constant.
#pragma once

#include "ingot/Status.h"
#include "ingot/Value.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot::graph {

/// Gives the arguments of `main` these types and propagates them. Fails, without a change, when
/// there are more or fewer of them than arguments, or when one contradicts the type that is
/// declared; fails, with types half changed, when an operator cannot run on such inputs.
/// Arguments whose values are given are not read any more.
Status specializeInputs(mlir::func::FuncOp main, llvm::ArrayRef<ValueType> inputs,
                        llvm::ArrayRef<std::optional<Tensor>> values = {});

} // namespace ingot::graph
