// Graph IR as plain structs, and what it costs.
#include "compiler/api/ModelImpl.h"
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/dialect/graph/Operators.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace ingot {
namespace {

/// An attribute as the IR spells it, cut where it becomes data.
std::string attributeText(mlir::Attribute attribute) {
  constexpr size_t longest = 80;
  if (mlir::isa<mlir::ElementsAttr>(attribute) && !mlir::isa<mlir::DenseArrayAttr>(attribute))
    return "<data>";
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  // array<i64: 1, 2> reads better as [1, 2].
  if (size_t colon = text.find(':'); text.starts_with("array<") && colon != std::string::npos)
    text = "[" + text.substr(std::min(colon + 2, text.size() - 1));
  if (text.starts_with("[") && text.ends_with(">"))
    text.back() = ']';
  if (size_t type = text.find(" : "); type != std::string::npos)
    text.resize(type);
  return text.size() > longest ? text.substr(0, longest) + "…" : text;
}

class Viewer {
public:
  GraphView view;

  int add(mlir::Value value, std::string name, int producer, bool constant) {
    view.values.push_back({graph::fromMlir(value.getType()).value_or(ValueType::none()),
                           std::move(name), producer, constant});
    return ids[value] = static_cast<int>(view.values.size()) - 1;
  }

  void block(mlir::Block &block, int parent) {
    for (mlir::Operation &op : block.without_terminator()) {
      llvm::StringRef name = op.getName().getStringRef();
      if (name == "graph.constant")
        add(op.getResult(0), graph::nodeName(op.getLoc()), -1, true);
      else if (name != "graph.none")
        node(op, parent);
    }
  }

  int idOf(mlir::Value value) const {
    auto found = ids.find(value);
    return found == ids.end() ? -1 : found->second;
  }

private:
  void node(mlir::Operation &op, int parent) {
    int index = static_cast<int>(view.nodes.size());
    GraphNode node;
    node.name = graph::nodeName(op.getLoc());
    node.parent = parent;
    node.op = op.getName().stripDialect().str();
    const graph::OperatorInfo *info =
        graph::findOperator(std::string_view(op.getName().getStringRef()));
    node.category = info ? std::string(graph::categoryName(info->category)) : "structural";
    for (mlir::NamedAttribute attribute : op.getAttrs())
      node.attributes.emplace_back(attribute.getName().str(), attributeText(attribute.getValue()));
    for (mlir::Value operand : op.getOperands())
      node.operands.push_back(idOf(operand));
    node.captures = captured(op);
    node.macs = graph::macsOf(&op);
    for (mlir::Value result : op.getResults())
      node.results.push_back(add(result, "", index, false));
    view.nodes.push_back(std::move(node));
    for (mlir::Region &region : op.getRegions())
      for (mlir::Block &inner : region) {
        for (mlir::BlockArgument argument : inner.getArguments())
          add(argument, "", index, false);
        block(inner, index);
      }
  }

  std::vector<int> captured(mlir::Operation &op) const {
    llvm::SetVector<int> found;
    op.walk([&](mlir::Operation *inner) {
      if (inner != &op)
        for (mlir::Value operand : inner->getOperands())
          if (auto known = ids.find(operand); known != ids.end())
            found.insert(known->second);
    });
    return {found.begin(), found.end()};
  }

  llvm::DenseMap<mlir::Value, int> ids;
};

} // namespace

GraphView viewOf(const Model::Impl &model) {
  Viewer viewer;
  mlir::ModuleOp module = model.module.get();
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  mlir::Block &entry = main.getBody().front();
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    viewer.view.inputs.push_back(viewer.add(entry.getArgument(i), model.inputs[i].name, -1, false));
  viewer.block(entry, -1);
  for (mlir::Value result : entry.getTerminator()->getOperands())
    viewer.view.outputs.push_back(viewer.idOf(result));
  for (const Port &port : model.outputs)
    viewer.view.outputNames.push_back(port.name);
  return std::move(viewer.view);
}

std::optional<int64_t> GraphValue::bytes() const {
  auto count = type.isStatic() ? elementCount(type.dims) : std::nullopt;
  int64_t bytes = 0;
  if (!count || type.element == ElementType::String ||
      __builtin_mul_overflow(*count, static_cast<int64_t>(elementBytes(type.element)), &bytes))
    return std::nullopt;
  return bytes;
}

namespace {
/// Sums that hostile sizes cannot overflow.
void addTo(int64_t &sum, int64_t more) {
  if (__builtin_add_overflow(sum, more, &sum))
    sum = INT64_MAX;
}

/// The index of the top-level node that a node is inside of, itself included.
int topOf(const GraphView &graph, int node) {
  while (graph.nodes[static_cast<size_t>(node)].parent >= 0)
    node = graph.nodes[static_cast<size_t>(node)].parent;
  return node;
}

int64_t peakOf(const GraphView &graph) {
  // Where each value is used last; values of regions live inside their node.
  std::vector<int> lastUse(graph.values.size(), -1);
  int end = static_cast<int>(graph.nodes.size());
  for (int i = 0; i < end; ++i)
    for (const auto *uses : {&graph.nodes[static_cast<size_t>(i)].operands,
                             &graph.nodes[static_cast<size_t>(i)].captures})
      for (int value : *uses)
        if (value >= 0)
          lastUse[static_cast<size_t>(value)] = topOf(graph, i);
  for (int value : graph.outputs)
    if (value >= 0)
      lastUse[static_cast<size_t>(value)] = end;
  std::vector<std::vector<int>> dying(static_cast<size_t>(end) + 1);
  for (size_t v = 0; v < graph.values.size(); ++v)
    if (lastUse[v] >= 0)
      dying[static_cast<size_t>(lastUse[v])].push_back(static_cast<int>(v));
  int64_t live = 0, peak = 0;
  auto bytesOf = [&](int value) {
    const GraphValue &v = graph.values[static_cast<size_t>(value)];
    return v.constant ? 0 : v.bytes().value_or(0);
  };
  for (int input : graph.inputs)
    addTo(live, bytesOf(input));
  for (int i = 0; i < end; ++i) {
    for (int result : graph.nodes[static_cast<size_t>(i)].results)
      addTo(live, bytesOf(result));
    peak = std::max(peak, live);
    for (int value : dying[static_cast<size_t>(i)])
      live -= std::min(live, bytesOf(value));
    for (int result : graph.nodes[static_cast<size_t>(i)].results)
      if (lastUse[static_cast<size_t>(result)] < 0)
        live -= std::min(live, bytesOf(result));
  }
  return std::max(peak, live);
}
} // namespace

ModelCost costOf(const GraphView &graph) {
  ModelCost cost;
  for (const GraphValue &value : graph.values) {
    if (value.constant) {
      // Integers of 64 bits are axes and shapes; weights are anything else.
      if (value.type.element != ElementType::I64)
        addTo(cost.parameters, elementCount(value.type.dims).value_or(0));
      addTo(cost.weightBytes, value.bytes().value_or(0));
    } else if (auto bytes = value.bytes()) {
      addTo(cost.activationBytes, value.producer >= 0 ? *bytes : 0);
    } else if (!value.type.isNone()) {
      ++cost.unknownSizes;
    }
  }
  for (const GraphNode &node : graph.nodes) {
    addTo(cost.macs, node.macs.value_or(0));
    cost.unknownMacs += !node.macs;
  }
  cost.peakBytes = peakOf(graph);
  return cost;
}

} // namespace ingot
