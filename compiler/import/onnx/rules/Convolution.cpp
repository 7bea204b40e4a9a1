// Import rules of convolutions.
#include "compiler/dialect/graph/infer/Window.h"
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

/// The attribute, or `value` once per spatial axis.
std::vector<int64_t> perAxis(const Node &n, std::string_view name, int64_t count, int64_t value) {
  auto given = n.integers(name);
  if (given && !given->empty())
    return *given;
  return std::vector<int64_t>(count > 0 ? static_cast<size_t>(count) : 0, value);
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

/// Our name for the node's auto_pad, VALID being no padding at all.
Expected<std::string> autoPad(const Node &n) {
  std::string mode = n.text("auto_pad", "NOTSET");
  if (mode.empty() || mode == "NOTSET" || mode == "VALID")
    return std::string("none");
  if (mode == "SAME_UPPER" || mode == "SAME_LOWER")
    return std::string(mode == "SAME_UPPER" ? "same_upper" : "same_lower");
  return n.bad("auto_pad is '", mode, "', wanted NOTSET, VALID, SAME_UPPER or SAME_LOWER");
}

/// Sets pads for auto_pad where all sizes are known.
void resolvePads(const Node &n, Handle x, Handle w, Attributes &window, std::string &mode,
                 std::vector<int64_t> &pads) {
  const ValueType &xType = n.type(x), &wType = n.type(w);
  if (mode == "none" || !xType.isStatic() || !wType.isStatic() || xType.dims.size() < 2 ||
      xType.dims.size() != wType.dims.size())
    return;
  auto axes = graph::readWindow(window, Shape(wType.dims.begin() + 2, wType.dims.end()));
  std::vector<int64_t> begins, ends;
  for (size_t i = 0; axes && i < axes->size(); ++i) {
    if (!graph::padSame((*axes)[i], xType.dims[i + 2], *graph::autoPadOf(mode)))
      return;
    begins.push_back((*axes)[i].padBegin);
    ends.push_back((*axes)[i].padEnd);
  }
  if (!axes)
    return;
  // A kernel or a size of 0 is for the shape function to refuse.
  pads = begins;
  pads.insert(pads.end(), ends.begin(), ends.end());
  mode = "none";
}
} // namespace

Expected<Attributes> convolutionAttributes(const Node &n, Handle x, Handle w) {
  INGOT_TRY(checkKernelShape(n, w));
  int64_t axes = spatialAxes(n, x, w);
  std::string mode = INGOT_TRY(autoPad(n));
  Attributes attributes = {{"strides", perAxis(n, "strides", axes, 1)},
                           {"dilations", perAxis(n, "dilations", axes, 1)},
                           {"group", n.integer("group", 1)}};
  bool given = mode == "none" && n.text("auto_pad", "NOTSET") != "VALID";
  std::vector<int64_t> pads(axes > 0 ? static_cast<size_t>(2 * axes) : 0, 0);
  if (given)
    pads = perAxis(n, "pads", 2 * axes, 0);
  resolvePads(n, x, w, attributes, mode, pads);
  attributes.set("pads", pads);
  attributes.set("auto_pad", mode);
  return attributes;
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

/// ConvTranspose. Some exporters put batch and channels into output_shape as well.
Status importConvTranspose(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  INGOT_TRY(checkKernelShape(n, w));
  int64_t axes = spatialAxes(n, x, w);
  std::string mode = INGOT_TRY(autoPad(n));
  bool valid = n.text("auto_pad", "NOTSET") == "VALID";
  auto shape = n.integers("output_shape").value_or(std::vector<int64_t>());
  if (axes > 0 && static_cast<int64_t>(shape.size()) == axes + 2)
    shape.erase(shape.begin(), shape.begin() + 2);
  bool given = mode == "none" && !valid;
  return n.result(
      n.emit("conv_transpose", {x, w, n.input(2)},
             {{"strides", perAxis(n, "strides", axes, 1)},
              {"dilations", perAxis(n, "dilations", axes, 1)},
              {"pads", given ? perAxis(n, "pads", 2 * axes, 0) : std::vector<int64_t>()},
              {"group", n.integer("group", 1)},
              {"output_padding", perAxis(n, "output_padding", axes, 0)},
              {"output_shape", shape},
              {"auto_pad", mode}}));
}

Status importDeformConv(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  INGOT_TRY(checkKernelShape(n, w));
  int64_t axes = spatialAxes(n, x, w);
  return n.result(n.emit("deform_conv", {x, w, n.input(2), n.input(3), n.input(4)},
                         {{"strides", perAxis(n, "strides", axes, 1)},
                          {"dilations", perAxis(n, "dilations", axes, 1)},
                          {"pads", perAxis(n, "pads", 2 * axes, 0)},
                          {"group", n.integer("group", 1)},
                          {"offset_group", n.integer("offset_group", 1)}}));
}

} // namespace ingot::onnx
