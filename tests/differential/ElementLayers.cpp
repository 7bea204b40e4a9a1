// Layers of single elements and of sums over axes, in several element types.
#include "tests/differential/NetworkBuilder.h"

namespace ingot::differential {
namespace {

using graph::elementOf;
using graph::isFloatValue;
using graph::isIntegerValue;

/// Functions whose result stays near 1, and such that need a kinder operand.
void function(NetworkBuilder &b, MlirValue x) {
  if (!isFloatValue(x))
    return;
  if (b.oneIn(4)) { // as it comes: overflows, poles and NaN are to agree, too
    b.offer(b.value(b.pick({"exp", "log", "sqrt", "reciprocal", "tan", "asin"}), {x}));
    return;
  }
  if (b.oneIn(3)) {
    MlirValue positive = b.emitter.add(b.value("abs", {x}), 0.25);
    b.offer(b.value(b.pick({"log", "sqrt", "reciprocal", "acosh", "asinh"}), {positive}));
    return;
  }
  if (b.oneIn(4)) {
    b.offer(b.value("exp", {b.value("min", {x, b.emitter.number(2, x)})}));
    return;
  }
  b.offer(b.value(b.pick({"relu",
                          "neg",
                          "abs",
                          "sigmoid",
                          "tanh",
                          "erf",
                          "sin",
                          "cos",
                          "atan",
                          "softsign",
                          "elu",
                          "selu",
                          "celu",
                          "gelu",
                          "mish",
                          "softplus",
                          "hard_sigmoid",
                          "hard_swish",
                          "thresholded_relu",
                          "shrink",
                          "identity"}),
                  {x}));
}

void rounding(NetworkBuilder &b, MlirValue x) {
  if (isFloatValue(x))
    b.offer(b.value(b.pick({"ceil", "floor", "round", "sign"}), {x}));
}

/// A constant that broadcasts to x.
MlirValue constantFor(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  shape.erase(shape.begin(), shape.begin() + b.upTo(static_cast<int64_t>(shape.size()) + 1));
  for (int64_t &dim : shape)
    dim = b.oneIn(3) ? 1 : dim;
  double low = isFloatValue(x) ? -2 : graph::isIntegerValue(x) && b.oneIn(2) ? -9 : 1;
  return b.emitter.constant(b.numbers(elementOf(x), shape, low, isFloatValue(x) ? 2 : 9));
}

void arithmetic(NetworkBuilder &b, MlirValue x) {
  if (elementOf(x) == ElementType::Bool)
    return;
  MlirValue y = b.oneIn(2) ? b.partnerOf(x) : constantFor(b, x);
  if (!y)
    return;
  if (b.oneIn(4))
    std::swap(x, y);
  b.offer(b.value(b.pick({"add", "add", "sub", "mul", "mul", "div", "max", "min"}), {x, y}));
}

/// Several operators that become one loop.
void chain(NetworkBuilder &b, MlirValue x) {
  if (elementOf(x) != ElementType::F32)
    return;
  for (int64_t i = 2 + b.upTo(4); i > 0; --i)
    x = b.oneIn(2) ? b.value(b.pick({"add", "mul", "sub", "max"}), {x, constantFor(b, x)})
                   : b.value(b.pick({"relu", "sigmoid", "tanh", "abs", "neg", "cos"}), {x});
  b.offer(x);
}

void residual(NetworkBuilder &b, MlirValue x) {
  MlirValue y = isFloatValue(x) ? b.partnerOf(x) : nullptr;
  if (y && y != x)
    b.offer(b.value("add", {x, y}));
}

void whole(NetworkBuilder &b, MlirValue x) {
  if (!isIntegerValue(x))
    return;
  MlirValue y = b.oneIn(2) ? b.partnerOf(x) : constantFor(b, x);
  switch (y ? b.upTo(4) : 0) {
  case 0:
    b.offer(b.value(b.pick({"abs", "bit_not", "sign"}), {x}));
    return;
  case 1: {
    Tensor bits = b.numbers(elementOf(x), {}, 0, 7);
    b.offer(b.value(b.pick({"shift_left", "shift_right"}), {x, b.emitter.constant(bits)}));
    return;
  }
  default:
    b.offer(b.value(b.pick({"bit_and", "bit_or", "bit_xor", "mod", "fmod", "mul", "sub"}), {x, y}));
  }
}

void comparison(NetworkBuilder &b, MlirValue x) {
  if (elementOf(x) == ElementType::Bool) {
    b.offer(b.value("logical_not", {x}));
    return;
  }
  MlirValue y = b.oneIn(2) ? b.partnerOf(x) : constantFor(b, x);
  if (!y)
    return;
  MlirValue is =
      b.value(b.pick({"less", "greater", "less_or_equal", "greater_or_equal", "equal"}), {x, y});
  if (b.oneIn(3))
    b.offer(is);
  else
    b.offer(b.value("where", {is, x, y}));
}

void conversion(NetworkBuilder &b, MlirValue x) {
  ElementType type = elementOf(x);
  bool isUsual = type == ElementType::F32 || isIntegerValue(x);
  ElementType to =
      isUsual && !b.oneIn(3)
          ? b.pick({ElementType::F16, ElementType::BF16, ElementType::F64, ElementType::I32,
                    ElementType::I64, ElementType::I8, ElementType::U8, ElementType::Bool})
          : ElementType::F32;
  MlirValue y = type == to ? x : b.value("cast", {x}, {{"to", to}});
  // Large integers would overflow everything that follows.
  if (isIntegerValue(x) && to == ElementType::F32)
    y = b.emitter.mul(y, 1.0 / 128);
  if (y != x)
    b.offer(y);
}

void quantization(NetworkBuilder &b, MlirValue x) {
  if (elementOf(x) != ElementType::F32)
    return;
  MlirValue scale = b.emitter.number(b.pick({0.01, 0.02, 0.125}), x), none = b.emitter.none();
  MlirValue q = b.value("quantize_linear", {x, scale, none},
                        {{"to", b.pick({ElementType::I8, ElementType::U8})}});
  if (b.oneIn(2))
    b.offer(q);
  b.offer(b.value("dequantize_linear", {q, scale, none}, {{"to", ElementType::F32}}));
}

void reduction(NetworkBuilder &b, MlirValue x) {
  int64_t rank = NetworkBuilder::rankOf(x);
  if (elementOf(x) == ElementType::Bool || rank == 0)
    return;
  std::vector<int64_t> axes;
  for (int64_t i = 0; i < rank; ++i)
    if (b.oneIn(2))
      axes.push_back(b.oneIn(3) ? i - rank : i);
  MlirValue operand = axes.empty() ? b.emitter.none() : b.emitter.integers(axes);
  const char *name = isFloatValue(x)
                         ? b.pick({"reduce_sum", "reduce_mean", "reduce_mean", "reduce_max",
                                   "reduce_min", "reduce_prod", "reduce_l1", "reduce_l2",
                                   "reduce_sum_square", "reduce_log_sum_exp"})
                         : b.pick({"reduce_sum", "reduce_max", "reduce_min", "reduce_prod"});
  // Of numbers near 1: others leave the range of the type on the way, in some order.
  if (std::string_view(name) == "reduce_prod" && isFloatValue(x)) {
    MlirValue fifth = b.value("mul", {b.value("sigmoid", {x}), b.emitter.number(0.2, x)});
    x = b.value("add", {fifth, b.emitter.number(0.9, x)});
  }
  b.offer(b.value(name, {x, operand}, {{"keepdims", b.oneIn(2)}}));
}

void position(NetworkBuilder &b, MlirValue x) {
  int64_t rank = NetworkBuilder::rankOf(x);
  if (elementOf(x) == ElementType::Bool || rank == 0)
    return;
  b.offer(b.value(
      b.pick({"arg_max", "arg_min"}), {x},
      {{"axis", b.upTo(rank)}, {"keepdims", b.oneIn(2)}, {"select_last_index", b.oneIn(2)}}));
}

void running(NetworkBuilder &b, MlirValue x) {
  int64_t rank = NetworkBuilder::rankOf(x);
  if (elementOf(x) == ElementType::Bool || rank == 0 || !b.oneIn(3))
    return;
  MlirValue axis = b.emitter.constant(Tensor::scalar<int64_t>(b.upTo(rank)));
  b.offer(b.value("cum_sum", {x, axis}, {{"reverse", b.oneIn(2)}, {"exclusive", b.oneIn(2)}}));
}

} // namespace

std::vector<Layer> elementLayers() {
  return {function,     function,  rounding,  arithmetic, arithmetic, chain,
          chain,        residual,  whole,     comparison, conversion, conversion,
          quantization, reduction, reduction, reduction,  position,   running};
}

} // namespace ingot::differential
