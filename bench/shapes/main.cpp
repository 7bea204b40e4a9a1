// bench_shapes: what a length that a model has not met before costs.
//
//   bench_shapes MODEL [first [count [threads [seconds [ahead]]]]]
//
// Runs the model with `first` for all sizes that it leaves open, then with `count` lengths above
// it, each three times; in between are `seconds`, in which kernels for all sizes are made. What the
// first run of a length takes beyond the second one is its delay. The part of it that is
// compilation is also given by itself, and what the second run takes beyond the third: all are
// beside a compilation in the background, and on a shared machine long ones differ by more than a
// delay. Lengths come in an order that jumps about, as requests do. With an `ahead` of 1 the
// kernels for all these lengths are made before.
#include "ingot/Ingot.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <thread>

using namespace ingot;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<Value> inputsOf(const Model &model, int64_t length) {
  std::vector<Value> inputs;
  for (const Port &port : model.inputs()) {
    ValueType type = port.type;
    for (int64_t &dim : type.dims)
      dim = dim < 0 ? length : dim;
    inputs.push_back(randomValue(type, static_cast<uint64_t>(length)).take());
  }
  return inputs;
}

struct Answer {
  double milliseconds;
  std::vector<Value> outputs;
};

Answer ask(const Program &program, const std::vector<Value> &inputs) {
  double start = now();
  auto outputs = program.run(inputs);
  double end = now();
  if (!outputs.ok()) {
    std::fprintf(stderr, "error: %s\n", outputs.status().message().c_str());
    std::exit(1);
  }
  return {1e3 * (end - start), outputs.take()};
}

/// The range for each size that the model leaves open and that has a name.
std::vector<DimRange> rangesOf(const Model &model, int64_t first, int64_t last) {
  std::vector<DimRange> ranges;
  auto isKnown = [&](const std::string &name) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const DimRange &range) { return range.name == name; });
  };
  for (const Port &port : model.inputs())
    for (const std::string &name : port.dimNames)
      if (!name.empty() && !isKnown(name))
        ranges.push_back({name, first, last});
  return ranges;
}

void printStages(const Report &report) {
  for (const StageReport &stage : report.stages)
    std::printf("  %s %.0f", stage.stage.c_str(), 1e3 * stage.seconds);
  std::printf("\n");
}

/// What making the program for these inputs took; nothing if the last that was made is another one,
/// from the background.
std::optional<double> compilationOf(const Report &report, const std::vector<Value> &inputs) {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (report.inputs[i] != ValueType::of(inputs[i]).text())
      return std::nullopt;
  double seconds = 0;
  for (const StageReport &stage : report.stages)
    seconds += stage.seconds;
  return 1e3 * seconds;
}

void printSpread(const char *what, std::vector<double> &times) {
  if (times.empty())
    return;
  std::sort(times.begin(), times.end());
  std::printf("%s %.1f ms in the middle, %.1f at most\n", what, times[times.size() / 2],
              times.back());
}

} // namespace

int main(int count, char **arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: bench_shapes MODEL [first [count [threads [seconds [ahead]]]]]\n");
    return 2;
  }
  auto number = [&](int i, int otherwise) {
    return count > i ? std::atoi(arguments[i]) : otherwise;
  };
  int first = number(2, 128), lengths = number(3, 10);
  auto loaded = Model::load(arguments[1]);
  if (!loaded.model) {
    for (const Diagnostic &diagnostic : loaded.diagnostics)
      std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
    return 1;
  }
  CompileOptions options;
  options.threads = number(4, 2);
  if (number(6, 0) != 0)
    options.ranges = rangesOf(*loaded.model, first, first + lengths);
  Program program = loaded.model->compile(options).take();
  AheadReport ahead = program.report().ahead;
  if (ahead.sizes > 0)
    std::printf("ahead: kernels made for %lld lengths in %.1f s, %lld bytes of code\n",
                static_cast<long long>(ahead.sizes), ahead.seconds,
                static_cast<long long>(ahead.codeBytes));
  Answer start = ask(program, inputsOf(*loaded.model, first));
  std::printf("length %d, the first: %.1f ms;", first, start.milliseconds);
  printStages(program.report());
  std::this_thread::sleep_for(std::chrono::seconds(number(5, 20)));

  std::vector<double> delays, compilations, noise;
  for (int i = 0; i < lengths; ++i) {
    // 7919 is prime: each length comes once.
    int length = first + 1 + static_cast<int>(i * 7919LL % lengths);
    auto inputs = inputsOf(*loaded.model, length);
    Answer one = ask(program, inputs);
    Report report = program.report();
    Answer two = ask(program, inputs);
    delays.push_back(one.milliseconds - two.milliseconds);
    noise.push_back(two.milliseconds - ask(program, inputs).milliseconds);
    if (auto compilation = compilationOf(report, inputs))
      compilations.push_back(*compilation);
    if (i < 5 || delays.back() >= *std::max_element(delays.begin(), delays.end())) {
      std::printf("length %d: %.1f ms, again %.1f ms;", length, one.milliseconds, two.milliseconds);
      printStages(report);
    }
  }
  std::printf("%d lengths:\n", lengths);
  printSpread("  delay", delays);
  printSpread("  of it compilation", compilations);
  printSpread("  the second run beyond the third", noise);
}
