// ingot inspect: what is inside a model, in words, tables and pictures.
#include "ingot/Io.h"
#include "tools/ingot/Output.h"
#include "tools/ingot/Verbs.h"

#include <iostream>
#include <map>

namespace ingot::tool {
namespace {

struct InspectOptions {
  ModelOptions model;
  bool nodes = false;
  std::string dot, svg, emit;
};

/// The model once more with every symbolic size taken as 1, so that its cost is known; nothing when
/// there is no such size or the model does not load that way.
struct Pinned {
  Model model;
  std::string assumption; ///< "batch=1"
};
std::optional<Pinned> pin(const Model &model, const InspectOptions &options,
                          const LoadOptions &given) {
  LoadOptions pinned = given;
  std::string assumption;
  for (const Port &port : model.inputs()) {
    if (!port.type.isTensor() || !port.type.ranked || port.type.isStatic())
      continue;
    Shape shape = port.type.dims;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] >= 0)
        continue;
      shape[i] = 1;
      std::string name = i < port.dimNames.size() ? port.dimNames[i] : "";
      std::string text = (name.empty() ? str(port.name, "[", i, "]") : name) + "=1";
      if (name.empty() || pinned.dims.emplace(name, 1).second)
        assumption += (assumption.empty() ? "" : ", ") + text;
    }
    pinned.shapes[port.name] = std::move(shape);
  }
  if (assumption.empty())
    return std::nullopt;
  LoadResult loaded = Model::load(options.model.path, pinned);
  if (!loaded.model)
    return std::nullopt;
  return Pinned{std::move(*loaded.model), std::move(assumption)};
}

std::vector<std::pair<std::string, int64_t>> graphOperators(const GraphView &graph) {
  std::map<std::string, int64_t> counts;
  for (const GraphNode &node : graph.nodes)
    ++counts[node.op];
  std::vector<std::pair<std::string, int64_t>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return sorted;
}

std::string typesOf(const GraphView &graph, const std::vector<int> &values, bool constants) {
  std::string text;
  for (int value : values)
    if (value >= 0 && graph.values[static_cast<size_t>(value)].constant == constants &&
        !graph.values[static_cast<size_t>(value)].type.isNone())
      text += (text.empty() ? "" : ", ") + graph.values[static_cast<size_t>(value)].type.text();
  return text.empty() ? "-" : text;
}

std::string macsText(const std::optional<int64_t> &macs) {
  return !macs ? "?" : *macs == 0 ? "-" : grouped(*macs);
}

void printNodes(const GraphView &graph) {
  Table table({"#", "node", "operator", "inputs", "constants", "results", "MACs"}, "rlllllr");
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode &node = graph.nodes[i];
    std::string indent;
    for (int parent = node.parent; parent >= 0;
         parent = graph.nodes[static_cast<size_t>(parent)].parent)
      indent += "  ";
    table.row({std::to_string(i), indent + node.name, node.op, typesOf(graph, node.operands, false),
               typesOf(graph, node.operands, true), typesOf(graph, node.results, false),
               macsText(node.macs)});
  }
  table.print(std::cout);
}

void printHeader(const ModelInfo &info, const std::string &path) {
  std::cout << styled(printable(path), Style::Bold, std::cout) << "  " << info.format;
  if (info.formatVersion)
    std::cout << " " << info.formatVersion;
  for (const auto &[domain, version] : info.opsets)
    std::cout << ", opset " << (domain == "ai.onnx" ? "" : printable(domain) + " ") << version;
  std::cout << "\n";
  Table table({"", ""}, "ll");
  auto row = [&](const char *key, const std::string &text) {
    if (!text.empty())
      table.row({key, text});
  };
  row("producer", info.producer + (info.producerVersion.empty() ? "" : " " + info.producerVersion));
  row("graph", info.graphName);
  row("domain", info.domain);
  row("version", info.modelVersion ? std::to_string(info.modelVersion) : "");
  row("description", info.description.substr(0, 400));
  for (const auto &[key, text] : info.metadata)
    table.row({key, text.size() > 200 ? text.substr(0, 200) + "…" : text});
  if (!table.empty())
    table.print(std::cout, "  ");
}

