// Import rules of the elementwise operators.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

//===--------------------------------------------------------------------------------------------===//
// Activations
//===--------------------------------------------------------------------------------------------===//

/// Selu. Before opset 6 the default constants have fewer digits.
Status importSelu(Node &n) {
  bool old = n.opset < 6;
  return n.result(
      n.emit("selu", {n.input(0)},
             {{"alpha", n.number("alpha", old ? 1.6732f : 1.67326319217681884765625f)},
              {"gamma", n.number("gamma", old ? 1.0507f : 1.05070102214813232421875f)}}));
}

/// Gelu: exact, or with the tanh approximation.
Status importGelu(Node &n) {
  std::string mode = n.text("approximate", "none");
  if (mode != "none" && mode != "tanh")
    return n.bad("approximate is '", mode, "', wanted 'none' or 'tanh'");
  return n.result(n.emit("gelu", {n.input(0)}, {{"approximate", mode == "tanh"}}));
}

namespace {
/// The slope of PRelu, shaped to broadcast to x. Before opset 7 a vector holds one value per
/// channel, which is axis 1; some exporters write that later too, so it is meant where nothing else
/// fits.
Expected<Handle> slopeFor(const Node &n, Handle x, Handle slope) {
  const ValueType tx = n.type(x), ts = n.type(slope);
  if (n.opset < 7 && (!tx.ranked || !ts.ranked))
    return n.unsupported("operands of unknown rank");
  if (ts.rank() != 1 || ts.dims[0] == 1 || tx.rank() <= 2)
    return slope;
  bool fitsLast = ts.dims[0] < 0 || tx.dims.back() < 0 || tx.dims.back() == ts.dims[0];
  bool perChannel = n.opset < 7 || (!fitsLast && tx.dims[1] == ts.dims[0]);
  if (!perChannel)
    return slope;
  std::vector<int64_t> axes;
  for (int64_t axis = 1; axis < tx.rank() - 1; ++axis)
    axes.push_back(axis);
  return n.emit("unsqueeze", {slope, n.integersConstant(axes)});
}
} // namespace

Status importPRelu(Node &n) {
  Handle x = n.input(0), slope = INGOT_TRY(slopeFor(n, x, n.input(1)));
  return n.result(n.emit("prelu", {x, slope}));
}

//===--------------------------------------------------------------------------------------------===//
// Arithmetic
//===--------------------------------------------------------------------------------------------===//

/// Mod: the remainder has the sign of the divisor, or with fmod that of the dividend.
Status importMod(Node &n) {
  return n.result(n.emit(n.integer("fmod", 0) ? "fmod" : "mod", {n.input(0), n.input(1)}));
}

