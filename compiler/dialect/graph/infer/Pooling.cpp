// Shape functions of pooling.
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/dialect/graph/infer/Windows.h"

#include <algorithm>
#include <cmath>

namespace ingot::graph {
namespace {

bool allAtLeast(const std::vector<int64_t> &values, int64_t least) {
  return std::all_of(values.begin(), values.end(), [&](int64_t v) { return v >= least; });
}

/// Constraints C1 to C5 of every pool, and its result type.
Expected<ValueType> poolType(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  const auto &kernel = c.attributes.integers("kernel_shape");
  const auto &strides = c.attributes.integers("strides");
  const auto &dilations = c.attributes.integers("dilations");
  const auto &pads = c.attributes.integers("pads");
  size_t spatial = kernel.size();
  INGOT_TRY(c.require(1, spatial >= 1 && (!x.ranked || x.dims.size() == spatial + 2),
                      "kernel_shape ", kernel, " for ", x.text()));
  INGOT_TRY(c.require(
      2, strides.size() == spatial && dilations.size() == spatial && pads.size() == 2 * spatial,
      "strides ", strides, ", dilations ", dilations, ", pads ", pads, " for ", spatial,
      " spatial axes"));
  INGOT_TRY(c.require(3,
                      allAtLeast(kernel, 1) && allAtLeast(strides, 1) && allAtLeast(dilations, 1) &&
                          allAtLeast(pads, 0),
                      "kernel_shape ", kernel, ", strides ", strides, ", dilations ", dilations,
                      ", pads ", pads));
  const std::string &autoPad = c.attributes.text("auto_pad");
  INGOT_TRY(c.require(4, autoPadFromText(autoPad).has_value(), "auto_pad '", autoPad, "'"));
  Shape dims = x.ranked ? x.dims : Shape(spatial + 2, unknownDim);
  auto axes = poolWindows(c.attributes, dims);
  for (size_t i = 0; i < spatial; ++i) {
    INGOT_TRY(c.require(5, axes[i].in < 0 || axes[i].out >= 1, "axis ", i + 2, " of size ",
                        axes[i].in, " has no window of ", axes[i].kernel, " taps with dilation ",
                        axes[i].dilation, " and pads ", axes[i].before, ",", axes[i].after));
    dims[i + 2] = axes[i].out;
  }
  return tensorLike(x, std::move(dims));
}

} // namespace

Status inferAveragePool(InferContext &c) { return c.yield(INGOT_TRY(poolType(c))); }

Status inferMaxPool(InferContext &c) {
  ValueType y = INGOT_TRY(poolType(c));
  const std::string &indices = c.attributes.text("indices");
  INGOT_TRY(c.require(6, indices == "none" || indices == "row_major" || indices == "column_major",
                      "indices '", indices, "'"));
  Shape dims = y.dims;
  INGOT_TRY(c.yield(std::move(y)));
  return c.yield(indices == "none" ? ValueType::none()
                                   : ValueType::tensor(ElementType::I64, std::move(dims)));
}

Status inferLpPool(InferContext &c) {
  ValueType y = INGOT_TRY(poolType(c));
  float p = c.attributes.number("p");
  INGOT_TRY(c.require(6, std::isfinite(p) && p > 0, "p is ", p));
  return c.yield(std::move(y));
}

/// (in - 1) * stride - before - after + kernel; nothing when that is not a size.
static std::optional<int64_t> unpooledSize(int64_t in, int64_t kernel, int64_t stride,
                                           int64_t before, int64_t after) {
  int64_t size = 0;
  if (__builtin_mul_overflow(in - 1, stride, &size) ||
      __builtin_add_overflow(size, kernel, &size) || __builtin_sub_overflow(size, before, &size) ||
      __builtin_sub_overflow(size, after, &size) || size < 0)
    return std::nullopt;
  return size;
}

std::optional<Shape> unpooledShape(const Attributes &attributes, const Shape &x) {
  const auto &kernel = attributes.integers("kernel_shape");
  const auto &pads = attributes.integers("pads");
  Shape dims = x;
  for (size_t i = 0; i < kernel.size(); ++i) {
    if (x[i + 2] < 0)
      continue;
    auto size = unpooledSize(x[i + 2], kernel[i], attributes.integers("strides")[i], pads[i],
                             pads[kernel.size() + i]);
    if (!size)
      return std::nullopt;
    dims[i + 2] = *size;
  }
  return dims;
}

Status inferMaxUnpool(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  const ValueType &x = c.operand(0), &indices = c.operand(1);
  const auto &kernel = c.attributes.integers("kernel_shape");
  const auto &strides = c.attributes.integers("strides");
  const auto &pads = c.attributes.integers("pads");
  size_t rank = kernel.size() + 2;
  INGOT_TRY(c.require(1, !kernel.empty() && (!x.ranked || x.dims.size() == rank), "kernel_shape ",
                      kernel, " for ", x.text()));
  INGOT_TRY(c.require(2,
                      strides.size() == kernel.size() && pads.size() == 2 * kernel.size() &&
                          allAtLeast(kernel, 1) && allAtLeast(strides, 1) && allAtLeast(pads, 0),
                      "kernel_shape ", kernel, ", strides ", strides, ", pads ", pads));
  bool sameShape = !x.ranked || !indices.ranked || x.dims.size() == indices.dims.size();
  for (size_t i = 0; sameShape && x.ranked && indices.ranked && i < rank; ++i)
    sameShape = compatible(x.dims[i], indices.dims[i]);
  INGOT_TRY(c.require(3, sameShape && indices.element == ElementType::I64, "indices are ",
                      indices.text(), " for ", x.text()));
  auto inner = unpooledShape(c.attributes, x.ranked ? x.dims : Shape(rank, unknownDim));
  INGOT_TRY(c.require(4, inner.has_value(), "kernel_shape ", kernel, ", strides ", strides,
                      ", pads ", pads, " for ", x.text()));
  if (!c.has(2))
    return c.yield(tensorLike(x, std::move(*inner)));
  const ValueType &shape = c.operand(2);
  INGOT_TRY(c.require(5, !shape.isStatic() || shape.dims == Shape{static_cast<int64_t>(rank)},
                      "output_shape is ", shape.text(), " for rank ", rank));
  auto wanted = c.integers(2);
  if (!wanted)
    return c.yield(tensorLike(x, Shape(rank, unknownDim)));
  bool fits = wanted->size() == rank;
  for (size_t i = 0; fits && i < rank; ++i)
    fits = (*wanted)[i] >= std::max<int64_t>((*inner)[i], 0);
  INGOT_TRY(c.require(5, fits, "output_shape ", *wanted, " cannot hold ", shapeText(*inner)));
  return c.yield(tensorLike(x, std::move(*wanted)));
}

} // namespace ingot::graph
