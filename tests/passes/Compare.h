// Differential testing of passes: a module and what a pipeline makes of it, run on the same inputs.
//
//   auto after = passes::transform(*module, "builtin.module(graph-fold-batch-norm)");
//   auto wanted = passes::run(*module, inputs), found = passes::run(**after, inputs);
//   EXPECT_LT(*passes::distance(*wanted, *found), 1e-4);
#pragma once

#include "ingot/Ingot.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>

namespace ingot::passes {

/// The operators of a module by name without the dialect, with how often each occurs.
using Counts = std::map<std::string, int>;
Counts countOperators(mlir::ModuleOp module);

/// Makes the passes known by name and loads what IR text needs; once for every context.
void prepare(mlir::MLIRContext &context);

/// A copy of the module after a pipeline in MLIR's textual form, anchored on builtin.module. The
/// verifier runs after each pass.
Expected<mlir::OwningOpRef<mlir::ModuleOp>> transform(mlir::ModuleOp module,
                                                      const std::string &pipeline);

/// Random inputs for function `main`: floats within [-2, 2), unknown dimensions 2.
Expected<std::vector<Value>> inputsFor(mlir::ModuleOp module, uint64_t seed);

/// What function `main` gives on these inputs, by the interpreter.
Expected<std::vector<Value>> run(mlir::ModuleOp module, const std::vector<Value> &inputs);

/// How far outputs are apart, at most: |a - b| relative to the largest number of the output, 0
/// where both are the same, infinity where integers or strings are not. Other differences (types,
/// shapes, NaN) are errors.
Expected<double> distance(const std::vector<Value> &wanted, const std::vector<Value> &found);

} // namespace ingot::passes
