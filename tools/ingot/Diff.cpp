// ingot diff: compares the results of every layer with a reference, and names the first bad one.
//
// For a layer's results to be seen, its operator is compiled by itself, as the model has it. When
// all layers agree, the model is compiled once more as it would be for use, optimized and fused,
// and its outputs are compared.
#include "ingot/Io.h"
#include "tools/ingot/Compare.h"
#include "tools/ingot/LayerStream.h"
#include "tools/ingot/Output.h"
#include "tools/ingot/RunInputs.h"
#include "tools/ingot/TensorFolder.h"
#include "tools/ingot/Verbs.h"

#include <filesystem>
#include <iostream>
#include <map>

namespace ingot::tool {
namespace {

struct DiffOptions {
  ModelOptions model;
  CodeOptions code;
  InputOptions inputs;
  Tolerance tolerance;
  std::string reference = "interpreter", folder;
  bool all = false;
};

struct Mismatch {
  std::string node, op, type;
  Shape shape;
  Difference difference;
};

/// What has been compared so far.
struct Findings {
  int64_t compared = 0, missing = 0; ///< tensors; missing: the reference has none of that name
  double greatest = 0;
  std::string greatestNode;
  std::vector<Mismatch> mismatches;
};

/// Where the wanted tensors come from: another run, or files.
class Reference {
public:
  virtual ~Reference() = default;
  /// The tensors of a layer, by name; those that the reference lacks are left out.
  virtual Expected<NamedTensors> layer(const Layer &found) = 0;
  virtual Expected<NamedTensors> outputs(const NamedTensors &found) = 0;
};

class RunReference : public Reference {
public:
  RunReference(const Model &model, Program program, std::vector<Value> inputs, RunOptions options)
      : model(model), stream(std::move(program), std::move(inputs), std::move(options)) {}

  Expected<NamedTensors> layer(const Layer &found) override {
    auto wanted = stream.next();
    if (!wanted && !stream.finish().ok())
      return failure(str("the reference failed: ", stream.finish().status().message()));
    if (!wanted || wanted->node != found.node)
      return failure(str("the reference runs '", wanted ? wanted->node : "nothing", "' here"));
    return tensorsOf(wanted->node, wanted->results);
  }
  Expected<NamedTensors> outputs(const NamedTensors &) override {
    while (stream.next()) {
    }
    if (!stream.finish().ok())
      return failure(str("the reference failed: ", stream.finish().status().message()));
    NamedTensors tensors;
    for (size_t i = 0; i < model.outputs().size(); ++i)
      for (auto &tensor : tensorsOf(model.outputs()[i].name, {(*stream.finish())[i]}))
        tensors.push_back(std::move(tensor));
    return tensors;
  }

private:
  const Model &model;
  LayerStream stream;
};

class FileReference : public Reference {
public:
  explicit FileReference(const std::string &path) : layers(path), ports(path) {}
  Expected<NamedTensors> layer(const Layer &found) override {
    return read(layers, tensorsOf(found.node, found.results));
  }
  Expected<NamedTensors> outputs(const NamedTensors &found) override { return read(ports, found); }

private:
  static Expected<NamedTensors> read(TensorFolder &folder, const NamedTensors &found) {
    NamedTensors tensors;
    for (const auto &[name, tensor] : found) {
      std::string path = folder.next(name);
      if (!std::filesystem::exists(path))
        continue;
      Tensor wanted = INGOT_TRY(readNpy(path));
      // NumPy lacks some types, and others saved what they had.
      bool isNumber = !wanted.isString() && !tensor.isString();
      if (isNumber && wanted.type() != tensor.type() &&
          elementClass(wanted.type()) != ElementClass::Complex &&
          elementClass(tensor.type()) != ElementClass::Complex)
        wanted = INGOT_TRY(converted(wanted, tensor.type()));
      tensors.emplace_back(name, std::move(wanted));
    }
    return tensors;
  }
  TensorFolder layers, ports;
};

class Diff {
public:
  Diff(const DiffOptions &options, const Model &model, std::vector<Value> inputs)
      : options(options), model(model), inputs(std::move(inputs)) {
    run.seed = options.inputs.seed;
    for (const GraphNode &node : model.graph().nodes)
      operators.try_emplace(node.name, node.op);
  }

  Status compareAll() {
    INGOT_TRY(openReference());
    INGOT_TRY(compareLayers());
    if (findings.mismatches.empty())
      INGOT_TRY(compareOutputs());
    if (findings.compared == 0)
      return failure(options.folder.empty()
                         ? "nothing was compared: the model has no operators"
                         : str("nothing was compared: '", options.folder,
                               "' has no NAME.npy of a node or an output of the model"),
                     ErrorKind::Usage);
    return success();
  }

  Findings findings;

private:
  Expected<Program> compileLayers(const std::string &target) const {
    CompileOptions compile = INGOT_TRY(options.code.compileOptions(target));
    compile.optimize = false;
    compile.observable = true;
    return model.compile(compile);
  }

