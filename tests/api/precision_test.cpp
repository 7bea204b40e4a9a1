// Models in another precision than their own: what is computed, and how much memory weights take.
#include "ingot/Ingot.h"
#include "ingot/Io.h"
#include "tests/api/spelled.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ingot;

namespace {

/// y = relu(x w) v in this type, of which the weights are inputs if they are not given: w [256,
/// 128] and v [128, 256] of random numbers.
std::string layersOf(const std::string &type, const std::string &w, const std::string &v) {
  std::string wide = "tensor<256x128x" + type + ">", narrow = "tensor<128x256x" + type + ">";
  std::string rows = "tensor<3x256x" + type + ">", hidden = "tensor<3x128x" + type + ">";
  return "func.func @main(%x: " + rows + " {graph.name = \"x\"}) -> (" + rows +
         " {graph.name = \"y\"}) {\n  %w = graph.constant {value = dense<\"" + w + "\"> : " + wide +
         "} : " + wide + "\n  %v = graph.constant {value = dense<\"" + v + "\"> : " + narrow +
         "} : " + narrow + "\n  %h = graph.matmul %x, %w : (" + rows + ", " + wide + ") -> " +
         hidden + " loc(\"first\")\n  %r = graph.relu %h : (" + hidden + ") -> " + hidden +
         "\n  %y = graph.matmul %r, %v : (" + hidden + ", " + narrow + ") -> " + rows +
         " loc(\"second\")\n  return %y : " + rows + "\n}\n";
}

struct Network {
  Tensor w, v;
  Model model;
};

/// Weights of -0.5 to 0.5, as numbers of `rounded`, in a model of `type`.
Network network(ElementType type, ElementType rounded) {
  auto weights = [&](Shape shape, uint64_t seed) {
    auto numbers = randomValue(ValueType::tensor(ElementType::F32, shape), seed)->tensor();
    for (int64_t i = 0; i < numbers.elements(); ++i)
      numbers.mutableData<float>()[i] -= 0.5f;
    return *converted(*converted(numbers, rounded), type);
  };
  Tensor w = weights({256, 128}, 1), v = weights({128, 256}, 2);
  std::string name(elementName(type));
  LoadResult loaded = Model::loadText(layersOf(name, spelled(w), spelled(v)), "layers.mlir");
  EXPECT_TRUE(loaded.model) << loaded.diagnostics[0].message;
  return {w, v, *loaded.model};
}

struct Ran {
  Tensor y;
  int64_t weightBytes;
};

Ran run(const Model &model, const Tensor &x, std::optional<ElementType> precision,
        const std::string &target = "cpu") {
  CompileOptions options;
  options.target = target;
  options.threads = 1;
  options.precision = precision;
  auto program = model.compile(options);
  EXPECT_TRUE(program.ok()) << program.status().message();
  auto y = program->run({x});
  EXPECT_TRUE(y.ok()) << y.status().message();
  return {(*y)[0].tensor(), program->report().weightBytes()};
}

Tensor input(ElementType type) {
  return *converted(randomValue(ValueType::tensor(ElementType::F32, {3, 256}), 7)->tensor(), type);
}

/// The norm of the difference over that of sums in double.
double errorOf(const Tensor &y, const Tensor &x, const Tensor &w, const Tensor &v) {
  double difference = 0, norm = 0;
  for (int64_t i = 0; i < 3; ++i) {
    std::vector<double> hidden(128);
    for (int64_t k = 0; k < 128; ++k) {
      for (int64_t j = 0; j < 256; ++j)
        hidden[size_t(k)] += x.numberAt(i * 256 + j) * w.numberAt(j * 128 + k);
      hidden[size_t(k)] = std::max(0.0, hidden[size_t(k)]);
    }
    for (int64_t j = 0; j < 256; ++j) {
      double sum = 0;
      for (int64_t k = 0; k < 128; ++k)
        sum += hidden[size_t(k)] * v.numberAt(k * 256 + j);
      difference += std::pow(y.numberAt(i * 256 + j) - sum, 2);
      norm += sum * sum;
    }
  }
  return std::sqrt(difference / norm);
}

/// Whether this machine has kernels for weights of 16 bits.
bool hasHalves() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

class Precision : public testing::TestWithParam<ElementType> {};

TEST_P(Precision, RoundsWeightsAndKeepsThemInHalfTheMemory) {
  Network net = network(ElementType::F32, ElementType::F32);
  Tensor x = input(ElementType::F32);
  Ran own = run(net.model, x, {}), rounded = run(net.model, x, GetParam());
  EXPECT_LT(errorOf(own.y, x, net.w, net.v), 1e-6);
  // What is computed with the rounded weights is computed in f32.
  auto held = [&](const Tensor &weights) {
    return *converted(*converted(weights, GetParam()), ElementType::F32);
  };
  EXPECT_LT(errorOf(rounded.y, x, held(net.w), held(net.v)), 1e-6);
  double lost = errorOf(rounded.y, x, net.w, net.v);
  EXPECT_GT(lost, GetParam() == ElementType::F16 ? 1e-5 : 1e-4);
  EXPECT_LT(lost, GetParam() == ElementType::F16 ? 1e-3 : 1e-2);
  Ran reference = run(net.model, x, GetParam(), "interpreter");
  EXPECT_LT(errorOf(reference.y, x, held(net.w), held(net.v)), 1e-6);
  EXPECT_GE(own.weightBytes, 2 * 256 * 128 * 4);
  if (hasHalves()) {
    EXPECT_LT(rounded.weightBytes, own.weightBytes * 0.51);
  }
}

TEST_P(Precision, OfF32RoundsNothingBetweenOperators) {
  Network net = network(GetParam(), GetParam());
  Tensor x = input(GetParam());
  for (const char *target : {"cpu", "interpreter"}) {
    Ran own = run(net.model, x, {}, target), wide = run(net.model, x, ElementType::F32, target);
    EXPECT_EQ(wide.y.type(), GetParam()) << target;
    EXPECT_LT(errorOf(wide.y, x, net.w, net.v), errorOf(own.y, x, net.w, net.v)) << target;
  }
}

INSTANTIATE_TEST_SUITE_P(Halves, Precision, testing::Values(ElementType::F16, ElementType::BF16));

TEST(PrecisionOptions, NameWhatIsWrong) {
  Model model = network(ElementType::F32, ElementType::F32).model;
  CompileOptions options;
  options.precision = ElementType::I8;
  auto program = model.compile(options);
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.status().kind(), ErrorKind::Usage);
  EXPECT_EQ(program.status().message(), "precision 'i8', wanted f32, f16 or bf16");
  EXPECT_FALSE(model.survey(options).ok());
}

TEST(PrecisionOptions, NameTheWeightThatHasNoRoom) {
  const char *text = R"(
func.func @main(%x: tensor<2x4xf32> {graph.name = "x"}) -> (tensor<2x4xf32> {graph.name = "y"}) {
  %w = graph.constant {value = dense<1.0e6> : tensor<4x4xf32>} : tensor<4x4xf32>
  %m = graph.matmul %x, %w : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32> loc("far")
  return %m : tensor<2x4xf32>
})";
  Model model = *Model::loadText(text, "far.mlir").model;
  for (const char *target : {"cpu", "interpreter"}) {
    CompileOptions options;
    options.target = target;
    options.precision = ElementType::F16;
    auto program = model.compile(options);
    ASSERT_FALSE(program.ok()) << target;
    EXPECT_NE(program.status().message().find("node 'far': "), std::string::npos);
    EXPECT_NE(program.status().message().find("beyond f16"), std::string::npos);
    options.precision = ElementType::BF16;
    EXPECT_TRUE(model.compile(options).ok()) << target;
  }
}

} // namespace
