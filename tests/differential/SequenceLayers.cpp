// Layers of sequences: matrix products, norms, softmax and attention. [batch…, rows, width]
#include "tests/differential/NetworkBuilder.h"

#include <cmath>

namespace ingot::differential {
namespace {

bool isSequence(MlirValue x) {
  return graph::elementOf(x) == ElementType::F32 && NetworkBuilder::rankOf(x) >= 2;
}
int64_t widthOf(MlirValue x) { return NetworkBuilder::shapeOf(x).back(); }

MlirValue product(NetworkBuilder &b, MlirValue x, int64_t columns) {
  int64_t width = widthOf(x);
  bool transposed = b.oneIn(3);
  Shape shape = transposed ? Shape{columns, width} : Shape{width, columns};
  return b.value("matmul", {x, b.weights(shape, width)}, {{"transpose_b", transposed}});
}

MlirValue linear(NetworkBuilder &b, MlirValue x, int64_t columns) {
  MlirValue y = product(b, x, columns);
  return b.oneIn(3) ? y : b.value("add", {y, b.constant({columns}, -1, 1)});
}

MlirValue activate(NetworkBuilder &b, MlirValue x) {
  switch (b.upTo(5)) {
  case 0: { // as exporters write it
    MlirValue inner = b.value("erf", {b.value("div", {x, b.emitter.number(std::sqrt(2.0), x)})});
    return b.emitter.mul(b.value("mul", {x, b.emitter.add(inner, 1)}), 0.5);
  }
  case 1:
    return b.value("mul", {x, b.value("sigmoid", {x})});
  default:
    return b.value(b.pick({"gelu", "relu", "swish", "tanh", "softplus", "mish"}), {x});
  }
}

void dense(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x))
    return;
  MlirValue y = linear(b, x, b.pick<int64_t>({1, 5, 8, 16, 24, 32, 40}));
  b.offer(b.oneIn(2) ? y : activate(b, y));
}

void perceptron(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x))
    return;
  MlirValue y = linear(b, activate(b, linear(b, x, b.pick<int64_t>({8, 20, 48}))), widthOf(x));
  b.offer(b.value("add", {x, y}));
}

/// Several products of one value: the optimizer joins them.
void parallel(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x))
    return;
  int64_t columns = b.pick<int64_t>({4, 8, 16});
  for (int64_t i = 2 + b.upTo(2); i > 0; --i)
    b.offer(linear(b, x, columns));
}

void products(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x))
    return;
  int64_t rows = NetworkBuilder::shapeOf(x)[static_cast<size_t>(NetworkBuilder::rankOf(x) - 2)];
  bool first = b.oneIn(2);
  int64_t terms = first ? rows : widthOf(x);
  MlirValue y = b.value("matmul", {x, x}, {{"transpose_a", first}, {"transpose_b", !first}});
  b.offer(b.emitter.mul(y, 1 / std::sqrt(static_cast<double>(terms))));
}

void vectorProduct(NetworkBuilder &b, MlirValue x) {
  if (isSequence(x))
    b.offer(b.value("matmul", {x, b.weights({widthOf(x)}, widthOf(x))}));
}

void norm(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x))
    return;
  int64_t rank = NetworkBuilder::rankOf(x), axis = b.oneIn(4) ? rank - 2 : rank - 1;
  Shape all = NetworkBuilder::shapeOf(x);
  Shape shape(all.begin() + axis, all.end());
  MlirValue scale = b.constant(shape, 0.5, 1.5);
  graph::Attributes attributes{{"axis", axis}, {"stash_type", ElementType::F32}};
  if (b.oneIn(3)) {
    b.offer(b.value("rms_norm", {x, scale}, attributes));
    return;
  }
  MlirValue bias = b.oneIn(3) ? b.emitter.none() : b.constant(shape, -1, 1);
  b.offer(b.value("layer_norm", {x, scale, bias}, attributes));
}

/// Layer norm as exporters of old opsets write it.
void writtenNorm(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x))
    return;
  MlirValue axes = b.emitter.integers({NetworkBuilder::rankOf(x) - 1});
  MlirValue centred = b.value("sub", {x, b.value("reduce_mean", {x, axes})});
  MlirValue square = b.oneIn(2) ? b.value("mul", {centred, centred})
                                : b.value("pow", {centred, b.emitter.number(2, x)});
  MlirValue variance = b.emitter.add(b.value("reduce_mean", {square, axes}), 1e-5);
  MlirValue y = b.value("div", {centred, b.value("sqrt", {variance})});
  y = b.value("mul", {y, b.constant({widthOf(x)}, 0.5, 1.5)});
  b.offer(b.value("add", {y, b.constant({widthOf(x)}, -1, 1)}));
}

void softmax(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x))
    return;
  int64_t rank = NetworkBuilder::rankOf(x), axis = b.oneIn(3) ? b.upTo(rank) : rank - 1;
  b.offer(b.value(b.pick({"softmax", "softmax", "log_softmax"}), {x}, {{"axis", axis}}));
}

