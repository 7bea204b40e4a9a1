// StepKey: everything about a step that its code depends on, as text. Steps of one key share code.
#pragma once

#include "compiler/codegen/Steps.h"

namespace ingot::codegen {

std::string keyOf(const AnyStep &step, Specialize level);

/// The operands of a step in the order in which its table has their offsets.
std::vector<Address> operandsOf(const AnyStep &step);

} // namespace ingot::codegen
