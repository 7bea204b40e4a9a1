// Reference kernels of convolutions: the right sides and sinks that make contract() one.
//
// A convolution is a matrix product of the weights [channels out, channels in * kernel] with
// patches [channels in * kernel, positions]; packing a panel gathers the patches. A transposed
// convolution is the product of the weights [channels out * kernel, channels in] with x, whose sums
// are scattered.
#pragma once

#include "kernels/contraction/reference.h"

namespace ingot::kernels::convolution {

using contraction::least;
using contraction::panelColumns;

inline constexpr int64_t maxAxes = 6;

/// The spatial axes of a convolution. `small` are the sizes of the side that a window steps over
/// one by one (the output; the input of a transposed convolution), `large` of the other.
struct Geometry {
  int64_t axes = 0;
  int64_t small[maxAxes], large[maxAxes];
  int64_t kernel[maxAxes], stride[maxAxes], dilation[maxAxes], pad[maxAxes];

  int64_t kernelElements() const { return product(kernel); }
  int64_t smallElements() const { return product(small); }
  int64_t largeElements() const { return product(large); }

private:
  int64_t product(const int64_t *sizes) const {
    int64_t n = 1;
    for (int64_t i = 0; i < axes; ++i)
      n *= sizes[i];
    return n;
  }
};

/// `index` as coordinates of a space of these sizes.
inline void unravel(int64_t index, const int64_t *sizes, int64_t axes, int64_t *at) {
  for (int64_t i = axes; i-- > 0;) {
    at[i] = index % sizes[i];
    index /= sizes[i];
  }
}

/// A run of positions along the last axis of the small side, seen through one kernel element: those
/// in [first, last) lie inside of the large side, position `first` at offset `base`.
struct Run {
  int64_t base, first, last;
};

/// Where positions [0, count) of a run that starts at `at` fall for the kernel element at `k`.
inline Run locate(const Geometry &g, const int64_t *at, const int64_t *k, int64_t count) {
  int64_t base = 0, last = g.axes - 1;
  for (int64_t i = 0; i < last; ++i) {
    int64_t place = at[i] * g.stride[i] + k[i] * g.dilation[i] - g.pad[i];
    if (place < 0 || place >= g.large[i])
      return {0, 0, 0};
    base = base * g.large[i] + place;
  }
  int64_t place = at[last] * g.stride[last] + k[last] * g.dilation[last] - g.pad[last];
  int64_t stride = g.stride[last], size = g.large[last];
  int64_t first = place >= 0 ? 0 : -(place / stride) + (place % stride != 0);
  // Positions p with place + p * stride < size.
  int64_t end = place >= size ? 0 : (size - place - 1) / stride + 1;
  end = least(end, count);
  if (first >= end)
    return {0, 0, 0};
  return {base * size + place + first * stride, first, end};
}

/// Calls f(coordinates, offset, count) for each run along the last axis in positions
/// [begin, begin + count) of the small side.
template <typename F> void forEachRun(const Geometry &g, int64_t begin, int64_t count, F &&f) {
  int64_t at[maxAxes], last = g.axes - 1;
  unravel(begin, g.small, g.axes, at);
  for (int64_t done = 0; done < count;) {
    int64_t n = least(g.small[last] - at[last], count - done);
    f(at, done, n);
    done += n;
    at[last] += n;
    for (int64_t i = last; i > 0 && at[i] == g.small[i]; --i) {
      at[i] = 0;
      ++at[i - 1];
    }
  }
}

/// The patches of one image: right(channel * kernel element, position), 0 outside of x.
template <typename T, typename Acc> struct Patches {
  static constexpr bool isSingle = __is_same(T, float);
  const Geometry &g;
  const T *x; ///< the channels of one group, each dense
  Acc zero = 0;

  Acc load(T value) const {
    if constexpr (__is_integral(T))
      return static_cast<Acc>(value) - zero;
    else
      return static_cast<Acc>(value);
  }

  void packRight(int64_t k, int64_t depth, int64_t column, int64_t columns, Acc *out) const {
    int64_t elements = g.kernelElements(), channelSize = g.largeElements();
    int64_t stride = g.stride[g.axes - 1];
    for (int64_t j = 0; j < depth; ++j) {
      int64_t kernelAt[maxAxes];
      unravel((k + j) % elements, g.kernel, g.axes, kernelAt);
      const T *channel = x + (k + j) / elements * channelSize;
      Acc *row = out + j * panelColumns;
      forEachRun(g, column, columns, [&](const int64_t *at, int64_t offset, int64_t n) {
        Run run = locate(g, at, kernelAt, n);
        fill(row + offset, run, n, channel, stride);
      });
    }
  }

private:
  void fill(Acc *out, const Run &run, int64_t n, const T *channel, int64_t stride) const {
    for (int64_t i = 0; i < run.first; ++i)
      out[i] = 0;
    const T *from = channel + run.base;
    int64_t inside = run.last - run.first;
    if (stride == 1) { // a loop that vectorizes
      for (int64_t i = 0; i < inside; ++i)
        out[run.first + i] = load(from[i]);
    } else {
      for (int64_t i = 0; i < inside; ++i)
        out[run.first + i] = load(from[i * stride]);
    }
    for (int64_t i = run.last; i < n; ++i)
      out[i] = 0;
  }
};

/// The patches of one image at offset places. `offset` is [offset groups, kernel elements, axes,
/// positions], `mask` (null for all ones) [offset groups, kernel elements, positions].
template <typename T> struct DeformedPatches {
  static constexpr bool isSingle = false;
  const Geometry &g;
  const T *x; ///< the channels of one group, each dense
  const T *offset, *mask;
  int64_t firstChannel;      ///< of the group, among all of x
  int64_t channelsPerOffset; ///< channels that share their offsets

  void packRight(int64_t k, int64_t depth, int64_t column, int64_t columns, double *out) const {
    int64_t elements = g.kernelElements(), channelSize = g.largeElements();
    int64_t positions = g.smallElements();
    for (int64_t j = 0; j < depth; ++j) {
      int64_t kernelAt[maxAxes], at[maxAxes];
      int64_t element = (k + j) % elements, channel = (k + j) / elements;
      unravel(element, g.kernel, g.axes, kernelAt);
      int64_t place = (firstChannel + channel) / channelsPerOffset * elements + element;
      for (int64_t i = 0; i < columns; ++i) {
        unravel(column + i, g.small, g.axes, at);
        double where[maxAxes];
        for (int64_t axis = 0; axis < g.axes; ++axis)
          where[axis] =
              static_cast<double>(at[axis] * g.stride[axis] + kernelAt[axis] * g.dilation[axis] -
                                  g.pad[axis]) +
              static_cast<double>(offset[(place * g.axes + axis) * positions + column + i]);
        double value = sample(x + channel * channelSize, where);
        out[j * panelColumns + i] =
            mask ? value * static_cast<double>(mask[place * positions + column + i]) : value;
      }
    }
  }

private:
  /// Linear interpolation between the neighbours of a place; those outside are 0.
  double sample(const T *channel, const double *where) const {
    int64_t low[maxAxes];
    double high[maxAxes]; // weight of the upper neighbour
    for (int64_t i = 0; i < g.axes; ++i) {
      // Also refuses NaN, and what would not fit into an integer.
      if (!(where[i] > -1 && where[i] < static_cast<double>(g.large[i])))
        return 0;
      double floor = __builtin_floor(where[i]);
      low[i] = static_cast<int64_t>(floor);
      high[i] = where[i] - floor;
    }
    double sum = 0;
    for (int64_t corner = 0; corner < (int64_t{1} << g.axes); ++corner) {
      double weight = 1;
      int64_t index = 0;
      bool inside = true;
      for (int64_t i = 0; i < g.axes; ++i) {
        bool upper = corner >> i & 1;
        int64_t at = low[i] + upper;
        weight *= upper ? high[i] : 1 - high[i];
        inside &= at >= 0 && at < g.large[i];
        index = index * g.large[i] + at;
      }
      if (inside && weight != 0)
        sum += weight * static_cast<double>(channel[index]);
    }
    return sum;
  }
};

/// The sink of a transposed convolution: row (channel * kernel element) of the product is added to
/// the places of y [channels, large side] where the kernel element puts x's elements.
template <typename Acc> struct Scatter {
  const Geometry &g;
  Acc *y;

  void operator()(int64_t row, int64_t column, int64_t columns, const Acc *sums) const {
    int64_t elements = g.kernelElements(), kernelAt[maxAxes];
    unravel(row % elements, g.kernel, g.axes, kernelAt);
    Acc *channel = y + row / elements * g.largeElements();
    int64_t stride = g.stride[g.axes - 1];
    forEachRun(g, column, columns, [&](const int64_t *at, int64_t offset, int64_t n) {
      Run run = locate(g, at, kernelAt, n);
      Acc *to = channel + run.base;
      for (int64_t i = run.first; i < run.last; ++i)
        to[(i - run.first) * stride] += sums[offset + i];
    });
  }
};

} // namespace ingot::kernels::convolution
