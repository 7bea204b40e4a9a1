// Whole: a program that is one segment, run without the host around it.
#pragma once

#include "compiler/targets/Segment.h"
#include "compiler/targets/Target.h"
#include "compiler/targets/cpu/Compile.h"

namespace ingot::cpu {

/// The segment that computes all outputs from the inputs alone; null where the host has a part.
std::shared_ptr<const target::Segment> wholeSegment(const interp::Program &program);

/// A context for a program that is whole. Its runs allocate nothing, but for host steps and inputs
/// that are not aligned.
Expected<std::unique_ptr<Context::Impl>> wholeContext(std::shared_ptr<const Compiled> compiled,
                                                      const RunOptions &options);

} // namespace ingot::cpu
