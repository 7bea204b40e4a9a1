// Reference elementwise kernel: out[i] = formula(in0[i], in1[i], …) over blocks in compute type.
//
// The formulas come from the operator records (Formulas.inc). A caller widens up to `blockSize`
// elements of each operand to the compute type, applies the formula, and rounds once on store:
//
//   load<T>(x, stride, n, xs);  apply<Formula_relu>(ins, n, params, ys);  store<T>(ys, n, y);
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"

namespace ingot::kernels::elementwise {

inline constexpr int64_t blockSize = 512;

/// Widens n elements; stride 0 repeats one element (broadcast).
template <typename T> void loadBlock(const T *in, int64_t stride, int64_t n, Compute<T> *out) {
  if (stride == 0) {
    Compute<T> value = load(*in);
    for (int64_t i = 0; i < n; ++i)
      out[i] = value;
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    out[i] = load(in[i * stride]);
}

/// Rounds or wraps n computed elements into T.
template <typename T, typename C> void storeBlock(const C *in, int64_t n, T *out) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = store<T>(in[i]);
}

/// Applies a formula to n elements of each operand; R is C, or bool for comparisons.
template <typename Formula, typename C, typename R>
void apply(const C *const *in, int64_t n, const double *parameters, R *out) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = Formula::template apply<C>(in, i, parameters);
}

} // namespace ingot::kernels::elementwise
