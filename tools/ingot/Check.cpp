// ingot check: everything that keeps a model from running on a target, in one table.
#include "tools/ingot/Session.h"
#include "tools/ingot/Verbs.h"

#include <iostream>

namespace ingot::tool {
namespace {

struct CheckOptions {
  ModelOptions model;
  bool all = false;
};

constexpr size_t namesShown = 3;

std::string nodeList(const std::vector<std::string> &nodes, bool all) {
  std::string list;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!all && i == namesShown) {
      list += str(", … ", nodes.size() - i, " more");
      break;
    }
    list += (i ? ", " : "") + nodes[i];
  }
  return list;
}

void printTable(const std::vector<DiagnosticGroup> &groups, const CheckOptions &options) {
  Table table({"operator", "opset", "count", "nodes", "reason", "remedy"}, "lrrlll");
  for (const auto &[first, nodes] : groups) {
    bool unknown = first.code == code::unsupportedOperator;
    table.row(
        {first.op.empty() ? "-" : first.op, first.opset ? std::to_string(first.opset) : "-",
         std::to_string(std::max<size_t>(1, nodes.size())),
         nodes.empty() ? "-" : nodeList(nodes, options.all),
         str(first.code, unknown ? str(" not supported by target '", options.model.target, "'")
                                 : " " + first.message),
         first.help.empty() ? "-" : first.help});
  }
  table.print(std::cout);
}

void printOk(const Model &model, const Report &report, const CheckOptions &options) {
  const ModelInfo &info = model.info();
  int64_t kinds = static_cast<int64_t>(info.operators.size());
  std::cout << styled("ok", Style::Green, std::cout) << ": " << printable(options.model.path)
            << " runs on target '" << options.model.target << "'";
  if (info.nodes > 0)
    std::cout << ": " << counted(info.nodes, "node") << " of " << counted(kinds, "operator");
  std::cout << "\n";
  if (report.compiles())
    std::cout << "compiled: " << compiledText(report) << "\n";
  printPorts(model);
}

Json toJson(const LoadResult &loaded, const std::vector<DiagnosticGroup> &groups,
            const Report &report, const CheckOptions &options, int exitCode) {
  Json json{{"model", options.model.path},
            {"target", options.model.target},
            {"ok", groups.empty()},
            {"exit", exitCode},
            {"problems", Json::array()}};
  for (const auto &[first, nodes] : groups)
    json["problems"].push_back({{"code", first.code},
                                {"op", first.op},
                                {"opset", first.opset},
                                {"count", std::max<size_t>(1, nodes.size())},
                                {"nodes", nodes},
                                {"reason", reasonOf(first, options.model.target)},
                                {"inputs", first.detail},
                                {"remedy", first.help}});
  addShares(json, report);
  json["nodes"] = loaded.info.nodes;
  json["operators"] = Json::array();
  for (const SourceOperator &op : loaded.info.operators)
    json["operators"].push_back({{"op", op.op}, {"opset", op.opset}, {"count", op.count}});
  if (loaded.model)
    addPorts(json, *loaded.model);
  return json;
}

int check(const CheckOptions &options) {
  auto loadOptions = options.model.loadOptions();
  if (!loadOptions.ok())
    return fail(loadOptions.status());
  LoadResult loaded = Model::load(options.model.path, *loadOptions);
  if (loaded.model)
    for (Diagnostic &d : loaded.model->check({options.model.target}))
      loaded.diagnostics.push_back(std::move(d));
  std::vector<Diagnostic> errors;
  for (const Diagnostic &d : loaded.diagnostics)
    if (d.severity == Severity::Error)
      errors.push_back(d);
  auto groups = group(errors);
  int exitCode = groups.empty() ? 0 : static_cast<int>(loaded.kind());
  warn(loaded.diagnostics);
  Report report;
  if (groups.empty())
    // Sizes of 1 may not fit together; then there is nothing to say.
    if (auto survey = loaded.model->survey({options.model.target}); survey.ok())
      report = survey.take();
  warnOfReference(report);
  if (options.model.json == "-")
    return writeJson(toJson(loaded, groups, report, options, exitCode), "-", exitCode);
  if (groups.empty())
    printOk(*loaded.model, report, options);
  else
    printTable(groups, options);
  if (!groups.empty()) {
    std::cout.flush();
    printError(groups, options.model.target, "");
  }
  return options.model.json.empty() ? exitCode
                                    : writeJson(toJson(loaded, groups, report, options, exitCode),
                                                options.model.json, exitCode);
}

} // namespace

void addCheck(CLI::App &app, Action &action) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App *verb = app.add_subcommand(
      "check", "Lists everything in a model that is wrong or not supported, without running it.");
  options->model.add(*verb);
  verb->add_flag("--all", options->all, "name every node, not only the first few");
  verb->footer("Exit code 3 if something is not supported, 5 if the model is wrong.\n"
               "Example:\n  ingot check model.onnx --dim batch=8 --json=report.json");
  verb->callback([&action, options] { action = [options] { return check(*options); }; });
}

} // namespace ingot::tool
