// Benchmarks of the tuned kernels: the layers of ResNet-50, MobileNetV2 and BERT-base.
#include "bench/kernels/support.h"

int main(int count, char **arguments) {
  ingot::bench::addGemmRows();
  ingot::bench::addConvolutionRows();
  ingot::bench::addDepthwiseRows();
  ingot::bench::addOtherRows();
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
