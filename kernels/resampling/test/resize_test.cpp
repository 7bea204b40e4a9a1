// Resizing against the reference kernels.
// Nothing is contracted, as in the kernels.
#pragma clang fp contract(off)
#define INGOT_TABLE "kernels/resampling/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/resampling/resize.h"

namespace ingot::kernels::resampling {
namespace {

using test::Numbers;

template <typename Sizes>
void run(const std::string &operation, const std::string &name, std::vector<const void *> operands,
         const Sizes &sizes, int64_t begin, int64_t end) {
  for (const Row &row : rowsOf(operation))
    if (row.name == name)
      return row(operands, nullptr, sizes, begin, end);
  FAIL() << "no kernel " << name;
}

/// x [2, 5, 4, inner], of which the second and third axis are picked from.
TEST(Pick, IsThatOfTheReference) {
  Numbers numbers(51);
  for (int round = 0; round < 60; ++round) {
    int64_t inner = numbers.oneOf({1, 3, 40});
    bool fills = numbers.coin();
    PickSizes s = {.dims = {1, 1, 1, 1, 1, 2, numbers.integer(1, 9), numbers.integer(1, 40)},
                   .inner = inner,
                   .size = 40 * inner,
                   .fills = fills};
    std::vector<int64_t> tables[] = {{0, 20 * inner}, {}, {}, {}};
    auto place = [&](int64_t size) { return numbers.integer(fills ? -1 : 0, size - 1); };
    for (int64_t j = 0; j < s.dims[6]; ++j)
      if (int64_t at = place(5); true)
        tables[1].push_back(at < 0 ? -1 : at * 4 * inner);
    for (int64_t j = 0; j < s.dims[7]; ++j)
      if (int64_t at = place(4); true)
        tables[2].push_back(at < 0 ? -1 : at * inner);
    for (int64_t i = 0; i < inner; ++i)
      tables[3].push_back(i);
    std::vector<int64_t> table(5, 0), index(4);
    for (int axis = 0; axis < 3; ++axis)
      table.insert(table.end(), tables[axis].begin(), tables[axis].end());
    std::vector<float> x = numbers.floats(40 * inner), fill = {7};
    std::vector<float> y(static_cast<size_t>(2 * s.dims[6] * s.dims[7] * inner)), wanted = y;
    int64_t dims[] = {2, s.dims[6], s.dims[7], inner};
    const int64_t *offsets[] = {tables[0].data(), tables[1].data(), tables[2].data(),
                                tables[3].data()};
    pick(reinterpret_cast<const char *>(x.data()), reinterpret_cast<char *>(wanted.data()), 4, dims,
         offsets, 4, reinterpret_cast<const char *>(fill.data()), index.data());
    int64_t units = s.rows(), cut = numbers.integer(0, units);
    run("pick", "pick_32", {x.data(), table.data(), fill.data(), y.data()}, s, cut, units);
    run("pick", "pick_32", {x.data(), table.data(), fill.data(), y.data()}, s, 0, cut);
    ASSERT_EQ(y, wanted);
  }
}

template <typename In, typename Out>
void checkAxis(Numbers &numbers, const std::string &name, double tolerance) {
  ResizeAxisSizes s{.outer = numbers.integer(1, 3),
                    .in = numbers.integer(1, 9),
                    .out = numbers.integer(1, 20),
                    .inner = numbers.oneOf({1, 3, 64, 70}),
                    .taps = 2,
                    .fills = numbers.coin()};
  auto count = [](int64_t a, int64_t b, int64_t c) { return static_cast<size_t>(a * b * c); };
  std::vector<In> x;
  for (size_t i = 0; i < count(s.outer, s.in, s.inner); ++i)
    x.push_back(static_cast<In>(numbers.integer(0, 100)));
  using Sum = typename SumOf<In, Out>::Type;
  auto outputs = static_cast<size_t>(s.out);
  std::vector<int64_t> places(2 * outputs), first;
  std::vector<Sum> weights(2 * outputs), fill = {3};
  std::vector<double> both;
  std::vector<uint8_t> isOutside;
  for (size_t j = 0; j < outputs; ++j) {
    first.push_back(numbers.integer(-1, s.in - 1));
    isOutside.push_back(s.fills && numbers.coin());
    for (size_t t = 0; t < 2; ++t) {
      weights[t * outputs + j] = static_cast<Sum>(numbers.integer(1, 8)) / 8;
      both.push_back(static_cast<double>(weights[t * outputs + j]));
      places[t * outputs + j] =
          isOutside[j] ? -1 : clampIndex(first[j] + static_cast<int64_t>(t), s.in);
    }
  }
  std::vector<double> wide(x.begin(), x.end()), wanted(count(s.outer, s.out, s.inner));
  resizeAxis(wide.data(), wanted.data(), s.outer, s.in, s.out, s.inner, first.data(), both.data(),
             2, reinterpret_cast<const bool *>(isOutside.data()), 3);
  std::vector<Out> y(wanted.size());
  std::vector<const void *> operands = {x.data(), places.data(), weights.data(), fill.data(),
                                        y.data()};
  int64_t units = ResizeAxis<1, 1, 1>::units(s, {}), cut = numbers.integer(0, units);
  run("resize_axis", name, operands, s, cut, units);
  run("resize_axis", name, operands, s, 0, cut);
  for (size_t i = 0; i < y.size(); ++i)
    ASSERT_NEAR(static_cast<double>(y[i]), static_cast<double>(fromReal<Out>(wanted[i])),
                tolerance);
}

TEST(ResizeAxis, IsThatOfTheReference) {
  Numbers numbers(52);
  for (int round = 0; round < 60; ++round) {
    // Two products of a number up to 100: one rounding each, and one of the sum.
    checkAxis<float, float>(numbers, "resize_axis_f32", 3e-5);
    checkAxis<double, double>(numbers, "resize_axis_f64", 0);
    checkAxis<uint8_t, double>(numbers, "resize_axis_ui8_f64", 0);
    checkAxis<double, int16_t>(numbers, "resize_axis_f64_i16", 0);
  }
}

TEST(GridSample, IsThatOfTheReference) {
  Numbers numbers(53);
  for (int round = 0; round < 30; ++round) {
    GridSampleSizes s = {.batch = 2,
                         .channels = 3,
                         .points = 11,
                         .rank = 2,
                         .dim0 = numbers.integer(1, 6),
                         .dim1 = numbers.integer(1, 6),
                         .dim2 = 1,
                         .dim3 = 1,
                         .dim4 = 1,
                         .dim5 = 1,
                         .filter = numbers.integer(0, 2),
                         .padding = numbers.integer(0, 2),
                         .alignCorners = numbers.coin()};
    std::vector<float> x = numbers.floats(6 * s.size()), grid = numbers.floats(2 * 11 * 2, -3, 3);
    std::vector<float> y(6 * 11), wanted(y.size());
    int64_t dims[] = {s.dim0, s.dim1};
    gridSample(x.data(), grid.data(), wanted.data(), 2, 3, 11, dims, 2,
               static_cast<Filter>(s.filter), static_cast<Padding>(s.padding), s.alignCorners != 0);
    int64_t cut = numbers.integer(0, 22);
    run("grid_sample", "grid_sample_f32", {x.data(), grid.data(), y.data()}, s, cut, 22);
    run("grid_sample", "grid_sample_f32", {x.data(), grid.data(), y.data()}, s, 0, cut);
    ASSERT_EQ(y, wanted);
  }
}

} // namespace
} // namespace ingot::kernels::resampling
