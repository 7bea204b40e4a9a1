// BenchSizes: how fast a model answers for sizes that it has not met, and how fast later on.
#pragma once

#include "tools/ingot/Measure.h"
#include "tools/ingot/Options.h"

namespace ingot::tool {

struct BenchSizesOptions {
  const ModelOptions &model;
  const CodeOptions &code;
  const MeasureOptions &measure; ///< for each size
  uint64_t seed = 0;             ///< of the inputs, which are made up
};

/// Compiles for the ranges of `compile` and measures sizes from them, their ends and doublings,
/// each range beside the others. The exit code.
int benchSizes(const BenchSizesOptions &options, const CompileOptions &compile);

} // namespace ingot::tool
