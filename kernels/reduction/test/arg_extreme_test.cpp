// Where the extreme element is, against the reference kernel.
#define INGOT_TABLE "kernels/reduction/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/reduction/arg_extreme.h"

namespace ingot::kernels::reduction {
namespace {

using test::Numbers;

template <typename T, bool IsMax> void check(Numbers &numbers, const std::string &type) {
  ArgExtremeSizes s{.outer = numbers.integer(1, 3),
                    .n = numbers.oneOf({1, 2, 7, 64, 65, 200}),
                    .inner = numbers.oneOf({1, 1, 3, 64, 70}),
                    .last = numbers.coin()};
  std::vector<T> x;
  bool hasNan = numbers.coin();
  for (int64_t i = 0; i < s.outer * s.n * s.inner; ++i) {
    x.push_back(static_cast<T>(numbers.integer(0, 60)));
    if constexpr (!__is_integral(T))
      x.back() = hasNan && numbers.integer(0, 40) == 0 ? static_cast<T>(NAN) : x.back();
  }
  auto results = static_cast<size_t>(s.outer * s.inner);
  std::vector<int64_t> y(results, -1), wanted(results);
  argExtreme<T, IsMax>(x.data(), s.outer, s.n, s.inner, s.last != 0, wanted.data());
  const char *operation = IsMax ? "arg_max" : "arg_min";
  int64_t units = ArgExtreme<sizeof(T)>::units(s, {}), cut = numbers.integer(0, units);
  for (const Row &row : rowsOf(operation))
    if (row.name == operation + ("_" + type)) {
      row({x.data(), y.data()}, nullptr, s, cut, units);
      row({x.data(), y.data()}, nullptr, s, 0, cut);
    }
  ASSERT_EQ(y, wanted);
}

TEST(ArgExtreme, IsThatOfTheReference) {
  Numbers numbers(41);
  for (int round = 0; round < 100; ++round) {
    check<float, true>(numbers, "f32");
    check<double, false>(numbers, "f64");
    check<int8_t, true>(numbers, "i8");
    check<uint32_t, false>(numbers, "ui32");
  }
}

} // namespace
} // namespace ingot::kernels::reduction
