// Random numbers by the generator of the reference, whose every draw stands for itself.
#pragma once

#include "kernels/base/element.h"
#include "kernels/random/contract.h"
#include "kernels/random/reference.h"

namespace ingot::kernels::random {

/// Units [begin, end).
template <typename T>
INGOT_INLINE Fault dropElements(const T *x, const void *ratio, const bool *training, T *y,
                                bool *mask, const void *, const DropoutSizes &s, int64_t begin,
                                int64_t end) {
  bool drops = s.hasTraining != 0 && *training;
  double share = s.ratioBytes != 0 ? elementAt<double>(ratio, 0, s.ratioBytes) : 0.5;
  if (drops && !(share >= 0 && share < 1))
    return 1;
  double scale = 1 / (1 - share);
  INGOT_ROLLED
  for (int64_t i = begin * drawsOfUnit; i < least(end * drawsOfUnit, s.n); ++i) {
    bool isKept = !drops || unit(static_cast<uint64_t>(s.seed), static_cast<uint64_t>(i)) >= share;
    mask[i] = isKept;
    y[i] = !drops ? x[i] : isKept ? static_cast<T>(static_cast<double>(x[i]) * scale) : T(0);
  }
  return 0;
}

/// Units [begin, end).
template <typename T>
INGOT_INLINE void drawUniform(T *y, const void *, const UniformSizes &s, int64_t begin,
                              int64_t end) {
  double low = __builtin_bit_cast(double, s.lowBits), high = __builtin_bit_cast(double, s.highBits);
  INGOT_ROLLED
  for (int64_t i = begin * drawsOfUnit; i < least(end * drawsOfUnit, s.n); ++i) {
    Words w = draw(static_cast<uint64_t>(s.seed), 0, static_cast<uint64_t>(i));
    double number = unit(w.word[0], w.word[1], static_cast<int>(s.precision));
    y[i] = static_cast<T>(low + (high - low) * number);
  }
}

/// Units [begin, end).
INGOT_INLINE void drawBernoulli(const void *x, void *y, const void *, const BernoulliSizes &s,
                                int64_t begin, int64_t end) {
  INGOT_ROLLED
  for (int64_t i = begin * drawsOfUnit; i < least(end * drawsOfUnit, s.n); ++i) {
    bool isOne = unit(static_cast<uint64_t>(s.seed), static_cast<uint64_t>(i)) <
                 elementAt<double>(x, i, s.xBytes);
    if (s.isFloat != 0)
      setElement<double>(y, i, s.yBytes, isOne ? 1 : 0);
    else
      setElement<int64_t>(y, i, s.yBytes, isOne);
  }
}

} // namespace ingot::kernels::random
