// Import rules of convolutions.
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/import/onnx/Windows.h"
#include "compiler/import/onnx/rules/Contraction.h"

namespace ingot::onnx {
namespace {
/// The number of spatial axes, from the operands or else from the attributes; -1 when unknown.
int64_t spatialAxes(const Node &n, Handle x, Handle w) {
  for (Handle operand : {x, w})
    if (n.rank(operand) >= 2)
      return n.rank(operand) - 2;
  for (std::string_view name : {"kernel_shape", "strides", "dilations"})
    if (auto values = n.integers(name); values && !values->empty())
      return static_cast<int64_t>(values->size());
  auto pads = n.integers("pads");
  return pads && !pads->empty() ? static_cast<int64_t>(pads->size() / 2) : -1;
}

/// The kernel_shape that a node repeats is that of its weights.
Status checkKernelShape(const Node &n, Handle w) {
  auto kernel = n.integers("kernel_shape");
  const ValueType &type = n.type(w);
  if (!kernel || kernel->empty() || !type.ranked)
    return success();
  bool same = kernel->size() + 2 == type.dims.size();
  for (size_t i = 0; same && i < kernel->size(); ++i)
    same = graph::compatible((*kernel)[i], type.dims[i + 2]);
  return same ? success() : n.bad("kernel_shape is ", *kernel, ", the weights are ", type.text());
}

} // namespace

Expected<Attributes> convolutionAttributes(const Node &n, Handle x, Handle w) {
  INGOT_TRY(checkKernelShape(n, w));
  int64_t axes = spatialAxes(n, x, w);
  if (axes < 0 && n.text("auto_pad", "NOTSET").starts_with("SAME"))
    return n.unsupported("auto_pad on tensors of unknown rank");
  std::vector<int64_t> kernel(axes < 0 ? 0 : static_cast<size_t>(axes), unknownDim);
  const ValueType &type = n.type(w);
  if (type.ranked && type.dims.size() == kernel.size() + 2)
    kernel.assign(type.dims.begin() + 2, type.dims.end());
  auto window = INGOT_TRY(readWindow(n, x, std::move(kernel)));
  return Attributes{{"strides", window.strides},
                    {"dilations", window.dilations},
                    {"pads", window.pads},
                    {"group", n.integer("group", 1)},
                    {"auto_pad", window.autoPad}};
}

Status importConv(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  return n.result(n.emit("conv", {x, w, n.input(2)}, INGOT_TRY(convolutionAttributes(n, x, w))));
}

Status importConvInteger(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  return n.result(n.emit("conv_integer", {x, w, n.input(2), n.input(3)},
                         INGOT_TRY(convolutionAttributes(n, x, w))));
}

/// ConvTranspose: auto_pad means other pads than for Conv, so that it is kept.
Status importConvTranspose(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  INGOT_TRY(checkKernelShape(n, w));
  int64_t axes = spatialAxes(n, x, w);
  auto list = [&](std::string_view name) {
    return n.integers(name).value_or(std::vector<int64_t>());
  };
  std::string mode = n.text("auto_pad", "NOTSET");
  bool upper = mode == "SAME_UPPER", lower = mode == "SAME_LOWER";
  if (!upper && !lower && !mode.empty() && mode != "NOTSET" && mode != "VALID")
    return n.bad("auto_pad is '", mode, "', wanted NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  auto shape = list("output_shape");
  // Some exporters put batch and channels into output_shape as well.
  if (axes > 0 && static_cast<int64_t>(shape.size()) == axes + 2)
    shape.erase(shape.begin(), shape.begin() + 2);
  bool padded = !upper && !lower && mode != "VALID";
  return n.result(n.emit("conv_transpose", {x, w, n.input(2)},
                         {{"strides", list("strides")},
                          {"dilations", list("dilations")},
                          {"pads", padded ? list("pads") : std::vector<int64_t>()},
                          {"group", n.integer("group", 1)},
                          {"output_padding", list("output_padding")},
                          {"output_shape", shape},
                          {"auto_pad", std::string(upper   ? "same_upper"
                                                   : lower ? "same_lower"
                                                           : "explicit")}}));
}

Status importDeformConv(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  INGOT_TRY(checkKernelShape(n, w));
  auto list = [&](std::string_view name) {
    return n.integers(name).value_or(std::vector<int64_t>());
  };
  return n.result(n.emit("deform_conv", {x, w, n.input(2), n.input(3), n.input(4)},
                         {{"strides", list("strides")},
                          {"dilations", list("dilations")},
                          {"pads", list("pads")},
                          {"group", n.integer("group", 1)},
                          {"offset_group", n.integer("offset_group", 1)}}));
}

namespace {
/// The state before a causal convolution of x with w: what is given, else zeros, of which there is
/// one less than the kernel is long.
Expected<Handle> causalState(const Node &n, Handle x, Handle w) {
  if (n.has(3))
    return n.input(3);
  Handle kernel = INGOT_TRY(n.emit("shape", {w}, {{"start", int64_t{2}}, {"end", int64_t{3}}}));
  Handle length = INGOT_TRY(n.emit("sub", {kernel, n.integersConstant({1})}));
  Handle outer = INGOT_TRY(n.emit("shape", {x}, {{"start", int64_t{0}}, {"end", int64_t{2}}}));
  Handle shape = INGOT_TRY(n.emit("concat", {outer, length}, {{"axis", int64_t{0}}}));
  return n.emit("expand", {INGOT_TRY(n.scalarLike(x, 0)), shape});
}
} // namespace

/// CausalConvWithState: a convolution of each channel with itself over the state and x; the new
/// state is what of both comes after as many elements as x has.
Status importCausalConvWithState(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  for (Handle operand : {x, w})
    if (n.rank(operand) >= 0 && n.rank(operand) != 3)
      return n.bad("wanted a tensor of rank 3, found ", n.type(operand).text());
  int64_t channels = n.rank(w) == 3 ? n.type(w).dims[0] : unknownDim;
  if (channels < 0 && n.rank(x) == 3)
    channels = n.type(x).dims[1];
  if (channels < 1)
    return n.unsupported("a causal convolution of ", n.type(x).text(), " with ", n.type(w).text(),
                         ", wanted a known number of channels");
  Handle state = INGOT_TRY(causalState(n, x, w));
  Handle all = INGOT_TRY(n.emit("concat", {state, x}, {{"axis", int64_t{2}}}));
  Handle y = INGOT_TRY(n.emit("conv", {all, w, n.input(2)}, {{"group", channels}}));
  std::string activation = n.text("activation", "none");
  if (activation == "silu" || activation == "swish")
    y = INGOT_TRY(n.emit("swish", {y}));
  else if (activation != "none")
    return n.bad("activation is '", activation, "', wanted none, silu or swish");
  Handle length = INGOT_TRY(n.emit("shape", {x}, {{"start", int64_t{2}}, {"end", int64_t{3}}}));
  Handle next = INGOT_TRY(n.emit(
      "slice", {all, length, n.integersConstant({INT64_MAX}), n.integersConstant({2}), n.none()}));
  return n.result(std::vector<Handle>{y, next});
}

} // namespace ingot::onnx
