// Reference kernels of the random operators, over a counter-based generator.
//
// A counter-based generator has no state: draw i of a seed is a mixing function of (seed, i). So
// every element can be drawn on its own, in any order and by any number of threads, with the same
// result. The mixing function is Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: "Parallel
// random numbers: as easy as 1, 2, 3", 2011): in each round two of the four words are multiplied by
// constants, the halves of the products trade places, and the key is added in.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::random {

/// Four words of random bits.
struct Words {
  uint32_t word[4];
};

/// Block `counter` of stream `stream` of a seed.
inline Words draw(uint64_t seed, uint64_t stream, uint64_t counter) {
  uint32_t k0 = static_cast<uint32_t>(seed), k1 = static_cast<uint32_t>(seed >> 32);
  uint32_t x0 = static_cast<uint32_t>(counter), x1 = static_cast<uint32_t>(counter >> 32);
  uint32_t x2 = static_cast<uint32_t>(stream), x3 = static_cast<uint32_t>(stream >> 32);
  for (int round = 0; round < 10; ++round) {
    uint64_t p0 = uint64_t{0xD2511F53} * x0, p1 = uint64_t{0xCD9E8D57} * x2;
    x0 = static_cast<uint32_t>(p1 >> 32) ^ x1 ^ k0;
    x1 = static_cast<uint32_t>(p1);
    x2 = static_cast<uint32_t>(p0 >> 32) ^ x3 ^ k1;
    x3 = static_cast<uint32_t>(p0);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return {{x0, x1, x2, x3}};
}

/// A number in [0, 1) with `bits` random bits, at most 53.
inline double unit(uint32_t high, uint32_t low, int bits) {
  uint64_t word = (uint64_t{high} << 32) | low;
  return static_cast<double>(word >> (64 - bits)) * detail::powerOfTwo(-bits);
}
inline double unit(uint64_t seed, uint64_t index) {
  Words w = draw(seed, 0, index);
  return unit(w.word[0], w.word[1], 53);
}

/// y[i] evenly from [low, high). `bits` is the precision of the type that the numbers end in: more
/// random bits could round up to `high`.
template <typename T>
void uniform(uint64_t seed, int64_t n, double low, double high, int bits, T *y) {
  for (int64_t i = 0; i < n; ++i) {
    Words w = draw(seed, 0, static_cast<uint64_t>(i));
    y[i] = static_cast<T>(low + (high - low) * unit(w.word[0], w.word[1], bits));
  }
}

/// y[i] from the normal distribution, after Box and Muller: a radius and an angle.
template <typename T> void normal(uint64_t seed, int64_t n, double mean, double scale, T *y) {
  for (int64_t i = 0; i < n; ++i) {
    Words w = draw(seed, 0, static_cast<uint64_t>(i));
    double radius = __builtin_sqrt(-2 * __builtin_log(1 - unit(w.word[0], w.word[1], 53)));
    double angle = 6.28318530717958647693 * unit(w.word[2], w.word[3], 53);
    y[i] = static_cast<T>(mean + scale * radius * __builtin_cos(angle));
  }
}

/// y[i] = true with the probability p[i]; never for NaN.
template <typename T> void bernoulli(uint64_t seed, int64_t n, const T *p, bool *y) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = unit(seed, static_cast<uint64_t>(i)) < static_cast<double>(p[i]);
}

/// Draws `samples` classes with the probabilities exp(x[0]) … exp(x[classes - 1]), up to a common
/// factor. `row` numbers the draw. NaN counts as impossible; when every class is NaN, the last one
/// is drawn. `sums` is scratch of `classes` entries.
template <typename T, typename Index>
void multinomial(uint64_t seed, uint64_t row, const T *x, int64_t classes, int64_t samples,
                 double *sums, Index *y) {
  double largest = -__builtin_inf(), sum = 0;
  for (int64_t k = 0; k < classes; ++k)
    largest = x[k] > largest ? static_cast<double>(x[k]) : largest;
  for (int64_t k = 0; k < classes; ++k) {
    // At infinity only the infinite are possible, all alike.
    double weight = x[k] == largest ? 1 : __builtin_exp(static_cast<double>(x[k]) - largest);
    sum += weight > 0 ? weight : 0;
    sums[k] = sum;
  }
  for (int64_t s = 0; s < samples; ++s) {
    Words w = draw(seed, row, static_cast<uint64_t>(s));
    double target = unit(w.word[0], w.word[1], 53) * sum;
    int64_t first = 0, last = classes - 1; // the first class whose sum is above the target
    while (first < last) {
      int64_t middle = first + (last - first) / 2;
      if (sums[middle] > target)
        last = middle;
      else
        first = middle + 1;
    }
    y[s] = static_cast<Index>(first);
  }
}

/// Keeps each element with the probability 1 - ratio, divided by it; zeroes the others. 0 <= ratio
/// < 1.
template <typename T>
void dropout(uint64_t seed, int64_t n, const T *x, double ratio, T *y, bool *mask) {
  double scale = 1 / (1 - ratio);
  for (int64_t i = 0; i < n; ++i) {
    mask[i] = unit(seed, static_cast<uint64_t>(i)) >= ratio;
    y[i] = mask[i] ? static_cast<T>(static_cast<double>(x[i]) * scale) : T(0);
  }
}

} // namespace ingot::kernels::random
