// Metadata and operator counts of an ONNX model.
#include "compiler/api/SourceInfo.h"

#include <algorithm>
#include <set>

namespace ingot {
namespace {

using Counts = std::map<std::pair<std::string_view, std::string_view>, int64_t>;

void count(const std::vector<onnx::NodeProto> &nodes, Counts &counts) {
  for (const onnx::NodeProto &node : nodes) {
    ++counts[{node.domain, node.opType}];
    for (const onnx::AttributeProto &attribute : node.attributes)
      if (attribute.graph)
        count(attribute.graph->nodes, counts);
  }
}

std::string quoteAll(const std::vector<std::string> &names) {
  std::string all;
  for (const std::string &name : names)
    all += (all.empty() ? "'" : ", '") + name + "'";
  return all;
}

} // namespace

ModelInfo sourceInfo(const onnx::ModelProto &model) {
  ModelInfo info;
  info.format = "ONNX";
  info.formatVersion = model.irVersion;
  info.producer = std::string(model.producerName);
  info.producerVersion = std::string(model.producerVersion);
  info.domain = std::string(model.domain);
  info.graphName = std::string(model.graph.name);
  info.description = std::string(model.docString);
  info.modelVersion = model.modelVersion;
  info.functions = static_cast<int64_t>(model.functions.size());
  for (const auto &[domain, version] : model.opsets)
    info.opsets.emplace_back(domain.empty() ? "ai.onnx" : domain, version);
  for (const auto &[key, value] : model.metadata)
    info.metadata.emplace_back(std::string(key), std::string(value));
  Counts counts;
  count(model.graph.nodes, counts);
  std::set<std::pair<std::string_view, std::string_view>> functions;
  for (const onnx::FunctionProto &function : model.functions) {
    count(function.nodes, counts);
    functions.emplace(function.domain, function.name);
  }
  for (const auto &[key, n] : counts) {
    auto [domain, name] = key;
    auto version = model.opsets.find(domain);
    bool own = functions.count(key) > 0 || version == model.opsets.end();
    info.operators.push_back({domain.empty() ? std::string(name) : str(domain, ".", name),
                              own ? 0 : version->second, n});
    info.nodes += n;
  }
  std::sort(info.operators.begin(), info.operators.end(),
            [](const SourceOperator &a, const SourceOperator &b) {
              return a.count != b.count ? a.count > b.count : a.op < b.op;
            });
  return info;
}

void checkOptionNames(const onnx::ModelProto &model, const onnx::ImportOptions &options,
                      std::vector<Diagnostic> &diagnostics) {
  std::set<std::string_view> given; // by the model itself
  for (const onnx::TensorProto &tensor : model.graph.initializers)
    given.insert(tensor.name);
  for (const onnx::SparseTensorProto &tensor : model.graph.sparseInitializers)
    given.insert(tensor.values.name);
  std::vector<std::string> inputs, dims;
  for (const onnx::ValueInfo &input : model.graph.inputs) {
    if (given.count(input.name))
      continue;
    inputs.emplace_back(input.name);
    for (const onnx::Dimension &dim : input.type.dims)
      if (dim.value < 0 && !dim.name.empty() &&
          std::find(dims.begin(), dims.end(), dim.name) == dims.end())
        dims.emplace_back(dim.name);
  }
  auto check = [&](const auto &given, const std::vector<std::string> &known, const char *what) {
    for (const auto &[name, value] : given) {
      if (std::find(known.begin(), known.end(), name) != known.end())
        continue;
      std::string nearest = nearestName(name, known);
      std::string help = !nearest.empty() ? str("did you mean '", nearest, "'?")
                         : known.empty()  ? str("the model has no ", what)
                                          : str("the model has: ", quoteAll(known));
      diagnostics.push_back({Severity::Error, code::usage, str("no ", what, " '", name, "'"),
                             options.fileName, "", "", 0, "", help});
    }
  };
  check(options.dims, dims, "symbolic dimension of an input named");
  check(options.shapes, inputs, "input named");
}

} // namespace ingot
