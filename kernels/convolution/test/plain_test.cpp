// Convolutions of up to three axes and sums of columns against the reference kernels.
#define INGOT_TABLE "kernels/convolution/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/convolution/columns.h"
#include "kernels/convolution/plain.h"
#include "kernels/convolution/reference.h"
#include "kernels/movement/columns.h"

#include <memory>

namespace ingot::kernels::convolution {
namespace {

using test::Numbers;

PlainConvSizes randomConv(Numbers &numbers) {
  PlainConvSizes s{};
  s.batch = numbers.integer(1, 2), s.groups = numbers.integer(1, 2);
  s.channels = numbers.integer(1, 5), s.columns = numbers.integer(1, 35);
  for (int i = 0; i < plainAxes; ++i) {
    s.taps[i] = numbers.integer(1, 3), s.stride[i] = numbers.integer(1, 2);
    s.dilation[i] = numbers.integer(1, 2), s.pad[i] = numbers.integer(0, 2);
    int64_t span = (s.taps[i] - 1) * s.dilation[i] + 1;
    s.in[i] = numbers.integer(1, 6) + greatest(0, span - 2 * s.pad[i]);
    s.out[i] = (s.in[i] + 2 * s.pad[i] - span) / s.stride[i] + 1;
  }
  return s;
}

Geometry geometryOf(const PlainConvSizes &s) {
  Geometry g;
  g.axes = plainAxes;
  for (int i = 0; i < plainAxes; ++i) {
    g.small[i] = s.out[i], g.large[i] = s.in[i], g.kernel[i] = s.taps[i];
    g.stride[i] = s.stride[i], g.dilation[i] = s.dilation[i], g.pad[i] = s.pad[i];
  }
  return g;
}

/// x[pixels, channels] of one image and group as the reference has it: [channels, pixels].
template <typename T>
std::vector<T> channelsFirst(const T *x, int64_t pixels, int64_t channels, int64_t pitch) {
  std::vector<T> result(static_cast<size_t>(pixels * channels));
  for (int64_t p = 0; p < pixels; ++p)
    for (int64_t c = 0; c < channels; ++c)
      result[static_cast<size_t>(c * pixels + p)] = x[p * pitch + c];
  return result;
}

/// One image and group: sums [columns, pixels].
template <typename T>
std::vector<double> reference(const PlainConvSizes &s, const T *x, const T *w) {
  Geometry g = geometryOf(s);
  auto image = channelsFirst(x, g.largeElements(), s.channels, s.groups * s.channels);
  // w [taps, channels, columns] is the transpose of what the reference takes, by channel and tap.
  int64_t taps = g.kernelElements(), depth = taps * s.channels, pixels = g.smallElements();
  std::vector<T> left(static_cast<size_t>(depth * s.columns));
  for (int64_t k = 0; k < taps; ++k)
    for (int64_t c = 0; c < s.channels; ++c)
      for (int64_t m = 0; m < s.columns; ++m)
        left[static_cast<size_t>(m * depth + c * taps + k)] =
            w[(k * s.channels + c) * s.columns + m];
  std::vector<double> y(static_cast<size_t>(s.columns * pixels));
  auto space = std::make_unique<contraction::Workspace<double>>();
  auto sink = [&](int64_t row, int64_t column, int64_t columns, const double *sums) {
    std::copy_n(sums, columns, y.data() + row * pixels + column);
  };
  contraction::contract<double>(s.columns, pixels, depth,
                                contraction::Matrix<T, double>{left.data(), depth, 1},
                                Patches<T, double>{g, image.data()}, sink, *space);
  return y;
}

template <typename T> std::vector<T> numbersOf(Numbers &numbers, int64_t count) {
  auto floats = numbers.floats(count);
  return std::vector<T>(floats.begin(), floats.end());
}

template <typename T> void checkConv(Numbers &numbers, const std::string &name, double tolerance) {
  PlainConvSizes s = randomConv(numbers);
  int64_t pixels = PlainConvSizes::product(s.out), in = PlainConvSizes::product(s.in);
  int64_t all = s.groups * s.columns, weights = PlainConvSizes::product(s.taps) * s.channels;
  auto x = numbersOf<T>(numbers, s.batch * in * s.groups * s.channels);
  auto w = numbersOf<T>(numbers, weights * all), bias = numbersOf<T>(numbers, all);
  std::vector<T> y(static_cast<size_t>(s.batch * pixels * all), T(77));
  for (const Row &row : rowsOf("conv_plain"))
    if (row.name == name) {
      int64_t units = PlainConv<sizeof(T)>::units(s, {}), cut = numbers.integer(0, units);
      row({x.data(), w.data(), bias.data(), y.data()}, nullptr, s, cut, units);
      row({x.data(), w.data(), bias.data(), y.data()}, nullptr, s, 0, cut);
    }
  for (int64_t part = 0; part < s.batch * s.groups; ++part) {
    int64_t image = part / s.groups, group = part % s.groups;
    auto wanted = reference(s, x.data() + image * in * s.groups * s.channels + group * s.channels,
                            w.data() + group * weights * s.columns);
    for (int64_t m = 0; m < s.columns; ++m)
      for (int64_t p = 0; p < pixels; ++p) {
        int64_t column = group * s.columns + m;
        auto found =
            static_cast<double>(y[static_cast<size_t>((image * pixels + p) * all + column)]);
        double value = wanted[static_cast<size_t>(m * pixels + p)] +
                       static_cast<double>(bias[static_cast<size_t>(column)]);
        ASSERT_NEAR(found, value, tolerance);
      }
  }
}

TEST(PlainConv, AgreesWithReference) {
  Numbers numbers(51);
  for (int round = 0; round < 40; ++round) {
    checkConv<float>(numbers, "conv_plain_f32", 5e-5);
    checkConv<double>(numbers, "conv_plain_f64", 1e-12);
  }
}

template <typename T> void checkColumns(Numbers &numbers, const std::string &name) {
  ColumnSizes s{};
  s.channels = numbers.integer(1, 4), s.bytes = sizeof(T);
  movement::ColumnAxis axes[plainAxes];
  for (int i = 0; i < plainAxes; ++i) {
    s.taps[i] = numbers.integer(1, 3), s.stride[i] = numbers.integer(1, 3);
    s.dilation[i] = numbers.integer(1, 2), s.pad[i] = numbers.integer(0, 2);
    s.places[i] = numbers.integer(1, 5);
    int64_t span = (s.taps[i] - 1) * s.dilation[i] + 1;
    s.image[i] = greatest(1, (s.places[i] - 1) * s.stride[i] + span - 2 * s.pad[i]);
    axes[i] = {s.image[i], s.taps[i], s.stride[i], s.dilation[i], s.pad[i], s.places[i]};
  }
  int64_t taps = ColumnSizes::product(s.taps), places = ColumnSizes::product(s.places);
  int64_t pixels = ColumnSizes::product(s.image), index[plainAxes], offset[plainAxes];
  std::vector<T> x(static_cast<size_t>(s.channels * taps * places));
  for (T &value : x)
    value = static_cast<T>(numbers.integer(-100, 100));
  std::vector<T> y(static_cast<size_t>(s.channels * pixels), T(77)), wanted(y.size());
  for (int64_t c = 0; c < s.channels; ++c)
    movement::col2im(x.data() + c * taps * places, axes, plainAxes, taps, places, pixels, index,
                     offset, wanted.data() + c * pixels);
  for (const Row &row : rowsOf("sum_columns"))
    if (row.name == name) {
      int64_t units = SumColumns::units(s, {}), cut = numbers.integer(0, units);
      row({x.data(), y.data()}, nullptr, s, cut, units);
      row({x.data(), y.data()}, nullptr, s, 0, cut);
    }
  EXPECT_EQ(y, wanted) << name;
}

TEST(SumColumns, AgreesWithReference) {
  Numbers numbers(52);
  for (int round = 0; round < 40; ++round) {
    checkColumns<float>(numbers, "sum_columns_f64");
    checkColumns<double>(numbers, "sum_columns_f64");
    checkColumns<int8_t>(numbers, "sum_columns_i64");
    checkColumns<uint32_t>(numbers, "sum_columns_i64");
    checkColumns<int64_t>(numbers, "sum_columns_i64");
  }
}

} // namespace
} // namespace ingot::kernels::convolution