void printCost(const ModelCost &cost, const std::string &assumption) {
  std::cout << styled("cost", Style::Bold, std::cout)
            << (assumption.empty() ? "" : " with " + printable(assumption)) << "\n";
  Table table({"", "", ""}, "lrl");
  auto row = [&](const char *name, int64_t amount, const std::string &text) {
    table.row({name, grouped(amount), text});
  };
  row("parameters", cost.parameters, amountText(cost.parameters));
  row("bytes of weights", cost.weightBytes, bytesText(cost.weightBytes));
  row("multiply-accumulates", cost.macs,
      cost.unknownMacs ? str("without ", cost.unknownMacs, " nodes of unknown size")
                       : amountText(cost.macs));
  row("bytes of activations", cost.activationBytes,
      cost.unknownSizes ? str("without ", cost.unknownSizes, " values of unknown size")
                        : bytesText(cost.activationBytes));
  row("most at a time", cost.peakBytes, bytesText(cost.peakBytes));
  table.print(std::cout, "  ");
}

void printSummary(const Model &model, const GraphView &graph, const std::string &assumption,
                  const InspectOptions &options) {
  const ModelInfo &info = model.info();
  printHeader(info, options.model.path);
  std::cout << styled("ports", Style::Bold, std::cout) << "\n";
  printPorts(model);
  if (!info.operators.empty()) {
    std::cout << styled("operators", Style::Bold, std::cout) << " of the file: " << info.nodes
              << "\n";
    Table table({"", ""}, "rl");
    for (const SourceOperator &op : info.operators)
      table.row({std::to_string(op.count), op.op});
    table.print(std::cout, "  ");
  }
  std::cout << styled("operators", Style::Bold, std::cout)
            << " of the graph: " << graph.nodes.size() << "\n";
  Table table({"", ""}, "rl");
  for (const auto &[op, count] : graphOperators(graph))
    table.row({std::to_string(count), op});
  table.print(std::cout, "  ");
  printCost(costOf(graph), assumption);
}

Json nodesJson(const GraphView &graph) {
  Json nodes = Json::array();
  auto types = [&](const std::vector<int> &values) {
    Json list = Json::array();
    for (int value : values)
      if (value < 0)
        list.push_back(nullptr);
      else
        list.push_back({{"value", value},
                        {"type", graph.values[static_cast<size_t>(value)].type.text()},
                        {"constant", graph.values[static_cast<size_t>(value)].constant}});
    return list;
  };
  for (const GraphNode &node : graph.nodes) {
    Json json{{"name", node.name},
              {"op", node.op},
              {"category", node.category},
              {"operands", types(node.operands)},
              {"results", types(node.results)},
              {"attributes", Json::object()},
              {"macs", nullptr}};
    for (const auto &[key, text] : node.attributes)
      json["attributes"][key] = text;
    if (node.macs)
      json["macs"] = *node.macs;
    if (node.parent >= 0)
      json["parent"] = node.parent;
    nodes.push_back(std::move(json));
  }
  return nodes;
}

