// ingot-differential: optimizing a model must not change what it computes.
//
//   ingot-differential [--filter=text] [--verbose] [--random=N] [--seed=N] [--least-run=share]
//   folder…
//   ingot-differential --jit [--verbose] [--random=N] [--seed=N] [--jobs=N] [--output=folder]
//   graph…
//
// Imports every model of the suites, runs it on the interpreter as it is, optimized, and optimized
// after its inputs were fixed to the shapes of the test data, and compares the outputs bit by bit
// (NaN is NaN). Models that draw random numbers are held to types and shapes only: a draw without a
// seed depends on the position of its operator. With --random, the same for N random graphs, which
// are also optimized with some sizes unknown. The run fails when a smaller share of the models than
// --least-run runs at all, or a random graph does not.
//
// With --jit, N random graphs are compiled for the CPU and compared with the interpreter (Jit.h). A
// graph that fails is made smaller and written to the output folder; given as an argument, it is
// checked again.
//
// Without --seed the seed is the day's; it is printed.
#include "tests/conformance/Suite.h"
#include "tests/differential/Bounds.h"
#include "tests/differential/Jit.h"
#include "tests/differential/RandomGraph.h"
#include "tests/differential/Run.h"
#include "tests/seed/Seed.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Graph.h"
#include "compiler/dialect/graph/Operators.h"
#include "compiler/import/onnx/Importer.h"
#include "compiler/interp/Build.h"
#include "compiler/pipelines/GraphOptimize.h"
#include "compiler/transforms/graph/SpecializeInputs.h"
#include "runtime/base/File.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

#include <cmath>
#include <filesystem>
#include <iostream>

using namespace ingot;
using namespace ingot::conformance;
using namespace ingot::differential;
namespace fs = std::filesystem;

namespace {

struct Totals {
  int64_t equal = 0, random = 0, different = 0, notRun = 0;
  int64_t operatorsBefore = 0, operatorsAfter = 0, operatorsSpecialized = 0;
};

//===--------------------------------------------------------------------------------------------===//
// Models
//===--------------------------------------------------------------------------------------------===//

bool isRandom(mlir::ModuleOp module) {
  bool found = false;
  module.walk([&](mlir::Operation *op) {
    const auto *info = graph::findOperator(std::string_view(op->getName().getStringRef()));
    found |= info && info->random;
  });
  return found;
}

Status optimize(mlir::ModuleOp module) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic &d) {
    message += (message.empty() ? "" : "; ") + d.str();
    return llvm::success();
  });
  mlir::PassManager pm(module.getContext());
  buildGraphOptimizePipeline(pm);
  return succeeded(pm.run(module)) ? success() : failure("the pipeline failed: " + message);
}

Expected<mlir::OwningOpRef<mlir::ModuleOp>> import(mlir::MLIRContext &context,
                                                   const std::string &path,
                                                   const std::map<std::string, Shape> &shapes) {
  auto file = INGOT_TRY(MappedFile::open(path));
  onnx::ImportOptions options;
  options.folder = fs::path(path).parent_path().string();
  options.shapes = shapes;
  std::string_view bytes = file->bytes();
  auto imported = onnx::importModel(&context, bytes, file, options);
  if (!imported.module)
    return failure("not imported");
  return std::move(imported.module);
}

std::vector<ValueType> inputTypesOf(mlir::func::FuncOp main) {
  std::vector<ValueType> types;
  for (mlir::Type type : main.getArgumentTypes())
    types.push_back(graph::fromMlir(type).value_or(ValueType::none()));
  return types;
}

/// The inputs of a data set, or arange(n) / n for a light model.
Results inputsOf(const std::string &folder, const std::vector<ValueType> &types) {
  std::vector<Value> values;
  for (size_t i = 0; i < types.size(); ++i) {
    if (!folder.empty()) {
      values.push_back(INGOT_TRY(readOnnxValue(str(folder, "/input_", i, ".pb"), types[i])));
      continue;
    }
    Tensor tensor = INGOT_TRY(Tensor::allocate(ElementType::F32, types[i].dims));
    for (int64_t k = 0; k < tensor.elements(); ++k)
      tensor.mutableData<float>()[k] =
          static_cast<float>(static_cast<double>(k) / static_cast<double>(tensor.elements()));
    values.emplace_back(std::move(tensor));
  }
  return values;
}

