// Expansions of transposed convolutions: a product, and a sum of what it gives for each tap; and of
// integer convolutions without a kernel, in f64, which is exact.
//
//   conv_transpose(x, w, bias)
//   col2im(w as [M * taps, C] · x as [C, places]) + bias
//
//   conv_integer(x, w, a, b)   →   cast(conv(cast(x) - cast(a), cast(w) - cast(b)))
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/infer/Convolution.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Expansions.h"

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// The attributes of the sum, whose blocks lie at as many places as x has along each axis; nothing
/// where no padding says that.
std::optional<Attributes> columnsOf(const std::vector<WindowAxis> &axes) {
  std::vector<int64_t> strides, dilations, before, after;
  for (const WindowAxis &axis : axes) {
    int64_t reach = (axis.out - 1) * axis.stride + axis.extent();
    int64_t behind = reach - axis.in - axis.before; // what is dropped there
    if (axis.before < 0 || behind <= -axis.stride)
      return std::nullopt;
    strides.push_back(axis.stride), dilations.push_back(axis.dilation);
    before.push_back(axis.before), after.push_back(std::max<int64_t>(behind, 0));
  }
  before.insert(before.end(), after.begin(), after.end());
  return Attributes{{"strides", strides}, {"dilations", dilations}, {"pads", before}};
}

/// w [C, M / group, taps…] with x [N, C, places…]: [N, M * taps, places].
mlir::Value tapProducts(mlir::Value x, mlir::Value w, int64_t group, Emitter &e) {
  Shape xs = *staticShape(x), ws = *staticShape(w);
  int64_t batch = xs[0], channels = xs[1] / group;
  int64_t places = productOf(xs, 2, xs.size()), rows = productOf(ws, 1, ws.size());
  mlir::Value left = e.transpose(e.reshape(w, {group, channels, rows}), {0, 2, 1});
  mlir::Value right = e.reshape(x, {batch, group, channels, places});
  return e.reshape(e.value("matmul", {left, right}), {batch, group * rows, places});
}

Values expandConvTranspose(Operation *op, Emitter &e) {
  mlir::Value x = op->getOperand(0), w = op->getOperand(1), bias = op->getOperand(2);
  auto xs = staticShape(x), ws = staticShape(w), ys = staticShape(op->getResult(0));
  if (!xs || !ws || !ys || elementCount(*xs) == 0 || elementCount(*ws) == 0 ||
      elementCount(*ys) == 0)
    return std::nullopt;
  Attributes attributes = attributesOf(op);
  auto axes = transposedWindow(attributes, *xs, *ws);
  auto columns = axes ? columnsOf(*axes) : std::nullopt;
  if (!columns)
    return std::nullopt;
  Shape image(ys->begin() + 2, ys->end()), block(ws->begin() + 2, ws->end());
  mlir::Value product = tapProducts(x, w, attributes.integer("group"), e);
  mlir::Value y =
      e.value("col2im", {product, e.integers(image), e.integers(block)}, std::move(*columns));
  if (isNone(bias))
    return SmallVector<mlir::Value>{y};
  Shape perChannel(image.size() + 1, 1);
  perChannel[0] = (*ys)[1];
  return SmallVector<mlir::Value>{e.add(y, e.reshape(bias, perChannel))};
}

/// Integers less their zero points, of which there is one or one along the first axis.
mlir::Value wide(mlir::Value x, mlir::Value zeros, Emitter &e) {
  x = e.cast(x, ElementType::F64);
  if (isNone(zeros))
    return x;
  Shape shape(staticShape(x)->size(), 1);
  shape[0] = *elementCount(*staticShape(zeros));
  return e.sub(x, e.reshape(e.cast(zeros, ElementType::F64), shape));
}

/// Sums of products of 8-bit integers are whole in f64 as long as there are fewer than 2^37.
Values expandConvInteger(Operation *op, Emitter &e) {
  auto xs = staticShape(op->getOperand(0)), ws = staticShape(op->getOperand(1));
  auto ys = staticShape(op->getResult(0));
  if (!xs || !ws || !ys || elementCount(*xs) == 0 || elementCount(*ws) == 0 ||
      elementCount(*ys) == 0)
    return std::nullopt;
  for (unsigned i : {2U, 3U})
    if (!isNone(op->getOperand(i)) && !staticShape(op->getOperand(i)))
      return std::nullopt;
  mlir::Value x = wide(op->getOperand(0), op->getOperand(2), e);
  mlir::Value w = wide(op->getOperand(1), op->getOperand(3), e);
  mlir::Value sums = e.value("conv", {x, w, e.none()}, attributesOf(op));
  // In two steps, the second of which wraps.
  return SmallVector<mlir::Value>{
      e.cast(e.cast(sums, ElementType::I64), elementOf(op->getResult(0)))};
}

} // namespace

ArrayRef<ExpansionRow> convolutionExpansions() {
  static constexpr ExpansionRow rows[] = {{"conv_transpose", expandConvTranspose},
                                          {"conv_integer", expandConvInteger}};
  return rows;
}

} // namespace ingot::graph
