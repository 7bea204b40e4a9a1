// Runs every float through one function of fast_math.h and prints the largest error.
//
// usage: all_floats FUNCTION...
#include "kernels/elementwise/test/fast_functions.h"

#include <cstdio>
#include <cstring>
#include <vector>

using namespace ingot::kernels::test;

namespace {

void sweep(const UnaryCase &function) {
  constexpr uint64_t block = 1 << 16;
  std::vector<float> x(block), y(block);
  double largest = -1;
  float where = 0, given = 0;
  uint64_t inexact = 0;
  for (uint64_t start = 0; start < 1ull << 32; start += block) {
    for (uint64_t i = 0; i < block; ++i)
      x[i] = __builtin_bit_cast(float, static_cast<uint32_t>(start + i));
    function.vectorized(x.data(), block, y.data());
    for (uint64_t i = 0; i < block; ++i) {
      double error = errorOf(function, x[i], y[i]);
      inexact += error > 0.5;
      if (error > largest)
        largest = error, where = x[i], given = y[i];
    }
  }
  std::printf(
      "%-10s largest error %.3f at %a (%.9g), which gives %.9g, not %.17g; %.2f %% above 1/2\n",
      function.name, largest, static_cast<double>(where), static_cast<double>(where),
      static_cast<double>(given), function.exact(where),
      100 * static_cast<double>(inexact) / 0x1p32);
  std::fflush(stdout);
}

} // namespace

int main(int count, char **names) {
  int found = 0;
  for (int k = 1; k < count; ++k)
    for (const UnaryCase &function : unaryCases)
      if (std::strcmp(names[k], function.name) == 0) {
        sweep(function);
        ++found;
      }
  if (found == 0 || found != count - 1) {
    std::fprintf(stderr, "usage: all_floats FUNCTION..., each one of:");
    for (const UnaryCase &function : unaryCases)
      std::fprintf(stderr, " %s", function.name);
    std::fprintf(stderr, "\n");
    return 1;
  }
}
