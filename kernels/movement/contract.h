// What callers of the tuned kernels of data movement must know: see base/contract.h.
#pragma once

#include "kernels/base/contract.h"

namespace ingot::kernels::movement {

inline constexpr int copyAxes = 8;
inline constexpr int64_t unitColumns = 4096;

/// A cache line of elements.
INGOT_INLINE constexpr int64_t unitRows(int64_t elementBytes) { return 64 / elementBytes; }

/// Sizes of 8 axes and their strides, in elements, as planCopy gives them.
struct CopySizes {
  int64_t dims[copyAxes], inStrides[copyAxes], outStrides[copyAxes];
  static constexpr const char *names[] = {
      "dim0",       "dim1",       "dim2",       "dim3",       "dim4",       "dim5",
      "dim6",       "dim7",       "inStride0",  "inStride1",  "inStride2",  "inStride3",
      "inStride4",  "inStride5",  "inStride6",  "inStride7",  "outStride0", "outStride1",
      "outStride2", "outStride3", "outStride4", "outStride5", "outStride6", "outStride7"};

  INGOT_INLINE constexpr int64_t units(int64_t elementBytes) const {
    int64_t units = ceilDiv(dims[6], unitRows(elementBytes)) * ceilDiv(dims[7], unitColumns);
    for (int axis = 0; axis < 6; ++axis)
      units *= dims[axis];
    return units;
  }
  /// Elements from the one with the lowest address to the highest, relative to the first.
  constexpr Extent span(const int64_t (&strides)[copyAxes], int64_t elementBytes) const {
    Extent extent = {0, elementBytes};
    for (int axis = 0; axis < copyAxes; ++axis) {
      int64_t reach = (dims[axis] - 1) * strides[axis] * elementBytes;
      (reach < 0 ? extent.begin : extent.end) += reach;
    }
    return extent;
  }
};

/// Elements of `Bytes`. Unit: a piece of the last two axes. There is at least one element.
template <int Bytes> struct Copy {
  using Sizes = CopySizes;
  static constexpr Operand operands[] = {{"in", Role::In}, {"out", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.units(Bytes); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    extents[0] = s.span(s.inStrides, Bytes);
    extents[1] = s.span(s.outStrides, Bytes);
  }
};

#define INGOT_GATHER_SIZES(X)                                                                      \
  X(outer)                                                                                         \
  X(size)                                                                                          \
  X(count)                                                                                         \
  X(inner)                                                                                         \
  X(indexBytes)

/// y[o, k] = x[o, indices[k]]: x [outer, size, inner], y [outer, count, inner]. An index has 4 or 8
/// bytes and is from -size to size - 1.
struct GatherSizes {
  INGOT_SIZES(INGOT_GATHER_SIZES)
};

/// Elements of `Bytes`. Unit: a row of `inner` elements. Faults at an index out of range.
template <int Bytes> struct Gather {
  using Sizes = GatherSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"indices", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.outer * s.count; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {0, s.outer * s.size * s.inner * Bytes};
    extents[1] = {0, s.count * s.indexBytes};
    extents[2] = {begin * s.inner * Bytes, end * s.inner * Bytes};
  }
};

#define INGOT_LOOKUP_NAMES                                                                         \
  "dim0", "dim1", "dim2", "dim3", "dim4", "dim5", "dim6", "dim7", "stride0", "stride1", "stride2", \
      "stride3", "stride4", "stride5", "stride6", "stride7", "bound0", "bound1", "bound2",         \
      "bound3", "bound4", "bound5", "bound6", "bound7", "step0", "step1", "step2", "step3",        \
      "step4", "step5", "step6", "step7", "length", "inner", "indexBytes"

/// An array of tuples of indices, each of which says where `inner` elements of another array begin:
///
///   place (p0, …, p7) with tuple (i0, i1, …):   p0 * strides[0] + … + i0 * steps[0] + …
///
/// `dims` are the places, one for each tuple. An index has 4 or 8 bytes and is from -bounds[j] to
/// bounds[j] - 1. Strides and steps are in elements.
struct Lookup {
  int64_t dims[copyAxes], strides[copyAxes];
  int64_t bounds[copyAxes], steps[copyAxes];
  int64_t length; ///< indices in a tuple
  int64_t inner, indexBytes;

  /// Rows are the places along the last axis.
  INGOT_INLINE constexpr int64_t rows() const {
    int64_t rows = 1;
    for (int axis = 0; axis < copyAxes - 1; ++axis)
      rows *= dims[axis];
    return rows;
  }
  constexpr int64_t places() const { return rows() * dims[copyAxes - 1]; }
};

struct GatherAtSizes : Lookup {
  static constexpr const char *names[] = {INGOT_LOOKUP_NAMES};

