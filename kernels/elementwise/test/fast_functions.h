// The functions of fast_math.h with what they are compared to and how far they may be off.
#pragma once

#include "kernels/elementwise/fast_math.h"

#include <cmath>
#include <limits>
#include <optional>

namespace ingot::kernels::test {

/// Applies a function to n elements.
using UnaryBlock = void (*)(const float *x, int64_t n, float *y);

/// What an error is measured in: units of the last place of the exact result; the same where that
/// is more than e^-87, and the least normal number below, where 0 is given; or units of x.
enum class Unit { Result, NormalResult, Argument };

struct UnaryCase {
  const char *name;
  UnaryBlock vectorized, scalar;
  double (*exact)(double);
  double bound;
  Unit unit;
};

template <auto F> void applyVectorized(const float *x, int64_t n, float *y) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = F(x[i]);
}
template <auto F> void applyScalar(const float *x, int64_t n, float *y) {
#pragma clang loop vectorize(disable) interleave(disable)
  for (int64_t i = 0; i < n; ++i)
    y[i] = F(x[i]);
}

template <auto F>
constexpr UnaryCase unary(const char *name, double (*exact)(double), double bound,
                          Unit unit = Unit::Result) {
  return {name, applyVectorized<F>, applyScalar<F>, exact, bound, unit};
}

#define INGOT_UNARY(function, exact, ...)                                                          \
  unary<[](float x) { return math::function(x); }>(                                                \
      #function, [](double x) -> double { return exact; }, __VA_ARGS__)

// The results of gelu, geluTanh and mish for large negative x are small: the formulas here keep
// their bits, where those of math.h in double do not.
inline const UnaryCase unaryCases[] = {
    INGOT_UNARY(exp, std::exp(x), 1.1),
    INGOT_UNARY(expm1, std::expm1(x), 2),
    INGOT_UNARY(log, std::log(x), 1),
    INGOT_UNARY(sigmoid, 1 / (1 + std::exp(-x)), 2.5, Unit::NormalResult),
    INGOT_UNARY(softplus, std::fmax(x, 0.0) + std::log1p(std::exp(-std::fabs(x))), 2.5,
                Unit::NormalResult),
    INGOT_UNARY(mish, x *std::tanh(std::log1p(std::exp(x))), 3.5),
    INGOT_UNARY(tanh, std::tanh(x), 2),
    INGOT_UNARY(sinh, std::sinh(x), 2),
    INGOT_UNARY(cosh, std::cosh(x), 2),
    INGOT_UNARY(erf, std::erf(x), 2),
    INGOT_UNARY(gelu, 0.5 * x * std::erfc(-x * 0.70710678118654752440), 1.5, Unit::Argument),
    INGOT_UNARY(geluTanh, x / (1 + std::exp(-1.5957691216057307118 * (x + 0.044715 * x * x * x))),
                2.5, Unit::Argument),
    INGOT_UNARY(hardSwish, x *std::fmax(std::fmin((x + 3) / 6, 1.0), 0.0), 2.5),
    INGOT_UNARY(sin, std::sin(x), 1),
    INGOT_UNARY(cos, std::cos(x), 1),
    INGOT_UNARY(tan, std::tan(x), 1),
    INGOT_UNARY(asin, std::asin(x), 2),
    INGOT_UNARY(acos, std::acos(x), 2),
    INGOT_UNARY(atan, std::atan(x), 2),
    INGOT_UNARY(asinh, std::asinh(x), 1),
    INGOT_UNARY(acosh, std::acosh(x), 1),
    INGOT_UNARY(atanh, std::atanh(x), 1),
    INGOT_UNARY(sqrt, std::sqrt(x), 0.5),
    INGOT_UNARY(ceil, std::ceil(x), 0),
    INGOT_UNARY(floor, std::floor(x), 0),
    INGOT_UNARY(round, __builtin_roundeven(x), 0),
    INGOT_UNARY(abs, std::fabs(x), 0),
    INGOT_UNARY(sign, math::sign(x), 0),
};
#undef INGOT_UNARY

/// The distance of two floats near an exact value.
inline double unitInLastPlace(double exact) {
  uint64_t exponent = (__builtin_bit_cast(uint64_t, exact) >> 52) & 0x7ff;
  uint64_t bounded = exponent < 1023 - 126   ? 1023 - 126
                     : exponent > 1023 + 127 ? 1023 + 127
                                             : exponent;
  return __builtin_bit_cast(double, (bounded - 23) << 52);
}

/// How far a float is from the exact value, in these units; by default of its last place. Infinity
/// counts as 2^128; a NaN, an infinity or the sign of a zero that is wrong is infinitely far.
inline double errorInUnits(float got, double exact, std::optional<double> unit = std::nullopt) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) && std::isnan(got) ? 0 : wrong;
  if ((std::isinf(exact) && !std::isinf(got)) ||
      (got == 0 && std::signbit(got) != std::signbit(exact)))
    return wrong;
  double bounded = exact > 0x1p128 ? 0x1p128 : exact < -0x1p128 ? -0x1p128 : exact;
  double value = std::isinf(got) ? std::copysign(0x1p128, got) : got;
  return std::fabs(value - bounded) / unit.value_or(unitInLastPlace(bounded));
}

/// How far a function's result is from the exact one, in the units of its bound.
inline double errorOf(const UnaryCase &function, float x, float y) {
  double exact = function.exact(x), unit = unitInLastPlace(exact);
  if (function.unit == Unit::Argument)
    unit = unitInLastPlace(x);
  else if (function.unit == Unit::NormalResult && std::fabs(exact) <= std::exp(-87.0))
    unit = 0x1p-126;
  return errorInUnits(y, exact, unit);
}

} // namespace ingot::kernels::test
