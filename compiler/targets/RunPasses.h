// runPasses: a pass manager's errors as a Status.
#pragma once

#include "ingot/Status.h"

#include "mlir/Pass/PassManager.h"

namespace ingot::target {

/// Runs the passes. What one of them reports becomes the error, with the node it is about.
Status runPasses(mlir::PassManager &passes, mlir::Operation *op, const char *otherwise);

} // namespace ingot::target
