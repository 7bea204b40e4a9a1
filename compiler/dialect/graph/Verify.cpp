// The verifier of every operator: its shape function, run on the types in the IR.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Graph.h"
#include "compiler/dialect/graph/Operators.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/dialect/graph/infer/Shapes.h"

using namespace mlir;

namespace ingot::graph {
namespace {

/// Whether a value inferred as `inferred` may have the type `stated`: unknown parts fit anything.
bool fits(const ValueType &inferred, const ValueType &stated) {
  if (inferred.kind != stated.kind)
    return false;
  if (inferred.isNone())
    return true;
  if (!inferred.isTensor())
    return fits(*inferred.inner, *stated.inner);
  if (inferred.element != stated.element)
    return false;
  if (!inferred.ranked || !stated.ranked)
    return true;
  if (inferred.dims.size() != stated.dims.size())
    return false;
  for (size_t i = 0; i < inferred.dims.size(); ++i)
    if (!compatible(inferred.dims[i], stated.dims[i]))
      return false;
  return true;
}

/// The attributes that the record demands and the plain view must have.
LogicalResult checkAttributes(Operation *op, const OperatorInfo &info,
                              const Attributes &attributes) {
  for (const AttributeSpec &spec : attributesOf(info)) {
    const AttributeValue *value = attributes.find(spec.name);
    if (!value && !spec.optional)
      return op->emitOpError("attribute '") << spec.name.data() << "' has no usable value";
    if (value && value->index() != static_cast<size_t>(spec.kind))
      return op->emitOpError("attribute '") << spec.name.data() << "' has an unexpected type";
  }
  return llvm::success();
}

} // namespace

LogicalResult verifyOperator(Operation *op) {
  const OperatorInfo *info = findOperator(std::string_view(op->getName().getStringRef()));
  assert(info && "every registered operator has a table row");
  Attributes attributes = attributesOf(op);
  if (failed(checkAttributes(op, *info, attributes)))
    return llvm::failure();
  std::vector<ValueType> operands;
  for (mlir::Value operand : op->getOperands()) {
    auto type = fromMlir(operand.getType());
    if (!type)
      return op->emitOpError("operand type ") << operand.getType() << " is not a graph value";
    operands.push_back(std::move(*type));
  }
  InferContext context(info->name, attributes, std::move(operands));
  context.valueOf = [&](size_t i) { return constantOf(op->getOperand(static_cast<unsigned>(i))); };
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock() || region.front().empty() || !isa<YieldOp>(region.front().back()))
      return op->emitOpError("has a region that is not one block ending in graph.yield");
    context.regions.push_back(typesOf(region));
  }
  if (Status status = info->infer(context); !status.ok())
    return op->emitError(status.message());
  if (context.results.size() != op->getNumResults())
    return op->emitOpError("has ")
           << op->getNumResults() << " results, wanted " << context.results.size();
  for (auto [inferred, result] : llvm::zip(context.results, op->getResults())) {
    auto stated = fromMlir(result.getType());
    if (!stated || !fits(inferred, *stated))
      return op->emitOpError("result type ")
             << result.getType() << " does not fit the inferred " << inferred.text();
  }
  return llvm::success();
}

LogicalResult verifyConstant(Operation *op) {
  auto constant = cast<ConstantOp>(op);
  ElementsAttr value = constant.getValue();
  if (value.getType() != constant.getResult().getType())
    return op->emitError("constant C1: value of type ")
           << value.getType() << " for a result of type " << constant.getResult().getType();
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (resource && !fromMlir(value))
    return op->emitError("constant C2: the blob does not have the bytes of ") << value.getType();
  return verifyOperator(op);
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

} // namespace ingot::graph
