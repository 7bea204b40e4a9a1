// The logarithm of a softmax over rows; see rows.h.
#pragma once

#include "kernels/elementwise/fast_exponential.h"
#include "kernels/normalization/rows.h"

namespace ingot::kernels::normalization {

/// y = x - max - log(sum(exp(x - max))), rows [begin, end).
INGOT_INLINE void logSoftmaxRows(const float *x, float *y, const void *context, const RowShape &s,
                                 int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    const float *from = x + row * s.xPitch;
    const Output to = {y + row * s.yPitch, row, 0, context};
    float top = rowMaximum(from, s.n), sum = math::log(exponentials(from, to.y, s.n, top));
    forEachVector(s.n, [&](int64_t i, int64_t count) INGOT_INLINED {
      to.put(i, loadPart(from + i, count) - Vector(top) - Vector(sum), count);
    });
  }
}

} // namespace ingot::kernels::normalization
