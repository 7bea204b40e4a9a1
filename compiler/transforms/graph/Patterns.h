// Pattern families that more than one pass applies.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace ingot::graph {

/// Those of SimplifyTransposes: merge, drop, into reshape, into matmul.
void addTransposePatterns(mlir::RewritePatternSet &patterns);
/// Those of SimplifyReshapes: one form, constant targets, merge, drop.
void addReshapePatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot::graph
