// 0.5 * x * (1 + erf(x / sqrt(2))) → gelu(x), and the form with tanh → gelu(x) {approximate}.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

#include <numbers>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_RAISEGELU
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

constexpr double sqrtHalf = std::numbers::sqrt2 / 2;
constexpr double tanhFactor = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;

/// k + k * erf(…) or k + k * tanh(…).
std::optional<Affine> gateOf(mlir::Value gate) {
  auto inner = affineOf(gate, "erf");
  if (!inner)
    inner = affineOf(gate, "tanh");
  return inner && isNear(inner->offset, inner->factor) ? inner : std::nullopt;
}

/// number * x * (k + k * erf(u)) is gelu(x) when number * k is 1/2 and u is x / sqrt(2), or what
/// the approximation says. The constants are checked to six digits, so that the results differ in
/// the last bits only.
template <typename Root> struct RaiseProduct : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    mlir::Value found;
    bool approximate = false;
    auto accept = [&](mlir::Value x, mlir::Value gate, double number) {
      auto inner = gateOf(gate);
      if (!isNear(number * inner->offset, 0.5))
        return false;
      auto u = polynomialIn(inner->inner->getOperand(0), x);
      approximate = isa<TanhOp>(inner->inner);
      Polynomial wanted = approximate ? Polynomial{0, tanhFactor, 0, tanhFactor * 0.044715}
                                      : Polynomial{0, sqrtHalf, 0, 0};
      found = u && isNear(*u, wanted) ? x : mlir::Value();
      return found != nullptr;
    };
    if (!isFloatValue(root.getZ()) ||
        !findGate(root.getZ(), [](mlir::Value v) { return gateOf(v).has_value(); }, accept))
      return rewriter.notifyMatchFailure(root, "not a product of x and 1 + erf or 1 + tanh");
    Emitter e(rewriter, root.getLoc());
    replaceKeepingType(rewriter, root, e.value("gelu", {found}, {{"approximate", approximate}}));
    return llvm::success();
  }
};

struct RaiseGelu : PatternPass<impl::RaiseGeluBase<RaiseGelu>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<RaiseProduct<MulOp>, RaiseProduct<DivOp>>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
