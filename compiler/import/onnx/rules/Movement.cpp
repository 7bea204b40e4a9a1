// Import rules of operators that rearrange whole tensors.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {

/// Integers that are an attribute before opset `since` and input `i` from then on; none when the
/// node has neither.
Handle attributeOrInput(const Node &n, std::string_view name, int64_t since, size_t i) {
  if (n.opset >= since)
    return n.input(i);
  auto values = n.integers(name);
  return values ? n.integersConstant(*values) : n.none();
}

} // namespace

/// Transpose: without perm, the axes in reverse.
Status importTranspose(Node &n) {
  Handle x = n.input(0);
  auto perm = n.integers("perm");
  if (!perm) {
    perm.emplace();
    for (int64_t axis = n.rank(x); axis-- > 0;)
      perm->push_back(axis);
  }
  return n.result(n.emit("transpose", {x}, {{"perm", *perm}}));
}

/// Reshape. Before opset 5 the shape is an attribute; before opset 14 a 0 always copies.
Status importReshape(Node &n) {
  Handle shape = attributeOrInput(n, "shape", 5, 1);
  if (n.type(shape).isNone())
    return n.bad("the shape is missing");
  bool allowZero = n.opset >= 14 && n.integer("allowzero", 0) != 0;
  return n.result(n.emit("reshape", {n.input(0), shape}, {{"allowzero", allowZero}}));
}

Status importFlatten(Node &n) {
  Handle x = n.input(0);
  return n.result(n.emit("flatten", {x}, {{"axis", n.axis(x, n.integer("axis", 1))}}));
}

/// Squeeze. Before opset 13 the axes are an attribute.
Status importSqueeze(Node &n) {
  return n.result(n.emit("squeeze", {n.input(0), attributeOrInput(n, "axes", 13, 1)}));
}

/// Unsqueeze. Before opset 13 the axes are an attribute.
Status importUnsqueeze(Node &n) {
  return n.result(n.emit("unsqueeze", {n.input(0), attributeOrInput(n, "axes", 13, 1)}));
}

/// ExpandDims(x, axis): the axis is a tensor of one element.
Status importMicrosoftExpandDims(Node &n) {
  return n.result(n.emit("unsqueeze", {n.input(0), n.input(1)}));
}

/// ConstantOfShape: one value, f32 zero unless given, repeated.
Status importConstantOfShape(Node &n) {
  Tensor value = INGOT_TRY(n.tensor("value")).value_or(Tensor::scalar(0.0f));
  if (value.elements() != 1)
    return n.bad("value has ", value.elements(), " elements, wanted 1");
  return n.result(n.emit("expand", {n.constant(value.reshaped({})), n.input(0)}));
}

/// Concat. Before opset 4 the axis may be left out and is then 1.
Status importConcat(Node &n) {
  if (n.opset >= 4 && !n.hasAttribute("axis"))
    return n.bad("attribute 'axis' is missing");
  std::vector<Handle> operands;
  for (size_t i = 0; i < n.inputCount(); ++i)
    operands.push_back(n.input(i));
  if (operands.empty())
    return n.bad("Concat of nothing");
  int64_t axis = n.axis(operands[0], n.integer("axis", 1));
  return n.result(n.emit("concat", operands, {{"axis", axis}}));
}

/// Split. The sizes are an attribute up to opset 12 (in opset 1 also an input), then an input.
/// Without them the parts are equal; since opset 18 the last one may be smaller.
Status importSplit(Node &n) {
  Handle x = n.input(0), sizes = n.input(1);
  if (n.opset == 1 && n.has(1)) // in opset 1 the sizes are of the type of x
    sizes = INGOT_TRY(n.emit("cast", {sizes}, {{"to", ElementType::I64}}));
  if (n.opset < 13 && n.hasAttribute("split"))
    sizes = n.integersConstant(*n.integers("split"));
  else if (n.opset >= 2 && n.opset < 13)
    sizes = n.none();
  auto parts = static_cast<int64_t>(n.proto.outputs.size());
  if (n.opset >= 18 && n.hasAttribute("num_outputs")) {
    if (!n.type(sizes).isNone())
      return n.bad("both the input 'split' and the attribute 'num_outputs' are given");
    parts = n.integer("num_outputs", 0);
  }
  int64_t axis = n.axis(x, n.integer("axis", 0));
  const ValueType &type = n.type(x);
  if (n.opset < 18 && n.type(sizes).isNone() && axis >= 0 && axis < type.rank()) {
    int64_t dim = type.dims[static_cast<size_t>(axis)];
    if (dim >= 0 && parts > 0 && dim % parts != 0)
      return n.bad("dimension ", dim, " does not split into ", parts, " equal parts");
  }
  return n.result(n.emitAll("split", {x, sizes}, {{"axis", axis}, {"parts", parts}}));
}

/// Slice. Before opset 10 bounds and axes are attributes, and there are no steps.
Status importSlice(Node &n) {
  Handle starts = attributeOrInput(n, "starts", 10, 1), ends = attributeOrInput(n, "ends", 10, 2);
  if (n.type(starts).isNone() || n.type(ends).isNone())
    return n.bad("starts or ends are missing");
  Handle steps = n.opset >= 10 ? n.input(4) : n.none();
  return n.result(
      n.emit("slice", {n.input(0), starts, ends, attributeOrInput(n, "axes", 10, 3), steps}));
}

} // namespace ingot::onnx
