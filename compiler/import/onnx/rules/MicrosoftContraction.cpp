// Import rules of com.microsoft's contractions.
#include "compiler/import/onnx/rules/Contraction.h"
#include "compiler/import/onnx/rules/Quantized.h"

namespace ingot::onnx {
namespace {
float parameter(const std::vector<float> &parameters, size_t i, float otherwise) {
  return i < parameters.size() ? parameters[i] : otherwise;
}

/// The activation that was fused into a node; x itself without one.
Expected<Handle> activated(const Node &n, Handle x, const std::vector<float> &parameters) {
  std::string name = n.text("activation", "");
  if (name.empty())
    return x;
  if (name == "Relu" || name == "Tanh" || name == "Sigmoid" || name == "Softplus" ||
      name == "Softsign") {
    for (char &letter : name)
      letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return n.emit(name, {x});
  }
  if (name == "LeakyRelu")
    return n.emit("leaky_relu", {x}, {{"alpha", parameter(parameters, 0, 0.01f)}});
  if (name == "ThresholdedRelu")
    return n.emit("thresholded_relu", {x}, {{"alpha", parameter(parameters, 0, 1)}});
  if (name == "Elu")
    return n.emit("elu", {x}, {{"alpha", parameter(parameters, 0, 1)}});
  if (name == "HardSigmoid")
    return n.emit(
        "hard_sigmoid", {x},
        {{"alpha", parameter(parameters, 0, 0.2f)}, {"beta", parameter(parameters, 1, 0.5f)}});
  if (name == "HardSwish")
    return n.emit("hard_swish", {x});
  if (name == "Clip" && parameters.size() >= 2) {
    Handle low = INGOT_TRY(n.scalarLike(x, static_cast<double>(parameters[0])));
    Handle high = INGOT_TRY(n.scalarLike(x, static_cast<double>(parameters[1])));
    return n.emit("min", {INGOT_TRY(n.emit("max", {x, low})), high});
  }
  return n.unsupported("a fused activation '", name, "' with ", parameters.size(), " parameters");
}

/// Moves the first axis before the last: [rows, batch…, columns] to [batch…, rows, columns].
Expected<Handle> batchesFirst(const Node &n, Handle x) {
  if (n.rank(x) < 3)
    return n.unsupported("batches to transpose in ", n.type(x).text(),
                         ", wanted a known rank from 3");
  std::vector<int64_t> perm;
  for (int64_t i = 1; i < n.rank(x) - 1; ++i)
    perm.push_back(i);
  perm.push_back(0);
  perm.push_back(n.rank(x) - 1);
  return n.emit("transpose", {x}, {{"perm", perm}});
}
} // namespace

/// FusedMatMul: alpha * a * b, with transposed matrices and batches where asked. A vector has
/// nothing to transpose.
Status importMicrosoftFusedMatMul(Node &n) {
  Handle a = n.input(0), b = n.input(1);
  if (n.integer("transBatchA", 0) != 0)
    a = INGOT_TRY(batchesFirst(n, a));
  if (n.integer("transBatchB", 0) != 0)
    b = INGOT_TRY(batchesFirst(n, b));
  Handle y = INGOT_TRY(n.emit("matmul", {a, b},
                              {{"transpose_a", n.integer("transA", 0) != 0 && n.rank(a) != 1},
                               {"transpose_b", n.integer("transB", 0) != 0 && n.rank(b) != 1}}));
  return n.result(scaled(n, y, n.number("alpha", 1)));
}

Status importMicrosoftTransposeMatMul(Node &n) { return importMicrosoftFusedMatMul(n); }

Status importMicrosoftFusedGemm(Node &n) {
  Handle y = INGOT_TRY(emitGemm(n, n.input(0), n.input(1), n.input(2)));
  std::vector<float> parameters;
  for (std::string_view name : {"activation_alpha", "activation_beta", "activation_gamma"})
    if (n.hasAttribute(name))
      parameters.push_back(n.number(name, 0));
  return n.result(activated(n, y, parameters));
}

/// FusedConv: activation(conv(x, w, bias) + z).
Status importMicrosoftFusedConv(Node &n) {
  Handle x = n.input(0), w = n.input(1);
  Handle y =
      INGOT_TRY(n.emit("conv", {x, w, n.input(2)}, INGOT_TRY(convolutionAttributes(n, x, w))));
  if (n.has(3))
    y = INGOT_TRY(n.emit("add", {y, n.input(3)}));
  return n.result(activated(n, y, n.numbers("activation_params").value_or(std::vector<float>())));
}

//===----------------------------------------------------------------------------------------------===//
// MatMulNBits
//===----------------------------------------------------------------------------------------------===//

namespace {
/// The sizes of a matrix [rows, depth] whose rows are quantized in blocks of a few bits.
struct Blocks {
  int64_t rows, depth, size, bits;
  int64_t count() const { return (depth + size - 1) / size; } ///< of blocks in a row
};

Expected<Blocks> readBlocks(const Node &n) {
  Blocks blocks = {n.integer("N", 0), n.integer("K", 0), n.integer("block_size", 0),
                   n.integer("bits", 4)};
  constexpr int64_t limit = int64_t{1} << 31;
  bool sizes = blocks.rows >= 1 && blocks.rows < limit && blocks.depth >= 1 &&
               blocks.depth < limit && blocks.size >= 16 && blocks.size < limit &&
               (blocks.size & (blocks.size - 1)) == 0;
  if (!sizes)
    return n.bad("N is ", blocks.rows, ", K is ", blocks.depth, ", block_size is ", blocks.size);
  if (blocks.bits != 2 && blocks.bits != 4 && blocks.bits != 8)
    return n.unsupported("weights of ", blocks.bits, " bits, wanted 2, 4 or 8");
  return blocks;
}

Expected<Handle> reshaped(const Node &n, Handle x, const std::vector<int64_t> &shape) {
  return n.emit("reshape", {x, n.integersConstant(shape)});
}

/// Bytes as rows of numbers of a few bits, the first `count` of each row.
Expected<Handle> unpacked(const Node &n, Handle x, const Blocks &blocks, int64_t count) {
  int64_t bytes = (count * blocks.bits + 7) / 8, numbers = bytes * 8 / blocks.bits;
  x = INGOT_TRY(reshaped(n, x, {blocks.rows, bytes}));
  if (blocks.bits < 8)
    x = INGOT_TRY(n.emit("unpack_bits", {x}, {{"bits", blocks.bits}}));
  if (numbers == count)
    return x;
  return n.emit("slice", {x, n.integersConstant({0}), n.integersConstant({count}),
                          n.integersConstant({1}), n.none()});
}

/// The zero point of each block [rows, blocks], or one for all; quantized, or a float.
Expected<Handle> zeroPoints(const Node &n, const Blocks &blocks, Handle weights) {
  if (!n.has(3))
    return n.scalarLike(weights, static_cast<double>(int64_t{1} << (blocks.bits - 1)));
  if (n.element(n.input(3)) == ElementType::U8)
    return unpacked(n, n.input(3), blocks, blocks.count());
  return reshaped(n, n.input(3), {blocks.rows, blocks.count()});
}

/// The weights [rows, blocks * size] in f32, block by block.
Expected<Handle> blockWeights(const Node &n, const Blocks &blocks, Handle weights, Handle scales,
                              Handle zeros) {
  int64_t all = blocks.count() * blocks.size;
  if (n.element(zeros) == n.element(weights))
    return n.emit("dequantize_linear", {weights, scales, zeros},
                  {{"axis", int64_t{1}}, {"block_size", blocks.size}, {"to", ElementType::F32}});
  auto blockwise = [&](Handle x) {
    return reshaped(n, x, {blocks.rows, blocks.count(), int64_t{1}});
  };
  Handle x = INGOT_TRY(castTo(n, weights, ElementType::F32));
  x = INGOT_TRY(reshaped(n, x, {blocks.rows, blocks.count(), blocks.size}));
  x = INGOT_TRY(
      n.emit("sub", {x, INGOT_TRY(blockwise(INGOT_TRY(castTo(n, zeros, ElementType::F32))))}));
  x = INGOT_TRY(
      n.emit("mul", {x, INGOT_TRY(blockwise(INGOT_TRY(castTo(n, scales, ElementType::F32))))}));
  return reshaped(n, x, {blocks.rows, all});
}

/// The weights in f32 where an index says which block's scale and zero point each column has.
Expected<Handle> indexedWeights(const Node &n, Handle weights, Handle scales, Handle zeros,
                                Handle index) {
  auto spread = [&](Handle x) -> Expected<Handle> {
    x = INGOT_TRY(castTo(n, x, ElementType::F32));
    return n.rank(x) == 0 ? Expected<Handle>(x)
                          : n.emit("gather", {x, index}, {{"axis", int64_t{1}}});
  };
  Handle x = INGOT_TRY(castTo(n, weights, ElementType::F32));
  x = INGOT_TRY(n.emit("sub", {x, INGOT_TRY(spread(zeros))}));
  return n.emit("mul", {x, INGOT_TRY(spread(scales))});
}

/// The first `count` columns.
Expected<Handle> firstColumns(const Node &n, Handle x, int64_t count) {
  if (n.type(x).ranked && n.type(x).dims.back() == count)
    return x;
  return n.emit("slice", {x, n.integersConstant({0}), n.integersConstant({count}),
                          n.integersConstant({1}), n.none()});
}
} // namespace

/// MatMulNBits: a * dequantize(b)^T + bias, computed in f32. b is [N, blocks, bytes], its numbers
/// packed from the low bits up, with one scale and zero point per block.
Status importMicrosoftMatMulNBits(Node &n) {
  Blocks blocks = INGOT_TRY(readBlocks(n));
  if (n.integer("weight_prepacked", 0) != 0)
    return n.unsupported("weights in the layout of a device, wanted weight_prepacked 0");
  Handle a = n.input(0);
  Handle weights = INGOT_TRY(unpacked(n, n.input(1), blocks, blocks.count() * blocks.size));
  Handle scales = INGOT_TRY(reshaped(n, n.input(2), {blocks.rows, blocks.count()}));
  Handle zeros = INGOT_TRY(zeroPoints(n, blocks, weights));
  if (n.has(4)) {
    weights = INGOT_TRY(firstColumns(n, weights, blocks.depth));
    Handle index = INGOT_TRY(
        n.emit("slice", {n.input(4), n.integersConstant({0}), n.integersConstant({blocks.depth}),
                         n.integersConstant({0}), n.none()}));
    weights = INGOT_TRY(indexedWeights(n, weights, scales, zeros, index));
  } else {
    weights = INGOT_TRY(blockWeights(n, blocks, weights, scales, zeros));
    weights = INGOT_TRY(firstColumns(n, weights, blocks.depth));
  }
  Handle y = INGOT_TRY(n.emit("matmul", {INGOT_TRY(castTo(n, a, ElementType::F32)), weights},
                              {{"transpose_b", true}}));
  if (n.has(5))
    y = INGOT_TRY(n.emit("add", {y, INGOT_TRY(castTo(n, n.input(5), ElementType::F32))}));
  return n.result(castTo(n, y, n.element(a)));
}

} // namespace ingot::onnx
