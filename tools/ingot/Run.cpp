// ingot run: runs a model once and shows its outputs.
#include "tools/ingot/Output.h"
#include "tools/ingot/Picture.h"
#include "tools/ingot/RunInputs.h"
#include "tools/ingot/RunOutputs.h"
#include "tools/ingot/Session.h"
#include "tools/ingot/TensorFolder.h"
#include "tools/ingot/Verbs.h"

#include <chrono>
#include <iostream>

namespace ingot::tool {
namespace {

struct RunVerbOptions {
  ModelOptions model;
  CodeOptions code;
  InputOptions inputs;
  OutputOptions outputs;
  std::string maxMemory;
  double timeout = 0;
  std::string tensorFolder;
  bool printTensors = false, show = false;
};

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int failInputs(const GatheredInputs &gathered, const RunVerbOptions &options) {
  for (const std::string &problem : gathered.problems)
    complain(problem, "");
  std::cerr << "  help: see the inputs with: ingot check " << printable(options.model.path)
            << "; make some up with --random-inputs\n";
  return static_cast<int>(gathered.kind);
}

/// Prints and saves the results of every node.
Expected<decltype(RunOptions::observe)> observer(const RunVerbOptions &options) {
  auto folder = std::make_shared<TensorFolder>(options.tensorFolder);
  if (!options.tensorFolder.empty())
    INGOT_TRY(folder->make());
  bool prints = options.printTensors, saves = !options.tensorFolder.empty();
  OutputOptions plain = options.outputs;
  plain.top = 0;
  auto observe = [=](const Observed &layer) -> Status {
    const auto &[node, op, results] = layer;
    for (size_t i = 0; i < results.size() && prints; ++i)
      printOutput(results.size() == 1 ? node : str(node, "#", i), results[i], plain);
    for (const auto &[name, tensor] : saves ? tensorsOf(node, results) : NamedTensors())
      INGOT_TRY(writeNpy(folder->next(name), tensor));
    return success();
  };
  return decltype(RunOptions::observe)(std::move(observe));
}

Expected<CompileOptions> compileOptions(const RunVerbOptions &options) {
  CompileOptions compile = INGOT_TRY(compileOptions(options.model, options.code));
  if (options.printTensors || !options.tensorFolder.empty()) {
    if (!compile.ranges.empty())
      return failure(str(options.printTensors ? "--print-tensors" : "--tensor-dir",
                         " compiles operators one by one, for one size; wanted one instead of "
                         "--dim ",
                         rangesText(compile.ranges)),
                     ErrorKind::Usage);
    // Fused operators have no results of their own.
    compile.optimize = false;
    compile.observable = true;
  }
  return compile;
}

Expected<RunOptions> runOptions(const RunVerbOptions &options) {
  RunOptions run;
  if (!(options.timeout >= 0))
    return failure(str("--timeout ", options.timeout, ": wanted 0 or more seconds"),
                   ErrorKind::Usage);
  run.timeout = options.timeout;
  run.seed = options.inputs.seed;
  if (!options.maxMemory.empty())
    run.maxMemory = INGOT_TRY(parseBytes(options.maxMemory));
  if (options.printTensors || !options.tensorFolder.empty())
    run.observe = INGOT_TRY(observer(options));
  return run;
}

int report(const Model &model, const std::vector<Value> &values, const RunVerbOptions &options,
           double loadSeconds, double runSeconds) {
  Json json{{"model", options.model.path},
            {"target", options.model.target},
            {"load_seconds", loadSeconds},
            {"run_seconds", runSeconds},
            {"outputs", Json::array()}};
  for (size_t i = 0; i < values.size(); ++i) {
    if (options.model.json != "-")
      printOutput(model.outputs()[i].name, values[i], options.outputs);
    if (!options.model.json.empty())
      json["outputs"].push_back(outputJson(model.outputs()[i].name, values[i], options.outputs));
  }
  if (!options.outputs.folder.empty()) {
    auto paths = saveOutputs(model.outputs(), values, options.outputs.folder);
    if (!paths.ok())
      return fail(paths.status());
    for (const std::string &path : *paths)
      std::cerr << "wrote " << printable(path) << "\n";
    json["files"] = *paths;
  }
  return options.model.json.empty() ? 0 : writeJson(json, options.model.json, 0);
}

void showPictures(const Model &model, const std::vector<Value> &values) {
  for (size_t i = 0; i < values.size(); ++i) {
    std::string text = values[i].isTensor() ? picture(values[i].tensor()) : "";
    if (!text.empty())
      std::cerr << printable(model.inputs()[i].name) << "\n" << text;
  }
}

int run(RunVerbOptions &options) {
  auto start = std::chrono::steady_clock::now();
  auto loadOptions = options.model.loadOptions();
  auto compile = compileOptions(options);
  auto wanted = runOptions(options);
  auto images = options.inputs.imageOptions();
  const Status labels = options.outputs.readLabels();
  for (const Status *status :
       {&loadOptions.status(), &compile.status(), &wanted.status(), &images.status(), &labels})
    if (!status->ok())
      return fail(*status);
  LoadResult loaded = Model::load(options.model.path, *loadOptions);
  if (!loaded.model)
    return failLoad(loaded, options.model);
  warn(loaded.diagnostics);
  auto program = loaded.model->compile(*compile);
  if (!program.ok())
    return fail(program.status());
  auto gathered = gatherInputs(*loaded.model, options.inputs, *images,
                               std::make_shared<MemoryBudget>(wanted->memoryLimit()));
  if (!gathered.problems.empty())
    return failInputs(gathered, options);
  if (options.show)
    showPictures(*loaded.model, gathered.values);
  double loadSeconds = secondsSince(start);
  start = std::chrono::steady_clock::now();
  auto values = program->run(gathered.values, *wanted);
  if (!values.ok())
    return fail(values.status());
  return report(*loaded.model, *values, options, loadSeconds, secondsSince(start));
}

} // namespace

void addRun(CLI::App &app, Action &action) {
  auto options = std::make_shared<RunVerbOptions>();
  CLI::App *verb =
      app.add_subcommand("run", "Runs a model once on given or made-up inputs, shows the outputs.");
  options->model.add(*verb, /*takesRanges=*/true);
  options->code.add(*verb);
  options->inputs.add(*verb);
  options->outputs.add(*verb);
  verb->add_option("--max-memory", options->maxMemory,
                   "most bytes of tensors at a time, inputs too, e.g. 2G; default: half of the "
                   "memory")
      ->type_name("SIZE");
  verb->add_option("--timeout", options->timeout, "seconds after which the run is given up");
  verb->add_flag("--show", options->show, "draw inputs that are pictures in the terminal");
  verb->add_flag("--print-tensors", options->printTensors, "show the results of every node");
  verb->add_option("--tensor-dir", options->tensorFolder,
                   "save the results of every node as NAME.npy in this folder")
      ->type_name("DIR");
  verb->footer(
      "Example:\n  ingot run model.onnx --input image=@cat.jpg --image-mean=0.485,0.456,0.406 "
      "--image-std=0.229,0.224,0.225\n"
      "  ingot run model.onnx --random-inputs --seed=1 --dim batch=4\n"
      "  ingot run model.onnx --random-inputs --target=cpu --threads=2");
  verb->callback([&action, options] { action = [options] { return run(*options); }; });
}

} // namespace ingot::tool
