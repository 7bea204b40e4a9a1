// Compiled programs, shared by threads. Run under ThreadSanitizer by `make tsan`.
#include "ingot/Ingot.h"

#include <gtest/gtest.h>
#include <thread>

namespace ingot {
namespace {

constexpr const char *network = R"(
func.func @main(%x: tensor<?x2x6x6xf32>) -> tensor<?x5xf32> {
  %none = graph.none : () -> none
  %w = graph.constant {value = dense<0.25> : tensor<4x2x3x3xf32>} : tensor<4x2x3x3xf32>
  %b = graph.constant {value = dense<[0.5, -0.5, 1.0, -1.0]> : tensor<4xf32>} : tensor<4xf32>
  %0 = graph.conv %x, %w, %b {pads = array<i64: 1, 1, 1, 1>} : (tensor<?x2x6x6xf32>, tensor<4x2x3x3xf32>, tensor<4xf32>) -> tensor<?x4x6x6xf32>
  %1 = graph.relu %0 : (tensor<?x4x6x6xf32>) -> tensor<?x4x6x6xf32>
  %2 = graph.flatten %1 {axis = 1 : i64} : (tensor<?x4x6x6xf32>) -> tensor<?x144xf32>
  %m = graph.constant {value = dense<0.0625> : tensor<144x5xf32>} : tensor<144x5xf32>
  %3 = graph.matmul %2, %m : (tensor<?x144xf32>, tensor<144x5xf32>) -> tensor<?x5xf32>
  %4 = graph.softmax %3 {axis = 1 : i64} : (tensor<?x5xf32>) -> tensor<?x5xf32>
  return %4 : tensor<?x5xf32>
})";

std::vector<Value> imagesFor(int batch, uint64_t seed) {
  return {randomValue(ValueType::tensor(ElementType::F32, {batch, 2, 6, 6}), seed).take()};
}

bool isEqual(const Expected<std::vector<Value>> &found, const std::vector<Value> &wanted) {
  return found.ok() && found->size() == wanted.size() &&
         std::memcmp((*found)[0].tensor().bytes(), wanted[0].tensor().bytes(),
                     wanted[0].tensor().byteSize()) == 0;
}

/// Runs a function in several threads at once.
template <typename F> void inThreads(int count, F f) {
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&f, t] { f(t); });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Threads, CompileAndRunOneModel) {
  Model model = *Model::loadText(network).model;
  CompileOptions options;
  options.target = "cpu";
  options.threads = 2;
  Program shared = model.compile(options).take();
  std::vector<std::vector<Value>> inputs, wanted;
  for (int t = 0; t < 4; ++t) {
    // Batches of their own: the shared program is compiled for each when it first comes.
    inputs.push_back(imagesFor(1 + t % 3, static_cast<uint64_t>(t)));
    wanted.push_back(model.compile(options)->run(inputs.back()).take());
  }
  std::atomic<int> wrong{0};
  inThreads(4, [&](int t) {
    auto own = static_cast<size_t>(t);
    for (int i = 0; i < 5; ++i)
      wrong += !isEqual(shared.run(inputs[own]), wanted[own]);
    wrong += !isEqual(model.compile(options)->run(inputs[own]), wanted[own]);
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, ProgramOfSeveralThreadsHasSeveralCallers) {
  auto loaded = Model::load(INGOT_DIGITS);
  ASSERT_TRUE(loaded.model);
  CompileOptions options;
  options.target = "cpu";
  options.threads = 4;
  Program program = loaded.model->compile(options).take();
  options.threads = 1;
  Program alone = loaded.model->compile(options).take();
  std::vector<std::vector<Value>> inputs, wanted;
  for (uint64_t t = 0; t < 3; ++t) {
    inputs.push_back({randomValue(loaded.model->inputs()[0].type, t).take()});
    wanted.push_back(alone.run(inputs.back()).take());
  }
  std::atomic<int> wrong{0};
  inThreads(3, [&](int t) {
    for (int i = 0; i < 20; ++i)
      wrong +=
          !isEqual(program.run(inputs[static_cast<size_t>(t)]), wanted[static_cast<size_t>(t)]);
  });
  EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace ingot
