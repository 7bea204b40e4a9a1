// ingot-compare-passes: what a pipeline makes of models, and whether their outputs stay the same.
#include "compiler/import/onnx/Importer.h"
#include "runtime/base/File.h"
#include "tests/conformance/Suite.h"
#include "tests/passes/Compare.h"

#include "mlir/IR/MLIRContext.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <regex>

using namespace ingot;

namespace {

struct Options {
  std::vector<std::string> suites;
  std::string pipeline, filter;
  double limit = 1e-4;
  bool counts = false, print = false, noRun = false, fixed = false;
};

onnx::ImportOptions importOptions(const std::string &path) {
  onnx::ImportOptions options;
  options.fileName = path;
  options.folder = path.substr(0, path.rfind('/'));
  return options;
}

/// The inputs of the test's first data set, or random ones.
Expected<std::vector<Value>> inputsOf(const conformance::Case &test, const Model &model,
                                      mlir::ModuleOp module) {
  auto inputs = INGOT_TRY(passes::inputsFor(module, 1));
  for (size_t i = 0; !test.dataSets.empty() && i < inputs.size(); ++i)
    inputs[i] = INGOT_TRY(
        readOnnxValue(str(test.dataSets[0], "/input_", i, ".pb"), model.inputs()[i].type));
  return inputs;
}

/// The model as it is, or with the shapes that its inputs have.
Expected<mlir::OwningOpRef<mlir::ModuleOp>> import(const std::string &path,
                                                   mlir::MLIRContext &context, const Model &model,
                                                   const std::vector<Value> &inputs) {
  auto file = INGOT_TRY(MappedFile::open(path));
  onnx::ImportOptions options = importOptions(path);
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].isTensor())
      options.shapes[model.inputs()[i].name] = inputs[i].tensor().shape();
  auto imported = onnx::importModel(&context, file->bytes(), file, options);
  if (!imported.module)
    return failure("not imported");
  return std::move(imported.module);
}

/// "relu 4→0, leaky_relu 0→4": the operators whose number changed.
std::string changes(const passes::Counts &before, const passes::Counts &after) {
  passes::Counts all = before;
  all.insert(after.begin(), after.end());
  std::string text;
  for (const auto &[name, count] : all) {
    auto was = before.find(name), is = after.find(name);
    int from = was == before.end() ? 0 : was->second, to = is == after.end() ? 0 : is->second;
    if (from != to)
      text += str(text.empty() ? "" : ", ", name, " ", from, "→", to);
  }
  return text.empty() ? "nothing changed" : text;
}

Expected<double> runCase(const conformance::Case &test, const Options &options) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  passes::prepare(context);
  auto loaded = Model::load(test.model);
  if (!loaded.model)
    return failure("not imported");
  auto before = INGOT_TRY(import(test.model, context, *loaded.model, {}));
  auto inputs = INGOT_TRY(inputsOf(test, *loaded.model, *before));
  if (options.fixed)
    if (auto specialized = import(test.model, context, *loaded.model, inputs); specialized.ok())
      before = specialized.take();
  auto after = INGOT_TRY(passes::transform(*before, options.pipeline));
  if (options.print)
    after->print(llvm::outs(), mlir::OpPrintingFlags().useLocalScope());
  if (options.counts)
    std::cout << test.name << "\n  "
              << changes(passes::countOperators(*before), passes::countOperators(*after)) << "\n";
  if (options.noRun)
    return 0.0;
  return passes::distance(INGOT_TRY(passes::run(*before, inputs)),
                          INGOT_TRY(passes::run(*after, inputs)));
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{"Runs a pipeline on models and compares their outputs before and after."};
  app.add_option("--suite", options.suites, "folder with backend tests; may be given several times")
      ->required();
  app.add_option("--pipeline", options.pipeline, "passes, as ingot-opt --pass-pipeline takes them")
      ->required();
  app.add_option("--filter", options.filter, "only models whose name matches this regex");
  app.add_option("--limit", options.limit, "largest error, relative to an output's largest number")
      ->capture_default_str();
  app.add_flag("--counts", options.counts, "show which operators became more or fewer");
  app.add_flag("--print", options.print, "print the IR after the pipeline, without weights");
  app.add_flag("--fixed", options.fixed, "give the inputs the shapes of the test's data");
  app.add_flag("--no-run", options.noRun, "do not run the models");
  CLI11_PARSE(app, argc, argv);

  int failures = 0, models = 0;
  std::regex filter(options.filter.empty() ? ".*" : options.filter);
  for (const std::string &suite : options.suites)
    for (const auto &test : conformance::findCases(suite)) {
      if (!std::regex_search(test.name, filter))
        continue;
      ++models;
      auto error = runCase(test, options);
      bool good = error.ok() && *error <= options.limit;
      failures += !good;
      std::cout << (good ? "ok    " : "FAIL  ") << test.name << "  "
                << (error.ok() ? str(*error) : error.status().message()) << std::endl;
    }
  std::cout << models - failures << " of " << models << " models alike\n";
  return failures || models == 0 ? 1 : 0;
}