//===--------------------------------------------------------------------------------------------===//
// One case
//===--------------------------------------------------------------------------------------------===//

/// What differs between the outputs of a model and of its optimized form; "" when nothing does.
std::string compareWith(mlir::ModuleOp optimized, const std::vector<Value> &inputs,
                        const std::vector<Value> &wanted, bool valuesToo) {
  auto found = runModule(optimized, inputs);
  if (!found.ok())
    return "the run fails: " + found.status().message();
  return differenceOf(wanted, *found, valuesToo);
}

/// The same inputs as other types: what is known of them when the model is compiled for them.
std::vector<ValueType> exactTypes(const std::vector<Value> &inputs,
                                  const std::vector<ValueType> &declared) {
  std::vector<ValueType> types = declared;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].isTensor() && declared[i].isTensor())
      types[i] = ValueType::of(inputs[i]);
  return types;
}

/// Optimizes a copy and compares its outputs; counts its operators.
std::string checkOptimized(mlir::ModuleOp module, const std::vector<Value> &inputs,
                           const std::vector<Value> &wanted, bool valuesToo, int64_t &operators) {
  mlir::OwningOpRef<mlir::ModuleOp> optimized(module.clone());
  if (Status status = optimize(*optimized); !status.ok())
    return status.message();
  operators += operatorsIn(*optimized);
  return compareWith(*optimized, inputs, wanted, valuesToo);
}

/// The same after the inputs were fixed to the types that they have.
std::string checkSpecialized(mlir::ModuleOp module, const std::vector<Value> &inputs,
                             const std::vector<Value> &wanted, bool valuesToo, int64_t &operators) {
  mlir::OwningOpRef<mlir::ModuleOp> special(module.clone());
  auto types = exactTypes(inputs, inputTypesOf(mainOf(module)));
  Status status = graph::specializeInputs(mainOf(*special), types);
  // The suites feed some inputs of other shapes than declared; that is not for specialization.
  if (!status.ok() && status.kind() == ErrorKind::Usage)
    return "";
  auto text = status.ok() ? checkOptimized(*special, inputs, wanted, valuesToo, operators)
                          : status.message();
  return text.empty() ? "" : "specialized: " + text;
}

std::string checkData(const Case &test, const std::string &folder, Totals &totals, bool &ran) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
  auto module = import(context, test.model, {});
  if (!module.ok())
    return "";
  auto inputs = inputsOf(folder, inputTypesOf(mainOf(**module)));
  auto wanted = inputs.ok() ? runModule(**module, *inputs) : Results(failure("no inputs"));
  if (!wanted.ok())
    return "";
  ran = true;
  bool drawn = isRandom(**module);
  totals.random += drawn;
  totals.operatorsBefore += operatorsIn(**module);
  auto text = checkOptimized(**module, *inputs, *wanted, !drawn, totals.operatorsAfter);
  return text.empty()
             ? checkSpecialized(**module, *inputs, *wanted, !drawn, totals.operatorsSpecialized)
             : text;
}

void check(const Case &test, Totals &totals) {
  std::vector<std::string> folders = test.dataSets;
  if (!test.lightOutput.empty())
    folders = {""};
  bool ran = false;
  for (const std::string &folder : folders) {
    auto text = checkData(test, folder, totals, ran);
    if (!text.empty()) {
      std::cout << "different  " << test.name << "  " << text << "\n";
      ++totals.different;
      return;
    }
  }
  (ran ? totals.equal : totals.notRun) += 1;
}

