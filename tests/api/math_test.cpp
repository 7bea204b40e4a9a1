// Arithmetic that rounds more where it is asked for: how far results may be off, and that nothing
// changes where it is not.
#include "ingot/Ingot.h"
#include "ingot/Io.h"
#include "tests/api/spelled.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ingot;

namespace {

Tensor numbers(Shape shape, uint64_t seed) {
  Tensor tensor =
      randomValue(ValueType::tensor(ElementType::F32, std::move(shape)), seed)->tensor();
  for (int64_t i = 0; i < tensor.elements(); ++i)
    tensor.mutableData<float>()[i] -= 0.5f;
  return tensor;
}

Model modelOf(const std::string &text) {
  LoadResult loaded = Model::loadText(text, "math.mlir");
  EXPECT_TRUE(loaded.model) << loaded.diagnostics[0].message;
  return *loaded.model;
}

struct Ran {
  Tensor y;
  Report report;

  bool has(std::string_view kernel) const {
    for (const SegmentReport &segment : report.segments)
      for (const StepReport &step : segment.steps)
        if (step.what.find(kernel) != std::string::npos)
          return true;
    return false;
  }
};

Ran run(const Model &model, const Tensor &x, Math math,
        std::optional<ElementType> precision = std::nullopt) {
  CompileOptions options;
  options.threads = 2;
  options.math = math;
  options.precision = precision;
  auto program = model.compile(options);
  EXPECT_TRUE(program.ok()) << program.status().message();
  auto y = program->run({x});
  EXPECT_TRUE(y.ok()) << y.status().message();
  return {(*y)[0].tensor(), program->report()};
}

/// The norm of the difference over that of `wanted`.
double errorOf(const Tensor &y, const std::vector<double> &wanted) {
  double difference = 0, norm = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    difference += std::pow(y.numberAt(static_cast<int64_t>(i)) - wanted[i], 2);
    norm += wanted[i] * wanted[i];
  }
  return std::sqrt(difference / norm);
}

/// A convolution of 3 by 3 taps with padding on all sides.
struct Convolution {
  static constexpr int64_t channels = 64, columns = 96, height = 27, width = 30;
  Tensor x = numbers({1, channels, height, width}, 1), w = numbers({columns, channels, 3, 3}, 2);

  static std::string text(const Tensor &w) {
    std::string x = "tensor<1x64x27x30xf32>", y = "tensor<1x96x27x30xf32>";
    std::string weights = "tensor<96x64x3x3xf32>";
    return "func.func @main(%x: " + x + " {graph.name = \"x\"}) -> (" + y +
           " {graph.name = \"y\"}) {\n  %w = graph.constant {value = dense<\"" + spelled(w) +
           "\"> : " + weights + "} : " + weights +
           "\n  %none = graph.none : () -> none\n  %y = graph.conv %x, %w, %none {pads = "
           "array<i64: 1, 1, 1, 1>} : (" +
           x + ", " + weights + ", none) -> " + y + "\n  return %y : " + y + "\n}\n";
  }

  std::vector<double> wanted() const {
    std::vector<double> y(columns * height * width);
    for (int64_t at = 0; at < columns * height * width; ++at) {
      int64_t column = at / (height * width), top = at / width % height - 1, left = at % width - 1;
      for (int64_t k = 0; k < channels * 9; ++k) {
        int64_t row = top + k % 9 / 3, pixel = left + k % 3;
        if (row >= 0 && row < height && pixel >= 0 && pixel < width)
          y[static_cast<size_t>(at)] +=
              static_cast<double>(x.data<float>()[(k / 9 * height + row) * width + pixel]) *
              static_cast<double>(w.data<float>()[column * channels * 9 + k]);
      }
    }
    return y;
  }
};

TEST(Math, TakesLargerSquaresOfConvolutions) {
  Convolution convolution;
  Model model = modelOf(Convolution::text(convolution.w));
  auto wanted = convolution.wanted();
  Ran strict = run(model, convolution.x, Math::Strict),
      fast = run(model, convolution.x, Math::Fast);
  EXPECT_FALSE(strict.has("winograd_input_f32_4x4"));
  EXPECT_TRUE(fast.has("winograd_input_f32_4x4"));
  EXPECT_LT(errorOf(strict.y, wanted), 1e-6);
  EXPECT_LT(errorOf(fast.y, wanted), 1e-5);
}

TEST(Math, ComputesInHalvesWhereTheMachineDoes) {
  constexpr int64_t rows = 37, depth = 3072, columns = 100;
  Tensor x = numbers({rows, depth}, 3);
  Tensor w =
      *converted(*converted(numbers({depth, columns}, 4), ElementType::F16), ElementType::F32);
  std::string left = "tensor<37x3072xf32>", right = "tensor<3072x100xf32>";
  std::string result = "tensor<37x100xf32>";
  Model model =
      modelOf("func.func @main(%x: " + left + " {graph.name = \"x\"}) -> (" + result +
              " {graph.name = \"y\"}) {\n  %w = graph.constant {value = dense<\"" + spelled(w) +
              "\"> : " + right + "} : " + right + "\n  %y = graph.matmul %x, %w : (" + left + ", " +
              right + ") -> " + result + "\n  return %y : " + result + "\n}\n");
  std::vector<double> wanted(rows * columns);
  for (int64_t i = 0; i < rows * columns; ++i)
    for (int64_t k = 0; k < depth; ++k)
      wanted[static_cast<size_t>(i)] +=
          static_cast<double>(x.data<float>()[i / columns * depth + k]) *
          static_cast<double>(w.data<float>()[k * columns + i % columns]);
  Ran strict = run(model, x, Math::Strict), fast = run(model, x, Math::Fast);
  EXPECT_FALSE(strict.has("_in_f16"));
  EXPECT_LT(errorOf(strict.y, wanted), 1e-6);
  if (fast.has("_in_f16"))
    EXPECT_LT(errorOf(fast.y, wanted), 1.2e-3);
  else
    EXPECT_EQ(std::memcmp(fast.y.bytes(), strict.y.bytes(), strict.y.byteSize()), 0);
}

} // namespace
