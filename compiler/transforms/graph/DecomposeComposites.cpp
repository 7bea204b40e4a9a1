// softmax(x) → exp(x - max(x)) / sum(…), and so on, for composites that a target does not take.
#include "compiler/transforms/graph/Expansions.h"
#include "compiler/transforms/graph/Passes.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_DECOMPOSECOMPOSITES
#include "compiler/transforms/graph/Passes.h.inc"

namespace graph {
namespace {

std::array<ArrayRef<ExpansionRow>, 6> allRows() {
  return {activationExpansions(), normExpansions(),      attentionExpansions(),
          einsumExpansions(),     recurrentExpansions(), movementExpansions()};
}

struct Expand : RewritePattern {
  Expand(MLIRContext *context, const std::function<bool(Operation *)> &keeps)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context), keeps(keeps) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    bool ours = op->getName().getDialectNamespace() == "graph";
    Expansion expand = ours ? expansionOf(op->getName().stripDialect()) : nullptr;
    if (!expand || keeps(op))
      return rewriter.notifyMatchFailure(op, "no composite, or one that is kept");
    Emitter e(rewriter, op->getLoc());
    auto values = expand(op, e);
    if (!values)
      return rewriter.notifyMatchFailure(op, "this use of it has no expansion");
    replaceKeepingType(rewriter, op, *values);
    return llvm::success();
  }

  const std::function<bool(Operation *)> &keeps;
};

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

void decomposeComposites(Operation *root, const std::function<bool(Operation *)> &keeps) {
  RewritePatternSet patterns(root->getContext());
  patterns.add<Expand>(root->getContext(), keeps);
  applyGreedily(root, std::move(patterns));
}

} // namespace graph

namespace {
struct DecomposeComposites : impl::DecomposeCompositesBase<DecomposeComposites> {
  using DecomposeCompositesBase::DecomposeCompositesBase;
  void runOnOperation() override {
    llvm::StringSet<> kept;
    for (const std::string &name : keep) {
      if (!graph::expansionOf(name)) {
        getOperation()->emitError("keep: '") << name << "' is not a composite operator";
        return signalPassFailure();
      }
      kept.insert(name);
    }
    graph::decomposeComposites(
        getOperation(), [&](Operation *op) { return kept.contains(op->getName().stripDialect()); });
  }
};
} // namespace
} // namespace ingot
