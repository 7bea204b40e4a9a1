// if(true) {a} else {b} → a; a loop that makes no trip → its initial values, one that makes a known
// number of trips → a scan (KnownTrips.h).
#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/transforms/graph/KnownTrips.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYCONTROLFLOW
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Whether a value can stand for a result of this type, at worst through an identity that says
/// less.
bool canReplace(mlir::Value value, Type type) {
  auto precise = fromMlir(value.getType()), vague = fromMlir(type);
  return value.getType() == type || (precise && vague && refines(*precise, *vague));
}

mlir::Value asType(PatternRewriter &rewriter, Location loc, mlir::Value value, Type type) {
  if (value.getType() == type)
    return value;
  auto identity = make<IdentityOp>(rewriter, loc, value);
  identity.getY().setType(type);
  return identity.getY();
}

/// if(constant) → the operators of the region that runs.
struct InlineBranch : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op, PatternRewriter &rewriter) const override {
    auto condition = uniformNumber(op.getCondition());
    if (!condition)
      return rewriter.notifyMatchFailure(op, "the condition is not known");
    Block &taken = (*condition != 0 ? op.getThenRegion() : op.getElseRegion()).front();
    Operation *yield = taken.getTerminator();
    for (auto [value, type] : llvm::zip(yield->getOperands(), op.getResultTypes()))
      if (!canReplace(value, type))
        return rewriter.notifyMatchFailure(op, "a result is of another kind than what is yielded");
    rewriter.inlineBlockBefore(&taken, op);
    SmallVector<mlir::Value> values;
    for (auto [value, type] : llvm::zip(yield->getOperands(), op.getResultTypes()))
      values.push_back(asType(rewriter, op.getLoc(), value, type));
    rewriter.eraseOp(yield);
    rewriter.replaceOp(op, values);
    return llvm::success();
  }
};

/// What no trip stacks: no items of the size that the IR says, 0 where it says nothing.
std::optional<Tensor> emptyStack(mlir::Value result) {
  auto type = fromMlir(result.getType());
  if (!type || !type->isTensor() || !type->ranked || type->dims.empty())
    return std::nullopt;
  Shape dims = type->dims;
  dims[0] = 0;
  for (int64_t &dim : dims)
    dim = std::max<int64_t>(dim, 0);
  auto tensor = Tensor::allocate(type->element, dims);
  return tensor.ok() ? std::optional(tensor.take()) : std::nullopt;
}

/// loop(0, …), loop(…, false, …) → the initial values, and empty stacks.
struct DropLoop : OpRewritePattern<LoopOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoopOp op, PatternRewriter &rewriter) const override {
    auto isGiven = [](mlir::Value value) { return !isNone(value) && isConstant(value); };
    bool noTrips = isGiven(op.getTripCount()) && uniformNumber(op.getTripCount()).value_or(1) <= 0;
    bool isFalse = isGiven(op.getCondition()) && uniformNumber(op.getCondition()) == 0.0;
    if (!noTrips && !isFalse)
      return rewriter.notifyMatchFailure(op, "may make a trip");
    size_t carried = op.getInitial().size();
    SmallVector<Tensor> stacks;
    for (auto [i, result] : llvm::enumerate(op.getResults())) {
      auto stack = i < carried ? std::nullopt : emptyStack(result);
      if (i < carried ? !canReplace(op.getInitial()[i], result.getType()) : !stack)
        return rewriter.notifyMatchFailure(op, "a result is of another kind, or its rank unknown");
      if (stack)
        stacks.push_back(std::move(*stack));
    }
    SmallVector<mlir::Value> values;
    for (auto [i, result] : llvm::enumerate(op.getResults())) {
      mlir::Value value = i < carried ? op.getInitial()[i]
                                      : createConstant(rewriter, op.getLoc(), stacks[i - carried]);
      values.push_back(asType(rewriter, op.getLoc(), value, result.getType()));
    }
    rewriter.replaceOp(op, values);
    return llvm::success();
  }
};

struct SimplifyControlFlow : PatternPass<impl::SimplifyControlFlowBase<SimplifyControlFlow>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<InlineBranch, DropLoop>(patterns.getContext());
    addKnownTripPatterns(patterns);
  }
};

} // namespace
} // namespace ingot