Status importBitShift(Node &n) {
  std::string direction = n.text("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    return n.bad("direction is '", direction, "', wanted 'LEFT' or 'RIGHT'");
  return n.result(
      n.emit(direction == "LEFT" ? "shift_left" : "shift_right", {n.input(0), n.input(1)}));
}

namespace {
/// input 0 op input 1 op input 2 …, from left to right.
Expected<Handle> chain(const Node &n, std::string_view op, const std::vector<Handle> &operands) {
  if (operands.empty())
    return n.bad("no inputs, wanted one or more");
  Handle result = operands[0];
  if (!n.type(result).isTensor())
    return n.bad("input 0 is ", n.type(result).text(), ", wanted a tensor");
  for (size_t i = 1; i < operands.size(); ++i)
    result = INGOT_TRY(n.emit(op, {result, operands[i]}));
  return result;
}

std::vector<Handle> allInputs(const Node &n) {
  std::vector<Handle> inputs;
  for (size_t i = 0; i < n.inputCount(); ++i)
    inputs.push_back(n.input(i));
  return inputs;
}

/// The sum of all inputs, divided by `divisor`.
Expected<Handle> sumOver(const Node &n, double divisor) {
  std::vector<Handle> inputs = allInputs(n);
  ElementType type = inputs.empty() ? ElementType::F32 : n.element(inputs[0]);
  for (Handle input : inputs)
    if (!n.type(input).isTensor() || n.element(input) != type)
      return n.bad("inputs ", n.type(inputs[0]).text(), " and ", n.type(input).text(),
                   ", wanted tensors of one element type");
  Handle sum = INGOT_TRY(chain(n, "add", inputs));
  if (divisor != 1)
    sum = INGOT_TRY(n.emit("div", {sum, INGOT_TRY(n.scalarLike(sum, divisor))}));
  return sum;
}
} // namespace

Status importMax(Node &n) { return n.result(chain(n, "max", allInputs(n))); }
Status importMin(Node &n) { return n.result(chain(n, "min", allInputs(n))); }
Status importSum(Node &n) { return n.result(sumOver(n, 1)); }
Status importMean(Node &n) { return n.result(sumOver(n, static_cast<double>(n.inputCount()))); }

namespace {
/// A bound of Clip: an attribute before opset 11 (from 6 on with a default), then an optional
/// scalar input. The none value where there is no bound.
Expected<Handle> clipBound(const Node &n, const char *name, size_t input, float otherwise) {
  Handle x = n.input(0);
  if (n.opset < 11) {
    if (!n.hasAttribute(name) && n.opset < 6)
      return n.none();
    return n.scalarLike(x, static_cast<double>(n.number(name, otherwise)));
  }
  Handle bound = n.input(input);
  const ValueType &type = n.type(bound);
  bool widens = n.rank(x) >= 0 && type.rank() > n.rank(x);
  if (widens || (type.isTensor() && type.isStatic() && elementCount(type.dims) != 1))
    return n.bad(name, " has type ", type.text(), ", wanted a scalar");
  return bound;
}
} // namespace

/// Clip: min(max(x, lower), upper), so that the upper bound wins where they cross.
Status importClip(Node &n) {
  constexpr float largest = 3.40282346638528859811704183484516925e+38f;
  Handle x = n.input(0);
  if (!n.type(x).isTensor())
    return n.bad("input 0 is ", n.type(x).text(), ", wanted a tensor");
  Handle lower = INGOT_TRY(clipBound(n, "min", 1, -largest));
  Handle upper = INGOT_TRY(clipBound(n, "max", 2, largest));
  if (!n.type(lower).isNone())
    x = INGOT_TRY(n.emit("max", {x, lower}));
  if (!n.type(upper).isNone())
    x = INGOT_TRY(n.emit("min", {x, upper}));
  return n.result(x);
}

//===--------------------------------------------------------------------------------------------===//
// Conversion
//===--------------------------------------------------------------------------------------------===//

namespace {
/// Attributes of a conversion; `saturate` and `round_mode` matter only for the small floats.
Attributes castAttributes(const Node &n, ElementType to) {
  return {{"to", to},
          {"saturate", n.integer("saturate", 1) != 0},
          {"round_mode", n.text("round_mode", "up")}};
}

/// The element types that opset 1 knew, by the names it gave them.
std::optional<ElementType> elementByOnnxName(std::string_view name) {
  static constexpr std::pair<std::string_view, ElementType> names[] = {
      {"FLOAT", ElementType::F32},    {"DOUBLE", ElementType::F64}, {"FLOAT16", ElementType::F16},
      {"INT8", ElementType::I8},      {"INT16", ElementType::I16},  {"INT32", ElementType::I32},
      {"INT64", ElementType::I64},    {"UINT8", ElementType::U8},   {"UINT16", ElementType::U16},
      {"UINT32", ElementType::U32},   {"UINT64", ElementType::U64}, {"BOOL", ElementType::Bool},
      {"STRING", ElementType::String}};
  for (const auto &[known, type] : names)
    if (known == name)
      return type;
  return std::nullopt;
}
} // namespace

/// Cast. Up to opset 5 the type is given by name.
Status importCast(Node &n) {
  const AttributeProto *to = n.attribute("to");
  if (!to)
    return n.bad("attribute 'to' is missing");
  ElementType type;
  if (!to->s.empty()) {
    auto named = elementByOnnxName(to->s);
    if (!named)
      return n.bad("attribute 'to' is '", to->s, "', which is no ONNX data type");
    type = *named;
  } else {
    type = INGOT_TRY(n.elementType("to", ElementType::F32));
  }
  return n.result(n.emit("cast", {n.input(0)}, castAttributes(n, type)));
}

/// CastLike(x, like): the type of the second input.
Status importCastLike(Node &n) {
  const ValueType like = n.type(n.input(1));
  if (!like.isTensor())
    return n.bad("input 1 is ", like.text(), ", wanted a tensor");
  return n.result(n.emit("cast", {n.input(0)}, castAttributes(n, like.element)));
}

} // namespace ingot::onnx
