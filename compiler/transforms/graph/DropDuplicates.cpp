// y = f(x); z = f(x) → y = f(x), which is z as well.
#include "compiler/transforms/graph/DropDuplicates.h"

#include "compiler/transforms/graph/PatternPass.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;

namespace ingot {
namespace {

struct DropDuplicates
    : graph::SettlingPass<PassWrapper<DropDuplicates, OperationPass<func::FuncOp>>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropDuplicates)

  StringRef getArgument() const override { return "graph-drop-duplicates"; }
  StringRef getDescription() const override {
    return "Makes one of equal operators, and drops those that nobody reads";
  }

  bool change() override {
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance;
    bool changed = false;
    eliminateCommonSubExpressions(rewriter, dominance, getOperation(), &changed);
    return changed;
  }
};

} // namespace

std::unique_ptr<Pass> createDropDuplicates() { return std::make_unique<DropDuplicates>(); }

} // namespace ingot
