// matmul(a, dequantize(codes)) → matmul_codes(a, codes): weights of a few bits stay so, and become
// floats in the registers of the product.
//
//   codes    bytes, numbers of 4 bits, or what unpacks bytes into numbers; constant
//   scales   one for all, for each column, or for each block along the depth
//
// Codes of matmul_codes are unsigned: signed ones are moved up, and so are their zero points.
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Quantization.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_CONTRACTCODES
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

bool isKnown(mlir::Value value) { return isNone(value) || isConstant(value); }

/// A right side [columns, depth] of codes.
struct Codes {
  mlir::Value numbers; ///< bytes that hold several, or one each
  int64_t columns, depth, bits;
  double shift = 0; ///< what was added to make them unsigned
};

/// Neighbours along the last axis, 4 bits each, in one byte.
mlir::Value inPairs(mlir::Value bytes, int64_t depth, Emitter &e) {
  auto every = [&](int64_t first) {
    return e.value("slice", {bytes, e.integers({first}), e.integers({depth}), e.integers({1}),
                             e.integers({2})});
  };
  mlir::Value high = e.mul(every(1), 16);
  return e.value("bit_or", {every(0), high});
}

/// The codes of weights [columns, depth], or nothing where they are of another kind.
std::optional<Codes> codesOf(mlir::Value weights, int64_t columns, int64_t depth, Emitter &e) {
  if (auto unpack = weights.getDefiningOp<UnpackBitsOp>()) {
    if (!isKnown(unpack.getX()))
      return std::nullopt;
    return Codes{unpack.getX(), columns, depth, static_cast<int64_t>(unpack.getBits())};
  }
  ElementType type = elementOf(weights);
  auto bits = static_cast<int64_t>(elementBits(type));
  bool isSigned = elementClass(type) == ElementClass::Signed;
  bool isPair = bits == 4 && depth % 2 == 0;
  if (!isInteger(type) || (bits != 8 && !isPair))
    return std::nullopt;
  Codes codes{weights, columns, depth, bits, isSigned ? double(1 << (bits - 1)) : 0};
  if (isSigned) {
    mlir::Value wide = e.cast(weights, ElementType::I16);
    codes.numbers = e.add(wide, codes.shift);
  }
  codes.numbers = e.cast(codes.numbers, ElementType::U8);
  if (isPair)
    codes.numbers = inPairs(codes.numbers, depth, e);
  return codes;
}

/// Whether scales or zero points are one, one for each column, or one for each block of each.
bool fits(mlir::Value numbers, int64_t columns, int64_t blocks, bool hasBlocks) {
  auto shape = isNone(numbers) ? std::optional(Shape()) : staticShape(numbers);
  return shape &&
         (elementCount(*shape) == 1 ||
          (hasBlocks ? elementCount(*shape) == columns * blocks : elementCount(*shape) == columns));
}

struct Contract : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    auto weights = op.getB().getDefiningOp<DequantizeLinearOp>();
    auto a = staticShape(op.getA()), b = staticShape(op.getB());
    if (!weights || !a || !b || a->size() < 2 || b->size() != 2 || op.getTransposeA() ||
        elementCount(*b).value_or(0) == 0)
      return rewriter.notifyMatchFailure(op, "no product with a matrix of dequantized weights");
    bool isOriented = op.getTransposeB();
    int64_t columns = (*b)[isOriented ? 0 : 1], depth = (*b)[isOriented ? 1 : 0];
    auto size = static_cast<int64_t>(weights.getBlockSize());
    int64_t axis = static_cast<int64_t>(weights.getAxis());
    axis += axis < 0 ? 2 : 0;
    bool isAlong = size > 0 ? axis == (isOriented ? 1 : 0) : axis == (isOriented ? 0 : 1);
    bool isSingle = countOf(weights.getScale()) == 1;
    int64_t block = size > 0 && !isSingle ? size : depth;
    int64_t blocks = (depth + block - 1) / block;
    bool areFloats = elementOf(op.getA()) == ElementType::F32 &&
                     elementOf(weights.getScale()) == ElementType::F32 &&
                     elementOf(op.getB()) == ElementType::F32;
    if (!areFloats || (!isAlong && !isSingle) ||
        !fits(weights.getScale(), columns, blocks, size > 0) ||
        !fits(weights.getZeroPoint(), columns, blocks, size > 0) || !isKnown(weights.getScale()) ||
        !isKnown(zeroSource(weights)))
      return rewriter.notifyMatchFailure(op, "scales are not those of columns or blocks");
    Emitter e(rewriter, op.getLoc());
    auto oriented = [&](mlir::Value matrix) {
      return isOriented ? matrix : e.transpose(matrix, {1, 0});
    };
    bool isPacked = weights.getX().getDefiningOp<UnpackBitsOp>() != nullptr;
    if (isPacked && !isOriented)
      return rewriter.notifyMatchFailure(op, "columns are packed across");
    if (!isPacked && !isKnown(weights.getX()))
      return rewriter.notifyMatchFailure(op, "the weights are not constant");
    auto codes = codesOf(oriented(weights.getX()), columns, depth, e);
    if (!codes)
      return rewriter.notifyMatchFailure(op, "weights of another type");
    auto perBlock = [&](mlir::Value numbers) {
      if (countOf(numbers) == 1)
        return e.value("expand", {e.reshape(numbers, {1, 1}), e.integers({columns, blocks})});
      return size > 0 ? oriented(numbers) : e.reshape(numbers, {columns, 1});
    };
    mlir::Value zero = weights.getZeroPoint();
    if (isNone(zero) || countOf(zero) == 1 || uniformNumber(zero))
      zero = single(zero, codes->shift, e);
    else
      zero = e.add(e.cast(perBlock(zero), ElementType::F32), codes->shift);
    mlir::Value y =
        e.value("matmul_codes", {op.getA(), codes->numbers, perBlock(weights.getScale()), zero},
                {{"bits", codes->bits}, {"block_size", block}});
    replaceKeepingType(rewriter, op, y);
    return llvm::success();
  }

private:
  static std::optional<int64_t> countOf(mlir::Value value) {
    auto shape = staticShape(value);
    return shape ? elementCount(*shape) : std::nullopt;
  }
  /// One zero point for all, `shift` further; none where it is 0.
  static mlir::Value single(mlir::Value zero, double shift, Emitter &e) {
    double number = shift;
    if (auto known = isNone(zero) ? std::optional(0.0) : uniformNumber(zero))
      number += *known;
    else
      return e.add(e.cast(e.reshape(zero, {}), ElementType::F32), shift);
    return number == 0 ? e.none() : e.number(number, ElementType::F32);
  }
  /// The zero points, or the bytes that they are unpacked from.
  static mlir::Value zeroSource(DequantizeLinearOp op) {
    auto unpack = op.getZeroPoint().getDefiningOp<UnpackBitsOp>();
    return unpack ? unpack.getX() : op.getZeroPoint();
  }
};

struct ContractCodes : SettlingPass<impl::ContractCodesBase<ContractCodes>> {
  bool change() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<Contract>(&getContext());
    return applyGreedily(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace ingot
