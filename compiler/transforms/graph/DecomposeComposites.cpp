// softmax(x) → exp(x - max(x)) / sum(…), and so on, for composites that a target does not take.
#include "compiler/transforms/graph/Expansions.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_DECOMPOSECOMPOSITES
#include "compiler/transforms/graph/Passes.h.inc"

namespace graph {
namespace {

SmallVector<ArrayRef<ExpansionRow>> allRows() {
  return {activationExpansions(), normExpansions(),         attentionExpansions(),
          einsumExpansions(),     recurrentExpansions(),    movementExpansions(),
          selectionExpansions(),  quantizationExpansions(), convolutionExpansions(),
          trainingExpansions(),   lossExpansions(),         rotaryExpansions(),
          reductionExpansions(),  samplingExpansions()};
}

struct Expand : RewritePattern {
  Expand(MLIRContext *context, const ExpansionRow &row, const Keeps &keeps)
      : RewritePattern(("graph." + row.name).str(), 1, context), row(row), keeps(keeps) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (keeps(op))
      return rewriter.notifyMatchFailure(op, "it is kept");
    Emitter e(rewriter, op->getLoc());
    auto values = row.expand(op, e);
    if (!values)
      return rewriter.notifyMatchFailure(op, "this use of it has no expansion");
    replaceKeepingType(rewriter, op, *values);
    return llvm::success();
  }

  ExpansionRow row;
  Keeps keeps;
};

void addExpansions(RewritePatternSet &patterns, const Keeps &keeps) {
  for (ArrayRef<ExpansionRow> rows : allRows())
    for (const ExpansionRow &row : rows)
      patterns.add<Expand>(patterns.getContext(), row, keeps);
}

} // namespace

Expansion expansionOf(StringRef name) {
  for (ArrayRef<ExpansionRow> rows : allRows())
    for (const ExpansionRow &row : rows)
      if (row.name == name)
        return row.expand;
  return nullptr;
}

SmallVector<StringRef> composites() {
  SmallVector<StringRef> names;
  for (ArrayRef<ExpansionRow> rows : allRows())
    for (const ExpansionRow &row : rows)
      names.push_back(row.name);
  return names;
}

void decomposeComposites(Operation *root, const Keeps &keeps) {
  RewritePatternSet patterns(root->getContext());
  addExpansions(patterns, keeps);
  applyGreedily(root, std::move(patterns));
}

} // namespace graph

namespace {
struct DecomposeComposites
    : graph::PatternPass<impl::DecomposeCompositesBase<DecomposeComposites>> {
  using PatternPass::PatternPass;
  explicit DecomposeComposites(graph::Keeps keeps) : keeps(std::move(keeps)) {}

  LogicalResult initialize(MLIRContext *context) override {
    for (const std::string &name : keep)
      if (!graph::expansionOf(name))
        return emitError(UnknownLoc::get(context), "keep: '")
               << name << "' is not a composite operator";
    if (!keeps)
      keeps = [names = std::vector<std::string>(keep.begin(), keep.end())](Operation *op) {
        return llvm::is_contained(names, op->getName().stripDialect());
      };
    return PatternPass::initialize(context);
  }
  void addPatterns(RewritePatternSet &patterns) override { graph::addExpansions(patterns, keeps); }

  graph::Keeps keeps;
};
} // namespace

std::unique_ptr<Pass> createDecomposeComposites(graph::Keeps keeps) {
  return std::make_unique<DecomposeComposites>(std::move(keeps));
}

} // namespace ingot
