// Describe: what a compilation made of a model, in the words of a Report.
#pragma once

#include "compiler/dialect/instr/Instr.h"
#include "compiler/lower/Capabilities.h"
#include "ingot/Report.h"
#include "runtime/engine/Image.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot::target {

/// The operators of an optimized module that was not cut into segments yet.
std::vector<OperatorReport> describeOperators(mlir::ModuleOp module,
                                              const lower::Capabilities &target);

/// An image and the program it was assembled from; `sources` are the instructions of its
/// steps.
SegmentReport describeSegment(instr::ProgramOp program, const runtime::Image &image,
                              const std::vector<mlir::Operation *> &sources,
                              const lower::Capabilities &target);

} // namespace ingot::target
