// Errors of models, ports.
#include "tools/ingot/Output.h"

#include <iostream>

namespace ingot::tool {

void warn(const std::vector<Diagnostic> &diagnostics) {
  for (const Diagnostic &d : diagnostics)
    if (d.severity != Severity::Error)
      std::cerr << (d.severity == Severity::Warning ? styled("warning", Style::Yellow, std::cerr)
                                                    : std::string("note"))
                << ": " << printable(d.message) << "\n";
}

std::string reasonOf(const Diagnostic &d, const std::string &target) {
  if (d.code != code::unsupportedOperator)
    return d.message;
  return str("op '", d.op, "'", d.opset ? str(" (opset ", d.opset, ")") : "",
             " is not supported by target '", target, "'");
}

void printError(const std::vector<DiagnosticGroup> &groups, const std::string &target,
                const std::string &seeMore) {
  Diagnostic d = groups.front().first;
  const auto &nodes = groups.front().nodes;
  d.message = reasonOf(d, target);
  if (d.code == code::unsupportedOperator)
    d.op.clear(); // the reason names it
  DiagnosticText text = textOf(d);
  std::cerr << styled(text.label, Style::Red, std::cerr) << ": " << printable(text.message) << "\n";
  if (!text.place.empty())
    std::cerr << "  " << printable(text.place) << "\n";
  std::string more;
  if (nodes.size() > 1)
    more = counted(static_cast<int64_t>(nodes.size()) - 1, "more node") + " of this op";
  if (groups.size() > 1)
    more += str(more.empty() ? "" : "; ",
                counted(static_cast<int64_t>(groups.size()) - 1, "other problem"), seeMore);
  if (!more.empty())
    std::cerr << "  " << more << "\n";
  if (!text.help.empty())
    std::cerr << "  help: " << printable(text.help) << "\n";
}

int failLoad(const LoadResult &result, const ModelOptions &options) {
  std::vector<Diagnostic> errors;
  for (const Diagnostic &d : result.diagnostics)
    if (d.severity == Severity::Error)
      errors.push_back(d);
  printError(group(errors), options.target, str(" (see: ingot check ", options.path, ")"));
  return static_cast<int>(result.kind());
}

void printPorts(const Model &model) {
  Table ports({"", "", ""}, "lll");
  for (const Port &port : model.inputs())
    ports.row({"input", port.name, port.typeText()});
  for (const Port &port : model.outputs())
    ports.row({"output", port.name, port.typeText()});
  ports.print(std::cout, "  ");
}

namespace {
Json portJson(const Port &port) {
  Json json{{"name", port.name}, {"type", port.typeText()}};
  if (!port.type.isTensor())
    return json;
  json["element"] = elementName(port.type.element);
  if (!port.type.ranked)
    return json;
  json["dims"] = Json::array();
  for (size_t i = 0; i < port.type.dims.size(); ++i)
    if (port.type.dims[i] >= 0)
      json["dims"].push_back(port.type.dims[i]);
    else if (i < port.dimNames.size() && !port.dimNames[i].empty())
      json["dims"].push_back(port.dimNames[i]);
    else
      json["dims"].push_back(nullptr);
  return json;
}
} // namespace

void addPorts(Json &json, const Model &model) {
  json["inputs"] = json["outputs"] = Json::array();
  for (const Port &port : model.inputs())
    json["inputs"].push_back(portJson(port));
  for (const Port &port : model.outputs())
    json["outputs"].push_back(portJson(port));
}

} // namespace ingot::tool
