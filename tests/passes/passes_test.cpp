// Every function of the passes' text tests, run before and after its pass: the outputs must agree.
//
// A text test says what a pass does with a function; this one that it was right. A new text test is
// covered by being there.
#include "tests/passes/Compare.h"

#include "compiler/dialect/graph/Graph.h"
#include "runtime/base/File.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <regex>

using namespace ingot;
namespace fs = std::filesystem;

namespace {

/// The passes of the first RUN line, as a pipeline: "--graph-x=keep=a" becomes "graph-x{keep=a}".
/// Empty for files that are not about one pass after the other.
std::string pipelineOf(const std::string &text) {
  std::smatch line;
  if (!std::regex_search(text, line, std::regex("// RUN: ingot-opt %s((?: --[^|]+)?) ?\\|")))
    return "";
  std::string flags = line[1], passes;
  std::regex flag("--(graph-[a-z-]+)(?:=\"([^\"]+)\"|=(\\S+))?");
  for (std::sregex_iterator it(flags.begin(), flags.end(), flag), end; it != end; ++it) {
    std::string options = (*it)[2].str() + (*it)[3].str();
    passes +=
        (passes.empty() ? "" : ",") + (*it)[1].str() + (options.empty() ? "" : "{" + options + "}");
  }
  return passes.empty() ? "" : "builtin.module(func.func(" + passes + "))";
}

/// f32 rounding of a few operators, unless the pass is about rounding more.
double limitFor(const std::string &pipeline) {
  bool rounds = pipeline.find("convert-precision") != std::string::npos ||
                pipeline.find("round-weights") != std::string::npos;
  return !rounds ? 2e-6 : pipeline.find("bf16") != std::string::npos ? 5e-2 : 5e-3;
}

/// A module with one of the functions, as main.
mlir::OwningOpRef<mlir::ModuleOp> alone(mlir::func::FuncOp function) {
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(function.getLoc());
  auto copy = function.clone();
  copy.setName("main");
  module->push_back(copy);
  return module;
}

/// Alone, such a function does not verify.
bool callsOthers(mlir::func::FuncOp function) {
  return function.walk([](mlir::func::CallOp) { return mlir::WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether results have the shapes that the function declares: made-up inputs may contradict it.
bool areAsDeclared(mlir::func::FuncOp function, const std::vector<Value> &results) {
  for (size_t i = 0; i < results.size(); ++i) {
    auto declared = mlir::dyn_cast<mlir::RankedTensorType>(function.getResultTypes()[i]);
    if (declared && declared.hasStaticShape() && results[i].isTensor() &&
        declared.getShape() != llvm::ArrayRef<int64_t>(results[i].tensor().shape()))
      return false;
  }
  return true;
}

class PassTest : public testing::TestWithParam<std::string> {};

TEST_P(PassTest, KeepsOutputs) {
  auto file = MappedFile::open(GetParam());
  ASSERT_TRUE(file.ok()) << file.status().message();
  std::string text((*file)->bytes()), pipeline = pipelineOf(text);
  if (pipeline.empty())
    GTEST_SKIP() << "no single pass to run";
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  passes::prepare(context);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  int compared = 0, skipped = 0;
  for (auto function : module->getOps<mlir::func::FuncOp>()) {
    if (function.isExternal() || function.getNumResults() == 0 || callsOthers(function))
      continue;
    SCOPED_TRACE(function.getName().str());
    auto before = alone(function);
    auto inputs = passes::inputsFor(*before, 7);
    Expected<std::vector<Value>> wanted = failure("no inputs");
    if (inputs.ok())
      wanted = passes::run(*before, *inputs);
    auto after = passes::transform(*before, pipeline);
    ASSERT_TRUE(after.ok()) << after.status().message();
    if (!wanted.ok() || !areAsDeclared(function, *wanted)) {
      ++skipped; // does not run on made-up inputs: an unknown rank, a shape that is an input
      continue;
    }
    auto found = passes::run(**after, *inputs);
    ASSERT_TRUE(found.ok()) << found.status().message();
    auto error = passes::distance(*wanted, *found);
    ASSERT_TRUE(error.ok()) << error.status().message();
    EXPECT_LE(*error, limitFor(pipeline));
    ++compared;
  }
  EXPECT_GT(compared, 0) << skipped << " do not run on made-up inputs";
}

std::vector<std::string> textTests() {
  std::vector<std::string> paths;
  for (const auto &entry : fs::directory_iterator(INGOT_PASS_TESTS))
    if (entry.path().extension() == ".mlir")
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

INSTANTIATE_TEST_SUITE_P(Text, PassTest, testing::ValuesIn(textTests()), [](const auto &info) {
  return std::regex_replace(fs::path(info.param).stem().string(), std::regex("[^A-Za-z0-9]"), "_");
});

} // namespace
