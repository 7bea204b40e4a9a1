// The graph dialect: types, and registration of the operator categories.
//
// Include the category header (Elementwise.h, …) for operator classes; this one is enough to load
// the dialect and to work on operators through their names.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "compiler/dialect/graph/GraphDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "compiler/dialect/graph/GraphTypes.h.inc"

namespace ingot::graph {

/// Runs the operator's shape function on the types in the IR and compares with the result types.
llvm::LogicalResult verifyOperator(mlir::Operation *op);
/// The same for graph.constant, whose constraints are about the attribute itself.
llvm::LogicalResult verifyConstant(mlir::Operation *op);

} // namespace ingot::graph
