// Compiles a kernel for a layer and times it.
#include "bench/kernels/Layer.h"

#include "compiler/codegen/Link.h"
#include "compiler/codegen/Objects.h"
#include "kernels/base/vector.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace ingot::bench {
namespace {

using kernels::Vector;

/// Random numbers from -1 to 1, aligned; with a vector to spare behind the last.
class Memory {
public:
  explicit Memory(int64_t bytes)
      : data(static_cast<char *>(
            std::aligned_alloc(64, static_cast<size_t>((bytes + 127) / 64 * 64)))) {
    uint32_t state = 12345;
    for (int64_t i = 0; i < bytes / 4 + 16; ++i) {
      state = state * 1664525u + 1013904223u;
      float number = static_cast<float>(state >> 8) * 0x1p-23f - 1.0f;
      std::memcpy(data.get() + 4 * i, &number, 4);
    }
  }
  char *get() const { return data.get(); }

private:
  struct Free {
    void operator()(char *p) const { std::free(p); }
  };
  std::unique_ptr<char, Free> data;
};

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Fused multiply-adds on registers alone, in GFLOPS.
double peakOnce() {
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
      sum[i] = kernels::multiplyAdd(a, b, sum[i]);
  }
  INGOT_UNROLL
  for (int i = 0; i < sums; ++i)
    benchmark::DoNotOptimize(sum[i]);
  return 2.0 * kernels::lanes * sums * steps / (seconds() - start) * 1e-9;
}

/// Times call(begin, end) over all units, and reports the sum of the best times of its pieces,
/// beside the best peak seen since the program began.
template <typename Call>
void measure(benchmark::State &state, double operations, double bytes, int64_t units, Call &&call) {
  constexpr int64_t pieces = 24;
  static double peak = 0;
  double best[pieces];
  std::fill(std::begin(best), std::end(best), 1e9);
  call(int64_t{0}, units);
  for (auto _ : state) {
    double now = peakOnce(), all = 0;
    peak = std::max(peak, now);
    // About a millisecond each: to begin a piece takes time, and its cache blocks are incomplete.
    int64_t count = std::clamp(static_cast<int64_t>(operations / 4e7), int64_t{1}, pieces);
    for (int64_t i = 0; i < count; ++i) {
      double start = seconds();
      call(units * i / count, units * (i + 1) / count);
      benchmark::ClobberMemory();
      double time = seconds() - start;
      best[i] = std::min(best[i], time);
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

/// max(sums + bias, 0), the bias being one number for each column.
codegen::Hook biasAndRelu(int base) {
  using Kind = codegen::Expression::Kind;
  codegen::Hook hook;
  hook.expression.nodes = {{.kind = Kind::Load, .index = -1},
                           {.kind = Kind::Load, .index = 0},
                           {.kind = Kind::Formula, .name = "add", .inputs = {0, 1}},
                           {.kind = Kind::Formula, .name = "relu", .inputs = {2}}};
  hook.extras = {{{base, 0}, ElementType::F32, {0, 1}}};
  hook.result = 3;
  return hook;
}

struct Compiled {
  codegen::Objects objects;
  codegen::LinkedCode code;
  std::vector<Memory> memory;
  std::vector<char *> bases;
  double bytes = 0;
};

Expected<Compiled> compile(const library::Kernel &kernel, const std::vector<int64_t> &sizes,
                           const machine::Machine &machine) {
  Compiled compiled;
  codegen::KernelStep step;
  step.kernel = kernel.name;
  step.sizes = sizes;
  int base = 0;
  for (const kernels::Extent &extent : kernel.footprint(sizes, 0, kernel.units(sizes))) {
    step.operands.push_back({base++, 0});
    compiled.memory.emplace_back(extent.end);
    compiled.bytes += static_cast<double>(extent.end - extent.begin);
  }
  if (kernel.hasEpilogue && !kernel.hasPrologue) {
    step.epilogue = biasAndRelu(base);
    compiled.memory.emplace_back(1 << 16);
  }
  for (const Memory &memory : compiled.memory)
    compiled.bases.push_back(memory.get());
  codegen::CodeOptions options;
  options.machine = machine;
  compiled.objects = INGOT_TRY(codegen::compile({std::move(step)}, options));
  compiled.code =
      INGOT_TRY(codegen::link(compiled.objects.objects, {compiled.objects.calls[0].symbol}));
  return compiled;
}

} // namespace

void add(const Layer &layer, const machine::Machine &machine) {
  for (const library::Kernel *kernel : library::kernelsOf(layer.operation, *machine.isa)) {
    if (layer.suits && !layer.suits(*kernel))
      continue;
    auto run = [layer, kernel, machine](benchmark::State &state) {
      std::vector<int64_t> sizes = layer.sizes(*kernel);
      auto compiled = compile(*kernel, sizes, machine);
      if (!compiled.ok())
        return state.SkipWithError(compiled.status().message().c_str());
      auto function = compiled->code.functions.begin()->second;
      auto table = compiled->objects.calls[0].table([](runtime::Address at) { return at.offset; });
      measure(state, layer.operations, compiled->bytes, kernel->units(sizes),
              [&](int64_t begin, int64_t end) {
                function(compiled->bases.data(), table.data(), begin, end);
              });
    };
    std::string name = layer.name + " " + std::string(kernel->name);
    benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond);
  }
}

} // namespace ingot::bench
