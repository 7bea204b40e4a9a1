// Opens a model the way bench, compile and explain want it.
#include "tools/ingot/Session.h"

#include "runtime/base/Cores.h"
#include "tools/ingot/Output.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>

namespace ingot::tool {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The values of the inputs, or an exit code.
std::optional<std::vector<Value>> valuesOf(const Model &model, const SessionOptions &options,
                                           int &exitCode) {
  InputOptions inputs = options.inputs ? *options.inputs : InputOptions();
  inputs.random = inputs.random || inputs.inputs.empty();
  auto images = inputs.imageOptions();
  if (!images.ok()) {
    exitCode = fail(images.status());
    return std::nullopt;
  }
  GatheredInputs gathered = gatherInputs(model, inputs, *images,
                                         std::make_shared<MemoryBudget>(options.run.memoryLimit()));
  for (const std::string &problem : gathered.problems)
    complain(problem, "");
  exitCode = static_cast<int>(gathered.kind);
  return gathered.problems.empty() ? std::optional(std::move(gathered.values)) : std::nullopt;
}

} // namespace

std::vector<ValueType> OpenModel::types() const {
  std::vector<ValueType> types;
  for (size_t i = 0; i < values.size(); ++i) {
    const ValueType &declared = model.inputs()[i].type;
    types.push_back(declared.isTensor() ? ValueType::of(values[i]) : declared);
  }
  return types;
}

namespace {
std::optional<Model> load(const ModelOptions &options, int &exitCode) {
  auto loadOptions = options.loadOptions();
  if (!loadOptions.ok()) {
    exitCode = fail(loadOptions.status());
    return std::nullopt;
  }
  LoadResult loaded = Model::load(options.path, *loadOptions);
  if (!loaded.model) {
    exitCode = failLoad(loaded, options);
    return std::nullopt;
  }
  warn(loaded.diagnostics);
  return std::move(loaded.model);
}
} // namespace

std::optional<OpenModel> openModel(const SessionOptions &options, int &exitCode) {
  auto start = Clock::now();
  auto model = load(options.model, exitCode);
  if (!model)
    return std::nullopt;
  double loadSeconds = since(start);
  auto values = valuesOf(*model, options, exitCode);
  if (!values)
    return std::nullopt;
  return OpenModel{std::move(*model), std::move(*values), loadSeconds};
}

std::optional<Session> openSession(const SessionOptions &options, int &exitCode) {
  auto failed = [&](const Status &status) {
    exitCode = fail(status);
    return std::optional<Session>();
  };
  auto opened = openModel(options, exitCode);
  if (!opened)
    return std::nullopt;
  auto bar = std::make_unique<ProgressBar>();
  CompileOptions compile = options.compile;
  compile.progress = bar->listener();
  auto start = Clock::now();
  auto program = opened->model.compile(compile);
  if (!program.ok())
    return failed(program.status());
  ContextOptions wanted;
  wanted.types = opened->types();
  wanted.run = options.run;
  auto context = program->context(wanted);
  if (!context.ok())
    return failed(context.status());
  double compileSeconds = since(start);
  context->inputs() = std::move(opened->values);
  return Session{std::move(opened->model), program.take(), context.take(),
                 opened->loadSeconds,      compileSeconds, std::move(bar)};
}

namespace {
/// Why nothing was made before the first run.
Status nothingAhead(const Model &model, const CompileOptions &options) {
  auto isInRange = [&](const std::string &name) {
    return std::any_of(options.ranges.begin(), options.ranges.end(),
                       [&](const DimRange &range) { return range.name == name; });
  };
  std::string start = str("--dim ", rangesText(options.ranges), ": ");
  for (const Port &port : model.inputs()) {
    if (!port.type.isTensor() || port.type.isStatic())
      continue;
    bool isCovered = port.type.ranked;
    for (size_t i = 0; i < port.type.dims.size(); ++i)
      isCovered &=
          port.type.dims[i] >= 0 || (i < port.dimNames.size() && isInRange(port.dimNames[i]));
    if (!isCovered)
      return usage(str(start, "input '", port.name, "' ", port.typeText(),
                       " leaves more open; give it a size or a range, too (--dim, --shapes)"));
  }
  if (auto survey = model.survey({options.target}); survey.ok() && !survey->compiles())
    return usage(str(start, "target '", options.target, "' makes no code; give one size"));
  return usage(str(start, "values of inputs decide sizes inside of the model; give one size"));
}
} // namespace

