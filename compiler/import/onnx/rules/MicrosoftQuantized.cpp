// Import rules of com.microsoft's operators on quantized tensors: the float operator between a
// dequantization and a quantization.
#include "compiler/import/onnx/Windows.h"
#include "compiler/import/onnx/rules/Quantized.h"

namespace ingot::onnx {
namespace {
/// quantize(f(dequantize(x))) with inputs x, x_scale, x_zero_point, y_scale, y_zero_point.
template <typename F> Status quantizedUnary(Node &n, F &&f) {
  Handle y = INGOT_TRY(f(INGOT_TRY(dequantized(n, n.input(0), n.input(1), n.input(2)))));
  return n.result(quantizedAs(n, y, n.input(3), n.input(4), n.element(n.input(0))));
}

/// `x` with the channels moved from the end to axis 1, or back.
Expected<Handle> moveChannels(const Node &n, Handle x, bool toFront) {
  int64_t rank = n.rank(x);
  if (rank < 3)
    return n.unsupported("channels_last on ", n.type(x).text(), ", wanted a known rank");
  std::vector<int64_t> perm = {0};
  if (toFront)
    perm.push_back(rank - 1);
  for (int64_t i = toFront ? 1 : 2; i < (toFront ? rank - 1 : rank); ++i)
    perm.push_back(i);
  if (!toFront)
    perm.push_back(1);
  return n.emit("transpose", {x}, {{"perm", perm}});
}

/// A pool `f` of [N, C, spatial…] on a node that may have its channels last.
template <typename F> Status quantizedPool(Node &n, F &&f) {
  bool last = n.integer("channels_last", 0) != 0;
  return quantizedUnary(n, [&](Handle x) -> Expected<Handle> {
    if (!last)
      return f(x);
    return moveChannels(n, INGOT_TRY(f(INGOT_TRY(moveChannels(n, x, true)))), false);
  });
}

/// The tensor of another quantization in the one of the result.
Expected<Handle> inQuantization(const Node &n, Handle x, Handle scale, Handle zero, Handle yScale,
                                Handle yZero) {
  return quantizedAs(n, INGOT_TRY(dequantized(n, x, scale, zero)), yScale, yZero, n.element(x));
}
} // namespace

Status importMicrosoftQLinearAdd(Node &n) {
  Handle a = INGOT_TRY(dequantized(n, n.input(0), n.input(1), n.input(2)));
  Handle b = INGOT_TRY(dequantized(n, n.input(3), n.input(4), n.input(5)));
  Handle y = INGOT_TRY(n.emit("add", {a, b}));
  return n.result(quantizedAs(n, y, n.input(6), n.input(7), n.element(n.input(0))));
}

/// QLinearMul: the product of the integers is exact, so that only the last step rounds.
Status importMicrosoftQLinearMul(Node &n) {
  Handle one = floatScalar(n, 1);
  Handle a = INGOT_TRY(dequantized(n, n.input(0), one, n.input(2)));
  Handle b = INGOT_TRY(dequantized(n, n.input(3), one, n.input(5)));
  Handle scale = INGOT_TRY(productScale(n, n.input(1), n.input(4), n.input(6)));
  return n.result(
      requantize(n, INGOT_TRY(n.emit("mul", {a, b})), scale, n.input(7), n.element(n.input(0))));
}

Status importMicrosoftQLinearSigmoid(Node &n) {
  return quantizedUnary(n, [&](Handle x) { return n.emit("sigmoid", {x}); });
}

Status importMicrosoftQLinearLeakyRelu(Node &n) {
  return quantizedUnary(n, [&](Handle x) {
    return n.emit("leaky_relu", {x}, {{"alpha", n.number("alpha", 0.01f)}});
  });
}

/// QLinearSoftmax. For a Softmax before opset 13 the axes from `axis` on count as one.
Status importMicrosoftQLinearSoftmax(Node &n) {
  bool single = n.integer("opset", 13) >= 13;
  return quantizedUnary(n, [&](Handle x) -> Expected<Handle> {
    int64_t axis = n.axis(x, n.integer("axis", -1));
    if (n.rank(x) < 0)
      return n.unsupported("QLinearSoftmax of a tensor of unknown rank");
    if (axis < 0 || axis > n.rank(x))
      return n.bad("axis ", axis, " for rank ", n.rank(x));
    return n.emit("softmax", {x},
                  {{"axis", axis}, {"count", single ? int64_t{1} : n.rank(x) - axis}});
  });
}

Status importMicrosoftQLinearReduceMean(Node &n) {
  return quantizedUnary(n, [&](Handle x) {
    auto axes = n.integers("axes").value_or(std::vector<int64_t>());
    Handle list = axes.empty() ? n.none() : n.integersConstant(axes);
    return n.emit("reduce_mean", {x, list}, {{"keepdims", n.integer("keepdims", 1) != 0}});
  });
}

Status importMicrosoftQLinearGlobalAveragePool(Node &n) {
  return quantizedPool(n, [&](Handle x) -> Expected<Handle> {
    if (n.rank(x) < 3)
      return n.unsupported("a global pool of ", n.type(x).text(), ", wanted a known rank");
    std::vector<int64_t> axes;
    for (int64_t i = 2; i < n.rank(x); ++i)
      axes.push_back(i);
    return n.emit("reduce_mean", {x, n.integersConstant(axes)}, {{"keepdims", true}});
  });
}

Status importMicrosoftQLinearAveragePool(Node &n) {
  auto kernel = n.integers("kernel_shape");
  if (!kernel)
    return n.bad("attribute 'kernel_shape' is missing");
  return quantizedPool(n, [&](Handle x) -> Expected<Handle> {
    auto window = INGOT_TRY(readWindow(n, x, *kernel));
    return n.emit("average_pool", {x},
                  {{"kernel_shape", window.kernel},
                   {"strides", window.strides},
                   {"dilations", window.dilations},
                   {"pads", window.pads},
                   {"auto_pad", window.autoPad},
                   {"ceil_mode", n.integer("ceil_mode", 0) != 0},
                   {"count_include_pad", n.integer("count_include_pad", 0) != 0}});
  });
}

/// QLinearConcat: y_scale, y_zero_point, then (x, scale, zero point) for each operand.
Status importMicrosoftQLinearConcat(Node &n) {
  size_t count = n.inputCount();
  if (count < 5 || (count - 2) % 3 != 0)
    return n.bad(count, " inputs, wanted 2 and 3 for each tensor");
  std::vector<Handle> parts;
  for (size_t i = 2; i < count; i += 3)
    parts.push_back(INGOT_TRY(
        inQuantization(n, n.input(i), n.input(i + 1), n.input(i + 2), n.input(0), n.input(1))));
  if (!n.hasAttribute("axis"))
    return n.bad("attribute 'axis' is missing");
  return n.result(n.emit("concat", parts, {{"axis", n.axis(parts[0], n.integer("axis", 0))}}));
}

Status importMicrosoftQLinearWhere(Node &n) {
  Handle x =
      INGOT_TRY(inQuantization(n, n.input(1), n.input(2), n.input(3), n.input(7), n.input(8)));
  Handle y =
      INGOT_TRY(inQuantization(n, n.input(4), n.input(5), n.input(6), n.input(7), n.input(8)));
  return n.result(n.emit("where", {n.input(0), x, y}));
}

namespace {
/// Bytes that hold numbers of a few bits along the last axis, as the first `count` numbers.
Expected<Handle> unpackedLast(const Node &n, Handle x, int64_t bits, int64_t count) {
  if (count < 0)
    return n.unsupported("packed numbers of a size that is not known");
  x = INGOT_TRY(n.emit("unpack_bits", {x}, {{"bits", bits}}));
  return n.emit("slice", {x, n.integersConstant({0}), n.integersConstant({count}),
                          n.integersConstant({-1}), n.none()});
}
} // namespace

/// GatherBlockQuantized(table, indices, scales, zero points): rows of a table that is quantized in
/// blocks. What belongs to the rows is gathered first, so that nothing else is dequantized.
Status importMicrosoftGatherBlockQuantized(Node &n) {
  Handle table = n.input(0), indices = n.input(1);
  int64_t rank = n.rank(table);
  if (rank < 0 || n.rank(indices) < 0 || n.rank(n.input(2)) != rank)
    return n.unsupported("a table ", n.type(table).text(), " with scales ",
                         n.type(n.input(2)).text(), ", wanted the same known rank");
  if (isFloat(n.element(table)))
    return n.unsupported("a table ", n.type(table).text(), ", wanted integers");
  int64_t gathered = n.axis(table, n.integer("gather_axis", 0));
  int64_t axis = n.axis(table, n.integer("quantize_axis", 1));
  if (gathered < 0 || gathered >= rank || axis < 0 || axis >= rank || axis == gathered)
    return n.bad("gather_axis ", gathered, " and quantize_axis ", axis, " for rank ", rank);
  int64_t bits = n.element(table) == ElementType::U8 ? n.integer("bits", 4) : 8;
  if (bits != 2 && bits != 4 && bits != 8)
    return n.bad("bits is ", bits, ", wanted 2, 4 or 8");

  auto rows = [&](Handle x) { return n.emit("gather", {x, indices}, {{"axis", gathered}}); };
  Handle x = INGOT_TRY(rows(table)), zeros = n.input(3);
  if (n.has(3))
    zeros = INGOT_TRY(rows(zeros));
  int64_t size = n.type(table).dims.back(), blocks = n.type(n.input(2)).dims.back();
  if (bits < 8) {
    if (size > INT64_MAX / 8)
      return n.bad("a table ", n.type(table).text());
    x = INGOT_TRY(unpackedLast(n, x, bits, size < 0 ? size : size * 8 / bits));
    if (n.has(3))
      zeros = INGOT_TRY(unpackedLast(n, zeros, bits, blocks));
  }
  if (!n.has(3) && n.element(table) == ElementType::U8)
    zeros = INGOT_TRY(n.scalarLike(x, static_cast<double>(int64_t{1} << (bits - 1))));
  int64_t place = axis > gathered ? axis + n.rank(indices) - 1 : axis;
  return n.result(n.emit("dequantize_linear", {x, INGOT_TRY(rows(n.input(2))), zeros},
                         {{"axis", place},
                          {"block_size", n.integer("block_size", 128)},
                          {"to", n.element(n.input(2))}}));
}

} // namespace ingot::onnx
