// conv(dequantize(x), dequantize(w)) → conv_integer(x, w) * (x's scale * w's), and so for matmul.
//
// Sums of integers are exact, and rounded once where they become f32: the result is nearer to the
// true one than that of f32. Sums that could leave 32 bits stay as they are.
//
// quantize to i8 whose users all dequantize → the same to ui8, 128 further: the sign that
// instructions want of a left side.
#include "compiler/transforms/graph/ContractIntegers.h"

#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/dialect/graph/Quantization.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_CONTRACTINTEGERS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

bool isByte(mlir::Value value) {
  return elementOf(value) == ElementType::I8 || elementOf(value) == ElementType::U8;
}

std::optional<int64_t> countOf(mlir::Value value) {
  auto shape = staticShape(value);
  return shape ? elementCount(*shape) : std::nullopt;
}

/// One number for all elements: a value of one element, or a constant of equal ones.
bool isSingle(mlir::Value value) {
  return isNone(value) || countOf(value) == 1 || uniformNumber(value);
}

mlir::Value single(mlir::Value value, Emitter &e) {
  if (isNone(value))
    return value;
  if (auto number = uniformNumber(value))
    return e.number(*number, value);
  return staticShape(value)->empty() ? value : e.reshape(value, {});
}

/// What dequantizes 8-bit integers to f32 with one zero point; null for all else. There is one
/// scale for all, or one for each index of `axis`.
DequantizeLinearOp dequantizedBytes(mlir::Value value, int64_t axis) {
  auto op = value.getDefiningOp<DequantizeLinearOp>();
  if (!op || !isByte(op.getX()) || elementOf(op.getScale()) != ElementType::F32 ||
      elementOf(value) != ElementType::F32 || op.getBlockSize() != 0 ||
      !isSingle(op.getZeroPoint()) || !staticShape(op.getX()) || !countOf(op.getScale()))
    return nullptr;
  auto rank = static_cast<int64_t>(staticShape(op.getX())->size());
  auto own = static_cast<int64_t>(op.getAxis());
  bool fits = countOf(op.getScale()) == 1 || (own < 0 ? own + rank : own) == axis;
  return fits ? op : nullptr;
}

/// A name for what a node is made of, if it is asked for: of the node's own name is what gives its
/// result, as whoever looks at it expects.
Location partOf(Operation *op, bool hasName) {
  std::string node = nodeName(op->getLoc());
  return !hasName || node.empty()
             ? op->getLoc()
             : NameLoc::get(StringAttr::get(op->getContext(), node + " (sums)"));
}
void replaceNode(PatternRewriter &rewriter, Operation *op, mlir::Value result) {
  if (Operation *last = result.getDefiningOp())
    last->setLoc(op->getLoc());
  replaceKeepingType(rewriter, op, result);
}

/// Whether sums of this many products of differences of bytes are within 32 bits.
bool isShort(int64_t depth) { return depth <= (int64_t{1} << 31) / (255 * 255) - 1; }

/// The sums of integers as f32 times both scales; those of the right side are reshaped so.
mlir::Value scaled(mlir::Value sums, DequantizeLinearOp left, DequantizeLinearOp right,
                   ArrayRef<int64_t> shape, Emitter &e) {
  mlir::Value scale = single(left.getScale(), e);
  mlir::Value other = countOf(right.getScale()) == 1 ? single(right.getScale(), e)
                                                     : e.reshape(right.getScale(), shape);
  return e.mul(e.cast(sums, ElementType::F32), e.mul(scale, other));
}

struct ContractConv : OpRewritePattern<ConvOp> {
  ContractConv(MLIRContext *context, bool namesParts)
      : OpRewritePattern(context), namesParts(namesParts) {}
  LogicalResult matchAndRewrite(ConvOp op, PatternRewriter &rewriter) const override {
    auto x = dequantizedBytes(op.getX(), -1), w = dequantizedBytes(op.getW(), 0);
    if (!x || !w || countOf(x.getScale()) != 1)
      return rewriter.notifyMatchFailure(op, "the operands are not dequantized bytes");
    Shape shape = *staticShape(w.getX());
    if (shape[0] == 0 || !isShort(elementCount(shape).value_or(0) / shape[0]))
      return rewriter.notifyMatchFailure(op, "sums could leave 32 bits");
    Emitter e(rewriter, partOf(op, namesParts));
    Attributes attributes = attributesOf(op);
    mlir::Value sums = e.value(
        "conv_integer",
        {x.getX(), w.getX(), single(x.getZeroPoint(), e), single(w.getZeroPoint(), e)}, attributes);
    Shape perChannel(shape.size() - 1, 1);
    perChannel[0] = shape[0];
    mlir::Value y = scaled(sums, x, w, perChannel, e);
    if (!isNone(op.getBias()))
      y = e.add(y, e.reshape(op.getBias(), perChannel));
    replaceNode(rewriter, op, y);
    return llvm::success();
  }

private:
  bool namesParts;
};

