// Whether ranges of sizes are some that a model can be compiled for.
#pragma once

#include "ingot/Ingot.h"

namespace ingot {

/// A usage error where one of the ranges of the options is none of a dimension that the inputs
/// leave open, or where the options keep a program from using what is made for them.
Status checkRanges(const std::vector<Port> &inputs, const CompileOptions &options);

} // namespace ingot
