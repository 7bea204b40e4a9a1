// Sizes that a program has not met before: answers at once, in the bits of the program that is made
// for them meanwhile.
#include "ingot/Ingot.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>

namespace ingot {
namespace {

/// Products, a norm and attention over an open number of rows; weights differ from each other.
std::string network() {
  // Numbers between -0.33 and 0.33 that do not repeat soon.
  auto matrix = [](const char *name, int rows, int columns) {
    std::string type = str("tensor<", rows, "x", columns, "xf32>"), values;
    for (int i = 0, code = 37 * rows + columns; i < rows * columns; ++i) {
      code = (code * 1103 + 12345) % 65536;
      values += str(i == 0 ? "[[" : i % columns == 0 ? "], [" : ", ", code - 32768, ".0e-5");
    }
    return str("  %", name, "0 = graph.constant {value = dense<", values, "]]> : ", type,
               "} : ", type, "\n  %", name,
               "1 = graph.constant {value = dense<0.75> : tensor<f32>} : ", "tensor<f32>\n  %",
               name, " = graph.mul %", name, "0, %", name, "1 : (", type, ", tensor<f32>) -> ",
               type, "\n");
  };
  return str(
      "func.func @main(%x: tensor<1x?x32xf32> {graph.name = \"x\", graph.dims = [\"\", \"rows\", "
      "\"\"]}) -> tensor<1x?x32xf32> {\n",
      matrix("p", 32, 32), matrix("q", 32, 32), matrix("r", 32, 64), matrix("s", 64, 32), R"(
  %a = graph.matmul %x, %p : (tensor<1x?x32xf32>, tensor<32x32xf32>) -> tensor<1x?x32xf32>
  %b = graph.matmul %x, %q : (tensor<1x?x32xf32>, tensor<32x32xf32>) -> tensor<1x?x32xf32>
  %c = graph.matmul %a, %b {transpose_b = true} : (tensor<1x?x32xf32>, tensor<1x?x32xf32>) -> tensor<1x?x?xf32>
  %d = graph.softmax %c {axis = 2 : i64} : (tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
  %e = graph.matmul %d, %x : (tensor<1x?x?xf32>, tensor<1x?x32xf32>) -> tensor<1x?x32xf32>
  %f = graph.matmul %e, %r : (tensor<1x?x32xf32>, tensor<32x64xf32>) -> tensor<1x?x64xf32>
  %g = graph.gelu %f : (tensor<1x?x64xf32>) -> tensor<1x?x64xf32>
  %h = graph.matmul %g, %s : (tensor<1x?x64xf32>, tensor<64x32xf32>) -> tensor<1x?x32xf32>
  %y = graph.add %h, %x : (tensor<1x?x32xf32>, tensor<1x?x32xf32>) -> tensor<1x?x32xf32>
  return %y : tensor<1x?x32xf32>
})");
}

Model loaded(const std::string &text) {
  auto result = Model::loadText(text);
  EXPECT_TRUE(result.model) << render(result.diagnostics.front());
  return *result.model;
}

CompileOptions listening(std::atomic<int> *waits) {
  CompileOptions options;
  options.threads = 2;
  if (waits) // only who waits for a compilation hears of it
    options.progress = [waits](const Progress &progress) {
      *waits += progress.stage == "specialize";
    };
  return options;
}

Program compiled(bool inBackground, std::atomic<int> *waits = nullptr) {
  CompileOptions options = listening(waits);
  options.inBackground = inBackground;
  return loaded(network()).compile(options).take();
}

Tensor rows(int64_t count) {
  return randomValue(ValueType::tensor(ElementType::F32, {1, count, 32}), 7)->tensor();
}

Value ones(Shape shape) {
  Tensor tensor = Tensor::allocate(ElementType::F32, std::move(shape)).take();
  std::fill_n(tensor.mutableData<float>(), tensor.elements(), 1.0F);
  return tensor;
}

bool isSame(const Tensor &a, const Tensor &b) {
  return a.shape() == b.shape() && std::memcmp(a.bytes(), b.bytes(), a.byteSize()) == 0;
}

/// Runs with new sizes until one is answered by a program that was not waited for.
bool meetNewSizes(const Program &program, const std::atomic<int> &waits, int64_t first) {
  for (int64_t count = first; count < first + 300; ++count) {
    int before = waits;
    if (!program.run({rows(count)}).ok())
      return false;
    if (waits == before)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  return false;
}

TEST(Sizes, AreAnsweredWithoutWaitingForTheirProgram) {
  std::atomic<int> waits{0};
  Program program = compiled(true, &waits);
  ASSERT_TRUE(program.run({rows(16)}).ok());
  EXPECT_EQ(waits, 1);
  EXPECT_TRUE(meetNewSizes(program, waits, 1000));
}

TEST(Sizes, HaveTheSameBitsAsIfOneWaited) {
  std::atomic<int> waits{0};
  Program early = compiled(true, &waits), late = compiled(false);
  ASSERT_TRUE(early.run({rows(5)}).ok());
  ASSERT_TRUE(meetNewSizes(early, waits, 1000));
  for (int64_t count : {1, 2, 3, 7, 14, 15, 29, 64, 65, 130}) {
    auto wanted = late.run({rows(count)});
    ASSERT_TRUE(wanted.ok());
    for (int run = 0; run < 20; ++run) { // before and after the program for this size is there
      auto found = early.run({rows(count)});
      ASSERT_TRUE(found.ok());
      ASSERT_TRUE(isSame((*found)[0].tensor(), (*wanted)[0].tensor())) << count;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

TEST(Sizes, MayComeFromManyThreadsAndEndAtAnyTime) {
  Program late = compiled(false);
  for (int round = 0; round < 2; ++round) {
    Program program = compiled(true);
    std::vector<std::thread> callers;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 4; ++t)
      callers.emplace_back([&, t] {
        for (int64_t i = 0; i < 4; ++i) {
          Tensor x = rows(1 + t + 3 * i);
          auto found = program.run({x}), wanted = late.run({x});
          wrong +=
              !found.ok() || !wanted.ok() || !isSame((*found)[0].tensor(), (*wanted)[0].tensor());
        }
      });
    for (std::thread &caller : callers)
      caller.join();
    EXPECT_EQ(wrong, 0);
  } // what was to be made next is not made any more
}

TEST(Sizes, ThatDoNotFitAreRefusedAllTheSame) {
  std::atomic<int> waits{0};
  Program program = compiled(true, &waits);
  ASSERT_TRUE(program.run({rows(16)}).ok());
  Tensor wide = randomValue(ValueType::tensor(ElementType::F32, {1, 4, 33}), 7)->tensor();
  auto refused = program.run({wide});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().kind(), ErrorKind::Usage) << refused.status().message();
}

/// An input whose rank is open stands beside sizes that are: it has fewer declared dimensions than
/// what is given for it.
TEST(Sizes, StandBesideRanksThatAreOpen) {
  Model model = loaded(R"(
func.func @main(%x: tensor<?x8xf32>, %y: tensor<*xf32>) -> (tensor<?x8xf32>, tensor<*xf32>) {
  %a = graph.tanh %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %b = graph.tanh %y : (tensor<*xf32>) -> tensor<*xf32>
  return %a, %b : tensor<?x8xf32>, tensor<*xf32>
})");
  std::atomic<int> waits{0};
  Program program = model.compile(listening(&waits)).take();
  ASSERT_TRUE(program.run({ones({4, 8}), ones({2, 3, 4})}).ok());
  bool isAtOnce = false;
  for (int64_t size = 5; size < 300 && !isAtOnce; ++size) {
    int before = waits;
    auto found = program.run({ones({size, 8}), ones({2, 3, size})});
    ASSERT_TRUE(found.ok()) << found.status().message();
    EXPECT_EQ((*found)[1].tensor().shape(), Shape({2, 3, size}));
    isAtOnce = waits == before;
    std::this_thread::sleep_for(std::chrono::milliseconds(isAtOnce ? 0 : 300));
  }
  EXPECT_TRUE(isAtOnce);
}

//===--------------------------------------------------------------------------------------------===//
// Ranges
//===--------------------------------------------------------------------------------------------===//

TEST(Ranges, AreReadyBeforeTheFirstRun) {
  std::atomic<int> waits{0}, told{0};
  CompileOptions options;
  options.threads = 2;
  options.ranges = {{"rows", 1, 96}};
  options.progress = [&](const Progress &progress) {
    waits += progress.stage == "specialize";
    told += progress.stage == "sizes";
    EXPECT_LE(progress.done, progress.total);
  };
  Program program = loaded(network()).compile(options).take(), late = compiled(false);
  AheadReport ahead = program.report().ahead;
  EXPECT_GE(ahead.sizes, 8);
  EXPECT_EQ(ahead.sizes, told);
  EXPECT_EQ(ahead.refused, 0);
  EXPECT_GT(ahead.codeBytes, 0);
  EXPECT_GT(ahead.seconds, 0);
  for (int64_t count : {1, 2, 5, 14, 29, 33, 64, 65, 95, 96, 200}) { // the last is in no range
    auto found = program.run({rows(count)}), wanted = late.run({rows(count)});
    ASSERT_TRUE(found.ok() && wanted.ok()) << count;
    EXPECT_TRUE(isSame((*found)[0].tensor(), (*wanted)[0].tensor())) << count;
  }
  EXPECT_EQ(waits, 0);
  EXPECT_EQ(program.report().ahead.sizes, ahead.sizes);
}

TEST(Ranges, AreOfSeveralDimensions) {
  Model model = loaded(R"(
func.func @main(%x: tensor<?x?xf32> {graph.name = "x", graph.dims = ["m", "n"]},
                %y: tensor<?xf32> {graph.name = "y", graph.dims = ["n"]}) -> tensor<?x?xf32> {
  %a = graph.add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %a : tensor<?x?xf32>
})");
  std::atomic<int> waits{0};
  CompileOptions options = listening(&waits);
  options.ranges = {{"m", 2, 5}};
  Program first = model.compile(options).take();
  EXPECT_EQ(first.report().ahead.sizes, 0) << "n is not known";
  ASSERT_TRUE(first.run({ones({9, 3}), ones({3})}).ok());
  EXPECT_GT(first.report().ahead.sizes, 0);
  EXPECT_TRUE(first.run({ones({4, 3}), ones({3})}).ok());

  options.ranges = {{"m", 2, 5}, {"n", 0, 3}};
  Program both = model.compile(options).take();
  EXPECT_GT(both.report().ahead.sizes, 4);
  EXPECT_EQ(both.report().ahead.refused, 0);
  for (int64_t m = 2; m <= 5; ++m)
    for (int64_t n = 0; n <= 3; ++n)
      EXPECT_TRUE(both.run({ones({m, n}), ones({n})}).ok());
  EXPECT_EQ(waits, 0);
}

TEST(Ranges, WaitForValuesThatDecideSizes) {
  Model model = loaded(R"(
func.func @main(%x: tensor<?x4x4xf32> {graph.name = "x", graph.dims = ["n", "", ""]},
                %axes: tensor<1xi64> {graph.name = "axes"}) -> tensor<*xf32> {
  %y = graph.reduce_sum %x, %axes {keepdims = false} : (tensor<?x4x4xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %y : tensor<*xf32>
})");
  std::atomic<int> waits{0};
  CompileOptions options = listening(&waits);
  options.ranges = {{"n", 1, 8}};
  Program program = model.compile(options).take();
  EXPECT_EQ(program.report().ahead.sizes, 0);
  Tensor axes = Tensor::allocate(ElementType::I64, {1}).take();
  *axes.mutableData<int64_t>() = 1;
  for (int64_t n : {3, 1, 8, 5}) {
    auto found = program.run({ones({n, 4, 4}), axes});
    ASSERT_TRUE(found.ok()) << found.status().message();
    EXPECT_EQ((*found)[0].tensor().shape(), Shape({n, 4}));
    EXPECT_EQ((*found)[0].tensor().data<float>()[0], 4);
    EXPECT_GT(program.report().ahead.sizes, 0);
  }
}

TEST(Ranges, MayHoldSizesThatTheModelRefuses) {
  Model model = loaded(R"(
func.func @main(%x: tensor<?x4xf32> {graph.name = "x", graph.dims = ["n", ""]}) -> tensor<?x8xf32> {
  %shape = graph.constant {value = dense<[-1, 8]> : tensor<2xi64>} : tensor<2xi64>
  %y = graph.reshape %x, %shape : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x8xf32>
  %z = graph.tanh %y : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %z : tensor<?x8xf32>
})");
  CompileOptions options;
  options.ranges = {{"n", 1, 9}};
  Program program = model.compile(options).take();
  EXPECT_GT(program.report().ahead.sizes, 2);
  EXPECT_GT(program.report().ahead.refused, 1);
  EXPECT_TRUE(program.run({ones({6, 4})}).ok());
  EXPECT_FALSE(program.run({ones({7, 4})}).ok());
  options.ranges = {{"n", 3, 3}};
  auto refused = model.compile(options);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.status().message().find("n=3..3"), std::string::npos)
      << refused.status().message();
}

TEST(Ranges, ThatMakeNoSenseAreUsageErrors) {
  Model model = loaded(network());
  auto problemWith = [&](const CompileOptions &options) {
    auto program = model.compile(options);
    EXPECT_FALSE(program.ok());
    EXPECT_EQ(program.status().kind(), ErrorKind::Usage);
    return program.status().message();
  };
  auto problem = [&](std::vector<DimRange> ranges) {
    CompileOptions options;
    options.ranges = std::move(ranges);
    return problemWith(options);
  };
  EXPECT_EQ(problem({{"row", 1, 5}}), "range row=1..5: no open dimension 'row'; did you mean "
                                      "'rows'?; the inputs leave open: 'rows'");
  EXPECT_EQ(problem({{"rows", 5, 1}}),
            "range rows=5..1: it is empty, wanted FIRST..LAST with FIRST "
            "not above LAST; the inputs leave open: 'rows'");
  EXPECT_EQ(problem({{"rows", -1, 5}}),
            "range rows=-1..5: the size -1 is negative; the inputs leave open: 'rows'");
  EXPECT_EQ(problem({{"rows", 1, 5}, {"rows", 7, 9}}),
            "range rows=7..9: 'rows' has another range already; the inputs leave open: 'rows'");
  CompileOptions waiting;
  waiting.ranges = {{"rows", 1, 5}};
  waiting.inBackground = false;
  EXPECT_EQ(problemWith(waiting), "range rows=1..5: what is made ahead is of no use to a program "
                                  "with inBackground = false");
  waiting.inBackground = true;
  waiting.target = "interpreter"; // compiles nothing
  EXPECT_TRUE(model.compile(waiting).ok());
}

} // namespace
} // namespace ingot