/// The number of heads that a width has, 0 when it has none.
int64_t headsOf(NetworkBuilder &b, int64_t width) {
  for (int64_t heads : {b.pick<int64_t>({1, 2, 4}), int64_t{2}, int64_t{1}})
    if (width % heads == 0 && width / heads >= 2)
      return heads;
  return 0;
}

MlirValue maskFor(NetworkBuilder &b, int64_t rows, int64_t keys) {
  Tensor mask = b.numbers(ElementType::F32, {rows, keys}, -1, 1);
  if (b.oneIn(2))
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t k = 0; k < keys; ++k)
        mask.mutableData<float>()[i * keys + k] = k > i ? -1e9f : 0;
  return b.emitter.constant(mask);
}

void attention(NetworkBuilder &b, MlirValue x) {
  int64_t heads = isSequence(x) && NetworkBuilder::rankOf(x) == 3 ? headsOf(b, widthOf(x)) : 0;
  if (heads == 0)
    return;
  int64_t rows = NetworkBuilder::shapeOf(x)[1];
  MlirValue none = b.emitter.none();
  MlirValue mask = b.oneIn(2) ? none : maskFor(b, rows, rows);
  MlirValue q = linear(b, x, widthOf(x)), k = linear(b, x, widthOf(x)), v = b.oneIn(2) ? x : k;
  b.offer(b.value("attention", {q, k, v, mask, none, none, none, none, none},
                  {{"q_heads", heads},
                   {"kv_heads", heads},
                   {"right_window", b.pick<int64_t>({-1, -1, 0})},
                   {"softcap", b.oneIn(5) ? 2.0f : 0.0f}}));
}

/// Attention as exporters write it: two products around a softmax, with heads moved about.
void writtenAttention(NetworkBuilder &b, MlirValue x) {
  int64_t heads = isSequence(x) && NetworkBuilder::rankOf(x) == 3 ? headsOf(b, widthOf(x)) : 0;
  if (heads == 0)
    return;
  Shape shape = NetworkBuilder::shapeOf(x);
  int64_t batch = shape[0], rows = shape[1], width = shape[2];
  auto split = [&](const std::vector<int64_t> &perm) {
    MlirValue y = linear(b, x, width);
    y = b.value("reshape", {y, b.emitter.integers({batch, rows, heads, width / heads})});
    return b.value("transpose", {y}, {{"perm", perm}});
  };
  MlirValue q = split({0, 2, 1, 3}), k = split({0, 2, 3, 1}), v = split({0, 2, 1, 3});
  MlirValue scores = b.value("matmul", {q, k});
  double size = std::sqrt(static_cast<double>(width / heads));
  scores = b.oneIn(2) ? b.value("div", {scores, b.emitter.number(size, x)})
                      : b.emitter.mul(scores, 1 / size);
  if (b.oneIn(2))
    scores = b.value("add", {scores, maskFor(b, rows, rows)});
  MlirValue y = b.value("matmul", {b.value("softmax", {scores}, {{"axis", int64_t{3}}}), v});
  y = b.value("transpose", {y}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
  b.offer(b.value("reshape", {y, b.emitter.integers({batch, rows, width})}));
}

/// Floats of 16 bits: sums that are computed in f32 and rounded once.
void halves(NetworkBuilder &b, MlirValue x) {
  ElementType type = graph::elementOf(x);
  if ((type != ElementType::F16 && type != ElementType::BF16) || NetworkBuilder::rankOf(x) < 2)
    return;
  if (b.oneIn(3)) {
    b.offer(b.value(b.pick({"softmax", "log_softmax"}), {x}, {{"axis", b.upTo(2)}}));
    return;
  }
  int64_t columns = b.pick<int64_t>({1, 4, 16, 17});
  double bound = std::sqrt(3.0 / static_cast<double>(widthOf(x)));
  MlirValue w = b.emitter.constant(b.numbers(type, {widthOf(x), columns}, -bound, bound));
  MlirValue y = b.value("matmul", {x, w});
  b.offer(b.oneIn(2) ? y : b.value(b.pick({"relu", "gelu", "tanh"}), {y}));
}

void quantizedProduct(NetworkBuilder &b, MlirValue x) {
  if (!isSequence(x) || !b.oneIn(2))
    return;
  MlirValue none = b.emitter.none(), scale = b.emitter.number(0.02, x);
  MlirValue q = b.value("quantize_linear", {x, scale, none}, {{"to", ElementType::I8}});
  MlirValue w =
      b.emitter.constant(b.numbers(ElementType::I8, {widthOf(x), b.pick({3, 8, 17})}, -128, 128));
  MlirValue y = b.value("matmul_integer", {q, w, none, none});
  b.offer(y);
  b.offer(b.emitter.mul(b.value("cast", {y}, {{"to", ElementType::F32}}), 1e-4));
}

} // namespace

std::vector<Layer> sequenceLayers() {
  return {dense, dense,   perceptron, parallel,  products,         vectorProduct,    norm,
          norm,  softmax, softmax,    attention, writtenAttention, quantizedProduct, writtenNorm,
          halves};
}

} // namespace ingot::differential