  /// Places of a row that make a unit.
  INGOT_INLINE constexpr int64_t piece() const { return greatest(1, unitColumns / inner); }
  INGOT_INLINE constexpr int64_t pieces() const { return ceilDiv(dims[copyAxes - 1], piece()); }
  /// Elements of the array that the tuples point into, as far as they can reach.
  constexpr int64_t reach() const {
    int64_t last = 0;
    for (int axis = 0; axis < copyAxes; ++axis)
      last += (dims[axis] - 1) * strides[axis];
    for (int64_t j = 0; j < length; ++j)
      last += (bounds[j] - 1) * steps[j];
    return last + inner;
  }
};

/// y [places, inner] = the elements that the tuples point to. Elements of `Bytes`. Unit: a piece of
/// a row of places. Faults at an index out of range.
template <int Bytes> struct GatherAt {
  using Sizes = GatherAtSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"indices", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.rows() * s.pieces(); }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    extents[0] = {0, s.reach() * Bytes};
    extents[1] = {0, s.places() * s.length * s.indexBytes};
    extents[2] = {0, s.places() * s.inner * Bytes};
  }
};

/// How an element that is scattered is combined with the one that is there.
enum class Combine : int64_t { None, Add, Mul, Max, Min };

struct ScatterAtSizes : Lookup {
  int64_t slabs, slab; ///< the elements of y, in parts that no tuple's elements straddle
  int64_t combine;     ///< a Combine
  static constexpr const char *names[] = {INGOT_LOOKUP_NAMES, "slabs", "slab", "combine"};

  /// Whether places with p0 point into slab p0 only.
  INGOT_INLINE constexpr bool isSplit() const { return strides[0] != 0; }
};

/// y = x, with updates [places, inner] combined into the elements that the tuples point to, in
/// their order. Elements of `Bytes`. Unit: a slab. Faults at an index out of range.
template <int Bytes> struct ScatterAt {
  using Sizes = ScatterAtSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"indices", Role::In}, {"updates", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.slabs; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = extents[3] = {begin * s.slab * Bytes, end * s.slab * Bytes};
    extents[1] = {0, s.places() * s.length * s.indexBytes};
    extents[2] = {0, s.places() * s.inner * Bytes};
  }
};

#define INGOT_TENSOR_SCATTER_SIZES(X)                                                              \
  X(outer)                                                                                         \
  X(perPosition)                                                                                   \
  X(size)                                                                                          \
  X(steps)                                                                                         \
  X(inner)                                                                                         \
  X(circular)                                                                                      \
  X(indexBytes)

/// y = x [outer, size, inner], with updates [outer, steps, inner] along the middle axis from
/// positions[o / perPosition] on; at the end of the axis they continue at its start if circular.
struct TensorScatterSizes {
  INGOT_SIZES(INGOT_TENSOR_SCATTER_SIZES)
};

/// Elements of `Bytes`. Unit: [size, inner]. Faults at a position that leaves no room.
template <int Bytes> struct TensorScatter {
  using Sizes = TensorScatterSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"updates", Role::In}, {"positions", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.outer; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t slab = s.size * s.inner * Bytes, update = s.steps * s.inner * Bytes;
    extents[0] = extents[3] = {begin * slab, end * slab};
    extents[1] = {begin * update, end * update};
    extents[2] = {0, s.outer / s.perPosition * s.indexBytes};
  }
};

#define INGOT_TOP_K_SIZES(X)                                                                       \
  X(outer)                                                                                         \
  X(n)                                                                                             \
  X(inner)                                                                                         \
  X(k)                                                                                             \
  X(largest)

/// x [outer, n, inner] → values and indices [outer, k, inner]: the k largest, or smallest, along n,
/// in order. k is from 1 to n.
struct TopKSizes {
  INGOT_SIZES(INGOT_TOP_K_SIZES)
};

/// Elements of `Bytes`. Unit: the n elements of one place of outer and inner.
template <int Bytes> struct TopK {
  using Sizes = TopKSizes;
  static constexpr Operand operands[] = {
      {"x", Role::In}, {"values", Role::Out}, {"indices", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.outer * s.inner; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t first = begin / s.inner, last = ceilDiv(end, s.inner), row = s.k * s.inner;
    extents[0] = {first * s.n * s.inner * Bytes, last * s.n * s.inner * Bytes};
    extents[1] = {first * row * Bytes, last * row * Bytes};
    extents[2] = {first * row * 8, last * row * 8};
  }
};

/// Columns that make one unit of work.
inline constexpr int64_t cumulatedColumns = 64;

#define INGOT_CUMULATE_SIZES(X)                                                                    \
  X(outer)                                                                                         \
  X(n)                                                                                             \
  X(inner)                                                                                         \
  X(exclusive)                                                                                     \
  X(reverse)                                                                                       \
  X(product)

/// y [outer, n, inner] = the sum, or product, of all elements of x up to each along n, without
/// itself if exclusive, and from it to the last if reversed.
struct CumulateSizes {
  INGOT_SIZES(INGOT_CUMULATE_SIZES)
};

/// Elements of `Bytes`. Unit: a block of columns.
template <int Bytes> struct Cumulate {
  using Sizes = CumulateSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) {
    return s.outer * ceilDiv(s.inner, cumulatedColumns);
  }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    int64_t blocks = ceilDiv(s.inner, cumulatedColumns), slab = s.n * s.inner * Bytes;
    extents[0] = extents[1] = {begin / blocks * slab, ceilDiv(end, blocks) * slab};
  }
};

