// Reductions of f64 and of integers, as the reference computes them: in f64 or in 64 bits, and the
// elements of each result in their order.
//
//   x  [outer, n, inner], n `pitch` elements apart and not 0
//   y  [outer, inner]
#pragma once

#include "kernels/base/element.h"
#include "kernels/reduction/contract.h"
#include "kernels/reduction/reference.h"

namespace ingot::kernels::reduction {

/// A result narrowed to the type that elements of this size have: a root saturates there.
template <template <typename> class Op, typename C, typename A>
INGOT_INLINE void finishElement(void *y, int64_t i, int64_t bytes, A sum, int64_t n) {
  using namespace detail;
  constexpr bool isSigned = __is_same(C, int64_t);
  if constexpr (__is_same(C, double))
    setElement<double>(y, i, bytes, Op<double>::finish(sum, n));
  else if constexpr (isSigned)
    bytes == 8   ? setValue<int64_t>(y, i, Op<int64_t>::finish(sum, n))
    : bytes == 4 ? setValue<int32_t>(y, i, Op<int32_t>::finish(sum, n))
    : bytes == 2 ? setValue<int16_t>(y, i, Op<int16_t>::finish(sum, n))
                 : setValue<int8_t>(y, i, Op<int8_t>::finish(sum, n));
  else
    bytes == 8   ? setValue<uint64_t>(y, i, Op<uint64_t>::finish(sum, n))
    : bytes == 4 ? setValue<uint32_t>(y, i, Op<uint32_t>::finish(sum, n))
    : bytes == 2 ? setValue<uint16_t>(y, i, Op<uint16_t>::finish(sum, n))
                 : setValue<uint8_t>(y, i, Op<uint8_t>::finish(sum, n));
}

/// Units [begin, end).
template <template <typename> class Op, typename C>
INGOT_INLINE void reducePlain(const void *x, void *y, const void *, const ColumnReductionSizes &s,
                              int64_t begin, int64_t end) {
  using A = typename Op<C>::A;
  int64_t blocks = ceilDiv(s.inner, columnBlock);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / blocks, first = (unit - outer * blocks) * columnBlock;
    int64_t count = least(columnBlock, s.inner - first);
    A sums[columnBlock];
    INGOT_ROLLED
    for (int64_t j = 0; j < count; ++j)
      sums[j] = Op<C>::first();
    INGOT_ROLLED
    for (int64_t i = 0; i < s.n; ++i) {
      int64_t row = (outer * s.n + i) * s.pitch + first;
      INGOT_ROLLED
      for (int64_t j = 0; j < count; ++j)
        sums[j] = Op<C>::step(sums[j], elementAt<C>(x, row + j, s.xBytes));
    }
    INGOT_ROLLED
    for (int64_t j = 0; j < count; ++j)
      finishElement<Op, C>(y, outer * s.inner + first + j, s.yBytes, sums[j], s.n);
  }
}

} // namespace ingot::kernels::reduction

#pragma clang fp contract(on)
