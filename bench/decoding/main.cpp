// bench_decoding: what a token costs a decoder whose caches grow by one with each.
//
//   bench_decoding MODEL [tokens [threads [past]]]
//
// MODEL takes tokens, a mask over past and new ones, then keys and values of each layer, and gives
// scores and the same keys and values with those of the new token, as exporters write them. It
// starts with `past` random ones; every token is a size that the program has not met. Prints the
// time of a token and what of it is the run itself: a second run of the same size.
#include "ingot/Ingot.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace ingot;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool isDecoder(const Model &model) {
  const std::vector<Port> &inputs = model.inputs();
  return inputs.size() >= 3 && inputs.size() == model.outputs().size() + 1 &&
         std::all_of(inputs.begin() + 2, inputs.end(), [](const Port &cache) {
           return cache.type.ranked && cache.type.dims.size() == 4;
         });
}

/// Tokens, a mask, and caches for that many past tokens.
std::vector<Value> inputsOf(const Model &model, int64_t past) {
  std::vector<Value> inputs;
  for (const Port &port : model.inputs()) {
    ValueType type = port.type;
    size_t last = inputs.size() == 1 ? 1 : inputs.size() > 1 ? 2 : type.dims.size();
    for (size_t axis = 0; axis < type.dims.size(); ++axis)
      if (type.dims[axis] < 0)
        type.dims[axis] = axis != last ? 1 : inputs.size() == 1 ? past + 1 : past;
    inputs.push_back(randomValue(type, inputs.size()).take());
  }
  return inputs;
}

double secondsOf(const Program &program, const std::vector<Value> &inputs,
                 std::vector<Value> &outputs) {
  double start = now();
  auto made = program.run(inputs);
  double seconds = now() - start;
  if (!made.ok()) {
    std::fprintf(stderr, "error: %s\n", made.status().message().c_str());
    std::exit(1);
  }
  outputs = made.take();
  return seconds;
}

void print(const char *what, std::vector<double> seconds) {
  if (seconds.empty())
    return;
  std::sort(seconds.begin(), seconds.end());
  std::printf("%s: %.1f ms at least, %.1f in the middle, %.1f at most\n", what, 1e3 * seconds[0],
              1e3 * seconds[seconds.size() / 2], 1e3 * seconds.back());
}

} // namespace

int main(int count, char **arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: bench_decoding MODEL [tokens [threads [past]]]\n");
    return 2;
  }
  auto number = [&](int i, int otherwise) {
    return count > i ? std::atoi(arguments[i]) : otherwise;
  };
  auto loaded = Model::load(arguments[1]);
  if (!loaded.model) {
    for (const Diagnostic &diagnostic : loaded.diagnostics)
      std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
    return 1;
  }
  if (!isDecoder(*loaded.model)) {
    std::fprintf(stderr,
                 "%s: takes no tokens, mask and caches of rank 4, or gives no scores and "
                 "the same caches\n",
                 arguments[1]);
    return 1;
  }
  int tokens = number(2, 64);
  CompileOptions options;
  options.threads = number(3, 1);
  Program program = loaded.model->compile(options).take();
  std::vector<Value> inputs = inputsOf(*loaded.model, number(4, 16)), outputs;
  std::printf("the first token: %.1f ms\n", 1e3 * secondsOf(program, inputs, outputs));
  std::vector<double> seconds, again;
  for (int token = 0; token < tokens; ++token) {
    int64_t past = outputs[1].tensor().shape()[2];
    inputs[1] = inputsOf(*loaded.model, past)[1];
    std::copy(outputs.begin() + 1, outputs.end(), inputs.begin() + 2);
    seconds.push_back(secondsOf(program, inputs, outputs));
    if (token % 8 == 7) // not all: what comes twice is compiled
      again.push_back(secondsOf(program, inputs, outputs));
    if (token % (tokens / 8 + 1) == 0) {
      std::printf("past %lld: %.1f ms;", static_cast<long long>(past), 1e3 * seconds.back());
      for (const StageReport &stage : program.report().stages)
        std::printf("  %s %.1f", stage.stage.c_str(), 1e3 * stage.seconds);
      std::printf("\n");
    }
  }
  print("a token", seconds);
  print("  of a second run of a size", again);
}
