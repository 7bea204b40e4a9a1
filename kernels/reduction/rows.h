// Reductions of f32: over the last axis (rows), or over an axis before a dense one (columns).
//
//   rows     x [rows, n], rows `pitch` elements apart    → y [rows]
//   columns  x [outer, n, inner], n `pitch` apart         → y [outer, inner]
//
// What is reduced is described by an operation: first(), which stands for no elements; step(acc,
// x); join(acc, acc), an associative combination; finish(acc, n). Sums are kept in chunks, so that
// no chain of additions is long, and in a fixed order that does not depend on the split of the
// work. The rows that the epilogue sees are those of x, of one column, or the outer indices; the
// prologue sees rows of n, or outer * n rows of `inner`.
#pragma once

#include "kernels/base/vector_math.h"
#include "kernels/reduction/contract.h"

namespace ingot::kernels::reduction {

struct SumOp {
  INGOT_INLINE static Vector first() { return Vector(0); }
  INGOT_INLINE static Vector step(Vector sum, Vector x) { return sum + x; }
  INGOT_INLINE static Vector join(Vector a, Vector b) { return a + b; }
  INGOT_INLINE static Vector finish(Vector sum, int64_t) { return sum; }
};
struct MeanOp : SumOp {
  INGOT_INLINE static Vector finish(Vector sum, int64_t n) {
    return sum / Vector(static_cast<float>(n));
  }
};
struct SumSquareOp : SumOp {
  INGOT_INLINE static Vector step(Vector sum, Vector x) { return multiplyAdd(x, x, sum); }
};
struct L1Op : SumOp {
  INGOT_INLINE static Vector step(Vector sum, Vector x) {
    return sum + __builtin_elementwise_abs(x);
  }
};
struct L2Op : SumSquareOp {
  INGOT_INLINE static Vector finish(Vector sum, int64_t) { return __builtin_elementwise_sqrt(sum); }
};
struct ProdOp {
  INGOT_INLINE static Vector first() { return Vector(1); }
  INGOT_INLINE static Vector step(Vector product, Vector x) { return product * x; }
  INGOT_INLINE static Vector join(Vector a, Vector b) { return a * b; }
  INGOT_INLINE static Vector finish(Vector product, int64_t) { return product; }
};
struct MaxOp {
  INGOT_INLINE static Vector first() { return Vector(-__builtin_inff()); }
  INGOT_INLINE static Vector step(Vector top, Vector x) { return maximum(top, x); }
  INGOT_INLINE static Vector join(Vector a, Vector b) { return maximum(a, b); }
  INGOT_INLINE static Vector finish(Vector top, int64_t) { return top; }
};
struct MinOp {
  INGOT_INLINE static Vector first() { return Vector(__builtin_inff()); }
  INGOT_INLINE static Vector step(Vector low, Vector x) { return minimum(low, x); }
  INGOT_INLINE static Vector join(Vector a, Vector b) { return minimum(a, b); }
  INGOT_INLINE static Vector finish(Vector low, int64_t) { return low; }
};

/// Accumulators side by side, for the latency of an addition; and the longest chain of additions.
inline constexpr int sideBySide = 4;
inline constexpr int64_t chunk = 64;

/// All elements of a row combined, in one vector. get(i, count) gives the elements from i on, of
/// which `count` are wanted.
template <typename Op, typename F> INGOT_INLINE Vector reduceVectors(int64_t n, F &&get) {
  constexpr int64_t width = sideBySide * lanes;
  Vector total = Op::first();
  int64_t i = 0;
  INGOT_ROLLED
  while (i + width <= n) {
    Vector sums[sideBySide];
    INGOT_UNROLL
    for (int s = 0; s < sideBySide; ++s)
      sums[s] = Op::first();
    int64_t end = least(n - width, i + (chunk - 1) * width);
    INGOT_ROLLED
    for (; i <= end; i += width) {
      INGOT_UNROLL
      for (int s = 0; s < sideBySide; ++s)
        sums[s] = Op::step(sums[s], get(i + s * lanes, int64_t{lanes}));
    }
    total = Op::join(total, Op::join(Op::join(sums[0], sums[1]), Op::join(sums[2], sums[3])));
  }
  Vector rest = Op::first();
  INGOT_ROLLED
  for (; i + lanes <= n; i += lanes)
    rest = Op::step(rest, get(i, int64_t{lanes}));
  if (i < n)
    rest = replaceRest(Op::step(rest, get(i, n - i)), n - i, rest);
  return Op::join(total, rest);
}

template <typename Op, typename F> INGOT_INLINE float reduceRow(int64_t n, F &&get) {
  return acrossLanes(reduceVectors<Op>(n, get),
                     [](Vector a, Vector b) INGOT_INLINED { return Op::join(a, b); });
}

/// Rows [begin, end).
template <typename Op>
INGOT_INLINE void reduceRows(const void *x, void *y, const void *context,
                             const RowReductionSizes &s, int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    const Input from = {at(x, row * s.pitch, s.xBytes), s.xBytes, row, 0, context};
    float value = reduceRow<Op>(s.n, [&](int64_t i, int64_t count)
                                         INGOT_INLINED { return from.get(i, count); });
    const Output to = {at(y, row, s.yBytes), s.yBytes, row, 0, context};
    to.put(0, Op::finish(Vector(value), s.n), 1);
  }
}