struct ContractMatmul : OpRewritePattern<MatmulOp> {
  ContractMatmul(MLIRContext *context, bool namesParts)
      : OpRewritePattern(context), namesParts(namesParts) {}
  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    auto bShape = staticShape(op.getB()), aShape = staticShape(op.getA());
    if (!aShape || !bShape || aShape->empty() || bShape->empty())
      return rewriter.notifyMatchFailure(op, "the shapes are not known");
    auto rank = static_cast<int64_t>(bShape->size());
    int64_t columns = rank == 1 ? -1 : op.getTransposeB() ? rank - 2 : rank - 1;
    auto a = dequantizedBytes(op.getA(), -1), b = dequantizedBytes(op.getB(), columns);
    if (!a || !b || countOf(a.getScale()) != 1)
      return rewriter.notifyMatchFailure(op, "the operands are not dequantized bytes");
    if (!isShort((*aShape)[aShape->size() - (op.getTransposeA() ? 2 : 1)]))
      return rewriter.notifyMatchFailure(op, "sums could leave 32 bits");
    Emitter e(rewriter, partOf(op, namesParts));
    mlir::Value sums =
        e.value("matmul_integer", {oriented(a.getX(), op.getTransposeA(), e),
                                   oriented(b.getX(), op.getTransposeB(), e),
                                   single(a.getZeroPoint(), e), single(b.getZeroPoint(), e)});
    replaceNode(rewriter, op, scaled(sums, a, b, {-1}, e));
    return llvm::success();
  }

private:
  bool namesParts;

  static mlir::Value oriented(mlir::Value x, bool isTransposed, Emitter &e) {
    if (!isTransposed)
      return x;
    std::vector<int64_t> perm;
    for (size_t i = 0; i < staticShape(x)->size(); ++i)
      perm.push_back(static_cast<int64_t>(i));
    std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
    return e.transpose(x, perm);
  }
};

/// Whether something quantizes to signed bytes with one known zero point, or back from them.
bool isSignedByte(mlir::Value bytes, mlir::Value zero) {
  return elementOf(bytes) == ElementType::I8 && (isNone(zero) || uniformNumber(zero));
}

struct QuantizeToNatural : OpRewritePattern<QuantizeLinearOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeLinearOp op, PatternRewriter &rewriter) const override {
    auto isBack = [&](OpOperand &use) {
      auto back = dyn_cast<DequantizeLinearOp>(use.getOwner());
      return back && use.getOperandNumber() == 0 && isSignedByte(op.getY(), back.getZeroPoint());
    };
    if (!isSignedByte(op.getY(), op.getZeroPoint()) || !llvm::all_of(op.getY().getUses(), isBack))
      return rewriter.notifyMatchFailure(op, "not signed bytes that are all dequantized");
    SmallVector<DequantizeLinearOp> users;
    for (Operation *user : op.getY().getUsers())
      users.push_back(cast<DequantizeLinearOp>(user));
    Attributes attributes;
    for (const auto &[name, value] : attributesOf(op))
      attributes.set(name, name == "to" ? AttributeValue(ElementType::U8) : value);
    Emitter e(rewriter, op.getLoc());
    mlir::Value natural = e.value(
        "quantize_linear", {op.getX(), op.getScale(), moved(op.getZeroPoint(), e)}, attributes);
    for (DequantizeLinearOp user : users) {
      rewriter.setInsertionPoint(user);
      Emitter here(rewriter, user.getLoc());
      mlir::Value back = here.value("dequantize_linear",
                                    {natural, user.getScale(), moved(user.getZeroPoint(), here)},
                                    attributesOf(user));
      replaceKeepingType(rewriter, user, back);
    }
    rewriter.eraseOp(op);
    return llvm::success();
  }

private:
  /// The zero point 128 further.
  static mlir::Value moved(mlir::Value zero, Emitter &e) {
    double number = isNone(zero) ? 0 : *uniformNumber(zero);
    return e.number(number + 128, ElementType::U8);
  }
};

/// Equal zero points are one, which kernels take.
template <typename Op> struct MergeZeroPoints : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    SmallVector<mlir::Value> operands(op->getOperands());
    Emitter e(rewriter, op.getLoc());
    for (mlir::Value &operand : llvm::drop_begin(operands, 2))
      if (!isNone(operand) && countOf(operand) != 1 && uniformNumber(operand))
        operand = single(operand, e);
    if (llvm::equal(operands, op->getOperands()))
      return rewriter.notifyMatchFailure(op, "no zero points that are equal");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
    return llvm::success();
  }
};

struct ContractIntegers : SettlingPass<impl::ContractIntegersBase<ContractIntegers>> {
  /// `observable`: every operator of the model has its results.
  explicit ContractIntegers(bool observable = false) : observable(observable) {}
  bool change() override {
    // First: a product would be another user of the signed bytes.
    RewritePatternSet signs(&getContext()), products(&getContext());
    signs.add<QuantizeToNatural>(&getContext());
    products.add<ContractConv, ContractMatmul>(&getContext(), observable);
    products.add<MergeZeroPoints<ConvIntegerOp>, MergeZeroPoints<MatmulIntegerOp>>(&getContext());
    bool hasChanged = !observable && applyGreedily(getOperation(), std::move(signs));
    return applyGreedily(getOperation(), std::move(products)) || hasChanged;
  }

private:
  bool observable;
};

} // namespace

std::unique_ptr<Pass> createContractIntegersOnly() {
  return std::make_unique<ContractIntegers>(/*observable=*/true);
}

} // namespace ingot
