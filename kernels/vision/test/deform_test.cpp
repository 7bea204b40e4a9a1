// Deformed convolutions against sums over the reference's samples.
#pragma clang fp contract(off)
#define INGOT_TABLE "kernels/vision/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/vision/deform.h"

namespace ingot::kernels::vision {
namespace {

using test::Numbers;

DeformSizes someSizes(Numbers &numbers) {
  DeformSizes s{};
  s.batch = 2, s.groups = numbers.integer(1, 2), s.channels = 2, s.maps = numbers.integer(1, 3);
  s.offsetGroups = numbers.integer(1, 2), s.axes = numbers.integer(1, 3);
  s.hasBias = numbers.coin(), s.hasMask = numbers.coin();
  for (int i = 0; i < s.axes; ++i) {
    s.in[i] = numbers.integer(2, 4), s.taps[i] = numbers.integer(1, 2);
    s.stride[i] = numbers.integer(1, 2), s.dilation[i] = numbers.integer(1, 2);
    s.pad[i] = numbers.integer(0, 1), s.out[i] = numbers.integer(1, 3);
  }
  return s;
}

TEST(DeformConv, IsThatOfTheReference) {
  Numbers numbers(91);
  for (int round = 0; round < 40; ++round) {
    DeformSizes s = someSizes(numbers);
    int64_t taps = s.product(s.taps), positions = s.product(s.out), all = s.groups * s.maps;
    int64_t image = s.channels * s.product(s.in), depth = s.channels * taps;
    int64_t places = s.offsetGroups * taps * positions;
    std::vector<float> x = numbers.floats(s.batch * s.groups * image),
                       w = numbers.floats(all * depth),
                       offset = numbers.floats(s.batch * places * s.axes, -2, 2),
                       bias = numbers.floats(all), mask = numbers.floats(s.batch * places);
    std::vector<float> y(static_cast<size_t>(s.batch * all * positions));
    int64_t units = DeformConv<4>::units(s, {});
    std::vector<double> scratch(static_cast<size_t>(units * s.maps * 8));
    std::vector<const void *> operands = {x.data(),    w.data(),       offset.data(), bias.data(),
                                          mask.data(), scratch.data(), y.data()};
    rowsOf("deform_conv")[0](operands, nullptr, s, units / 2, units);
    rowsOf("deform_conv")[0](operands, nullptr, s, 0, units / 2);
    convolution::Geometry g = geometryOf(s);
    for (int64_t part = 0; part < s.batch * s.groups; ++part)
      for (int64_t map = 0; map < s.maps; ++map)
        for (int64_t at = 0; at < positions; ++at) {
          int64_t entry = part / s.groups, group = part % s.groups;
          convolution::DeformedPatches<float> patches{g,
                                                      x.data() + part * image,
                                                      offset.data() + entry * places * s.axes,
                                                      s.hasMask ? mask.data() + entry * places
                                                                : nullptr,
                                                      group * s.channels,
                                                      s.groups * s.channels / s.offsetGroups};
          int64_t row = group * s.maps + map;
          double sum = s.hasBias ? static_cast<double>(bias[static_cast<size_t>(row)]) : 0.0;
          for (int64_t k = 0; k < depth; ++k) {
            double sample;
            patches.packRight(k, 1, at, 1, &sample);
            sum += sample * static_cast<double>(w[static_cast<size_t>(row * depth + k)]);
          }
          ASSERT_NEAR(y[static_cast<size_t>((part * s.maps + map) * positions + at)], sum, 1e-5);
        }
  }
}

} // namespace
} // namespace ingot::kernels::vision
