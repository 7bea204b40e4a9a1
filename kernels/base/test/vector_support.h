// What the tests of the vector kernels share: numbers, an epilogue, splits and comparisons.
#pragma once

#include "kernels/base/vector.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace ingot::kernels::test {

/// What the tests' prologue does: it makes f32 of bf16, and multiplies, each where asked for.
struct Prologue {
  const float *factors = nullptr; ///< readable a vector beyond the last element
  int64_t pitch = 0;
  int64_t xBytes = 4; ///< 2 for bf16
};

/// Whether kernels are told that the epilogue is long.
extern bool hasLongEpilogue;

/// What the tests' epilogue does: y = relu(sums + bias + residual), each where asked for. It is the
/// context of the kernels.
struct Epilogue {
  const float *bias = nullptr;     ///< readable a vector beyond the last column
  const float *residual = nullptr; ///< readable a vector beyond the last element
  int64_t residualPitch = 0;
  bool relu = false;
  const Prologue *prologue = nullptr; ///< of a kernel that has one, if any
  int64_t yBytes = 4;                 ///< of what is stored: 2 for the upper half of an f32

  double operator()(double sum, int64_t row, int64_t column) const {
    sum += bias ? static_cast<double>(bias[column]) : 0.0;
    sum += residual ? static_cast<double>(residual[row * residualPitch + column]) : 0.0;
    return relu && !(sum > 0) ? 0 : sum; // and for NaN
  }
};

/// The epilogue of kernels with integer sums: y = ((sums + bias) ^ residual) >> shift, each where
/// asked for; what wraps is seen.
struct IntegerEpilogue {
  const int32_t *bias = nullptr;     ///< readable a vector beyond the last column
  const int32_t *residual = nullptr; ///< readable a vector beyond the last element
  int64_t residualPitch = 0;
  int64_t shift = 0;

  uint32_t operator()(uint32_t sum, int64_t row, int64_t column) const {
    if (bias)
      sum += static_cast<uint32_t>(bias[column]);
    if (residual)
      sum ^= static_cast<uint32_t>(residual[row * residualPitch + column]);
    return sum >> shift;
  }
};

class Numbers {
public:
  explicit Numbers(unsigned seed) : engine(seed) {}

  /// From low to high, both included.
  int64_t integer(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(engine);
  }
  int64_t oneOf(std::initializer_list<int64_t> choices) {
    return choices.begin()[integer(0, static_cast<int64_t>(choices.size()) - 1)];
  }
  float normal() { return std::normal_distribution<float>()(engine); }
  bool coin() { return integer(0, 1) != 0; }
  std::vector<float> floats(int64_t count, float low = -1, float high = 1) {
    std::uniform_real_distribution<float> distribution(low, high);
    std::vector<float> result(static_cast<size_t>(count));
    for (float &x : result)
      x = distribution(engine);
    return result;
  }

  template <typename T> std::vector<T> integers(int64_t count) {
    std::vector<T> result(static_cast<size_t>(count));
    for (T &x : result)
      x = static_cast<T>(engine());
    return result;
  }

private:
  std::mt19937 engine;
};

/// An integer epilogue with the numbers it uses: nothing, or all.
struct RandomIntegerEpilogue {
  std::vector<int32_t> bias, residual;
  IntegerEpilogue epilogue;

  RandomIntegerEpilogue(Numbers &numbers, int64_t rows, int64_t columns) {
    hasLongEpilogue = numbers.coin();
    epilogue.shift = numbers.integer(0, 9);
    if (numbers.coin())
      return;
    bias = numbers.integers<int32_t>(columns + lanes);
    residual = numbers.integers<int32_t>(rows * columns + lanes);
    epilogue.bias = bias.data(), epilogue.residual = residual.data();
    epilogue.residualPitch = columns;
  }
};

/// An epilogue with the numbers it uses: nothing, or bias, residual and relu.
struct RandomEpilogue {
  std::vector<float> bias, residual;
  Epilogue epilogue;

  RandomEpilogue(Numbers &numbers, int64_t rows, int64_t columns) {
    hasLongEpilogue = numbers.coin();
    if (numbers.coin())
      return;
    bias = numbers.floats(columns + lanes);
    residual = numbers.floats(rows * columns + lanes);
    epilogue = {bias.data(), residual.data(), columns, true};
  }
};

/// A prologue with the numbers it uses: nothing, or factors near 1.
struct RandomPrologue {
  std::vector<float> factors;
  Prologue prologue;

