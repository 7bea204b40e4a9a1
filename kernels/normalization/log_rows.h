// The logarithm of a softmax over rows; see rows.h.
#pragma once

#include "kernels/elementwise/fast_exponential.h"
#include "kernels/normalization/rows.h"

namespace ingot::kernels::normalization {

/// y = x - max - log(sum(exp(x - max))), rows [begin, end).
INGOT_INLINE void logSoftmaxRows(const void *x, void *y, const void *context, const NormSizes &s,
                                 int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t k = begin; k < end; ++k) {
    const Output to = outputRow(y, k, s, context);
    const Row row = firstOf<reduction::MaxOp>(x, to, s);
    float top = row.reduced, sum = math::log(sumOfExponentials(row, s.n, top));
    forEachVector(s.n, [&](int64_t i, int64_t count) INGOT_INLINED {
      to.put(i, row.get(i, count) - Vector(top) - Vector(sum), count);
    });
  }
}

} // namespace ingot::kernels::normalization
