// What the kernel benchmarks share: an epilogue, the machine's peak, timing against noise.
//
// Every layer is one row. Kernels are compiled into the benchmark with their sizes as constants,
// which is what the compiler's specialization does to their bitcode. The machine is taken to be
// shared: units of work are timed in pieces too short to be interrupted often, the least time of
// each counts, and the peak is measured between the calls, so that both have the same luck.
#pragma once

#include "kernels/base/vector.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

namespace ingot::bench {

using namespace ingot::kernels;

/// The fused part of the benchmarks: y = min(max(sums + bias, 0), limit). Without one, y = sums.
struct Epilogue {
  const float *bias;
  float limit;
};

} // namespace ingot::bench

namespace ingot::kernels {
extern "C" INGOT_INLINE Vector ingot_epilogue(Vector sums, int64_t, int64_t column,
                                              const void *context) {
  if (!context)
    return sums;
  const auto &epilogue = *static_cast<const bench::Epilogue *>(context);
  Vector biased = sums + load(epilogue.bias + column);
  return __builtin_elementwise_min(__builtin_elementwise_max(biased, Vector(0)),
                                   Vector(epilogue.limit));
}
extern "C" INGOT_INLINE Vector ingot_prologue(Vector x, int64_t, int64_t, const void *) {
  return x;
}
} // namespace ingot::kernels

namespace ingot::bench {

/// Random numbers, aligned; with a vector to spare behind the last.
class Floats {
public:
  explicit Floats(int64_t count)
      : data(static_cast<float *>(
            std::aligned_alloc(64, static_cast<size_t>((count + 31) / 16 * 64)))) {
    uint32_t state = 12345;
    for (int64_t i = 0; i < count + 16; ++i) {
      state = state * 1664525u + 1013904223u;
      data.get()[i] = static_cast<float>(state >> 8) * 0x1p-23f - 1.0f;
    }
    float *known = data.get(); // to someone else, so that what is stored there counts
    benchmark::DoNotOptimize(known);
  }
  operator float *() const { return data.get(); }

private:
  struct Free {
    void operator()(float *p) const { std::free(p); }
  };
  std::unique_ptr<float, Free> data;
};

inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Fused multiply-adds on registers alone, in GFLOPS.
inline double peakOnce() {
  constexpr int sums = INGOT_VECTOR_BYTES == 32 ? 12 : 16;
  constexpr int64_t steps = 4000;
  Vector sum[sums], a = Vector(0.5f), b = Vector(1e-3f);
  INGOT_UNROLL
  for (int i = 0; i < sums; ++i)
    sum[i] = Vector(static_cast<float>(i));
  benchmark::DoNotOptimize(a);
  benchmark::DoNotOptimize(b);
  double start = seconds();
  INGOT_ROLLED
  for (int64_t k = 0; k < steps; ++k) {
    INGOT_UNROLL
    for (int i = 0; i < sums; ++i)
      sum[i] = multiplyAdd(a, b, sum[i]);
  }
  INGOT_UNROLL
  for (int i = 0; i < sums; ++i)
    benchmark::DoNotOptimize(sum[i]);
  return 2.0 * lanes * sums * steps / (seconds() - start) * 1e-9;
}

/// Times call(begin, end) over all units, and reports the sum of the best times of its pieces,
/// beside the best peak seen since the program began. A row counts `operations` floating-point
/// operations and `bytes` read and written.
template <typename Call>
void measure(benchmark::State &state, double operations, double bytes, int64_t units, Call &&call) {
  constexpr int64_t pieces = 24;
  static double peak = 0;
  double best[pieces];
  for (double &time : best)
    time = 1e9;
  call(int64_t{0}, units);
  for (auto _ : state) {
    double now = peakOnce(), all = 0;
    peak = now > peak ? now : peak;
    // About a millisecond each: to begin a piece takes time, and its cache blocks are incomplete.
    int64_t count = std::clamp(static_cast<int64_t>(operations / 4e7), int64_t{1}, pieces);
    for (int64_t i = 0; i < count; ++i) {
      double start = seconds();
      call(units * i / count, units * (i + 1) / count);
      benchmark::ClobberMemory();
      double time = seconds() - start;
      best[i] = time < best[i] ? time : best[i];
      all += time;
    }
    state.SetIterationTime(all);
  }
  double time = 0;
  for (double piece : best)
    time += piece < 1e9 ? piece : 0;
  state.counters["GFLOPS"] = operations / time * 1e-9;
  state.counters["%peak"] = 100 * operations / time * 1e-9 / peak;
  state.counters["GB/s"] = bytes / time * 1e-9;
  state.counters["best_us"] = time * 1e6;
}

/// Adds a row.
template <typename Run> void addRow(const std::string &name, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

/// A pitch that does not put neighbouring rows into the same sets of the caches.
constexpr int64_t pitchOf(int64_t channels) {
  return channels % 256 == 0 ? channels + 16 : channels;
}

void addGemmRows();
void addConvolutionRows();
void addDepthwiseRows();
void addOtherRows();

} // namespace ingot::bench
