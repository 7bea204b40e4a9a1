// bench_specialization: single layers with kernels as they are in the library (none), with their
// sizes as constants (shapes), and with the addresses of their buffers as well (all).
//
//   bench_specialization [rounds]
//
// One thread. The levels take turns, so that all have the same luck with the machine; the least
// and the middle time of each count. No layer takes more than a millisecond, so that most runs are
// not interrupted. Compile times are the processor's. The time of a run is that of Program::run,
// which also checks the inputs and allocates the output: some microseconds, the same at every
// level.
#include "ingot/Ingot.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace ingot;

namespace {

struct Layer {
  const char *name;
  double operations; ///< floating-point, of one run
  std::string text;
};

/// A constant of one number; its bytes are as many as those of any other.
std::string constant(const std::string &name, const std::string &type) {
  return str("  %", name, " = graph.constant {value = dense<0.015625> : tensor<", type,
             ">} : tensor<", type, ">\n");
}

std::string function(const std::string &input, const std::string &output, const std::string &body) {
  return str("func.func @main(%x: tensor<", input, ">) -> tensor<", output, "> {\n", body,
             "  return %y : tensor<", output, ">\n}\n");
}

Layer matmul(const char *name, int64_t rows, int64_t depth, int64_t columns) {
  std::string x = str(rows, "x", depth, "xf32"), w = str(depth, "x", columns, "xf32"),
              y = str(rows, "x", columns, "xf32");
  return {name, 2.0 * static_cast<double>(rows * depth * columns),
          function(x, y,
                   str(constant("w", w), "  %y = graph.matmul %x, %w : (tensor<", x, ">, tensor<",
                       w, ">) -> tensor<", y, ">\n"))};
}

Layer convolution(const char *name, int64_t size, int64_t channels, int64_t features,
                  int64_t group) {
  std::string x = str("1x", channels, "x", size, "x", size, "xf32"),
              w = str(features, "x", channels / group, "x3x3xf32"), b = str(features, "xf32"),
              y = str("1x", features, "x", size, "x", size, "xf32");
  std::string body =
      str(constant("w", w), constant("b", b),
          "  %c = graph.conv %x, %w, %b {pads = array<i64: 1, 1, 1, 1>, group = ", group,
          " : i64} : (tensor<", x, ">, tensor<", w, ">, tensor<", b, ">) -> tensor<", y, ">\n",
          "  %y = graph.relu %c : (tensor<", y, ">) -> tensor<", y, ">\n");
  return {name, 18.0 * static_cast<double>(size * size * features * channels / group),
          function(x, y, body)};
}

Layer elementwise(const char *name, int64_t rows, int64_t columns) {
  std::string x = str("tensor<", rows, "x", columns, "xf32>");
  std::string body = constant("b", str(columns, "xf32"));
  body += str("  %0 = graph.add %x, %b : (", x, ", tensor<", columns, "xf32>) -> ", x, "\n");
  body += str("  %1 = graph.relu %0 : (", x, ") -> ", x, "\n");
  body += str("  %2 = graph.mul %1, %x : (", x, ", ", x, ") -> ", x, "\n");
  body += str("  %y = graph.sub %2, %b : (", x, ", tensor<", columns, "xf32>) -> ", x, "\n");
  std::string type = str(rows, "x", columns, "xf32");
  return {name, 4.0 * static_cast<double>(rows * columns), function(type, type, body)};
}

constexpr struct {
  const char *name;
  Specialization level;
} levels[] = {{"none", Specialization::None},
              {"shapes", Specialization::Shapes},
              {"all", Specialization::All}};

double microseconds() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

bool measure(const Layer &layer, int rounds) {
  auto loaded = Model::loadText(layer.text);
  if (!loaded.model)
    return false;
  auto input = randomValue(loaded.model->inputs()[0].type, 1);
  std::vector<Program> programs;
  double compile[std::size(levels)];
  for (size_t i = 0; i < std::size(levels); ++i) {
    CompileOptions options;
    options.target = "cpu";
    options.threads = 1;
    options.specialize = levels[i].level;
    std::clock_t start = std::clock();
    auto program = loaded.model->compile(options);
    compile[i] = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (!program.ok() || !program->run({*input}).ok())
      return false;
    programs.push_back(program.take());
  }
  std::vector<double> times[std::size(levels)];
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < std::size(levels); ++i) {
      double start = microseconds();
      auto output = programs[i].run({*input});
      times[i].push_back(microseconds() - start);
    }
  for (size_t i = 0; i < std::size(levels); ++i) {
    std::sort(times[i].begin(), times[i].end());
    double least = times[i].front(), middle = times[i][times[i].size() / 2];
    std::printf("| %s | %s | %.1f | %.1f | %.1f | %.0f |\n", i == 0 ? layer.name : "",
                levels[i].name, least, middle, layer.operations / least / 1000, compile[i]);
  }
  std::fflush(stdout);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 300;
  const Layer layers[] = {matmul("matmul 128×256×256", 128, 256, 256),
                          matmul("matmul 8×64×64", 8, 64, 64),
                          convolution("convolution 3×3, 14², 64→64", 14, 64, 64, 1),
                          convolution("convolution 3×3, 7², 32→32", 7, 32, 32, 1),
                          convolution("depthwise 3×3, 28², 192", 28, 192, 192, 192),
                          elementwise("elementwise chain, 256×768", 256, 768),
                          elementwise("elementwise chain, 8×64", 8, 64)};
  std::printf("| layer | level | least µs | median µs | GFLOPS | compile ms |\n"
              "|---|---|---:|---:|---:|---:|\n");
  for (const Layer &layer : layers)
    if (!measure(layer, rounds)) {
      std::fprintf(stderr, "%s does not run\n", layer.name);
      return 1;
    }
}
