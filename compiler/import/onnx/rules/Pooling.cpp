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

} // namespace

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
