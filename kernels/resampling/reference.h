// Reference kernels of resampling: resizing, and sampling at positions that a grid gives.
//
// For resizing, each axis has a table of where its outputs come from, and is resized on its own:
//   output j of an axis = sum over taps t of weights[j][t] * input[clamp(first[j] + t)]
#pragma once

#include "kernels/base/index.h"
#include "kernels/base/scalar.h"

namespace ingot::kernels::resampling {

/// How an output position maps to a position in the input.
enum class Coordinates {
  HalfPixel,        ///< centres of pixels meet centres
  HalfPixelOrZero,  ///< the same, but 0 for a single output
  HalfPixelCentred, ///< the same, with a size that was rounded kept in the middle
  HalfPixelNearest, ///< without the half on the input's side
  AlignCorners,     ///< first meets first, last meets last
  Asymmetric,       ///< left edges meet
  Crop,             ///< the region [start, end] of the input, 0 and 1 being its ends
};

/// How a position between two pixels becomes one of them.
enum class Rounding { HalfDown, HalfUp, Floor, Ceil };

enum class Filter { Nearest, Linear, Cubic };

struct Axis {
  int64_t in, out;
  double scale;      ///< outputs per input, as the model says
  double width;      ///< scale * in, before it was rounded to `out`
  double start, end; ///< of the crop
};

/// The position in the input of output `j`.
inline double source(Coordinates mode, const Axis &axis, int64_t j) {
  double x = static_cast<double>(j), last = static_cast<double>(axis.in - 1);
  double centre = (x + 0.5) / axis.scale;
  switch (mode) {
  case Coordinates::HalfPixel:
    return centre - 0.5;
  case Coordinates::HalfPixelOrZero:
    return axis.out > 1 ? centre - 0.5 : 0;
  case Coordinates::HalfPixelCentred:
    return static_cast<double>(axis.in) / 2 * (1 - static_cast<double>(axis.out) / axis.width) +
           centre - 0.5;
  case Coordinates::HalfPixelNearest:
    return centre;
  case Coordinates::AlignCorners:
    return axis.out > 1 ? x * last / (axis.width - 1) : 0;
  case Coordinates::Asymmetric:
    return x / axis.scale;
  case Coordinates::Crop:
    return axis.out > 1 ? x * (axis.end - axis.start) * last / static_cast<double>(axis.out - 1) +
                              axis.start * last
                        : 0.5 * (axis.start + axis.end) * last;
  }
  return 0;
}

/// Keeps a position within what an integer can say; NaN becomes 0.
inline double bounded(double x) {
  constexpr double limit = 4503599627370496.0; // 2^52
  return x > limit ? limit : x < -limit ? -limit : x == x ? x : 0;
}

inline int64_t nearest(double x, Rounding rounding) {
  x = bounded(x);
  switch (rounding) {
  case Rounding::HalfDown:
    return static_cast<int64_t>(__builtin_ceil(x - 0.5));
  case Rounding::HalfUp:
    return static_cast<int64_t>(__builtin_floor(x + 0.5));
  case Rounding::Floor:
    return static_cast<int64_t>(__builtin_floor(x));
  case Rounding::Ceil:
    return static_cast<int64_t>(__builtin_ceil(x));
  }
  return 0;
}

/// The cubic convolution kernel with parameter `a`, at distance `x`.
inline double cubic(double x, double a) {
  x = __builtin_fabs(x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2)
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}

inline double linear(double x) {
  x = __builtin_fabs(x);
  return x < 1 ? 1 - x : 0;
}

inline int64_t clampIndex(int64_t i, int64_t size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

/// The weights of one output at position `x`: the filter, stretched by 1 / `squeeze` (at most 1),
/// over `taps` inputs from the returned one on. With `inside`, inputs beyond the ends get none.
/// They add up to 1 unless all are 0.
inline int64_t fillWeights(Filter filter, double x, double squeeze, double cubicA, int64_t taps,
                           bool inside, int64_t in, double *weights) {
  x = bounded(x);
  int64_t first = static_cast<int64_t>(__builtin_floor(x)) - taps / 2 + 1;
  double sum = 0;
  for (int64_t t = 0; t < taps; ++t) {
    double distance = (static_cast<double>(first + t) - x) * squeeze;
    bool outside = first + t < 0 || first + t >= in;
    weights[t] = inside && outside          ? 0
                 : filter == Filter::Linear ? linear(distance)
                                            : cubic(distance, cubicA);
    sum += weights[t];
  }
  // Without squeezing the weights add up to 1 by themselves, but for rounding.
  for (int64_t t = 0; t < taps && sum != 0 && (inside || squeeze < 1); ++t)
    weights[t] /= sum;
  return first;
}

/// Resizes the middle axis of [outer, in, inner] to `out`. `extrapolated` (may be null) marks
/// outputs that become `extrapolation`.
inline void resizeAxis(const double *x, double *y, int64_t outer, int64_t in, int64_t out,
                       int64_t inner, const int64_t *first, const double *weights, int64_t taps,
                       const bool *extrapolated, double extrapolation) {
  for (int64_t block = 0; block < outer; ++block)
    for (int64_t j = 0; j < out; ++j) {
      double *row = y + (block * out + j) * inner;
      bool constant = extrapolated && extrapolated[j];
      for (int64_t i = 0; i < inner; ++i)
        row[i] = constant ? extrapolation : 0;
      for (int64_t t = 0; t < taps && !constant; ++t) {
        double weight = weights[j * taps + t];
        if (weight == 0) // an infinity that does not count must not become NaN
          continue;
        const double *from = x + (block * in + clampIndex(first[j] + t, in)) * inner;
        for (int64_t i = 0; i < inner; ++i)
          row[i] += weight * from[i];
      }
    }
}

/// Copies elements of `width` bytes: the element at [j0, j1, …] of the output is the one at
/// offsets[0][j0] + offsets[1][j1] + … of the input, or `fill` where one of these is negative.
/// `index` is scratch of `rank` entries.
inline void pick(const char *in, char *out, int64_t width, const int64_t *dims,
                 const int64_t *const *offsets, int64_t rank, const char *fill, int64_t *index) {
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (dims[axis] == 0)
      return;
    index[axis] = 0;
  }
  do {
    int64_t offset = 0;
    bool outside = false;
    for (int64_t axis = 0; axis < rank; ++axis) {
      int64_t step = offsets[axis][index[axis]];
      outside |= step < 0;
      offset += step;
    }
    const char *from = outside ? fill : in + offset * width;
    for (int64_t i = 0; i < width; ++i)
      out[i] = from[i];
    out += width;
  } while (nextIndex(index, dims, rank));
}

/// A real number as an element: integers round to nearest even and saturate.
template <typename T> T fromReal(double x) {
  if constexpr (__is_same(T, bool)) {
    return __builtin_rint(x) != 0;
  } else if constexpr (__is_same(Compute<T>, double)) {
    return store<T>(x);
  } else {
    constexpr bool isSigned = __is_same(Compute<T>, int64_t);
    constexpr int bits = __is_same(T, i4) || __is_same(T, u4)   ? 4
                         : __is_same(T, i2) || __is_same(T, u2) ? 2
                                                                : sizeof(T) * 8;
    // 2^bits and its half are exact as doubles; the largest value itself may not be.
    double beyond = detail::powerOfTwo(isSigned ? bits - 1 : bits), least = isSigned ? -beyond : 0;
    double rounded = x == x ? __builtin_rint(x) : 0;
    if (rounded >= beyond)
      return store<T>(static_cast<Compute<T>>(~uint64_t{0} >> (64 - bits + isSigned)));
    return store<T>(static_cast<Compute<T>>(rounded < least ? least : rounded));
  }
}

//===--------------------------------------------------------------------------------------------===//
// Sampling at given positions
//===--------------------------------------------------------------------------------------------===//

/// What lies outside the input.
enum class Padding { Zeros, Border, Reflection };

/// The most taps along one axis, and the most axes.
inline constexpr int64_t maxTaps = 4, maxAxes = 8;

/// From -1 … 1 to a position in `size` elements: the ends are the centres of the outer elements or
/// their outer edges.
template <typename G> G denormalize(G x, int64_t size, bool alignCorners) {
  return alignCorners ? (x + 1) / 2 * static_cast<G>(size - 1)
                      : ((x + 1) * static_cast<G>(size) - 1) / 2;
}

/// Mirrors `x` at the ends of [low, high] until it is inside.
inline double reflect(double x, double low, double high) {
  double range = high - low;
  if (!(range > 0))
    return 0;
  double away = x < low ? low - x : x > high ? x - high : 0;
  if (away == 0)
    return x;
  double there = 2 * range, rest = away - there * __builtin_floor(away / there);
  // After rounding it may be outside by a little; both ends are mirrored to the same place.
  rest = rest < 0 ? 0 : rest > there ? there : rest;
  double inside = rest < range ? rest : there - rest;
  return x < low ? low + inside : high - inside;
}

/// An element that a sample is made of, along one axis; a negative index counts for nothing.
struct Tap {
  int64_t index;
  double weight;
};

/// The taps of a sample at position `x` along an axis of `size` elements; gives how many.
inline int64_t tapsAt(double x, int64_t size, Filter filter, Padding padding, bool alignCorners,
                      Tap *taps) {
  double low = alignCorners ? 0 : -0.5, last = static_cast<double>(size - 1), high = last - low;
  if (x != x) // nowhere: nothing, or the first element
    x = padding == Padding::Zeros ? -2 - maxTaps : 0;
  if (filter == Filter::Nearest)
    x = __builtin_rint(x);
  if (x < low || x > high) {
    // For cubic the border is repeated under the filter, and the position stays outside.
    if (padding == Padding::Border && filter != Filter::Cubic)
      x = x < 0 ? 0 : x > last ? last : x;
    if (padding == Padding::Reflection)
      x = reflect(x, low, high);
  }
  x = bounded(x);
  double floor = __builtin_floor(x), part = x - floor;
  int64_t count = filter == Filter::Nearest ? 1 : filter == Filter::Linear ? 2 : 4;
  for (int64_t t = 0; t < count; ++t) {
    int64_t index = static_cast<int64_t>(floor) + t - (filter == Filter::Cubic);
    double distance = part - static_cast<double>(t - (filter == Filter::Cubic));
    taps[t].weight = filter == Filter::Nearest  ? 1
                     : filter == Filter::Linear ? linear(distance)
                                                : cubic(distance, -0.75);
    if (padding == Padding::Border)
      index = clampIndex(index, size);
    else if (padding == Padding::Reflection)
      index =
          clampIndex(static_cast<int64_t>(reflect(static_cast<double>(index), low, high)), size);
    taps[t].index = index < size ? index : -1;
  }
  return count;
}

/// The sample of one plane: the sum over all combinations of taps, `counts[axis]` along each axis.
template <typename T>
double sampleAt(const T *x, const int64_t *dims, int64_t rank, const Tap (*taps)[maxTaps],
                const int64_t *counts) {
  int64_t index[maxAxes] = {};
  double sum = 0;
  do {
    int64_t offset = 0;
    double weight = 1;
    for (int64_t axis = 0; axis < rank; ++axis) {
      const Tap &tap = taps[axis][index[axis]];
      offset = offset * dims[axis] + tap.index;
      weight = tap.index < 0 ? 0 : weight * tap.weight;
    }
    if (weight != 0)
      sum += weight * static_cast<double>(load(x[offset]));
  } while (nextIndex(index, counts, rank));
  return sum;
}

/// Samples x (batch, channels, dims…) at the positions of grid (batch, points, rank), whose
/// coordinates are given last axis first, to y (batch, channels, points).
template <typename T, typename G>
void gridSample(const T *x, const G *grid, T *y, int64_t batch, int64_t channels, int64_t points,
                const int64_t *dims, int64_t rank, Filter filter, Padding padding,
                bool alignCorners) {
  Tap taps[maxAxes][maxTaps];
  int64_t counts[maxAxes];
  uint64_t product = 1; // 0 if an axis is empty, whatever the others are
  for (int64_t axis = 0; axis < rank; ++axis)
    product *= static_cast<uint64_t>(dims[axis]);
  int64_t size = static_cast<int64_t>(product);
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t point = 0; point < points; ++point) {
      const G *position = grid + (n * points + point) * rank;
      for (int64_t axis = 0; axis < rank; ++axis)
        counts[axis] = tapsAt(
            static_cast<double>(denormalize(position[rank - 1 - axis], dims[axis], alignCorners)),
            dims[axis], filter, padding, alignCorners, taps[axis]);
      for (int64_t c = 0; c < channels; ++c)
        y[(n * channels + c) * points + point] =
            fromReal<T>(sampleAt(x + (n * channels + c) * size, dims, rank, taps, counts));
    }
}

