// cast(x) to its own type → x; cast(cast(x)) → cast(x) where the first one loses nothing.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFYCASTS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Bits of the largest whole number up to which a float type has all of them; 0 for other types.
unsigned wholeBits(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 53;
  case ElementType::F32:
    return 24;
  case ElementType::F16:
    return 11;
  case ElementType::BF16:
    return 8;
  default:
    return 0;
  }
}

/// Whether `wide` has every number of the float type `narrow`, infinities and NaN included.
bool holdsFloat(ElementType wide, ElementType narrow) {
  switch (wide) {
  case ElementType::F64:
    return true;
  case ElementType::F32:
    return narrow != ElementType::F64;
  case ElementType::F16:
    return narrow == ElementType::F8E5M2 || narrow == ElementType::F8E4M3FN;
  default:
    return false;
  }
}

/// Whether `wide` has every number of the type `narrow`.
bool holds(ElementType wide, ElementType narrow) {
  ElementClass from = elementClass(narrow), to = elementClass(wide);
  unsigned fromBits = elementBits(narrow), toBits = elementBits(wide);
  if (wide == narrow)
    return true;
  if (from == ElementClass::Boolean)
    return to == ElementClass::Signed || to == ElementClass::Unsigned || wholeBits(wide) > 0;
  if (from == ElementClass::Float)
    return to == ElementClass::Float && holdsFloat(wide, narrow);
  if (from != ElementClass::Signed && from != ElementClass::Unsigned)
    return false;
  if (to == ElementClass::Float)
    return fromBits - (from == ElementClass::Signed ? 1 : 0) <= wholeBits(wide);
  if (from == ElementClass::Signed)
    return to == ElementClass::Signed && toBits >= fromBits;
  return (to == ElementClass::Unsigned && toBits >= fromBits) ||
         (to == ElementClass::Signed && toBits > fromBits);
}

/// cast(x) to its own type → x.
struct DropCast : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const override {
    if (elementOf(op.getX()) != elementOf(op.getY()))
      return rewriter.notifyMatchFailure(op, "the type changes");
    return replaceByExisting(rewriter, op, op.getX());
  }
};

/// cast(cast(x, wide), to) → cast(x, to) where the wide type has every number of x's. Text is
/// excepted: it has the digits of the type that it is made from.
struct MergeCasts : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<CastOp>();
    if (!inner || elementOf(op.getY()) == ElementType::String ||
        !holds(elementOf(inner.getY()), elementOf(inner.getX())))
      return rewriter.notifyMatchFailure(op, "the inner cast may lose something");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(inner.getX()); });
    return llvm::success();
  }
};

struct SimplifyCasts : PatternPass<impl::SimplifyCastsBase<SimplifyCasts>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<DropCast, MergeCasts>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