/// `Count` vectors of columns over n rows, the first `columns` of their lanes.
template <typename Op, int Count, bool Part>
INGOT_INLINE void reduceColumnVectors(const Input &x, const Output &to, int64_t n, int64_t pitch,
                                      int64_t columns) {
  Vector totals[Count];
  INGOT_UNROLL
  for (int v = 0; v < Count; ++v)
    totals[v] = Op::first();
  INGOT_ROLLED
  for (int64_t i = 0; i < n;) {
    Vector sums[Count];
    INGOT_UNROLL
    for (int v = 0; v < Count; ++v)
      sums[v] = Op::first();
    int64_t end = least(n, i + chunk);
    INGOT_ROLLED
    for (; i < end; ++i) {
      const Input from = {at(x.x, i * pitch, x.bytes), x.bytes, x.row + i, x.column, x.context};
      INGOT_UNROLL
      for (int v = 0; v < Count; ++v)
        sums[v] = Op::step(sums[v], from.get(v * lanes, Part ? columns : lanes));
    }
    INGOT_UNROLL
    for (int v = 0; v < Count; ++v)
      totals[v] = Op::join(totals[v], sums[v]);
  }
  INGOT_UNROLL
  for (int v = 0; v < Count; ++v)
    to.put(v * lanes, Op::finish(totals[v], n), Part ? columns : lanes);
}

/// Units [begin, end): blocks of columns of every outer index.
template <typename Op>
INGOT_INLINE void reduceColumns(const void *x, void *y, const void *context,
                                const ColumnReductionSizes &s, int64_t begin, int64_t end) {
  constexpr int together = 4;
  const int64_t blocks = ceilDiv(s.inner, columnBlock);
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / blocks, c = (unit - outer * blocks) * columnBlock;
    int64_t stop = least(s.inner, c + columnBlock);
    auto columns = [&]<int Count, bool Part>() INGOT_INLINED {
      const Input from = {at(x, outer * s.n * s.pitch + c, s.xBytes), s.xBytes, outer * s.n, c,
                          context};
      const Output to = {at(y, outer * s.inner + c, s.yBytes), s.yBytes, outer, c, context};
      reduceColumnVectors<Op, Count, Part>(from, to, s.n, s.pitch, Part ? stop - c : lanes);
    };
    INGOT_ROLLED
    for (; c + together * lanes <= stop; c += together * lanes)
      columns.template operator()<together, false>();
    INGOT_ROLLED
    for (; c + lanes <= stop; c += lanes)
      columns.template operator()<1, false>();
    if (c < stop)
      columns.template operator()<1, true>();
  }
}

} // namespace ingot::kernels::reduction
