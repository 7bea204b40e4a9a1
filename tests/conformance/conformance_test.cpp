// Which outputs conformance takes for right, and which data sets it takes at all.
#include "tests/conformance/Suite.h"

#include "compiler/interp/EvalContext.h"

#include <filesystem>
#include <gtest/gtest.h>

#include <cmath>

namespace fs = std::filesystem;

namespace ingot::conformance {
namespace {

constexpr double rtol = 1e-3, atol = 1e-7;

bool agree(const Tensor &found, const Tensor &wanted) {
  return compare(Value(found), Value(wanted), rtol, atol).empty();
}

/// Whether a number of a type agrees with another.
bool agreeAs(ElementType type, double found, double wanted) {
  auto one = [&](double number) {
    return interp::convert(Tensor::of<double>({1}, {number}), type, nullptr).take();
  };
  return agree(one(found), one(wanted));
}

TEST(Compare, TakesIntegersExactly) {
  EXPECT_TRUE(agree(Tensor::of<int32_t>({2}, {5000, 1}), Tensor::of<int32_t>({2}, {5000, 1})));
  EXPECT_FALSE(agree(Tensor::of<int32_t>({2}, {5001, 1}), Tensor::of<int32_t>({2}, {5000, 1})));
  EXPECT_FALSE(agree(Tensor::scalar(INT64_MAX), Tensor::scalar(INT64_MAX - 1)));
  EXPECT_FALSE(agree(Tensor::scalar(true), Tensor::scalar(false)));
}

TEST(Compare, TakesOneUnitOfSixteenBits) {
  EXPECT_TRUE(agreeAs(ElementType::F16, 1 + 0x1p-10, 1));
  EXPECT_FALSE(agreeAs(ElementType::F16, 1 + 0x1p-9, 1));
  EXPECT_TRUE(agreeAs(ElementType::BF16, 2 - 0x1p-7, 2)); // below a power of two units are smaller
  EXPECT_FALSE(agreeAs(ElementType::BF16, 2 - 0x1p-6, 2));
  EXPECT_TRUE(agreeAs(ElementType::F16, 0x1p-24, -0.0));
  EXPECT_TRUE(agreeAs(ElementType::F16, 0x1p-24, 0));
  EXPECT_FALSE(agreeAs(ElementType::F16, 0x1p-24, -0x1p-24));
  EXPECT_FALSE(agreeAs(ElementType::F16, 65504, HUGE_VAL)); // neighbours, but one is no number
  EXPECT_TRUE(agreeAs(ElementType::BF16, NAN, NAN));
}

TEST(Compare, TakesSmallerFloatsExactly) {
  EXPECT_TRUE(agreeAs(ElementType::F8E4M3FN, 1.25, 1.25));
  EXPECT_FALSE(agreeAs(ElementType::F8E4M3FN, 0x1p-9, 0));
}

TEST(Compare, TakesF32WithinItsTolerance) {
  EXPECT_TRUE(agreeAs(ElementType::F32, 1.0009, 1));
  EXPECT_FALSE(agreeAs(ElementType::F32, 1.0011, 1));
  EXPECT_FALSE(agreeAs(ElementType::F32, 2e-7, 0));
}

TEST(Compare, TakesTypesAndShapesExactly) {
  EXPECT_FALSE(agree(Tensor::of<int32_t>({1}, {1}), Tensor::of<int64_t>({1}, {1})));
  EXPECT_FALSE(agree(Tensor::of<float>({1, 2}, {1, 2}), Tensor::of<float>({2}, {1, 2})));
}

/// A copy of a test with two outputs, of which files can be taken away.
class DataSet : public testing::Test {
protected:
  void SetUp() override {
    for (const Case &test : findCases(INGOT_TEST_MODELS))
      if (fs::exists(test.dataSets.at(0) + "/output_1.pb")) {
        home = fs::temp_directory_path() / str("ingot-conformance-", getpid());
        fs::copy(fs::path(test.model).parent_path(), home, fs::copy_options::recursive);
        break;
      }
    ASSERT_FALSE(home.empty());
  }
  void TearDown() override { fs::remove_all(home); }

  Report run() {
    Case test{"copy", (home / "model.onnx").string(), {(home / "test_data_set_0").string()}, ""};
    return runCase(test, {});
  }
  fs::path file(const char *name) { return home / "test_data_set_0" / name; }

  fs::path home;
};

TEST_F(DataSet, PassesWhenWhole) { EXPECT_EQ(run().outcome, Outcome::Pass) << run().reason; }

TEST_F(DataSet, IsAnErrorWithoutTheFileOfAnOutput) {
  fs::remove(file("output_1.pb"));
  EXPECT_EQ(run().outcome, Outcome::Error);
  EXPECT_NE(run().reason.find("output_1.pb' is missing"), std::string::npos) << run().reason;
}

TEST_F(DataSet, IsAnErrorWithTheFileOfNoOutput) {
  int last = 1;
  while (fs::exists(file(str("output_", last, ".pb").c_str())))
    ++last;
  fs::copy(file("output_0.pb"), file(str("output_", last, ".pb").c_str()));
  EXPECT_EQ(run().outcome, Outcome::Error);
  EXPECT_NE(run().reason.find("one too many"), std::string::npos) << run().reason;
}

} // namespace
} // namespace ingot::conformance
