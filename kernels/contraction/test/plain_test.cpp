// Products of f64 and of integers, and determinants, against the reference kernels.
#define INGOT_TABLE "kernels/contraction/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/contraction/plain.h"

#include <memory>

namespace ingot::kernels::contraction {
namespace {

using test::Numbers;

template <typename T> std::vector<T> smallNumbers(Numbers &numbers, int64_t count) {
  std::vector<T> values(static_cast<size_t>(count));
  for (T &value : values)
    value = static_cast<T>(numbers.integer(-100, 100)); // whose sums are exact
  return values;
}

template <typename T> std::vector<T> reference(const T *a, const T *b, const PlainProductSizes &s) {
  using Acc = Sum<T>;
  auto space = std::make_unique<Workspace<Acc>>();
  std::vector<T> y(static_cast<size_t>(s.batches * s.rows * s.columns));
  for (int64_t i = 0; i < s.batches; ++i) {
    T *out = y.data() + i * s.rows * s.columns;
    auto sink = [&](int64_t row, int64_t column, int64_t columns, const Acc *sums) {
      for (int64_t j = 0; j < columns; ++j)
        out[row * s.columns + column + j] = static_cast<T>(sums[j]);
    };
    contract<Acc>(s.rows, s.columns, s.depth, Matrix<T, Acc>{a + i * s.aBatch, s.aPitch, 1},
                  Matrix<T, Acc>{b + i * s.bBatch, s.bRow, s.bColumn}, sink, *space);
  }
  return y;
}

template <typename T> void check(Numbers &numbers, const std::string &name) {
  PlainProductSizes s{};
  s.rows = numbers.integer(1, 11), s.columns = numbers.integer(1, 40);
  s.depth = numbers.integer(1, 30), s.batches = numbers.integer(1, 3);
  bool isTransposed = numbers.coin(), isShared = numbers.coin();
  s.aPitch = s.depth + numbers.oneOf({0, 3}), s.aBatch = s.rows * s.aPitch;
  s.bRow = isTransposed ? 1 : s.columns, s.bColumn = isTransposed ? s.depth : 1;
  s.bBatch = isShared ? 0 : s.depth * s.columns;
  auto a = smallNumbers<T>(numbers, s.batches * s.aBatch);
  auto b = smallNumbers<T>(numbers, s.batches * s.depth * s.columns);
  std::vector<T> y(static_cast<size_t>(s.batches * s.rows * s.columns), T(77));
  for (const Row &row : rowsOf("product"))
    if (row.name == name) {
      int64_t units = PlainProduct<sizeof(T)>::units(s, row.tile), cut = numbers.integer(0, units);
      row({a.data(), b.data(), y.data()}, nullptr, s, cut, units);
      row({a.data(), b.data(), y.data()}, nullptr, s, 0, cut);
    }
  EXPECT_EQ(y, reference(a.data(), b.data(), s)) << name;
}

TEST(PlainProduct, AgreesWithReference) {
  Numbers numbers(41);
  for (int round = 0; round < 40; ++round) {
    check<double>(numbers, "product_f64");
    check<uint8_t>(numbers, "product_bits8");
    check<uint16_t>(numbers, "product_bits16");
    check<uint32_t>(numbers, "product_bits32");
    check<uint64_t>(numbers, "product_bits64");
  }
}

TEST(Determinant, AgreesWithReference) {
  Numbers numbers(42);
  for (int round = 0; round < 20; ++round) {
    DeterminantSizes s{.count = numbers.integer(1, 4), .n = numbers.integer(1, 6), .bytes = 4};
    auto x = numbers.floats(s.count * s.n * s.n);
    std::vector<double> scratch(x.size());
    std::vector<float> y(static_cast<size_t>(s.count));
    rowsOf("determinant").front()({x.data(), scratch.data(), y.data()}, nullptr, s, 0, s.count);
    for (int64_t i = 0; i < s.count; ++i) {
      std::vector<double> matrix(x.begin() + i * s.n * s.n, x.begin() + (i + 1) * s.n * s.n);
      double wanted = determinant(matrix.data(), s.n);
      EXPECT_NEAR(static_cast<double>(y[static_cast<size_t>(i)]), wanted, 1e-6);
    }
  }
}

} // namespace
} // namespace ingot::kernels::contraction