Json toJson(const Model &model, const GraphView &graph, const std::string &assumption,
            const InspectOptions &options) {
  const ModelInfo &info = model.info();
  ModelCost cost = costOf(graph);
  Json json{{"model", options.model.path},
            {"format", info.format},
            {"format_version", info.formatVersion},
            {"producer", info.producer},
            {"producer_version", info.producerVersion},
            {"domain", info.domain},
            {"graph", info.graphName},
            {"description", info.description},
            {"model_version", info.modelVersion},
            {"opsets", Json::object()},
            {"metadata", Json::object()}};
  for (const auto &[domain, version] : info.opsets)
    json["opsets"][domain] = version;
  for (const auto &[key, text] : info.metadata)
    json["metadata"][key] = text;
  addPorts(json, model);
  json["source_operators"] = Json::array();
  json["graph_operators"] = Json::object();
  for (const SourceOperator &op : info.operators)
    json["source_operators"].push_back({{"op", op.op}, {"opset", op.opset}, {"count", op.count}});
  for (const auto &[op, count] : graphOperators(graph))
    json["graph_operators"][op] = count;
  json["cost"] = {{"assuming", assumption},
                  {"parameters", cost.parameters},
                  {"weight_bytes", cost.weightBytes},
                  {"macs", cost.macs},
                  {"activation_bytes", cost.activationBytes},
                  {"peak_bytes", cost.peakBytes},
                  {"unknown_macs", cost.unknownMacs},
                  {"unknown_sizes", cost.unknownSizes}};
  if (options.nodes)
    json["nodes"] = nodesJson(graph);
  return json;
}

/// Text for standard output ("-") or a file.
int writeText(const std::string &text, const std::string &where) {
  if (where == "-") {
    std::cout << text;
    return 0;
  }
  Status written = writeFile(where, text);
  if (!written.ok())
    return fail(written);
  std::cerr << "wrote " << printable(where) << "\n";
  return 0;
}

int inspect(const InspectOptions &options) {
  auto loadOptions = options.model.loadOptions();
  if (!loadOptions.ok())
    return fail(loadOptions.status());
  LoadResult loaded = Model::load(options.model.path, *loadOptions);
  if (!loaded.model) {
    if (options.model.json.empty() && loaded.info.nodes > 0)
      printHeader(loaded.info, options.model.path);
    std::cout.flush();
    return failLoad(loaded, options.model);
  }
  const Model &model = *loaded.model;
  warn(loaded.diagnostics);
  if (!options.emit.empty())
    return writeText(model.text(), "-");
  auto pinned = pin(model, options, *loadOptions);
  GraphView graph = pinned ? pinned->model.graph() : model.graph();
  std::string assumption = pinned ? pinned->assumption : "";
  if (!options.dot.empty() || !options.svg.empty()) {
    int dot = options.dot.empty() ? 0 : writeText(toDot(graph, options.model.path), options.dot);
    int svg = options.svg.empty() ? 0 : writeText(toSvg(graph, options.model.path), options.svg);
    if (dot || svg || options.dot == "-" || options.svg == "-")
      return dot ? dot : svg;
  }
  if (options.model.json == "-")
    return writeJson(toJson(model, graph, assumption, options), "-", 0);
  printSummary(model, graph, assumption, options);
  if (options.nodes) {
    std::cout << styled("nodes", Style::Bold, std::cout) << "\n";
    printNodes(graph);
  }
  return options.model.json.empty()
             ? 0
             : writeJson(toJson(model, graph, assumption, options), options.model.json, 0);
}

} // namespace

void addInspect(CLI::App &app, Action &action) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App *verb = app.add_subcommand(
      "inspect", "Shows what is inside a model: inputs, outputs, operators, sizes, cost.");
  options->model.add(*verb);
  verb->add_flag("--nodes", options->nodes, "a table of all nodes");
  addOptionalFile(*verb, "--dot", options->dot, "the graph for Graphviz");
  addOptionalFile(*verb, "--svg", options->svg, "the graph as a picture");
  verb->add_option("--emit", options->emit, "print a stage of compilation as text")
      ->check(CLI::IsMember({"graph"}));
  verb->footer("Sizes that an ONNX model leaves open count as 1; set them with --dim or --shapes.\n"
               "Example:\n  ingot inspect model.onnx --nodes --svg=model.svg");
  verb->callback([&action, options] { action = [options] { return inspect(*options); }; });
}

} // namespace ingot::tool
