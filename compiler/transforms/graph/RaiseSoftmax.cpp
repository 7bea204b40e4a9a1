// exp(x) / sum(exp(x)) → softmax(x); softmax(x - max(x)) → softmax(x); log(softmax(x)) and
// x - log(sum(exp(x))) → log_softmax(x).
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISESOFTMAX
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Neighbouring axes, as softmax has them.
struct Axes {
  int64_t first, count;
  bool operator==(const Axes &) const = default;
};

std::optional<Axes> axesOf(Operation *reduction) {
  auto axes = reducedAxes(reduction);
  if (!axes || axes->empty() ||
      axes->back() - axes->front() + 1 != static_cast<int64_t>(axes->size()))
    return std::nullopt;
  return Axes{axes->front(), static_cast<int64_t>(axes->size())};
}

std::optional<Axes> axesOf(mlir::Value x, int64_t axis, int64_t count) {
  auto dims = dimsOf(x);
  if (!dims)
    return std::nullopt;
  auto rank = static_cast<int64_t>(dims->size());
  axis += axis < 0 ? rank : 0;
  return Axes{axis, count == 0 ? rank - axis : count};
}

void replaceBySoftmax(Operation *root, StringRef name, mlir::Value x, Axes axes,
                      PatternRewriter &rewriter) {
  Emitter e(rewriter, root->getLoc());
  Attributes attributes{{"axis", axes.first}, {"count", axes.count}};
  replaceKeepingType(rewriter, root, e.value(name, {x}, std::move(attributes)));
}

/// The sum of `exp` along axes that it keeps, and those axes.
std::optional<Axes> sumOf(mlir::Value value, mlir::Value exp) {
  Operation *sum = keptReduction(value, "reduce_sum");
  return sum && sum->getOperand(0) == exp ? axesOf(sum) : std::nullopt;
}

/// Replaces exp(x) / sum(exp(x)). Where exp overflows the formula gives NaN, softmax a number.
LogicalResult raiseQuotient(Operation *root, mlir::Value exp, mlir::Value sum,
                            PatternRewriter &rewriter) {
  Operation *op = definedBy(exp, "exp");
  auto axes = op ? sumOf(sum, exp) : std::nullopt;
  if (!axes)
    return rewriter.notifyMatchFailure(root, "not exp(x) over its sum");
  replaceBySoftmax(root, "softmax", op->getOperand(0), *axes, rewriter);
  return llvm::success();
}

struct RaiseDiv : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp div, PatternRewriter &rewriter) const override {
    return raiseQuotient(div, div.getX(), div.getY(), rewriter);
  }
};

struct RaiseMul : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp mul, PatternRewriter &rewriter) const override {
    bool raised = eitherOrder(mul, [&](mlir::Value exp, mlir::Value inverse) {
      Operation *reciprocal = definedBy(inverse, "reciprocal");
      return reciprocal && succeeded(raiseQuotient(mul, exp, reciprocal->getOperand(0), rewriter));
    });
    return raised ? llvm::success()
                  : rewriter.notifyMatchFailure(mul, "not exp(x) times the inverse of its sum");
  }
};

/// softmax(x - max(x)) → softmax(x): the operator subtracts it anyway.
template <typename Root> struct DropShift : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root softmax, PatternRewriter &rewriter) const override {
    auto sub = softmax.getX().template getDefiningOp<SubOp>();
    Operation *max = sub ? keptReduction(sub.getY(), "reduce_max") : nullptr;
    if (!max || max->getOperand(0) != sub.getX() ||
        axesOf(max) != axesOf(sub.getX(), softmax.getAxis(), softmax.getCount()))
      return rewriter.notifyMatchFailure(softmax, "operand is not x - max(x) along the same axes");
    rewriter.modifyOpInPlace(softmax, [&] { softmax.getXMutable().set(sub.getX()); });
    return llvm::success();
  }
};

/// Where the probability is too small for its type the formula gives minus infinity, log_softmax a
/// number.
struct RaiseLog : OpRewritePattern<LogOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LogOp log, PatternRewriter &rewriter) const override {
    auto softmax = log.getX().getDefiningOp<SoftmaxOp>();
    if (!softmax)
      return rewriter.notifyMatchFailure(log, "operand is not a softmax");
    Axes axes{static_cast<int64_t>(softmax.getAxis()), static_cast<int64_t>(softmax.getCount())};
    replaceBySoftmax(log, "log_softmax", softmax.getX(), axes, rewriter);
    return llvm::success();
  }
};

/// The axes where `value` is log(sum(exp(x))), in one operator or in three.
std::optional<Axes> logSumExpOf(mlir::Value value, mlir::Value x) {
  if (Operation *whole = keptReduction(value, "reduce_log_sum_exp"))
    return whole->getOperand(0) == x ? axesOf(whole) : std::nullopt;
  Operation *log = definedBy(value, "log");
  Operation *sum = log ? keptReduction(log->getOperand(0), "reduce_sum") : nullptr;
  Operation *exp = sum ? definedBy(sum->getOperand(0), "exp") : nullptr;
  return exp && exp->getOperand(0) == x ? axesOf(sum) : std::nullopt;
}

struct RaiseDifference : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SubOp sub, PatternRewriter &rewriter) const override {
    auto axes = logSumExpOf(sub.getY(), sub.getX());
    if (!axes)
      return rewriter.notifyMatchFailure(sub, "not x - log(sum(exp(x)))");
    replaceBySoftmax(sub, "log_softmax", sub.getX(), *axes, rewriter);
    return llvm::success();
  }
};

struct RaiseSoftmax : PatternPass<impl::RaiseSoftmaxBase<RaiseSoftmax>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseDiv, RaiseMul, DropShift<SoftmaxOp>, DropShift<LogSoftmaxOp>, RaiseLog,
                 RaiseDifference>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
