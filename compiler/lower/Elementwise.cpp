// Elementwise operators as expressions of generated loops.
#include "compiler/lower/Elementwise.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Formulas.h"
#include "compiler/lower/Quantization.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace ingot::lower {
namespace {

using codegen::Expression;

std::string_view nameOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  return {name.data(), name.size()};
}

ElementType elementOf(mlir::Value value) { return graph::fromMlir(value.getType())->element; }

bool takes(const graph::FormulaInfo &formula, ElementType type) {
  switch (elementClass(type)) {
  case ElementClass::Float:
    return formula.floats;
  case ElementClass::Signed:
    return formula.integers;
  default:
    return formula.naturals;
  }
}

} // namespace

bool isLoopOperator(Operation *op) {
  if (op->getName().getDialectNamespace() != "graph" || op->getNumResults() != 1)
    return false;
  for (mlir::Value value : llvm::concat<mlir::Value>(op->getOperands(), op->getResults())) {
    auto type = graph::fromMlir(value.getType());
    if (!type || !type->isTensor() || !codegen::isLoopType(type->element))
      return false;
  }
  if (const auto *formula = graph::findFormula(nameOf(op))) // operands of one type: a power has two
    return !codegen::computeName(elementOf(op->getOperand(0))).empty() &&
           takes(*formula, elementOf(op->getOperand(0))) &&
           llvm::all_of(op->getOperands(), [&](mlir::Value operand) {
             return elementOf(operand) == elementOf(op->getOperand(0));
           });
  return nameOf(op) == "cast" || nameOf(op) == "where";
}

Operation *rootOf(Block &group) {
  for (Operation &op : group.without_terminator())
    if (nameOf(&op) != "constant" && nameOf(&op) != "none" && !isLoopOperator(&op))
      return &op;
  return nullptr;
}

namespace {
/// Only bounds become part of the code, which they make shorter. Any other number would make code
/// of its own for each layer that differs in nothing else, such as in its scale.
void keepBounds(Expression &expression) {
  std::vector<bool> isBound(expression.nodes.size());
  for (const Expression::Node &node : expression.nodes)
    if (node.kind == Expression::Kind::Formula && (node.name == "min" || node.name == "max"))
      isBound[static_cast<size_t>(node.inputs[1])] = true;
  for (size_t i = 0; i < isBound.size(); ++i)
    if (!isBound[i])
      expression.nodes[i].number.reset();
}
} // namespace

std::vector<int> expressionOf(Block &block, llvm::ArrayRef<ArgumentLoad> loads,
                              Expression &expression) {
  llvm::DenseMap<mlir::Value, int> nodes;
  auto add = [&](mlir::Value value, Expression::Node node) {
    node.type = elementOf(value);
    nodes[value] = static_cast<int>(expression.nodes.size());
    expression.nodes.push_back(std::move(node));
  };
  for (auto [argument, load] : llvm::zip(block.getArguments(), loads))
    add(argument, {.kind = Expression::Kind::Load, .index = load.operand, .number = load.number});
  for (Operation &op : block.without_terminator()) {
    Expression::Node node;
    for (mlir::Value operand : op.getOperands())
      node.inputs.push_back(nodes[operand]);
    if (const auto *formula = graph::findFormula(nameOf(&op))) {
      node.kind = Expression::Kind::Formula;
      node.name = nameOf(&op);
      graph::Attributes attributes = graph::attributesOf(&op);
      for (std::string_view parameter : formula->parameters)
        node.parameters.push_back(graph::parameterValue(attributes, parameter));
    } else if (nameOf(&op) == "cast") {
      node.kind = Expression::Kind::Cast;
      kernels::Narrowing narrowing = graph::narrowingOf(graph::attributesOf(&op));
      node.parameters = {narrowing.saturate ? 1.0 : 0.0, static_cast<double>(narrowing.rounding)};
    } else {
      node.kind = Expression::Kind::Select;
    }
    add(op.getResult(0), std::move(node));
  }
  std::vector<int> results;
  for (mlir::Value value : block.getTerminator()->getOperands())
    results.push_back(nodes[value]);
  contractQuantization(expression, results);
  keepBounds(expression);
  return results;
}

} // namespace ingot::lower
