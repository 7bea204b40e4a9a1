// Random graphs of the operators that the graph optimizer rewrites, for differential testing.
#pragma once

#include "ingot/Value.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot::differential {

struct RandomGraph {
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< static types throughout
  std::vector<Value> inputs;                ///< numbers, and what is none: infinities, NaN, -0
};

/// The same seed gives the same graph.
RandomGraph makeRandomGraph(mlir::MLIRContext &context, uint64_t seed);

/// Forgets sizes: some dimensions of inputs become unknown, and all that follows from them.
void blur(mlir::ModuleOp module, uint64_t seed);

} // namespace ingot::differential
