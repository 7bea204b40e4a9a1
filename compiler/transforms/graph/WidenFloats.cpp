// conv(x, w) in f16 → cast(conv(cast(x), cast(w))), where a target has kernels for f32 only.
#include "compiler/transforms/graph/WidenFloats.h"

#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_WIDENFLOATS
#include "compiler/transforms/graph/Passes.h.inc"

namespace graph {
namespace {

bool isSmall(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && (tensor.getElementType().isF16() || tensor.getElementType().isBF16());
}

bool isSmallFloat(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16;
}

/// Whether an operator on f32 gives no small floats: one may state their type.
bool givesWide(Operation *op) {
  Attributes attributes = attributesOf(op);
  InferContext context = inferContextOf(op, attributes);
  for (ValueType &type : context.operands)
    if (type.isTensor() && isSmallFloat(type.element))
      type.element = ElementType::F32;
  return infoOf(op)->infer(context).ok() &&
         llvm::none_of(context.results, [](const ValueType &type) {
           return type.isTensor() && isSmallFloat(type.element);
         });
}

struct Widen : RewritePattern {
  Widen(MLIRContext *context, const Widens &widens)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context), widens(widens) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    const OperatorInfo *info = infoOf(op);
    bool hasSmall =
        llvm::any_of(op->getResultTypes(), isSmall) || llvm::any_of(op->getOperandTypes(), isSmall);
    if (!info || !info->widen || info->ownsResults || op->getNumRegions() != 0 || !hasSmall ||
        !widens(op) || !givesWide(op))
      return rewriter.notifyMatchFailure(op, "it stays as it is");
    Emitter e(rewriter, op->getLoc());
    SmallVector<mlir::Value> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(isSmall(operand.getType()) ? e.cast(operand, ElementType::F32) : operand);
    Operation *wide = e.op(info->name, operands, attributesOf(op));
    SmallVector<mlir::Value> results;
    for (auto [old, result] : llvm::zip_equal(op->getResults(), wide->getResults()))
      results.push_back(isSmall(old.getType()) ? e.cast(result, elementOf(old)) : result);
    replaceKeepingType(rewriter, op, results);
    return llvm::success();
  }

  Widens widens;
};

} // namespace
} // namespace graph

namespace {
struct WidenFloats : graph::PatternPass<impl::WidenFloatsBase<WidenFloats>> {
  using PatternPass::PatternPass;
  explicit WidenFloats(graph::Widens widens) : widens(std::move(widens)) {}

  LogicalResult initialize(MLIRContext *context) override {
    if (!widens)
      widens = [names = std::vector<std::string>(keep.begin(), keep.end())](Operation *op) {
        return !llvm::is_contained(names, op->getName().stripDialect());
      };
    return PatternPass::initialize(context);
  }
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<graph::Widen>(patterns.getContext(), widens);
  }

  graph::Widens widens;
};
} // namespace

std::unique_ptr<Pass> createWidenFloats(graph::Widens widens) {
  return std::make_unique<WidenFloats>(std::move(widens));
}

} // namespace ingot