std::optional<RangesProgram> openRanges(const SessionOptions &options, int &exitCode) {
  auto start = Clock::now();
  auto model = load(options.model, exitCode);
  if (!model)
    return std::nullopt;
  double loadSeconds = since(start);
  auto bar = std::make_unique<ProgressBar>();
  CompileOptions compile = options.compile;
  compile.progress = bar->listener();
  start = Clock::now();
  auto program = model->compile(compile);
  Status made = program.takeStatus();
  if (made.ok() && program->report().ahead.sizes == 0)
    made = nothingAhead(*model, compile);
  if (!made.ok()) {
    exitCode = fail(made);
    return std::nullopt;
  }
  return RangesProgram{std::move(*model), program.take(), loadSeconds, since(start),
                       std::move(bar)};
}

int64_t processMemory(const char *key) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(str(key, ":")))
      return std::atoll(line.c_str() + std::string_view(key).size() + 1) * 1024;
  return 0;
}

namespace {
/// "97.5 %"; never 100 for less.
std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", share < 1 ? std::min(100 * share, 99.9) : 100.0);
  std::string number = text;
  return (number.ends_with(".0") ? number.substr(0, number.size() - 2) : number) + " %";
}
} // namespace

std::string compiledText(const Report &report) {
  CompiledShare share = report.compiled();
  return str(share.isWhole() ? "all " : str(grouped(share.compiledOperators), " of "),
             counted(share.operators, "operator"), ", ", percent(share.ofMacs()),
             " of the multiply-accumulates");
}

void warnOfReference(const Report &report) {
  if (report.compiled().isWhole())
    return;
  std::map<std::string, int64_t> kinds;
  for (const OperatorReport &op : report.operators)
    if (!op.host.empty())
      for (const std::string &kind : op.ops)
        ++kinds[kind];
  std::string list;
  for (const auto &[kind, count] : kinds)
    list += str(list.empty() ? "" : ", ", kind, count > 1 ? str(" x", count) : "");
  std::cerr << styled("warning", Style::Yellow, std::cerr) << ": compiled: " << compiledText(report)
            << "; the rest runs on the reference: " << printable(list)
            << " (`ingot explain` says why)\n";
}

int threadsOf(const CodeOptions &code, const Report &report) {
  if (report.segments.empty() && report.ahead.sizes == 0)
    return 1;
  return code.threads > 0 ? code.threads : usableCores();
}

Json programJson(const ModelOptions &model, const CodeOptions &code, const Report &report) {
  return {{"model", model.path},
          {"target", model.target},
          {"threads", threadsOf(code, report)},
          {"specialize", code.specialize},
          {"precision", code.precision},
          {"math", code.math},
          {"optimize", !code.noOptimize},
          {"flush_denormals", code.flushDenormals}};
}

void addShares(Json &json, const Report &report) {
  if (!report.compiles())
    return;
  json["compiled_operators"] = report.compiled().ofOperators();
  json["compiled_macs"] = report.compiled().ofMacs();
}

std::string rangesText(const std::vector<DimRange> &ranges) {
  std::string text;
  for (const DimRange &range : ranges)
    text += (text.empty() ? "" : ", ") + range.text();
  return text;
}

void addRanges(Json &json, const std::vector<DimRange> &ranges, const AheadReport &ahead) {
  json["ranges"] = Json::array();
  for (const DimRange &range : ranges)
    json["ranges"].push_back({{"name", range.name}, {"first", range.first}, {"last", range.last}});
  json["ahead"] = {{"sizes", ahead.sizes},
                   {"refused", ahead.refused},
                   {"code_bytes", ahead.codeBytes},
                   {"seconds", ahead.seconds}};
}

void addReport(Json &json, const Report &report) {
  addShares(json, report);
  json["input_types"] = report.inputs;
  json["whole"] = report.whole;
  Json stages = Json::object();
  for (const StageReport &stage : report.stages)
    stages[stage.stage] = stage.seconds;
  json["compile_stages"] = std::move(stages);
  json["segments"] = report.segments.size();
  json["weight_bytes"] = report.weightBytes();
  json["arena_bytes"] = report.arenaBytes();
  json["code_bytes"] = report.codeBytes();
}

} // namespace ingot::tool
