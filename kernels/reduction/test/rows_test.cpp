// The tuned reductions against double.
#include "kernels/base/test/vector_support.h"
#include "kernels/reduction/units.h"

using Rows = void(const float *, float *, const void *, int64_t, int64_t, int64_t, int64_t,
                  int64_t);
using Columns = void(const float *, float *, const void *, int64_t, int64_t, int64_t, int64_t,
                     int64_t, int64_t);
#define INGOT_REDUCTIONS(X) X(sum) X(mean) X(sumsquare) X(l1) X(l2) X(prod) X(max) X(min)
#define INGOT_DECLARE(NAME)                                                                        \
  extern "C" Rows reduce_rows_##NAME##_f32;                                                        \
  extern "C" Columns reduce_columns_##NAME##_f32;
INGOT_REDUCTIONS(INGOT_DECLARE)

namespace ingot::kernels::reduction {
namespace {

using test::Numbers;

struct Kernel {
  std::string name;
  Rows *rows;
  Columns *columns;
};
#define INGOT_ENTRY(NAME) {#NAME, reduce_rows_##NAME##_f32, reduce_columns_##NAME##_f32},
const Kernel kernels[] = {INGOT_REDUCTIONS(INGOT_ENTRY)};

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
      value += name == "l1" ? std::fabs(v) : name == "l2" || name == "sumsquare" ? v * v : v;
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
  for (const Kernel &kernel : kernels)
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
      auto y = test::runSplit(numbers, fresh, rows, [&](float *out, int64_t begin, int64_t end) {
        kernel.rows(x.data(), out, &random.epilogue, rows, n, pitch, begin, end);
      });
      double tolerance = kernel.name == "prod" ? 2e-5 : 3e-7;
      for (int64_t row = 0; row < rows; ++row) {
        double wanted = reduced(kernel.name, prepared.data() + row * pitch, n, 1);
        ASSERT_NEAR(static_cast<double>(y[static_cast<size_t>(row)]),
                    random.epilogue(wanted, row, 0), allowed(tolerance, wanted, random.epilogue))
            << kernel.name << " of " << n;
      }
    }
}

TEST(Reduction, ColumnsAgreeWithDouble) {
  Numbers numbers(7);
  for (const Kernel &kernel : kernels)
    for (int i = 0; i < 40; ++i) {
      int64_t outer = numbers.integer(1, 3), n = numbers.oneOf({1, 2, 49, 200, 1000});
      int64_t inner = numbers.integer(1, 200), pitch = inner + numbers.integer(0, 3);
      auto x = numbers.floats(outer * n * pitch, 0.999f, 1.001f);
      test::RandomEpilogue random(numbers, outer, inner);
      test::RandomPrologue before(numbers, outer * n, inner);
      random.epilogue.prologue = before.get();
      auto prepared = before.apply(x, outer * n, pitch);
      std::vector<float> fresh(static_cast<size_t>(outer * inner));
      int64_t units = reduce_columns_sum_f32_units(outer, n, inner, pitch);
      auto y = test::runSplit(numbers, fresh, units, [&](float *out, int64_t begin, int64_t end) {
        kernel.columns(x.data(), out, &random.epilogue, outer, n, inner, pitch, begin, end);
      });
      double tolerance = kernel.name == "prod" ? 2e-5 : 5e-7;
      for (int64_t at = 0; at < outer * inner; ++at) {
        const float *from = prepared.data() + at / inner * n * pitch + at % inner;
        double wanted = reduced(kernel.name, from, n, pitch);
        ASSERT_NEAR(static_cast<double>(y[static_cast<size_t>(at)]),
                    random.epilogue(wanted, at / inner, at % inner),
                    allowed(tolerance, wanted, random.epilogue))
            << kernel.name << " of " << n;
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
      reduce_rows_max_f32(x.data(), y, &nothing, 1, n, n, 0, 1);
      reduce_rows_min_f32(x.data(), y + 1, &nothing, 1, n, n, 0, 1);
      EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[1])) << at << " of " << n;
    }
}

} // namespace
} // namespace ingot::kernels::reduction
