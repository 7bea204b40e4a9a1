// Deformed convolutions, eight positions at a time: a sample of the reference serves all maps.
#pragma once

#include "kernels/base/element.h"
#include "kernels/convolution/reference.h"
#include "kernels/vision/contract.h"

namespace ingot::kernels::vision {

INGOT_INLINE convolution::Geometry geometryOf(const DeformSizes &s) {
  convolution::Geometry g;
  g.axes = s.axes;
  INGOT_ROLLED
  for (int i = 0; i < deformAxes; ++i) {
    g.small[i] = s.out[i], g.large[i] = s.in[i], g.kernel[i] = s.taps[i];
    g.stride[i] = s.stride[i], g.dilation[i] = s.dilation[i], g.pad[i] = s.pad[i];
  }
  return g;
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void deformConv(const T *x, const T *w, const T *offset, const T *bias, const T *mask,
                             double *scratch, T *y, const void *, const DeformSizes &s,
                             int64_t begin, int64_t end) {
  using Sums = EightOf<double>::InMemory;
  const convolution::Geometry g = geometryOf(s);
  const int64_t image = s.channels * s.product(s.in), positions = s.product(s.out);
  const int64_t depth = s.channels * s.product(s.taps);
  const int64_t places = s.offsetGroups * s.product(s.taps) * positions;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t part = unit / s.blocks(), column = (unit - part * s.blocks()) * 8;
    int64_t entry = part / s.groups, group = part - entry * s.groups;
    int64_t columns = least(8, positions - column);
    const convolution::DeformedPatches<T> patches{g,
                                                  x + part * image,
                                                  offset + entry * places * s.axes,
                                                  s.hasMask != 0 ? mask + entry * places : nullptr,
                                                  group * s.channels,
                                                  s.groups * s.channels / s.offsetGroups};
    auto *sums = reinterpret_cast<Sums *>(scratch + unit * s.maps * 8);
    INGOT_ROLLED
    for (int64_t map = 0; map < s.maps; ++map)
      sums[map] = Eight<double>(0);
    INGOT_ROLLED
    for (int64_t k = 0; k < depth; ++k) {
      double samples[8] = {};
      patches.packRight(k, 1, column, columns, samples);
      Eight<double> eight = *reinterpret_cast<const Sums *>(samples);
      INGOT_ROLLED
      for (int64_t map = 0; map < s.maps; ++map)
        sums[map] +=
            Eight<double>(static_cast<double>(w[(group * s.maps + map) * depth + k])) * eight;
    }
    INGOT_ROLLED
    for (int64_t map = 0; map < s.maps; ++map) {
      double first = s.hasBias != 0 ? static_cast<double>(bias[group * s.maps + map]) : 0;
      storeEight(y + (part * s.maps + map) * positions + column, sums[map] + Eight<double>(first),
                 columns);
    }
  }
}

} // namespace ingot::kernels::vision
