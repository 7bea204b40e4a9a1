// transpose(dequantize(q)) → dequantize(transpose(q)), quantize(transpose(x)) →
// transpose(quantize(x)).
//
// Data is moved on the side of a conversion where its elements are narrower. Operators that keep
// fewer elements come before the conversion, whatever it makes of them. Conversions are casts, and
// quantization with one scale for all; they meet where data movement is out of their way.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Quantization.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_MOVECONVERSIONS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Whether every element is converted alike, whatever its place.
bool isConversion(Operation *op) {
  if (!op || !isa<CastOp, QuantizeLinearOp, DequantizeLinearOp>(op))
    return false;
  if (isa<CastOp>(op))
    return elementOf(op->getOperand(0)) != ElementType::String &&
           elementOf(op->getResult(0)) != ElementType::String;
  auto isSingle = [](mlir::Value value) {
    auto shape = staticShape(value);
    return shape && elementCount(*shape) == 1;
  };
  return isSingle(op->getOperand(1)) &&
         (isNone(op->getOperand(2)) || isSingle(op->getOperand(2))) &&
         cast<IntegerAttr>(op->getAttr("block_size")).getInt() == 0;
}

size_t bytesBefore(Operation *conversion) {
  return elementBytes(elementOf(conversion->getOperand(0)));
}
size_t bytesAfter(Operation *conversion) {
  return elementBytes(elementOf(conversion->getResult(0)));
}

/// The conversion of another value.
Operation *convert(PatternRewriter &rewriter, Operation *conversion, mlir::Value x) {
  SmallVector<mlir::Value> operands(conversion->getOperands());
  operands[0] = x;
  return cloneWith(rewriter, conversion, operands);
}

/// move(widen(x)) → widen(move(x)): for slice and gather any conversion of its own, since less is
/// converted; for reshape and the like one to wider elements.
template <typename Op, bool KeepsLess> struct AboveConversion : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    Operation *conversion = op.getX().getDefiningOp();
    if (!isConversion(conversion) || !isUsedOnlyBy(op.getX(), op))
      return rewriter.notifyMatchFailure(op, "the operand is no conversion of its own");
    if (!KeepsLess && bytesAfter(conversion) <= bytesBefore(conversion))
      return rewriter.notifyMatchFailure(op, "the elements do not become wider");
    SmallVector<mlir::Value> operands(op->getOperands());
    operands[0] = conversion->getOperand(0);
    Operation *moved = cloneWith(rewriter, op, operands);
    replaceBy(rewriter, op, convert(rewriter, conversion, moved->getResult(0)));
    return llvm::success();
  }
};

/// narrow(move(x)) → move(narrow(x)) for reshape and transpose of their own.
template <typename Op> struct BelowConversion : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    Operation *move = op.getX().getDefiningOp();
    if (!move || !isa<ReshapeOp, TransposeOp>(move) || !isUsedOnlyBy(op.getX(), op) ||
        !isConversion(op) || bytesAfter(op) >= bytesBefore(op))
      return rewriter.notifyMatchFailure(op, "no narrowing of moved data of its own");
    SmallVector<mlir::Value> operands(move->getOperands());
    operands[0] = convert(rewriter, op, move->getOperand(0))->getResult(0);
    replaceBy(rewriter, op, cloneWith(rewriter, move, operands));
    return llvm::success();
  }
};

/// quantize(concat(x, y)) → concat(quantize(x), quantize(y)): the concat copies narrow elements.
template <typename Op> struct ConcatBelow : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto concat = op.getX().template getDefiningOp<ConcatOp>();
    if (!concat || !isUsedOnlyBy(op.getX(), op) || !isConversion(op) ||
        bytesAfter(op) >= bytesBefore(op))
      return rewriter.notifyMatchFailure(op, "no narrowing of a concat of its own");
    SmallVector<mlir::Value> parts;
    for (mlir::Value x : concat.getXs())
      parts.push_back(convert(rewriter, op, x)->getResult(0));
    replaceBy(rewriter, op, cloneWith(rewriter, concat, parts));
    return llvm::success();
  }
};

/// Whether two conversions do the same to an element.
bool areAlike(Operation *a, Operation *b) {
  return a->getName() == b->getName() &&
         elementOf(a->getOperand(0)) == elementOf(b->getOperand(0)) &&
         llvm::equal(a->getOperands().drop_front(), b->getOperands().drop_front()) &&
         a->getAttrDictionary() == b->getAttrDictionary();
}

/// concat(dequantize(p), dequantize(q)) → dequantize(concat(p, q)) where both are the same to wider
/// elements.
struct ConcatAbove : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const override {
    Operation *first = op.getXs().empty() ? nullptr : op.getXs()[0].getDefiningOp();
    if (!isConversion(first) || bytesAfter(first) <= bytesBefore(first))
      return rewriter.notifyMatchFailure(op, "the first operand is no widened one");
    SmallVector<mlir::Value> parts;
    for (mlir::Value x : op.getXs()) {
      Operation *conversion = x.getDefiningOp();
      if (!isConversion(conversion) || !areAlike(conversion, first) || !isUsedOnlyBy(x, op))
        return rewriter.notifyMatchFailure(op, "the operands are not converted alike");
      parts.push_back(conversion->getOperand(0));
    }
    Operation *concat = cloneWith(rewriter, op, parts);
    replaceBy(rewriter, op, convert(rewriter, first, concat->getResult(0)));
    return llvm::success();
  }
};

struct MoveConversions : PatternPass<impl::MoveConversionsBase<MoveConversions>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<AboveConversion<ReshapeOp, false>, AboveConversion<TransposeOp, false>,
                 AboveConversion<SliceOp, true>, AboveConversion<GatherOp, true>,
                 AboveConversion<DepthToSpaceOp, false>, AboveConversion<SpaceToDepthOp, false>,
                 BelowConversion<CastOp>, BelowConversion<QuantizeLinearOp>, ConcatBelow<CastOp>,
                 ConcatBelow<QuantizeLinearOp>, ConcatAbove>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
