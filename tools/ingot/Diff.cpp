// ingot diff: compares the results of every layer with a reference, and names the first bad one.
//
// For a layer's results to be seen, its operator is compiled by itself, as the model has it. When
// all layers agree, the model is compiled once more as it would be for use, optimized and fused,
// and its outputs are compared.
//
// In a model of 16-bit floats every layer adds roundings, and layers behind it make them larger:
// how much, is measured. The reference runs some times more with every such number moved by a unit;
// as far as those runs are apart, so far may the compared one be. Weights that are rounded because
// of --precision are such numbers; what is right is then the model with the weights that it has,
// computed in f32. With --math=fast so are the results of products and convolutions, which may be
// off by a thousandth of their norm.
#include "tools/ingot/Compare.h"
#include "tools/ingot/DiffReference.h"
#include "tools/ingot/Output.h"
#include "tools/ingot/RunInputs.h"
#include "tools/ingot/Verbs.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <set>

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

class Diff {
public:
  Diff(const DiffOptions &options, const Model &model, std::vector<Value> inputs)
      : options(options), model(model), inputs(std::move(inputs)) {
    run.seed = options.inputs.seed;
  }

  Status compareAll() {
    CompileOptions compared = INGOT_TRY(options.code.compileOptions(options.model.target));
    precision = compared.precision;
    math = compared.math;
    Program program = INGOT_TRY(compileLayers(options.model.target, precision, math));
    reference = INGOT_TRY(openReference(program));
    INGOT_TRY(openShakenRuns(program));
    INGOT_TRY(compareLayers(program));
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
  Expected<Program> compileLayers(const std::string &target, std::optional<ElementType> precision,
                                  Math math) const {
    CompileOptions compile = INGOT_TRY(options.code.compileOptions(target));
    compile.precision = precision;
    compile.math = math;
    compile.optimize = false;
    compile.observable = true;
    return model.compile(compile);
  }

  Expected<std::unique_ptr<DiffReference>> openReference(const Program &compared) const {
    if (!options.folder.empty())
      return fileReference(options.folder);
    auto wide = precision ? std::optional(ElementType::F32) : std::nullopt;
    auto program = INGOT_TRY(compileLayers(options.reference, wide, Math::Strict));
    return runReference(model, std::move(program), inputs, run, nodesOf(model, compared));
  }

  /// None for what has no coarse numbers, and is computed as strictly as the reference.
  Status openShakenRuns(const Program &compared) {
    GraphView graph = model.graph();
    std::set<std::string, std::less<>> products; // operators that may round more
    for (const GraphNode &node : graph.nodes)
      if (math == Math::Fast && node.macs.value_or(1) > 0)
        products.insert(node.op);
    bool isShaken =
        !products.empty() ||
        (precision ? isCoarse(*precision)
                   : std::any_of(graph.values.begin(), graph.values.end(), [](const auto &value) {
                       return value.type.isTensor() && isCoarse(value.type.element);
                     }));
    if (!isShaken)
      return success();
    auto program = INGOT_TRY(compileLayers("interpreter", precision, Math::Strict));
    for (uint64_t draw = 0; draw < shakenRuns; ++draw) {
      RunOptions options = run;
      auto next = std::make_shared<uint64_t>(draw << 32);
      options.observe = [next, products](const Observed &op) {
        for (Value &value : op.results)
          if (value.isTensor()) {
            value = shaken(value.tensor(), (*next)++);
            if (products.contains(op.op))
              value = movedBy(value.tensor(), fastPart, (*next)++);
          }
        return success();
      };
      shakenReferences.push_back(
          INGOT_TRY(runReference(model, program, inputs, options, nodesOf(model, compared))));
    }
    return success();
  }

  Status compareLayers(const Program &program) {
    RunOptions observed = run;
    LayerCollector collector;
    Status problem;
    bool enough = false;
    auto compareNext = [&](const std::optional<Layer> &layer) -> Status {
      problem = layer ? compareLayer(*layer) : success();
      enough = !problem.ok() || (!options.all && !findings.mismatches.empty());
      return enough ? failure("enough") : success();
    };
    observed.observe = [&](const Observed &op) { return compareNext(collector.add(op)); };
    auto outputs = program.run(inputs, observed);
    if (outputs.ok())
      (void)compareNext(collector.finish()).ok();
    INGOT_TRY(std::move(problem));
    return outputs.ok() || enough ? success() : outputs.takeStatus();
  }

  Status compareLayer(const Layer &found) {
    auto wanted = reference->layer(found);
    if (!wanted.ok())
      return wanted.takeStatus().within(str("node '", found.node, "'"));
    std::vector<std::vector<NamedTensors>> others;
    for (const auto &shakenReference : shakenReferences)
      others.push_back(INGOT_TRY(shakenReference->layer(found)));
    for (size_t i = 0; i < found.operators.size(); ++i) {
      std::vector<NamedTensors> draws;
      for (std::vector<NamedTensors> &other : others)
        draws.push_back(std::move(other[i]));
      compareTensors(found.node, found.operators[i].op,
                     tensorsOf(found.node, found.operators[i].results), (*wanted)[i], draws);
    }
    return success();
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
    std::vector<NamedTensors> draws;
    for (const auto &shakenReference : shakenReferences)
      draws.push_back(INGOT_TRY(shakenReference->outputs(found)));
    compareTensors("", "output", found, wanted, draws);
    return success();
  }

  /// Compares tensors of the same names; `node`: empty for outputs, which go by their names.
  void compareTensors(const std::string &node, const std::string &op, const NamedTensors &found,
                      const NamedTensors &wanted, const std::vector<NamedTensors> &draws) {
    size_t next = 0;
    for (const auto &[name, tensor] : found) {
      if (next >= wanted.size() || wanted[next].first != name) {
        ++findings.missing;
        continue;
      }
      const Tensor &expected = wanted[next++].second;
      Difference difference = differenceOf(tensor, expected, drawsOf(name, expected, draws));
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

  /// What the shaken runs gave for a tensor, where it is of the type and shape that is wanted.
  static std::vector<Tensor> drawsOf(const std::string &name, const Tensor &wanted,
                                     const std::vector<NamedTensors> &draws) {
    std::vector<Tensor> tensors;
    for (const NamedTensors &draw : draws)
      for (const auto &[other, tensor] : draw)
        if (other == name && tensor.type() == wanted.type() && tensor.shape() == wanted.shape())
          tensors.push_back(tensor);
    return tensors;
  }

  Difference differenceOf(const Tensor &found, const Tensor &wanted,
                          const std::vector<Tensor> &draws) const {
    Tolerance tolerance = options.tolerance;
    bool isComparable = found.type() == wanted.type() && found.shape() == wanted.shape() &&
                        !draws.empty() && !found.isString() &&
                        elementClass(found.type()) != ElementClass::Complex;
    if (!isComparable)
      return compare(found, wanted, tolerance);
    if (!isFloat(found.type()))
      return compare(found, orAsIn(wanted, found, draws), tolerance);
    tolerance.atol = std::max(tolerance.atol, shakenFactor * spreadOf(draws));
    return compare(found, wanted, tolerance);
  }

  /// A few draws do not find the worst.
  static constexpr uint64_t shakenRuns = 3;
  static constexpr double shakenFactor = 2;
  /// Of the norm of a product: in f16 it is off by 1e-3, which a few elements exceed by far.
  static constexpr double fastPart = 1.5e-3;

  const DiffOptions &options;
  const Model &model;
  std::vector<Value> inputs;
  RunOptions run;
  std::optional<ElementType> precision; ///< of what is compared, if not the model's
  Math math = Math::Strict;             ///< of what is compared
  std::unique_ptr<DiffReference> reference;
  std::vector<std::unique_ptr<DiffReference>> shakenReferences;
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
