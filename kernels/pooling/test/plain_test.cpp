// Pools a plane at a time against the reference kernels.
#define INGOT_TABLE "kernels/pooling/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/pooling/plain.h"

namespace ingot::kernels::pooling {
namespace {

using test::Numbers;

/// A pool of elements T by the kernels that compute in C, and by the reference.
template <typename T, typename C> struct Problem {
  PlainPoolSizes s{};
  Axis axes[plainAxes];
  Cursor cursors[plainAxes];
  std::vector<T> x, y, wanted;
  std::vector<int64_t> places, wantedPlaces;

  explicit Problem(Numbers &numbers) {
    s.planes = numbers.integer(1, 5);
    s.bytes = sizeof(T);
    s.countPadding = numbers.coin();
    s.byColumn = numbers.coin();
    for (int i = 0; i < plainAxes; ++i)
      addAxis(numbers, i);
    x.resize(static_cast<size_t>(s.planes * PlainPoolSizes::product(s.in)));
    for (T &value : x)
      value = static_cast<T>(numbers.integer(-100, 100));
    auto results = static_cast<size_t>(s.planes * PlainPoolSizes::product(s.out));
    y.resize(results), wanted.resize(results);
    places.resize(results), wantedPlaces.resize(results);
  }

  void addAxis(Numbers &numbers, int i) {
    s.taps[i] = numbers.integer(1, 3), s.stride[i] = numbers.integer(1, 3);
    s.dilation[i] = numbers.integer(1, 2);
    s.before[i] = numbers.integer(0, 2), s.after[i] = numbers.integer(0, 2);
    int64_t span = (s.taps[i] - 1) * s.dilation[i] + 1;
    s.in[i] = numbers.integer(1, 5) + greatest(0, span - s.before[i] - s.after[i]);
    s.out[i] = (s.in[i] + s.before[i] + s.after[i] - span) / s.stride[i] + 1 + numbers.coin();
    axes[i] = {s.in[i], s.out[i], s.taps[i], s.stride[i], s.dilation[i], s.before[i], s.after[i]};
  }

  void run(Numbers &numbers, const std::string &name) {
    for (const char *operation :
         {"max_pool_planes", "max_pool_indices", "average_pool_planes", "lp_pool_planes"})
      for (const Row &row : rowsOf(operation))
        if (row.name == name) {
          int64_t cut = numbers.integer(0, s.planes);
          row({x.data(), y.data(), places.data()}, nullptr, s, cut, s.planes);
          row({x.data(), y.data(), places.data()}, nullptr, s, 0, cut);
        }
  }
};

template <typename T, typename C> void checkMax(Numbers &numbers, const std::string &suffix) {
  Problem<T, C> p(numbers);
  auto goOn = [] { return true; };
  maxPool(p.x.data(), p.wanted.data(), p.wantedPlaces.data(), p.s.byColumn, p.s.planes, p.axes,
          plainAxes, p.cursors, goOn);
  p.run(numbers, "max_pool_" + suffix);
  EXPECT_EQ(p.y, p.wanted);
  p.y.assign(p.y.size(), T(77));
  p.run(numbers, "max_pool_indices_" + suffix);
  EXPECT_EQ(p.y, p.wanted);
  EXPECT_EQ(p.places, p.wantedPlaces);
}

TEST(PlainPool, FindsMaximaAndTheirPlaces) {
  Numbers numbers(21);
  for (int round = 0; round < 30; ++round) {
    checkMax<float, double>(numbers, "f64");
    checkMax<double, double>(numbers, "f64");
    checkMax<int8_t, int64_t>(numbers, "i64");
    checkMax<int64_t, int64_t>(numbers, "i64");
    checkMax<uint8_t, uint64_t>(numbers, "u64");
    checkMax<uint32_t, uint64_t>(numbers, "u64");
  }
}

template <typename T> void checkSums(Numbers &numbers) {
  Problem<T, double> p(numbers);
  auto goOn = [] { return true; };
  averagePool(p.x.data(), p.wanted.data(), p.s.countPadding, p.s.planes, p.axes, plainAxes,
              p.cursors, goOn);
  p.run(numbers, "average_pool_f64");
  EXPECT_EQ(p.y, p.wanted);
  for (double order : {1.0, 2.0, 3.0}) {
    p.s.order = __builtin_bit_cast(int64_t, order);
    lpPool(p.x.data(), p.wanted.data(), order, p.s.planes, p.axes, plainAxes, p.cursors, goOn);
    p.run(numbers, "lp_pool_f64");
    EXPECT_EQ(p.y, p.wanted);
  }
}

TEST(PlainPool, SumsAsTheReference) {
  Numbers numbers(22);
  for (int round = 0; round < 30; ++round) {
    checkSums<float>(numbers);
    checkSums<double>(numbers);
  }
}

} // namespace
} // namespace ingot::kernels::pooling
