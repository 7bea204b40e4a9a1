// Import rules of pooling.
#include "compiler/import/onnx/Windows.h"

namespace ingot::onnx {
namespace {

/// The attributes that all pools have. With auto_pad VALID, ceil_mode keeps its meaning: the text
/// of the standard rounds down, but its shape inference and the runtimes round up.
Expected<Attributes> poolAttributes(const Node &n) {
  auto kernel = n.integers("kernel_shape");
  if (!kernel)
    return n.bad("attribute 'kernel_shape' is missing");
  auto window = INGOT_TRY(readWindow(n, n.input(0), std::move(*kernel)));
  return Attributes{{"kernel_shape", std::move(window.kernel)},
                    {"strides", std::move(window.strides)},
                    {"pads", std::move(window.pads)},
                    {"dilations", std::move(window.dilations)},
                    {"ceil_mode", n.integer("ceil_mode", 0) != 0},
                    {"auto_pad", std::move(window.autoPad)}};
}

/// The axes from 2 on, as an operand of a reduction.
Expected<Handle> spatialAxes(const Node &n, Handle x) {
  int64_t rank = n.rank(x);
  if (rank >= 0) {
    if (rank < 2)
      return n.bad("the operand is ", n.type(x).text(), ", wanted batch, channels, spatial axes");
    std::vector<int64_t> axes;
    for (int64_t i = 2; i < rank; ++i)
      axes.push_back(i);
    return n.integersConstant(axes);
  }
  Handle shape = INGOT_TRY(n.emit("shape", {x}));
  Handle count = INGOT_TRY(n.emit("size", {shape}));
  return n.emit("range", {n.constant(Tensor::scalar<int64_t>(2)), count,
                          n.constant(Tensor::scalar<int64_t>(1))});
}

Status reduceSpatial(Node &n, std::string_view reduction) {
  Handle x = n.input(0);
  return n.result(n.emit(reduction, {x, INGOT_TRY(spatialAxes(n, x))}, {{"keepdims", true}}));
}

} // namespace

Status importGlobalAveragePool(Node &n) { return reduceSpatial(n, "reduce_mean"); }

Status importGlobalMaxPool(Node &n) { return reduceSpatial(n, "reduce_max"); }

/// GlobalLpPool. In opset 1 p is a float. A norm that is no reduction is one window over all.
Status importGlobalLpPool(Node &n) {
  float p = n.opset < 2 ? n.number("p", 2) : static_cast<float>(n.integer("p", 2));
  if (p == 1 || p == 2)
    return reduceSpatial(n, p == 1 ? "reduce_l1" : "reduce_l2");
  const ValueType &x = n.type(n.input(0));
  if (!x.ranked || x.dims.size() < 3)
    return n.unsupported("GlobalLpPool with p = ", p, " of ", x.text());
  std::vector<int64_t> kernel(x.dims.begin() + 2, x.dims.end());
  for (int64_t dim : kernel)
    if (dim < 0)
      return n.unsupported("GlobalLpPool with p = ", p, " of ", x.text());
  size_t spatial = kernel.size();
  return n.result(n.emit("lp_pool", {n.input(0)},
                         {{"kernel_shape", std::move(kernel)},
                          {"strides", std::vector<int64_t>(spatial, 1)},
                          {"pads", std::vector<int64_t>(2 * spatial, 0)},
                          {"dilations", std::vector<int64_t>(spatial, 1)},
                          {"p", p}}));
}

Status importMaxPool(Node &n) {
  Attributes attributes = INGOT_TRY(poolAttributes(n));
  int64_t order = n.integer("storage_order", 0);
  if (order != 0 && order != 1)
    return n.bad("storage_order is ", order, ", wanted 0 or 1");
  attributes.set("indices", std::string(!n.wants(1)  ? "none"
                                        : order == 0 ? "row_major"
                                                     : "column_major"));
  return n.result(n.emitAll("max_pool", {n.input(0)}, std::move(attributes)));
}

Status importAveragePool(Node &n) {
  Attributes attributes = INGOT_TRY(poolAttributes(n));
  attributes.set("count_include_pad", n.integer("count_include_pad", 0) != 0);
  return n.result(n.emit("average_pool", {n.input(0)}, std::move(attributes)));
}

/// LpPool. In opset 1 p is a float.
Status importLpPool(Node &n) {
  Attributes attributes = INGOT_TRY(poolAttributes(n));
  attributes.set("p", n.opset < 2 ? n.number("p", 2) : static_cast<float>(n.integer("p", 2)));
  return n.result(n.emit("lp_pool", {n.input(0)}, std::move(attributes)));
}

Status importMaxUnpool(Node &n) {
  auto kernel = n.integers("kernel_shape");
  if (!kernel)
    return n.bad("attribute 'kernel_shape' is missing");
  auto window = INGOT_TRY(readWindow(n, n.input(0), std::move(*kernel)));
  return n.result(n.emit("max_unpool", {n.input(0), n.input(1), n.input(2)},
                         {{"kernel_shape", std::move(window.kernel)},
                          {"strides", std::move(window.strides)},
                          {"pads", std::move(window.pads)}}));
}

} // namespace ingot::onnx
