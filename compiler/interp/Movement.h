// Helpers of the evaluators that move data.
#pragma once

#include "compiler/interp/EvalContext.h"

namespace ingot::interp {

/// Runs `move(in, out)` on result 0. Strings do not move as bytes: for them the movement is done on
/// the numbers of the elements, and the strings follow.
///
///   return moveElements(c, 0, [&](const Tensor &in, Tensor &out) { … bytes of in to out … });
Status moveElements(EvalContext &c, size_t operand,
                    const std::function<void(const Tensor &in, Tensor &out)> &move);

} // namespace ingot::interp
