// Elements that tuples of indices point to, taken and put: see Lookup in contract.h.
//
// Whoever scatters owns a range of slabs. Where the first axis of places says which slab it is,
// only its places are looked at; else all are, and those that point elsewhere are left to others,
// so that elements are combined in the order of the places however the slabs are shared.
#pragma once

#include "kernels/elementwise/math.h"
#include "kernels/movement/gather.h"

namespace ingot::kernels::movement {

/// Where a tuple points, relative to its place; a fault where one of its indices is out of range.
struct Pointed {
  int64_t offset;
  Fault fault;
};

INGOT_INLINE Pointed pointedTo(const void *indices, int64_t place, const Lookup &s) {
  Pointed to = {0, 0};
  INGOT_ROLLED
  for (int64_t j = 0; j < s.length; ++j) {
    int64_t at = place * s.length + j;
    int64_t index = fromStart(indexAt(indices, at, s.indexBytes), s.bounds[j]);
    if (!isInside(index, s.bounds[j]))
      return {0, 1 + at};
    to.offset += index * s.steps[j];
  }
  return to;
}

/// What the axes before the last contribute to where the places of a row point.
INGOT_INLINE int64_t rowOffset(int64_t row, const Lookup &s) {
  int64_t offset = 0;
  INGOT_UNROLL
  for (int axis = copyAxes - 2; axis >= 0; --axis) {
    int64_t next = row / s.dims[axis];
    offset += (row - next * s.dims[axis]) * s.strides[axis];
    row = next;
  }
  return offset;
}

/// The integer that an element of this size moves as.
template <int Bytes> struct BitsOf;
template <> struct BitsOf<1> {
  using Type = uint8_t;
};
template <> struct BitsOf<2> {
  using Type = uint16_t;
};
template <> struct BitsOf<4> {
  using Type = uint32_t;
};
template <> struct BitsOf<8> {
  using Type = uint64_t;
};

template <typename T> INGOT_INLINE void copyRun(const T *from, T *to, int64_t count) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  copyRuns(reinterpret_cast<const Bits *>(from), reinterpret_cast<Bits *>(to),
           Plane{1, count, 0, 1, 0, 1});
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE Fault gatherAt(const T *x, const void *indices, T *y, const void *,
                            const GatherAtSizes &s, int64_t begin, int64_t end) {
  const int64_t columns = s.dims[copyAxes - 1], stride = s.strides[copyAxes - 1];
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t row = unit / s.pieces(), first = (unit - row * s.pieces()) * s.piece();
    const T *base = x + rowOffset(row, s);
    INGOT_ROLLED
    for (int64_t column = first; column < least(first + s.piece(), columns); ++column) {
      int64_t place = row * columns + column;
      Pointed to = pointedTo(indices, place, s);
      if (to.fault)
        return to.fault;
      copyRun(base + column * stride + to.offset, y + place * s.inner, s.inner);
    }
  }
  return 0;
}

/// The places of one row, those that point into elements [begin, end) of y.
template <typename T, typename F>
INGOT_INLINE Fault scatterRow(const void *indices, const T *updates, T *y, const ScatterAtSizes &s,
                              int64_t row, int64_t begin, int64_t end, F combine) {
  const int64_t columns = s.dims[copyAxes - 1], offset = rowOffset(row, s);
  INGOT_ROLLED
  for (int64_t column = 0; column < columns; ++column) {
    int64_t place = row * columns + column;
    Pointed to = pointedTo(indices, place, s);
    if (to.fault)
      return to.fault;
    int64_t at = offset + column * s.strides[copyAxes - 1] + to.offset;
    if (at < begin || at >= end)
      continue;
    INGOT_VECTORIZED
    for (int64_t i = 0; i < s.inner; ++i)
      y[at + i] = combine(y[at + i], updates[place * s.inner + i]);
  }
  return 0;
}

/// Units [begin, end).
template <typename T, typename F>
INGOT_INLINE Fault scatterWith(const T *x, const void *indices, const T *updates, T *y,
                               const ScatterAtSizes &s, int64_t begin, int64_t end, F combine) {
  const int64_t first = begin * s.slab, last = end * s.slab;
  copyRun(x + first, y + first, last - first);
  int64_t rows = s.rows(), perSlab = rows / s.dims[0];
  int64_t fromRow = s.isSplit() ? least(begin, s.dims[0]) * perSlab : 0;
  int64_t toRow = s.isSplit() ? least(end, s.dims[0]) * perSlab : rows;
  INGOT_ROLLED
  for (int64_t row = fromRow; row < toRow; ++row)
    if (Fault fault = scatterRow(indices, updates, y, s, row, first, last, combine))
      return fault;
  return 0;
}

/// Units [begin, end), for elements that are only moved.
template <typename T>
INGOT_INLINE Fault scatterAt(const T *x, const void *indices, const T *updates, T *y, const void *,
                             const ScatterAtSizes &s, int64_t begin, int64_t end) {
  return scatterWith(x, indices, updates, y, s, begin, end, [](T, T update) { return update; });
}

/// Units [begin, end), for elements that are computed with: in the wide type, rounded each time.
template <typename T>
INGOT_INLINE Fault scatterCombined(const T *x, const void *indices, const T *updates, T *y,
                                   const void *, const ScatterAtSizes &s, int64_t begin,
                                   int64_t end) {
  auto run = [&](auto f) INGOT_INLINED {
    return scatterWith(x, indices, updates, y, s, begin, end,
                       [&](T a, T b) { return store<T>(f(load(a), load(b))); });
  };
  switch (static_cast<Combine>(s.combine)) {
  case Combine::Add:
    return run([](auto a, auto b) { return math::add(a, b); });
  case Combine::Mul:
    return run([](auto a, auto b) { return math::mul(a, b); });
  case Combine::Max:
    return run([](auto a, auto b) { return math::max(a, b); });
  default:
    return run([](auto a, auto b) { return math::min(a, b); });
  }
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE Fault tensorScatter(const T *x, const T *updates, const void *positions, T *y,
                                 const void *, const TensorScatterSizes &s, int64_t begin,
                                 int64_t end) {
  INGOT_ROLLED
  for (int64_t outer = begin; outer < end; ++outer) {
    int64_t at = outer / s.perPosition, position = indexAt(positions, at, s.indexBytes);
    if (position < 0 || (!s.circular && position > s.size - s.steps))
      return 1 + at;
    T *slab = y + outer * s.size * s.inner;
    copyRun(x + outer * s.size * s.inner, slab, s.size * s.inner);
    INGOT_ROLLED
    for (int64_t step = 0; step < s.steps; ++step)
      copyRun(updates + (outer * s.steps + step) * s.inner,
              slab + (position % s.size + step) % s.size * s.inner, s.inner);
  }
  return 0;
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE Fault reverseSequence(const T *x, const void *lengths, T *y, const void *,
                                   const ReverseSequenceSizes &s, int64_t begin, int64_t end) {
  const int64_t steps = s.batchFirst ? s.middle : s.outer;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t outer = unit / s.middle, middle = unit - outer * s.middle;
    int64_t entry = s.batchFirst ? outer : middle, time = s.batchFirst ? middle : outer;
    int64_t length = indexAt(lengths, entry, s.indexBytes);
    if (length < 0 || length > steps)
      return 1 + entry;
    int64_t from = time < length ? length - 1 - time : time;
    int64_t row = s.batchFirst ? entry * s.middle + from : from * s.middle + entry;
    copyRun(x + row * s.inner, y + unit * s.inner, s.inner);
  }
  return 0;
}

} // namespace ingot::kernels::movement
