// The tuned reductions against double.
#define INGOT_TABLE "kernels/reduction/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/reduction/contract.h"

namespace ingot::kernels::reduction {
namespace {

using test::Numbers;

const std::string names[] = {"sum", "mean", "sum_square", "l1", "l2", "prod", "max", "min"};

Row rowsKernel(const std::string &name) { return rowsOf("reduce_" + name + "_rows").front(); }
Row columnsKernel(const std::string &name) { return rowsOf("reduce_" + name + "_columns").front(); }

/// n elements, `step` apart.
double reduced(const std::string &name, const float *x, int64_t n, int64_t step) {
  bool isProduct = name == "prod", isMax = name == "max", isMin = name == "min";
  double value = isProduct ? 1 : isMax ? -INFINITY : isMin ? INFINITY : 0;
  for (int64_t i = 0; i < n; ++i) {
    double v = static_cast<double>(x[i * step]);
    if (isProduct)
      value *= v;
    else if (isMax || isMin)
      value = isMax ? std::max(value, v) : std::min(value, v);
    else
      value += name == "l1" ? std::fabs(v) : name == "l2" || name == "sum_square" ? v * v : v;
  }
  return name == "mean" ? value / static_cast<double>(n) : name == "l2" ? std::sqrt(value) : value;
}

/// What rounding may change: of a result, and of what an epilogue adds to it.
double allowed(double tolerance, double value, const test::Epilogue &epilogue) {
  return tolerance * (value + (epilogue.residual ? 2 : 0));
}

int64_t randomLength(Numbers &numbers) {
  return numbers.coin() ? numbers.integer(1, 100) : numbers.oneOf({16, 64, 1000, 5000, 20000});
}

TEST(Reduction, RowsAgreeWithDouble) {
  Numbers numbers(6);
  for (const std::string &name : names)
    for (int i = 0; i < 40; ++i) {
      int64_t rows = numbers.integer(1, 9), n = randomLength(numbers),
              pitch = n + numbers.integer(0, 3);
      // Positive, so that sums do not cancel; near 1, so that products stay finite.
      auto x = numbers.floats(rows * pitch, 0.999f, 1.001f);
      test::RandomEpilogue random(numbers, rows, 1);
      test::RandomPrologue before(numbers, rows, n);
      random.epilogue.prologue = before.get();
      auto prepared = before.apply(x, rows, pitch);
      std::vector<float> fresh(static_cast<size_t>(rows));
      RowReductionSizes sizes{rows, n, pitch, 4, 4};
      const Row kernel = rowsKernel(name);
      auto y = test::runSplit<ReduceRows>(
          numbers, fresh, sizes, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
            kernel({x.data(), out}, &random.epilogue, sizes, begin, end);
          });
      double tolerance = name == "prod" ? 2e-5 : 3e-7;
      for (int64_t row = 0; row < rows; ++row) {
        double wanted = reduced(name, prepared.data() + row * pitch, n, 1);
        ASSERT_NEAR(static_cast<double>(y[static_cast<size_t>(row)]),
                    random.epilogue(wanted, row, 0), allowed(tolerance, wanted, random.epilogue))
            << name << " of " << n;
      }
    }
}

TEST(Reduction, ColumnsAgreeWithDouble) {
  Numbers numbers(7);
  for (const std::string &name : names)
    for (int i = 0; i < 40; ++i) {
      int64_t outer = numbers.integer(1, 3), n = numbers.oneOf({1, 2, 49, 200, 1000});
      int64_t inner = numbers.integer(1, 200), pitch = inner + numbers.integer(0, 3);
      auto x = numbers.floats(outer * n * pitch, 0.999f, 1.001f);
      test::RandomEpilogue random(numbers, outer, inner);
      test::RandomPrologue before(numbers, outer * n, inner);
      random.epilogue.prologue = before.get();
      auto prepared = before.apply(x, outer * n, pitch);
      std::vector<float> fresh(static_cast<size_t>(outer * inner));
      ColumnReductionSizes sizes{outer, n, inner, pitch, 4, 4};
      const Row kernel = columnsKernel(name);
      auto y = test::runSplit<ReduceColumns>(
          numbers, fresh, sizes, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
            kernel({x.data(), out}, &random.epilogue, sizes, begin, end);
          });
      double tolerance = name == "prod" ? 2e-5 : 5e-7;
      for (int64_t at = 0; at < outer * inner; ++at) {
        const float *from = prepared.data() + at / inner * n * pitch + at % inner;
        double wanted = reduced(name, from, n, pitch);
        ASSERT_NEAR(static_cast<double>(y[static_cast<size_t>(at)]),
                    random.epilogue(wanted, at / inner, at % inner),
                    allowed(tolerance, wanted, random.epilogue))
            << name << " of " << n;
      }
    }
}

TEST(Reduction, ExtremesKeepNan) {
  test::Epilogue nothing;
  for (int64_t n : {1, 5, 64, 100})
    for (int64_t at = 0; at < n; at += 3) {
      std::vector<float> x(static_cast<size_t>(n), 1);
      x[static_cast<size_t>(at)] = std::nanf("");
      float y[2] = {};
      RowReductionSizes sizes{1, n, n, 4, 4};
      rowsKernel("max")({x.data(), y}, &nothing, sizes, 0, 1);
      rowsKernel("min")({x.data(), y + 1}, &nothing, sizes, 0, 1);
      EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[1])) << at << " of " << n;
    }
}

/// bf16 in, f32 sums, bf16 out.
TEST(Reduction, TakesOtherTypes) {
  Numbers numbers(14);
  auto x = test::upperHalves(numbers.floats(3 * 100, 0.5f, 1.5f));
  auto exact = test::fromHalves(x.data(), x.size());
  test::Prologue before{.xBytes = 2};
  test::Epilogue behind{.prologue = &before, .yBytes = 2};
  uint16_t y[3] = {};
  RowReductionSizes sizes{3, 100, 100, 2, 2};
  rowsKernel("sum")({x.data(), y}, &behind, sizes, 0, 3);
  auto found = test::fromHalves(y, 3);
  for (size_t row = 0; row < 3; ++row)
    EXPECT_NEAR(found[row], reduced("sum", exact.data() + 100 * row, 100, 1), 0.5);
}

} // namespace
} // namespace ingot::kernels::reduction
