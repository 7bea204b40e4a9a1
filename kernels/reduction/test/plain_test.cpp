// Reductions of f64 and integers against the reference kernels.
#define INGOT_TABLE "kernels/reduction/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/reduction/plain.h"

namespace ingot::kernels::reduction {
namespace {

using test::Numbers;

template <template <typename> class Op, typename T>
std::vector<T> reference(const std::vector<T> &x, const ColumnReductionSizes &s) {
  auto results = static_cast<size_t>(s.outer * s.inner);
  std::vector<typename Op<T>::A> sums(results);
  std::vector<T> y(results);
  int64_t dims[] = {s.outer, s.n, s.inner}, strides[] = {s.inner, 0, 1}, index[3];
  start<Op<T>>(sums.data(), s.outer * s.inner);
  accumulate<Op<T>>(x.data(), Layout{dims, strides, 3, index}, sums.data());
  finish<Op<T>>(sums.data(), s.outer * s.inner, s.n, y.data());
  return y;
}

template <template <typename> class Op, typename T>
void check(Numbers &numbers, const std::string &operation, const std::string &suffix) {
  ColumnReductionSizes s{};
  s.outer = numbers.integer(1, 3), s.n = numbers.integer(1, 40);
  s.inner = s.pitch = numbers.oneOf({1, 1, 3, 64, 65, 130});
  s.xBytes = s.yBytes = sizeof(T);
  std::vector<T> x(static_cast<size_t>(s.outer * s.n * s.inner));
  for (T &value : x)
    value = static_cast<T>(numbers.integer(-1000, 1000));
  std::vector<T> y(static_cast<size_t>(s.outer * s.inner), T(77));
  int64_t units = ReduceColumns::units(s, {}), cut = numbers.integer(0, units);
  for (const Row &row : rowsOf(operation))
    if (row.name == operation + "_" + suffix) {
      row({x.data(), y.data()}, nullptr, s, cut, units);
      row({x.data(), y.data()}, nullptr, s, 0, cut);
    }
  EXPECT_EQ(y, (reference<Op, T>(x, s))) << operation << " " << suffix;
}

template <typename T> void checkAll(Numbers &numbers, const std::string &suffix) {
  check<Sum, T>(numbers, "reduce_sum", suffix);
  check<Mean, T>(numbers, "reduce_mean", suffix);
  check<SumSquare, T>(numbers, "reduce_sum_square", suffix);
  check<L1, T>(numbers, "reduce_l1", suffix);
  check<L2, T>(numbers, "reduce_l2", suffix);
  check<Prod, T>(numbers, "reduce_prod", suffix);
  check<Max, T>(numbers, "reduce_max", suffix);
  check<Min, T>(numbers, "reduce_min", suffix);
}

TEST(PlainReduction, AgreesWithReference) {
  Numbers numbers(31);
  for (int round = 0; round < 20; ++round) {
    checkAll<double>(numbers, "f64");
    checkAll<int8_t>(numbers, "i64");
    checkAll<int32_t>(numbers, "i64");
    checkAll<int64_t>(numbers, "i64");
    checkAll<uint8_t>(numbers, "u64");
    checkAll<uint16_t>(numbers, "u64");
    checkAll<uint64_t>(numbers, "u64");
  }
}

} // namespace
} // namespace ingot::kernels::reduction
