// Inputs by whose values sizes are decided.
//
//   main(x: 4x5, axes: 1)  y = reduce_sum(x, axes)
//
// has a y of unknown shape for an `axes` that is not known, and is an ordinary model for one that
// is.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot::graph {

/// Inputs with more elements are data, and decide nothing.
inline constexpr int64_t mostDecidingElements = 64;

/// The arguments of `main`, by number, whose values shape functions ask for where they cannot tell
/// all sizes, themselves or through other operators. The arguments have their types.
llvm::SmallVector<unsigned> decidingInputs(mlir::func::FuncOp main);

} // namespace ingot::graph