std::string checkGraph(uint64_t seed, Totals &totals) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
  auto graph = makeRandomGraph(context, seed);
  auto wanted = runModule(*graph.module, graph.inputs);
  if (!wanted.ok())
    return "does not run: " + wanted.status().message();
  totals.operatorsBefore += operatorsIn(*graph.module);
  auto text = checkOptimized(*graph.module, graph.inputs, *wanted, true, totals.operatorsAfter);
  if (!text.empty())
    return text;
  blur(*graph.module, seed);
  int64_t blurred = 0;
  text = checkOptimized(*graph.module, graph.inputs, *wanted, true, blurred);
  if (!text.empty())
    return "blurred: " + text;
  return checkSpecialized(*graph.module, graph.inputs, *wanted, true, totals.operatorsSpecialized);
}

void checkRandomGraphs(uint64_t seed, uint64_t count, bool verbose, Totals &totals) {
  for (uint64_t i = seed; i < seed + count; ++i) {
    if (verbose)
      std::cout << "random graph " << i << std::endl;
    auto text = checkGraph(i, totals);
    if (!text.empty())
      std::cout << "different  random graph " << i << "  " << text
                << "\n  repeat with: ingot-differential --random=1 --seed=" << i << "\n";
    ++(text.empty() ? totals.equal : totals.different);
  }
}

struct Options {
  std::string filter;
  bool verbose = false, jit = false;
  double leastRun = bounds::leastRun;
  JitOptions graphs;
  std::vector<std::string> paths;
};

Options parse(int argc, char **argv) {
  Options options;
  options.graphs.seed = seedOfTheDay();
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    auto takes = [&](std::string_view name) { return argument.starts_with(name); };
    auto text = [&] { return argument.substr(argument.find('=') + 1); };
    auto number = [&] { return std::strtoull(text().c_str(), nullptr, 10); };
    if (takes("--filter="))
      options.filter = text();
    else if (takes("--random="))
      options.graphs.count = number();
    else if (takes("--seed="))
      options.graphs.seed = number();
    else if (takes("--least-run="))
      options.leastRun = std::strtod(text().c_str(), nullptr);
    else if (takes("--jobs="))
      options.graphs.jobs = static_cast<int>(number());
    else if (takes("--output="))
      options.graphs.folder = text();
    else if (argument == "--jit")
      options.jit = true;
    else if (argument == "--verbose")
      options.verbose = options.graphs.verbose = true;
    else
      options.paths.push_back(argument);
  }
  return options;
}

int checkCode(const Options &options) {
  int64_t wrong = 0;
  for (const std::string &path : options.paths) {
    std::string text = checkWrittenGraph(path);
    std::cout << path << "  " << (text.empty() ? "equal" : text) << "\n";
    wrong += !text.empty();
  }
  if (options.graphs.count > 0) {
    std::cout << "seed " << options.graphs.seed << std::endl;
    wrong += checkCompiledGraphs(options.graphs);
  }
  return wrong != 0 ? 1 : 0;
}

int checkRewrites(const Options &options) {
  Totals totals;
  if (options.graphs.count > 0)
    std::cout << "seed " << options.graphs.seed << std::endl;
  for (const std::string &suite : options.paths)
    for (const Case &test : findCases(suite)) {
      if (test.name.find(options.filter) == std::string::npos)
        continue;
      if (options.verbose)
        std::cout << test.name << std::endl;
      check(test, totals);
    }
  checkRandomGraphs(options.graphs.seed, options.graphs.count, options.verbose, totals);
  std::cout << totals.equal << " equal (" << totals.random << " random: types and shapes only), "
            << totals.different << " different, " << totals.notRun << " do not run as they are\n"
            << "operators: " << totals.operatorsBefore << " before, " << totals.operatorsAfter
            << " optimized, " << totals.operatorsSpecialized << " specialized and optimized\n";
  if (totals.equal + totals.different == 0) {
    std::cout << "nothing was compared\n";
    return 1;
  }
  double ran = 1 - static_cast<double>(totals.notRun) /
                       static_cast<double>(totals.equal + totals.different + totals.notRun);
  if (ran < options.leastRun)
    std::cout << "only " << 100 * ran << " % of the models run, --least-run wants "
              << 100 * options.leastRun << " %\n";
  return totals.different || ran < options.leastRun ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
  Options options = parse(argc, argv);
  return options.jit ? checkCode(options) : checkRewrites(options);
}