#define INGOT_REVERSE_SEQUENCE_SIZES(X)                                                            \
  X(outer)                                                                                         \
  X(middle)                                                                                        \
  X(inner)                                                                                         \
  X(batchFirst)                                                                                    \
  X(indexBytes)

/// x and y [outer, middle, inner], of which the first axis is the batch and the second time, or the
/// other way around: the first lengths[b] steps of entry b of the batch are reversed.
struct ReverseSequenceSizes {
  INGOT_SIZES(INGOT_REVERSE_SEQUENCE_SIZES)
};

/// Elements of `Bytes`. Unit: a row of `inner` elements. Faults at a length that is negative or
/// greater than the number of steps.
template <int Bytes> struct ReverseSequence {
  using Sizes = ReverseSequenceSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"lengths", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &s, Tile) { return s.outer * s.middle; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t begin, int64_t end,
                                  Extent *extents) {
    extents[0] = {0, s.outer * s.middle * s.inner * Bytes};
    extents[1] = {0, (s.batchFirst ? s.outer : s.middle) * s.indexBytes};
    extents[2] = {begin * s.inner * Bytes, end * s.inner * Bytes};
  }
};

/// The same along an axis that an operand names: x and y of up to 8 axes, of which the last `rank`
/// count.
struct CumulateAlongSizes {
  int64_t dims[copyAxes];
  int64_t rank, exclusive, reverse, product, indexBytes;
  static constexpr const char *names[] = {"dim0",    "dim1",    "dim2",      "dim3", "dim4",
                                          "dim5",    "dim6",    "dim7",      "rank", "exclusive",
                                          "reverse", "product", "indexBytes"};

  constexpr int64_t elements() const {
    int64_t elements = 1;
    for (int64_t dim : dims)
      elements *= dim;
    return elements;
  }
};

/// Elements of `Bytes`. One unit: how the work can be shared depends on the axis. Faults at one
/// that is out of range.
template <int Bytes> struct CumulateAlong {
  using Sizes = CumulateAlongSizes;
  static constexpr Operand operands[] = {{"x", Role::In}, {"axis", Role::In}, {"y", Role::Out}};

  static constexpr int64_t units(const Sizes &, Tile) { return 1; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    extents[0] = extents[2] = {0, s.elements() * Bytes};
    extents[1] = {0, s.indexBytes};
  }
};

#define INGOT_TRUE_PLACES_SIZES(X) X(n)

/// condition [n] → places [n] of those that are true, then 0, and count [1].
struct TruePlacesSizes {
  INGOT_SIZES(INGOT_TRUE_PLACES_SIZES)
};

/// One unit: where a place goes depends on all before it.
struct TruePlaces {
  using Sizes = TruePlacesSizes;
  static constexpr Operand operands[] = {
      {"condition", Role::In}, {"places", Role::Out}, {"count", Role::Out}};

  static constexpr int64_t units(const Sizes &, Tile) { return 1; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    extents[0] = {0, s.n};
    extents[1] = {0, s.n * 8};
    extents[2] = {0, 8};
  }
};

#define INGOT_DISTINCT_SIZES(X)                                                                    \
  X(outer)                                                                                         \
  X(n)                                                                                             \
  X(inner)                                                                                         \
  X(sorted)

/// x [outer, n, inner] → of its slices along n: firsts and counts [n], of which the first count [1]
/// count, the others being 0, and inverse [n]. The scratch is [2, n].
struct DistinctSizes {
  INGOT_SIZES(INGOT_DISTINCT_SIZES)
};

/// Elements of `Bytes`. One unit: all slices are sorted.
template <int Bytes> struct Distinct {
  using Sizes = DistinctSizes;
  static constexpr Operand operands[] = {{"x", Role::In},       {"scratch", Role::Out},
                                         {"firsts", Role::Out}, {"inverse", Role::Out},
                                         {"counts", Role::Out}, {"count", Role::Out}};

  static constexpr int64_t units(const Sizes &, Tile) { return 1; }
  static constexpr void footprint(const Sizes &s, Tile, int64_t, int64_t, Extent *extents) {
    extents[0] = {0, s.outer * s.n * s.inner * Bytes};
    extents[1] = {0, 2 * s.n * 8};
    extents[2] = extents[3] = extents[4] = {0, s.n * 8};
    extents[5] = {0, 8};
  }
};

} // namespace ingot::kernels::movement
