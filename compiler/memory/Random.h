// Pseudo-random numbers that are the same everywhere (SplitMix64), so that equal problems get equal
// plans.
#pragma once

#include <cstdint>

namespace ingot::memory {

class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// 0 … bound-1; the bound is small against 2^64, so the bias does not matter.
  int below(int bound) { return static_cast<int>(next() % static_cast<uint64_t>(bound)); }
  /// In [0, 1).
  double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
  uint64_t state;
};

} // namespace ingot::memory
