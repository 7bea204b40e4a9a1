// Every formula of the operator records in float against the same in double.
#include "kernels/elementwise/test/fast_functions.h"

#include <gtest/gtest.h>
#include <vector>

namespace ingot::kernels::test {
namespace {

namespace formulas {
using namespace math;
#include "compiler/dialect/graph/Formulas.inc"
} // namespace formulas

struct Operands {
  float values[3];
};

std::vector<Operands> sampleOperands() {
  std::vector<Operands> sample;
  // 57: times a parameter of 1.5 it is what a sigmoid still gives a normal number for. Beyond that
  // it gives 0, as fast_math.h says, which times infinity is NaN.
  const float chosen[] = {0, 0.5f, 1, 3, 7.25f, 57, 1e-30f, 1e30f, INFINITY, NAN};
  for (float x : chosen)
    for (float y : chosen)
      for (float sign : {-1.0f, 1.0f})
        sample.push_back({{sign * x, y, sign}});
  for (int k = 0; k < 2000; ++k) { // evenly from -20 to 20, at different paces
    auto at = [&](int step) { return static_cast<float>(k * step % 2000 - 1000) / 50; };
    sample.push_back({{at(1), at(7), at(11)}});
  }
  return sample;
}

/// Attributes are applied in float, hence an absolute bound beside that of the functions.
template <typename Formula, bool IsFloat> void expectSameAsDouble(const char *name) {
  if constexpr (IsFloat)
    for (const Operands &operands : sampleOperands())
      for (double parameter : {0.0, 0.75, 1.5}) {
        double wide[3];
        for (int k = 0; k < 3; ++k)
          wide[k] = operands.values[k];
        const float *in[] = {&operands.values[0], &operands.values[1], &operands.values[2]};
        const double *wideIn[] = {&wide[0], &wide[1], &wide[2]}, parameters[] = {parameter, 0.5};
        auto got = static_cast<float>(Formula::template apply<float>(in, 0, parameters));
        auto exact = static_cast<double>(Formula::template apply<double>(wideIn, 0, parameters));
        if (std::fabs(got - exact) <= 4e-7)
          continue;
        ASSERT_LE(errorInUnits(got, exact), 8)
            << name << "(" << wide[0] << ", " << wide[1] << ", " << wide[2] << "; " << parameter
            << ") is " << got << ", not " << exact;
      }
}

TEST(Formulas, ComputeInFloatWhatTheyDoInDouble) {
#define INGOT_FORMULA(name, arity, isFloat, ...)                                                   \
  expectSameAsDouble<formulas::Formula_##name, isFloat>(#name);
#include "compiler/dialect/graph/FormulaRows.inc"
#undef INGOT_FORMULA
}

/// Without a loop that depends on them, for lanes of vectors.
TEST(Formulas, PowersOfIntegersAreThoseOfTheReference) {
  const int64_t chosen[] = {0, 1, -1, 2, -2, 3, -7, 10, 62, 63, 64, 65, INT64_MAX, INT64_MIN};
  for (int64_t x : chosen)
    for (int64_t y : chosen) {
      EXPECT_EQ(math::pow(x, y),
                static_cast<int64_t>(math::integerPower(static_cast<uint64_t>(x), true, y)))
          << x << " " << y;
      auto a = static_cast<uint64_t>(x), b = static_cast<uint64_t>(y);
      EXPECT_EQ(math::pow(a, b), math::integerPower(a, false, b)) << a << " " << b;
    }
}

} // namespace
} // namespace ingot::kernels::test
