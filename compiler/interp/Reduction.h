// What evaluators of reductions and normalizations share.
#pragma once

#include "compiler/interp/EvalContext.h"
#include "kernels/reduction/reference.h"

namespace ingot::interp {

/// A reduction layout with its memory: axes of size 1 dropped, neighbours of one kind merged.
class ReductionLayout {
public:
  /// `dims` of an operand that is not empty; `reduced[i]`: axis i is reduced.
  ReductionLayout(const Shape &dims, const std::vector<bool> &reduced);
  kernels::reduction::Layout get() {
    return {dims.data(), strides.data(), static_cast<int64_t>(dims.size()), index.data()};
  }

private:
  std::vector<int64_t> dims, strides, index;
};

/// A tensor seen as [outer, n, inner]: n the axes [first, last), outer those before, inner those
/// after.
struct AxesView {
  int64_t outer = 0, n = 0, inner = 0;
  /// All zero for an empty tensor.
  AxesView(const Tensor &tensor, int64_t first, int64_t last);
};

} // namespace ingot::interp
