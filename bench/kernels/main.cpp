// Benchmarks of the tuned kernels: every kernel of the table that this machine has, on the layers
// of well-known networks.
#include "bench/kernels/Layer.h"

#include <benchmark/benchmark.h>
#include <cstdio>

int main(int count, char **arguments) {
  auto machine = ingot::machine::hostMachine();
  if (!machine.ok()) {
    std::fprintf(stderr, "error: %s\n", machine.status().message().c_str());
    return 1;
  }
  ingot::bench::addLayers(*machine);
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
