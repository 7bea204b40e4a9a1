// Resizing with tables that are made when a model is compiled: elements picked, or weighted along
// one axis.
//
// All loops run along memory: rows of neighbours where the axis is not the innermost, else the
// outputs of the axis, whose tables lie side by side.
#pragma once

#include "kernels/base/vector.h"
#include "kernels/resampling/contract.h"
#include "kernels/resampling/reference.h"

namespace ingot::kernels::resampling {

/// Where a row of y begins in x; negative where it is filled.
INGOT_INLINE int64_t pickedRow(int64_t row, const int64_t *table, const PickSizes &s) {
  int64_t offset = 0, end = 0;
  bool isOutside = false;
  INGOT_UNROLL
  for (int axis = 0; axis < pickAxes - 1; ++axis)
    end += s.dims[axis];
  INGOT_UNROLL
  for (int axis = pickAxes - 2; axis >= 0; --axis) {
    int64_t next = row / s.dims[axis];
    end -= s.dims[axis];
    int64_t from = table[end + row - next * s.dims[axis]];
    isOutside |= from < 0;
    offset += from;
    row = next;
  }
  return isOutside ? -1 : offset;
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void pick(const T *x, const int64_t *table, const T *fill, T *y, const void *,
                       const PickSizes &s, int64_t begin, int64_t end) {
  const int64_t columns = s.dims[pickAxes - 1];
  const int64_t *along = table;
  INGOT_UNROLL
  for (int axis = 0; axis < pickAxes - 1; ++axis)
    along += s.dims[axis];
  INGOT_ROLLED
  for (int64_t row = begin; row < end; ++row) {
    int64_t base = pickedRow(row, table, s);
    T *to = y + row * columns * s.inner;
    if (s.inner == 1 && !s.fills) {
      for (int64_t j = 0; j < columns; ++j)
        to[j] = x[base + along[j]];
      continue;
    }
    INGOT_ROLLED
    for (int64_t j = 0; j < columns; ++j) {
      bool isFilled = s.fills && (base < 0 || along[j] < 0);
      const T *from = isFilled ? fill : x + base + along[j];
      for (int64_t i = 0; i < s.inner; ++i)
        to[j * s.inner + i] = from[isFilled ? 0 : i];
    }
  }
}

/// What sums are computed in: f32 for f32 only.
template <typename In, typename Out> struct SumOf {
  using Type = double;
};
template <> struct SumOf<float, float> {
  using Type = float;
};

template <typename Out, typename Sum> INGOT_INLINE Out rounded(Sum sum) {
  if constexpr (__is_same(Out, Sum))
    return sum;
  else
    return fromReal<Out>(sum);
}

/// The outputs of an innermost axis.
template <typename In, typename Out, typename Sum>
INGOT_INLINE void resizeAlong(const In *x, const int64_t *places, const Sum *weights,
                              const Sum *fill, Out *y, const ResizeAxisSizes &s) {
  for (int64_t j = 0; j < s.out; ++j) {
    bool isFilled = s.fills && places[j] < 0;
    Sum sum = isFilled ? *fill : Sum(0);
    for (int64_t t = 0; t < s.taps; ++t) {
      int64_t at = t * s.out + j;
      sum += isFilled ? Sum(0) : weights[at] * static_cast<Sum>(x[isFilled ? 0 : places[at]]);
    }
    y[j] = rounded<Out>(sum);
  }
}

/// Output j of an axis with `inner` neighbours, a block of them at a time.
template <typename In, typename Out, typename Sum>
INGOT_INLINE void resizeRow(const In *x, const int64_t *places, const Sum *weights, const Sum *fill,
                            Out *y, const ResizeAxisSizes &s, int64_t j) {
  constexpr int64_t block = 64;
  const bool isFilled = s.fills && places[j] < 0;
  INGOT_ROLLED
  for (int64_t from = 0; from < s.inner; from += block) {
    int64_t count = least(block, s.inner - from);
    Sum sums[block];
    for (int64_t i = 0; i < count; ++i)
      sums[i] = isFilled ? *fill : Sum(0);
    INGOT_ROLLED
    for (int64_t t = 0; t < (isFilled ? 0 : s.taps); ++t) {
      const In *row = x + places[t * s.out + j] * s.inner + from;
      const Sum weight = weights[t * s.out + j];
      INGOT_VECTORIZED
      for (int64_t i = 0; i < count; ++i)
        sums[i] += weight * static_cast<Sum>(row[i]);
    }
    INGOT_VECTORIZED
    for (int64_t i = 0; i < count; ++i)
      y[from + i] = rounded<Out>(sums[i]);
  }
}

/// Units [begin, end).
template <typename In, typename Out>
INGOT_INLINE void resizeAxis(const In *x, const int64_t *places,
                             const typename SumOf<In, Out>::Type *weights,
                             const typename SumOf<In, Out>::Type *fill, Out *y, const void *,
                             const ResizeAxisSizes &s, int64_t begin, int64_t end) {
  const int64_t perSlab = s.inner == 1 ? 1 : s.out;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / perSlab, j = unit - outer * perSlab;
    const In *slab = x + outer * s.in * s.inner;
    if (s.inner == 1)
      resizeAlong(slab, places, weights, fill, y + outer * s.out, s);
    else
      resizeRow(slab, places, weights, fill, y + unit * s.inner, s, j);
  }
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void gridSample(const T *x, const T *grid, T *y, const void *,
                             const GridSampleSizes &s, int64_t begin, int64_t end) {
  const int64_t dims[] = {s.dim0, s.dim1, s.dim2, s.dim3, s.dim4, s.dim5};
  const int64_t size = s.size();
  Tap taps[maxAxes][maxTaps];
  int64_t counts[maxAxes];
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t n = unit / s.points, point = unit - n * s.points;
    for (int64_t axis = 0; axis < s.rank; ++axis) {
      T at = denormalize(grid[unit * s.rank + s.rank - 1 - axis], dims[axis], s.alignCorners != 0);
      counts[axis] = tapsAt(static_cast<double>(at), dims[axis], static_cast<Filter>(s.filter),
                            static_cast<Padding>(s.padding), s.alignCorners != 0, taps[axis]);
    }
    INGOT_ROLLED
    for (int64_t c = 0; c < s.channels; ++c)
      y[(n * s.channels + c) * s.points + point] =
          fromReal<T>(sampleAt(x + (n * s.channels + c) * size, dims, s.rank, taps, counts));
  }
}

} // namespace ingot::kernels::resampling
