// External data: a model reads files in its own folder and no others.
#include "compiler/import/onnx/TensorData.h"
#include "compiler/import/onnx/test/ModelWriter.h"
#include "ingot/Ingot.h"
#include "ingot/Io.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace fs = std::filesystem;
using namespace ingot;
using namespace ingot::onnx::test;

namespace {

class ExternalData : public testing::Test {
protected:
  void SetUp() override {
    home = fs::temp_directory_path() / str("ingot-external-", getpid());
    fs::create_directories(home / "model" / "sub");
    ASSERT_TRUE(writeFile(home / "secret.bin", std::string(16, 's')).ok());
    ASSERT_TRUE(
        writeFile(home / "model" / "weights.bin", std::string("\0\0\x80\x3f\0\0\0\x40", 8)).ok());
    ASSERT_TRUE(writeFile(home / "model" / "sub" / "more.bin", std::string(8, '\0')).ok());
    fs::create_symlink("../secret.bin", home / "model" / "link.bin");
    fs::create_directory_symlink("..", home / "model" / "up");
    fs::create_hard_link(home / "secret.bin", home / "model" / "hard.bin");
  }
  void TearDown() override { fs::remove_all(home); }

  std::string read(const std::string &path, int64_t offset = 0, int64_t length = -1) {
    onnx::ExternalFiles files((home / "model").string());
    auto bytes = files.read(path, offset, length);
    return bytes.ok() ? str("ok ", bytes->first.size()) : bytes.status().message();
  }

  /// Loads a model with one initializer described by `entries`; gives the first error or "ok".
  std::string load(const std::vector<std::pair<std::string, std::string>> &entries,
                   const std::vector<int64_t> &dims = {2}) {
    Message graph;
    graph.add(1, node("Neg", {"w"}, {"y"}, "negate"))
        .add(5, externalTensor("w", dims, entries))
        .add(12, valueInfo("y", dims));
    std::string path = home / "model" / "m.onnx";
    EXPECT_TRUE(writeFile(path, model(graph)).ok());
    auto loaded = Model::load(path);
    return loaded.model ? "ok" : loaded.diagnostics.front().message;
  }

  fs::path home;
};

TEST_F(ExternalData, ReadsFilesBelowTheFolder) {
  EXPECT_EQ(read("weights.bin"), "ok 8");
  EXPECT_EQ(read("./weights.bin", 4), "ok 4");
  EXPECT_EQ(read("sub/more.bin", 2, 3), "ok 3");
}

TEST_F(ExternalData, RefusesEveryWayOut) {
  for (const char *path :
       {"", "/etc/passwd", "../secret.bin", "sub/../../secret.bin", "sub//more.bin"})
    EXPECT_NE(read(path).find("must be a relative path"), std::string::npos) << path;
  for (const char *path : {"link.bin", "up/secret.bin"})
    EXPECT_NE(read(path).find("cannot open"), std::string::npos) << path;
  EXPECT_NE(read("hard.bin").find("single name"), std::string::npos);
  EXPECT_NE(read("sub").find("not a regular file"), std::string::npos);
  EXPECT_NE(read(std::string("weights.bin\0x", 13)).find("must be"), std::string::npos);
}

TEST_F(ExternalData, ChecksOffsetAndLength) {
  EXPECT_NE(read("weights.bin", 0, 9).find("lies outside"), std::string::npos);
  EXPECT_NE(read("weights.bin", 9).find("lies outside"), std::string::npos);
  EXPECT_NE(read("weights.bin", 1, INT64_MAX).find("lies outside"), std::string::npos);
  EXPECT_NE(read("weights.bin", INT64_MAX, INT64_MAX).find("lies outside"), std::string::npos);
}

TEST_F(ExternalData, OfAnInitializer) {
  EXPECT_EQ(load({{"location", "weights.bin"}}), "ok");
  EXPECT_EQ(load({{"location", "weights.bin"}, {"offset", "0"}, {"length", "8"}}), "ok");
  EXPECT_NE(load({{"location", "weights.bin"}, {"length", "4"}}).find("has 4 bytes"),
            std::string::npos);
  EXPECT_NE(load({{"location", "../secret.bin"}}).find("relative path"), std::string::npos);
  EXPECT_NE(load({{"location", "weights.bin"}, {"offset", "-1"}}).find("wanted a number"),
            std::string::npos);
  EXPECT_NE(load({{"location", "weights.bin"}, {"offset", "99999999999999999999"}})
                .find("wanted a number"),
            std::string::npos);
  EXPECT_NE(
      load({{"location", "weights.bin"}, {"surprise", "1"}}).find("unknown external data key"),
      std::string::npos);
  EXPECT_NE(load({{"location", "absent.bin"}}).find("cannot open"), std::string::npos);
  // A petabyte is refused before anything is allocated or opened.
  EXPECT_NE(load({{"location", "weights.bin"}}, {1 << 20, 1 << 20, 1 << 10}).find("over the limit"),
            std::string::npos);
}

TEST_F(ExternalData, OfAConstantAttribute) {
  auto attribute = Message()
                       .text(1, "value")
                       .number(20, 4)
                       .add(5, externalTensor("", {2}, {{"location", "../secret.bin"}}));
  Message graph;
  graph.add(1, node("Constant", {}, {"y"}).add(5, attribute)).add(12, valueInfo("y", {2}));
  std::string path = home / "model" / "m.onnx";
  ASSERT_TRUE(writeFile(path, model(graph)).ok());
  auto loaded = Model::load(path);
  ASSERT_FALSE(loaded.model);
  EXPECT_NE(loaded.diagnostics.front().message.find("relative path"), std::string::npos);
}

TEST_F(ExternalData, OfASparseInitializer) {
  auto sparse = Message()
                    .add(1, externalTensor("w", {2}, {{"location", "link.bin"}}))
                    .add(2, tensor("", {2}, std::string(16, '\0'), 7))
                    .number(3, 4);
  Message graph;
  graph.add(1, node("Neg", {"w"}, {"y"})).add(15, sparse).add(12, valueInfo("y", {4}));
  std::string path = home / "model" / "m.onnx";
  ASSERT_TRUE(writeFile(path, model(graph)).ok());
  auto loaded = Model::load(path);
  ASSERT_FALSE(loaded.model);
  EXPECT_NE(loaded.diagnostics.front().message.find("cannot open"), std::string::npos);
}

TEST_F(ExternalData, NotForModelsInMemory) {
  Message graph;
  graph.add(1, node("Neg", {"w"}, {"y"}))
      .add(5, externalTensor("w", {2}, {{"location", "weights.bin"}}))
      .add(12, valueInfo("y", {2}));
  auto loaded = Model::loadBytes(model(graph), nullptr);
  ASSERT_FALSE(loaded.model);
  EXPECT_NE(loaded.diagnostics.front().message.find("from memory"), std::string::npos);
}

} // namespace
