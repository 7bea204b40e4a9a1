// Running modules, and comparing what comes out bit by bit.
#pragma once

#include "ingot/Ingot.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace ingot::differential {

using Results = Expected<std::vector<Value>>;

mlir::func::FuncOp mainOf(mlir::ModuleOp module);
/// Operators of the graph, without constants and ends of regions.
int64_t operatorsIn(mlir::ModuleOp module);

/// On the interpreter, as it is.
Results runModule(mlir::ModuleOp module, const std::vector<Value> &inputs);
/// Compiled by a target.
Results runCompiled(mlir::ModuleOp module, const std::vector<Value> &inputs,
                    const CompileOptions &options);

/// An element, for people.
std::string textAt(const Tensor &tensor, int64_t i);

/// What differs between a value before and after, in any bit but those of a NaN; "" when nothing
/// does.
std::string differenceOf(const Value &before, const Value &after, bool valuesToo = true);
std::string differenceOf(const std::vector<Value> &before, const std::vector<Value> &after,
                         bool valuesToo = true);

} // namespace ingot::differential