  Status openReference() {
    if (!options.folder.empty()) {
      reference = std::make_unique<FileReference>(options.folder);
      return success();
    }
    auto program = INGOT_TRY(compileLayers(options.reference));
    reference = std::make_unique<RunReference>(model, std::move(program), inputs, run);
    return success();
  }

  Status compareLayers() {
    Program program = INGOT_TRY(compileLayers(options.model.target));
    RunOptions observed = run;
    Status problem;
    bool enough = false;
    observed.observe = [&](const std::string &node, const std::vector<Value> &results) -> Status {
      Layer found{node, results};
      auto wanted = reference->layer(found);
      if (!wanted.ok())
        problem = wanted.takeStatus().within(str("node '", node, "'"));
      else
        compareTensors(node, operatorOf(node), tensorsOf(node, found.results), *wanted);
      enough = !problem.ok() || (!options.all && !findings.mismatches.empty());
      return enough ? failure("enough") : success();
    };
    auto outputs = program.run(inputs, observed);
    INGOT_TRY(std::move(problem));
    return outputs.ok() || enough ? success() : outputs.takeStatus();
  }

  /// As the model is compiled for use.
  Status compareOutputs() {
    CompileOptions compile = INGOT_TRY(options.code.compileOptions(options.model.target));
    Program program = INGOT_TRY(model.compile(compile));
    auto values = INGOT_TRY(program.run(inputs, run));
    NamedTensors found;
    for (size_t i = 0; i < values.size(); ++i)
      for (auto &tensor : tensorsOf(model.outputs()[i].name, {values[i]}))
        found.push_back(std::move(tensor));
    auto wanted = INGOT_TRY(reference->outputs(found));
    compareTensors("", "output", found, wanted);
    return success();
  }

  std::string operatorOf(const std::string &node) const {
    auto known = operators.find(node);
    return known == operators.end() ? "" : known->second;
  }

  /// Compares tensors of the same names; `node`: empty for outputs, which go by their names.
  void compareTensors(const std::string &node, const std::string &op, const NamedTensors &found,
                      const NamedTensors &wanted) {
    size_t next = 0;
    for (const auto &[name, tensor] : found) {
      if (next >= wanted.size() || wanted[next].first != name) {
        ++findings.missing;
        continue;
      }
      Difference difference = compare(tensor, wanted[next++].second, options.tolerance);
      ++findings.compared;
      if (difference.greatest > findings.greatest) {
        findings.greatest = difference.greatest;
        findings.greatestNode = node.empty() ? name : node;
      }
      if (!difference.isEqual())
        findings.mismatches.push_back({name, op,
                                       ValueType::tensor(tensor.type(), tensor.shape()).text(),
                                       tensor.shape(), std::move(difference)});
    }
  }

