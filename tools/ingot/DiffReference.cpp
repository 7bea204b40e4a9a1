// Layers of another run, and of files.
#include "tools/ingot/DiffReference.h"

#include "ingot/Io.h"

#include <algorithm>
#include <filesystem>

namespace ingot::tool {
namespace {

class RunReference : public DiffReference {
public:
  RunReference(const Model &model, std::unique_ptr<LayerStream> stream, std::set<std::string> runs,
               std::set<std::string> compared)
      : model(model), stream(std::move(stream)), runs(std::move(runs)),
        compared(std::move(compared)) {}

  Expected<std::vector<NamedTensors>> layer(const Layer &found) override {
    auto wanted = INGOT_TRY(find(found.node));
    std::vector<NamedTensors> tensors(found.operators.size());
    if (!wanted)
      return tensors;
    for (size_t i = 0; i < found.operators.size(); ++i)
      if (const OperatorResults *same = counterpart(found, i, *wanted))
        tensors[i] = tensorsOf(found.node, same->results);
    return tensors;
  }

  Expected<NamedTensors> outputs(const NamedTensors &) override {
    while (stream->next()) {
    }
    INGOT_TRY(checkRun());
    NamedTensors tensors;
    for (size_t i = 0; i < model.outputs().size(); ++i)
      for (auto &tensor : tensorsOf(model.outputs()[i].name, {(*stream->finish())[i]}))
        tensors.push_back(std::move(tensor));
    return tensors;
  }

private:
  using Key = std::pair<std::string, int>; ///< a node and which of its runs

  Status checkRun() const {
    if (stream->finish().ok())
      return success();
    return failure(str("the reference failed: ", stream->finish().status().message()));
  }

  /// The layer of this node that comes next; nothing where the reference does not run it.
  Expected<std::optional<Layer>> find(const std::string &node) {
    Key key{node, foundRuns[node]++};
    if (!runs.contains(node))
      return std::optional<Layer>();
    while (!waiting.contains(key)) {
      auto next = stream->next();
      if (!next) {
        INGOT_TRY(checkRun());
        return std::optional<Layer>();
      }
      Key nextKey{next->node, wantedRuns[next->node]++};
      if (compared.contains(next->node))
        waiting.emplace(std::move(nextKey), std::move(*next));
    }
    return std::optional(std::move(waiting.extract(key).mapped()));
  }

  /// Operator i of a node as the other side ran it; null where that is not certain.
  static const OperatorResults *counterpart(const Layer &found, size_t i, const Layer &wanted) {
    const std::string &op = found.operators[i].op;
    auto isSame = [&](const OperatorResults &other) { return other.op == op; };
    if (std::count_if(found.operators.begin(), found.operators.end(), isSame) !=
        std::count_if(wanted.operators.begin(), wanted.operators.end(), isSame))
      return nullptr;
    auto before = std::count_if(found.operators.begin(),
                                found.operators.begin() + static_cast<ptrdiff_t>(i), isSame);
    for (const OperatorResults &other : wanted.operators)
      if (isSame(other) && before-- == 0)
        return &other;
    return nullptr;
  }

  const Model &model;
  std::unique_ptr<LayerStream> stream;
  std::set<std::string> runs, compared;
  std::map<std::string, int> foundRuns, wantedRuns;
  std::map<Key, Layer> waiting; ///< layers that the other side comes to later
};

class FileReference : public DiffReference {
public:
  explicit FileReference(const std::string &path) : layers(path), ports(path) {}

  Expected<std::vector<NamedTensors>> layer(const Layer &found) override {
    std::vector<NamedTensors> tensors;
    for (const OperatorResults &op : found.operators)
      tensors.push_back(INGOT_TRY(read(layers, tensorsOf(found.node, op.results))));
    return tensors;
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

} // namespace

std::set<std::string> nodesOf(const Model &model, const Program &program) {
  std::set<std::string> nodes;
  // Nodes without names are called by their operators.
  auto add = [&](const std::string &node, const std::string &op) {
    nodes.insert(node.empty() ? "graph." + op : node);
  };
  for (const OperatorReport &op : program.report().operators)
    add(op.node, op.ops.front());
  if (nodes.empty())
    for (const GraphNode &node : model.graph().nodes)
      add(node.name, node.op);
  return nodes;
}

Expected<std::unique_ptr<DiffReference>> runReference(const Model &model, Program program,
                                                      std::vector<Value> inputs,
                                                      const RunOptions &options,
                                                      std::set<std::string> compared) {
  auto runs = nodesOf(model, program);
  auto stream = INGOT_TRY(LayerStream::start(std::move(program), std::move(inputs), options));
  return std::unique_ptr<DiffReference>(std::make_unique<RunReference>(
      model, std::move(stream), std::move(runs), std::move(compared)));
}

std::unique_ptr<DiffReference> fileReference(const std::string &folder) {
  return std::make_unique<FileReference>(folder);
}

} // namespace ingot::tool
