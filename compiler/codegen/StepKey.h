// StepKey: everything about a step that its code depends on, as text. Steps of one key share code.
#pragma once

#include "compiler/codegen/Steps.h"

namespace ingot::codegen {

std::string keyOf(const AnyStep &step, Specialize level);

/// The offsets of a step's operands, as the step's table begins.
std::vector<int64_t> offsetsOf(const AnyStep &step);

} // namespace ingot::codegen