/// The centre of element `i` of `size`, from -1 to 1.
inline double normalized(int64_t i, int64_t size, bool alignCorners) {
  if (alignCorners)
    return size > 1 ? 2.0 * static_cast<double>(i) / static_cast<double>(size - 1) - 1 : 0;
  return (2.0 * static_cast<double>(i) + 1) / static_cast<double>(size) - 1;
}

/// grid (dims…, rank) of one image: theta (rank, rank + 1) applied to each position, whose
/// coordinates, and those of the result, come last axis first.
template <typename T>
void affineGrid(const T *theta, T *grid, const int64_t *dims, int64_t rank, bool alignCorners) {
  int64_t index[maxAxes] = {};
  for (int64_t axis = 0; axis < rank; ++axis)
    if (dims[axis] == 0)
      return;
  do {
    for (int64_t row = 0; row < rank; ++row) {
      const T *line = theta + row * (rank + 1);
      double sum = static_cast<double>(line[rank]);
      for (int64_t axis = 0; axis < rank; ++axis)
        sum += static_cast<double>(line[rank - 1 - axis]) *
               normalized(index[axis], dims[axis], alignCorners);
      *grid++ = static_cast<T>(sum);
    }
  } while (nextIndex(index, dims, rank));
}

} // namespace ingot::kernels::resampling