  const DiffOptions &options;
  const Model &model;
  std::vector<Value> inputs;
  RunOptions run;
  std::map<std::string, std::string> operators;
  std::unique_ptr<Reference> reference;
};

std::string referenceText(const DiffOptions &options) {
  return options.folder.empty() ? "target '" + options.reference + "'"
                                : "the tensors in '" + options.folder + "'";
}

void print(const DiffOptions &options, const Mismatch &mismatch) {
  const Difference &d = mismatch.difference;
  bool isOutput = mismatch.op == "output";
  std::cerr << styled("error", Style::Red, std::cerr) << ": " << (isOutput ? "output '" : "node '")
            << printable(mismatch.node) << "'"
            << (isOutput              ? " of the optimized model"
                : mismatch.op.empty() ? ""
                                      : " (" + mismatch.op + ")")
            << " differs from " << printable(referenceText(options)) << "\n";
  if (!d.problem.empty()) {
    std::cerr << "  " << d.problem << "\n";
    return;
  }
  std::cerr << "  " << d.bad << " of " << counted(d.elements, "element") << " of " << mismatch.type
            << " differ; the worst, " << positionText(d.worst, mismatch.shape) << ": found "
            << printable(d.found) << ", wanted " << printable(d.wanted) << "\n";
}

Json toJson(const DiffOptions &options, const Findings &findings, int code) {
  Json json{{"model", options.model.path},
            {"target", options.model.target},
            {"reference", options.folder.empty() ? options.reference : options.folder},
            {"ok", code == 0},
            {"exit", code},
            {"rtol", options.tolerance.rtol},
            {"atol", options.tolerance.atol},
            {"compared", findings.compared},
            {"missing", findings.missing},
            {"greatest_difference", findings.greatest},
            {"greatest_difference_node", findings.greatestNode},
            {"mismatches", Json::array()}};
  for (const Mismatch &mismatch : findings.mismatches) {
    const Difference &d = mismatch.difference;
    Json entry{{"node", mismatch.node}, {"op", mismatch.op}, {"type", mismatch.type}};
    if (!d.problem.empty())
      entry["problem"] = d.problem;
    else
      entry.update(Json{{"bad", d.bad},
                        {"elements", d.elements},
                        {"worst", positionText(d.worst, mismatch.shape)},
                        {"found", d.found},
                        {"wanted", d.wanted}});
    json["mismatches"].push_back(std::move(entry));
  }
  return json;
}

int report(const DiffOptions &options, const Findings &findings) {
  int code = findings.mismatches.empty() ? 0 : static_cast<int>(ErrorKind::Mismatch);
  for (const Mismatch &mismatch : findings.mismatches)
    print(options, mismatch);
  if (code != 0)
    std::cerr << "  " << findings.compared - static_cast<int64_t>(findings.mismatches.size())
              << " other results agree"
              << (options.all ? "" : "; --all goes on behind the first that does not") << "\n";
  if (options.model.json != "-" && code == 0) {
    char greatest[32];
    std::snprintf(greatest, sizeof greatest, "%.3g", findings.greatest);
    std::cout << "ok: " << counted(findings.compared, "result") << " of target '"
              << options.model.target << "' agree with " << printable(referenceText(options))
              << "; the greatest difference is " << greatest
              << (findings.greatestNode.empty() ? ""
                                                : " at '" + printable(findings.greatestNode) + "'")
              << "\n";
    if (findings.missing)
      std::cout << "  " << counted(findings.missing, "result")
                << " not compared: the reference has none of that name\n";
  }
  return options.model.json.empty()
             ? code
             : writeJson(toJson(options, findings, code), options.model.json, code);
}

Status checkOptions(const DiffOptions &options) {
  for (double value : {options.tolerance.rtol, options.tolerance.atol})
    if (!(value >= 0))
      return usage(str("a tolerance of ", value, ": wanted 0 or more"));
  if (!options.folder.empty() && !std::filesystem::is_directory(options.folder))
    return failure(str("--reference-dir '", options.folder, "' is no folder"));
  return success();
}

/// Sets the sizes that a model leaves open to those of the inputs. With them known, a target
/// computes shapes when it compiles; without, another one does in the run, in layers of its own.
bool fixShapes(const Model &model, const std::vector<Value> &inputs, LoadOptions &options) {
  if (model.info().format != "ONNX") // graph IR has its sizes in its types
    return false;
  bool isOpen = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Port &port = model.inputs()[i];
    if (!inputs[i].isTensor() || port.type.isStatic())
      continue;
    options.shapes[port.name] = inputs[i].tensor().shape();
    isOpen = true;
  }
  return isOpen;
}

int run(DiffOptions &options) {
  auto loadOptions = options.model.loadOptions();
  auto images = options.inputs.imageOptions();
  const Status valid = checkOptions(options);
  for (const Status *status : {&loadOptions.status(), &images.status(), &valid})
    if (!status->ok())
      return fail(*status);
  LoadResult loaded = Model::load(options.model.path, *loadOptions);
  if (!loaded.model)
    return failLoad(loaded, options.model);
  warn(loaded.diagnostics);
  if (loaded.model->isRandom())
    return fail(unsupported("the model draws random numbers: no two runs need agree"));
  options.inputs.random = options.inputs.random || options.inputs.inputs.empty();
  GatheredInputs gathered =
      gatherInputs(*loaded.model, options.inputs, *images,
                   std::make_shared<MemoryBudget>(RunOptions().memoryLimit()));
  for (const std::string &problem : gathered.problems)
    complain(problem, "");
  if (!gathered.problems.empty())
    return static_cast<int>(gathered.kind);
  if (fixShapes(*loaded.model, gathered.values, *loadOptions)) {
    loaded = Model::load(options.model.path, *loadOptions);
    if (!loaded.model)
      return failLoad(loaded, options.model);
  }
  Diff diff(options, *loaded.model, std::move(gathered.values));
  Status done = diff.compareAll();
  return done.ok() ? report(options, diff.findings) : fail(done);
}

} // namespace

void addDiff(CLI::App &app, Action &action) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App *verb = app.add_subcommand(
      "diff", "Compares every layer of a model with a reference and stops at the first bad one.");
  options->model.add(*verb);
  options->code.add(*verb);
  options->inputs.add(*verb);
  verb->add_option("--reference", options->reference, "the target that is right")
      ->capture_default_str();
  verb->add_option("--reference-dir", options->folder,
                   "the results that are right, NAME.npy of each node, as run --tensor-dir writes "
                   "them")
      ->type_name("DIR");
  verb->add_option("--rtol", options->tolerance.rtol, "relative tolerance")->capture_default_str();
  verb->add_option("--atol", options->tolerance.atol, "absolute tolerance")->capture_default_str();
  verb->add_flag("--all", options->all, "list every bad layer");
  verb->footer("For its results to be seen, every operator is compiled by itself, as the model has "
               "it. When all agree, the outputs of the optimized model are compared, too. No more "
               "than one layer of the reference is kept.\n"
               "Example:\n  ingot diff model.onnx --target=cpu --reference=interpreter\n"
               "  ingot diff model.onnx --reference-dir=tensors --input x=@x.npy --all");
  verb->callback([&action, options] { action = [options] { return run(*options); }; });
}

} // namespace ingot::tool
