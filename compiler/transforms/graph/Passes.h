// Passes on graph IR.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace ingot {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/transforms/graph/Passes.h.inc"

} // namespace ingot