  RandomPrologue(Numbers &numbers, int64_t rows, int64_t columns) {
    if (numbers.coin())
      return;
    factors = numbers.floats(rows * columns + lanes, 0.999f, 1.001f);
    prologue = {factors.data(), columns};
  }

  const Prologue *get() const { return factors.empty() ? nullptr : &prologue; }
  /// What a kernel makes of x, whose rows are `pitch` apart.
  std::vector<float> apply(std::vector<float> x, int64_t rows, int64_t pitch) const {
    for (int64_t row = 0; row < rows && get(); ++row)
      for (int64_t i = 0; i < prologue.pitch; ++i)
        x[static_cast<size_t>(row * pitch + i)] *=
            factors[static_cast<size_t>(row * prologue.pitch + i)];
    return x;
  }
};

/// The upper halves of numbers, as bf16 holds them.
inline std::vector<uint16_t> upperHalves(const std::vector<float> &numbers) {
  std::vector<uint16_t> halves;
  for (float number : numbers)
    halves.push_back(static_cast<uint16_t>(__builtin_bit_cast(uint32_t, number) >> 16));
  return halves;
}
/// The numbers that bf16 in memory stands for.
inline std::vector<float> fromHalves(const void *halves, size_t count) {
  std::vector<float> numbers;
  for (size_t i = 0; i < count; ++i) {
    uint16_t half;
    std::memcpy(&half, static_cast<const char *>(halves) + 2 * i, 2);
    numbers.push_back(__builtin_bit_cast(float, static_cast<uint32_t>(half) << 16));
  }
  return numbers;
}

/// Whether two outputs differ only inside of an extent.
inline bool isOutsideKept(const std::vector<float> &before, const std::vector<float> &after,
                          Extent extent) {
  auto bytes = static_cast<int64_t>(before.size() * sizeof(float));
  const char *a = reinterpret_cast<const char *>(before.data());
  const char *b = reinterpret_cast<const char *>(after.data());
  int64_t begin = std::clamp<int64_t>(extent.begin, 0, bytes);
  int64_t end = std::clamp<int64_t>(extent.end, begin, bytes);
  return std::memcmp(a, b, static_cast<size_t>(begin)) == 0 &&
         std::memcmp(a + end, b + end, static_cast<size_t>(bytes - end)) == 0;
}

/// Runs call(out, begin, end) over all units of a kernel at once, then into other memory in random
/// pieces, the last first, and expects the same bits. No piece writes outside of the footprint that
/// the contract gives for it. The output is the last operand and begins as `fresh`.
template <typename Contract, typename Sizes, typename Call>
std::vector<float> runSplit(Numbers &numbers, const std::vector<float> &fresh, const Sizes &sizes,
                            Tile tile, Call &&call) {
  std::vector<float> whole = fresh, pieces = fresh;
  int64_t units = Contract::units(sizes, tile);
  call(whole.data(), int64_t{0}, units);
  std::vector<int64_t> cuts = {0, units};
  for (int i = 0; i < 4; ++i)
    cuts.push_back(numbers.integer(0, units));
  std::sort(cuts.begin(), cuts.end());
  for (size_t i = cuts.size() - 1; i > 0; --i) {
    if (cuts[i - 1] == cuts[i])
      continue;
    constexpr size_t operands = std::size(Contract::operands);
    Extent extents[operands] = {};
    Contract::footprint(sizes, tile, cuts[i - 1], cuts[i], extents);
    std::vector<float> before = pieces;
    call(pieces.data(), cuts[i - 1], cuts[i]);
    EXPECT_TRUE(isOutsideKept(before, pieces, extents[operands - 1]))
        << "units " << cuts[i - 1] << " to " << cuts[i] << " write outside of their footprint";
  }
  EXPECT_TRUE(whole.empty() ||
              std::memcmp(whole.data(), pieces.data(), whole.size() * sizeof(float)) == 0)
      << "a split changes the result";
  return whole;
}

/// The norm of the difference over the norm of `wanted`, or of what it was made of if that is more:
/// what is added to it or cut off does not take its error away.
class RelativeError {
public:
  void add(double found, double wanted, double madeOf = 0) {
    difference += (found - wanted) * (found - wanted);
    norm += std::max(wanted * wanted, madeOf * madeOf);
    ok = ok && std::isfinite(found);
  }
  double value() const { return !ok ? 1 : norm > 0 ? std::sqrt(difference / norm) : difference; }

private:
  double difference = 0, norm = 0;
  bool ok = true;
};

} // namespace ingot::kernels::test
