// Describe: what a compilation made of a model, in the words of a Report.
#pragma once

#include "compiler/dialect/instr/Instr.h"
#include "ingot/Report.h"
#include "runtime/engine/Executable.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot::target {

/// The operators of an optimized module that was not cut into segments yet.
std::vector<OperatorReport> describeOperators(mlir::ModuleOp module);

/// An executable and the program it was assembled from; `sources` are the instructions of its
/// steps.
SegmentReport describeSegment(instr::ProgramOp program, const runtime::Executable &executable,
                              const std::vector<mlir::Operation *> &sources);

} // namespace ingot::target
