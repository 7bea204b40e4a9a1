// The k largest elements and running sums against the reference kernels.
#define INGOT_TABLE "kernels/movement/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/movement/ordering.h"

namespace ingot::kernels::movement {
namespace {

using test::Numbers;

/// Few different values, so that some are equal, zeros of both signs and, in floats, NaN.
template <typename T> std::vector<T> values(Numbers &numbers, int64_t count) {
  std::vector<T> result;
  for (int64_t i = 0; i < count; ++i) {
    auto value = static_cast<T>(numbers.integer(-5, 50));
    if constexpr (!__is_integral(T))
      value = numbers.integer(0, 20) == 0 ? static_cast<T>(NAN) : value == 0 ? -value : value;
    result.push_back(value);
  }
  return result;
}

template <typename Sizes>
void run(const std::string &operation, const std::string &type, std::vector<const void *> operands,
         const Sizes &sizes, int64_t begin, int64_t end) {
  for (const Row &row : rowsOf(operation))
    if (row.name == operation + "_" + type)
      return row(operands, nullptr, sizes, begin, end);
  FAIL() << "no kernel " << operation << " of " << type;
}

template <typename T> void checkTopK(Numbers &numbers, const std::string &type) {
  TopKSizes s{.outer = numbers.integer(1, 3),
              .n = numbers.integer(1, 200),
              .inner = numbers.integer(1, 3),
              .k = 0,
              .largest = numbers.coin()};
  s.k = numbers.coin() ? s.n : numbers.integer(1, std::min<int64_t>(s.n, 9));
  std::vector<T> x = values<T>(numbers, s.outer * s.n * s.inner);
  auto results = static_cast<size_t>(s.outer * s.k * s.inner), n = static_cast<size_t>(s.n);
  std::vector<uint64_t> keys;
  for (T value : x)
    keys.push_back(orderKey(value));
  std::vector<int64_t> wanted(results), order(n), scratch(n), indices(results);
  topK(keys.data(), s.outer, s.n, s.inner, s.k, s.largest != 0, order.data(), scratch.data(),
       wanted.data());
  std::vector<T> found(results);
  int64_t units = s.outer * s.inner, cut = numbers.integer(0, units);
  run("top_k", type, {x.data(), found.data(), indices.data()}, s, cut, units);
  run("top_k", type, {x.data(), found.data(), indices.data()}, s, 0, cut);
  ASSERT_EQ(indices, wanted);
  for (int64_t at = 0; at < static_cast<int64_t>(results); ++at) {
    int64_t outer = at / (s.k * s.inner), from = (outer * s.n + indices[at]) * s.inner;
    ASSERT_EQ(memcmp(&found[at], &x[from + at % s.inner], sizeof(T)), 0);
  }
}

TEST(TopK, IsThatOfTheReference) {
  Numbers numbers(31);
  for (int round = 0; round < 100; ++round) {
    checkTopK<float>(numbers, "f32");
    checkTopK<double>(numbers, "f64");
    checkTopK<int8_t>(numbers, "i8");
    checkTopK<uint64_t>(numbers, "ui64");
  }
}

template <typename T> void checkCumulate(Numbers &numbers, const std::string &type) {
  CumulateSizes s{.outer = numbers.integer(1, 3),
                  .n = numbers.integer(1, 9),
                  .inner = numbers.oneOf({1, 3, 64, 130}),
                  .exclusive = numbers.coin(),
                  .reverse = numbers.coin(),
                  .product = numbers.coin()};
  std::vector<T> x = values<T>(numbers, s.outer * s.n * s.inner), y(x.size()), wanted(x.size());
  using C = Compute<T>;
  cumulate(
      x.data(), s.outer, s.n, s.inner, s.exclusive != 0, s.reverse != 0, C(s.product),
      [&](C a, C b) { return s.product ? math::mul(a, b) : math::add(a, b); }, wanted.data());
  int64_t units = Cumulate<sizeof(T)>::units(s, {}), cut = numbers.integer(0, units);
  run("cumulate", type, {x.data(), y.data()}, s, cut, units);
  run("cumulate", type, {x.data(), y.data()}, s, 0, cut);
  ASSERT_EQ(memcmp(y.data(), wanted.data(), y.size() * sizeof(T)), 0);
}

TEST(Cumulate, FindsItsAxis) {
  CumulateAlongSizes s = {.dims = {1, 1, 1, 1, 1, 2, 3, 2},
                          .rank = 3,
                          .exclusive = 0,
                          .reverse = 0,
                          .product = 0,
                          .indexBytes = 4};
  std::vector<int32_t> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y(12);
  int32_t axis = -2;
  run("cumulate_along", "i32", {x.data(), &axis, y.data()}, s, 0, 1);
  EXPECT_EQ(y, (std::vector<int32_t>{1, 2, 4, 6, 9, 12, 7, 8, 16, 18, 27, 30}));
  const void *operands[] = {x.data(), &axis, y.data()};
  for (int32_t none : {3, -4}) {
    axis = none;
    for (const Row &row : rowsOf("cumulate_along"))
      EXPECT_EQ(row.function(const_cast<void *const *>(operands), nullptr,
                             reinterpret_cast<const int64_t *>(&s), 0, 1),
                1);
  }
}

TEST(Cumulate, IsThatOfTheReference) {
  Numbers numbers(32);
  for (int round = 0; round < 100; ++round) {
    checkCumulate<float>(numbers, "f32");
    checkCumulate<double>(numbers, "f64");
    checkCumulate<int16_t>(numbers, "i16");
    checkCumulate<uint32_t>(numbers, "ui32");
  }
}

} // namespace
} // namespace ingot::kernels::movement
