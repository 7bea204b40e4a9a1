// quantize(dequantize(q)) → q; quantize(relu(x)) → quantize(x) where saturation clips alike.
//
// dequantize(quantize(x)) is not x: it is what the quantized model computes.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Quantization.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYQUANTIZATION
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Both values are the same constant, or the same value.
bool areEqual(mlir::Value a, mlir::Value b) {
  if (a == b || (isNone(a) && isNone(b)))
    return true;
  auto left = constantTensor(a), right = constantTensor(b);
  return left && right && left->type() == right->type() && left->shape() == right->shape() &&
         std::memcmp(left->bytes(), right->bytes(), left->byteSize()) == 0;
}

/// Scales with which a product of up to 17 bits, rounded to f32, neither overflows nor loses
/// digits.
bool areOrdinary(mlir::Value scales) {
  auto tensor = constantTensor(scales);
  if (!tensor || tensor->type() != ElementType::F32)
    return false;
  for (int64_t i = 0; i < tensor->elements(); ++i)
    if (double scale = tensor->numberAt(i); !(scale > 1e-30 && scale < 1e30))
      return false;
  return true;
}

bool quotientIsF32(QuantizeLinearOp op) {
  auto precision = op.getPrecision();
  return elementOf(op.getScale()) == ElementType::F32 &&
         (!precision || isa<Float32Type>(*precision));
}

/// quantize(dequantize(q, s, z), s, z) → q for integers: in f32, ((q - z) * s) / s is within a
/// small fraction of q - z, and rounds to it.
struct ThereAndBack : OpRewritePattern<QuantizeLinearOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeLinearOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<DequantizeLinearOp>();
    if (!inner || !isIntegerValue(inner.getX()) || !quotientIsF32(op) ||
        elementOf(inner.getY()) != ElementType::F32 || !areOrdinary(op.getScale()))
      return rewriter.notifyMatchFailure(op, "not integers to f32 and back");
    bool same = areEqual(op.getScale(), inner.getScale()) &&
                areEqual(op.getZeroPoint(), inner.getZeroPoint()) &&
                op.getAxis() == inner.getAxis() && op.getBlockSize() == inner.getBlockSize();
    if (!same)
      return rewriter.notifyMatchFailure(op, "the parameters differ");
    return replaceByExisting(rewriter, op, inner.getX());
  }
};

/// The integer that a number becomes before it saturates; nothing when the parameters are not
/// single constants.
std::optional<double> quantized(QuantizeLinearOp op, double number) {
  auto scale = uniformNumber(op.getScale());
  auto zero = isNone(op.getZeroPoint()) ? std::optional(0.0) : uniformNumber(op.getZeroPoint());
  if (!scale || !zero || !areOrdinary(op.getScale()))
    return std::nullopt;
  float quotient = static_cast<float>(number) / static_cast<float>(*scale);
  return std::nearbyint(static_cast<double>(quotient)) + *zero;
}

/// quantize(max(x, c)) → quantize(x) where c already becomes the least integer, so that all below
/// it saturates there; min and relu alike. NaN becomes the least one either way.
struct DropBoundBefore : OpRewritePattern<QuantizeLinearOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeLinearOp op, PatternRewriter &rewriter) const override {
    Operation *bound = op.getX().getDefiningOp();
    bool isBound = bound && isa<ReluOp, MaxOp, MinOp>(bound) && isIntegerValue(op.getY()) &&
                   elementOf(op.getX()) == ElementType::F32 && quotientIsF32(op);
    bool isRelu = isBound && isa<ReluOp>(bound);
    if (!isBound || (!isRelu && !broadcastsInto(bound->getOperand(1), bound->getOperand(0))))
      return rewriter.notifyMatchFailure(op, "the operand is not bounded");
    auto number = isRelu ? std::optional(0.0) : uniformNumber(bound->getOperand(1));
    auto end = number && !std::isnan(*number) ? quantized(op, *number) : std::nullopt;
    if (!end)
      return rewriter.notifyMatchFailure(op, "bound or parameters are not single numbers");
    ElementType type = elementOf(op.getY());
    bool isSigned = elementClass(type) == ElementClass::Signed;
    double steps = std::ldexp(1.0, static_cast<int>(elementBits(type)));
    double least = isSigned ? -steps / 2 : 0, greatest = least + steps - 1;
    if (isa<MinOp>(bound) ? *end < greatest : *end > least)
      return rewriter.notifyMatchFailure(op, "the bound cuts off more than saturation does");
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, bound->getOperand(0)); });
    return llvm::success();
  }
};

struct SimplifyQuantization : PatternPass<impl::SimplifyQuantizationBase<SimplifyQuantization>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<ThereAndBack, DropBoundBefore>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
