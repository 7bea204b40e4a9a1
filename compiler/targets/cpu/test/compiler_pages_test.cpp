// What a process keeps of the compiler at rest.
#include "ingot/Ingot.h"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace ingot {
namespace {

/// KiB that are left where the compiler is not.
constexpr int64_t few = 40 << 10;

/// KiB of files in this process.
int64_t residentFiles() {
  constexpr std::string_view key = "RssFile:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key))
      return std::atoll(line.c_str() + key.size());
  return 0;
}

/// Compiles and runs a sum over `axes` for an input of the type `declared`, and gives the files
/// that stay resident.
int64_t filesAfter(const std::string &declared, std::chrono::seconds patience) {
  LoadResult loaded =
      Model::loadText("func.func @main(%x: tensor<" + declared + R"(xf32>) -> tensor<f32> {
  %a = graph.constant {value = dense<0> : tensor<1xi64>} : tensor<1xi64>
  %y = graph.reduce_sum %x, %a {keepdims = false} : (tensor<)" +
                      declared +
                      R"(xf32>, tensor<1xi64>) -> tensor<f32>
  return %y : tensor<f32>
})");
  EXPECT_TRUE(loaded.model) << loaded.diagnostics[0].message;
  auto program = loaded.model->compile().take();
  auto y = program.run({Tensor::of<float>({3}, {1, 2, 4})});
  EXPECT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor().data<float>()[0], 7);
  auto end = std::chrono::steady_clock::now() + patience;
  while (residentFiles() > few && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return residentFiles();
}

TEST(CompilerPages, LeaveAtRest) {
  EXPECT_LE(filesAfter("3", std::chrono::seconds(0)), few);
  // Where sizes may change, the compiler is kept for a while.
  EXPECT_LE(filesAfter("?", std::chrono::seconds(60)), few);
}

} // namespace
} // namespace ingot
