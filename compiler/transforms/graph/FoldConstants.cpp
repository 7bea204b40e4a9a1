// op(constant, …) → constant, by running the operator's reference evaluator; shape(x: 2x3) → [2,
// 3].
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Propagation.h"

namespace ingot {
#define GEN_PASS_DEF_FOLDCONSTANTS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {

struct FoldConstants : graph::SettlingPass<impl::FoldConstantsBase<FoldConstants>> {
  using SettlingPass::SettlingPass;
  bool change() override {
    graph::PropagationOptions options;
    options.refine = false;
    options.limits.elements = maxElements;
    options.limits.seconds = seconds;
    // An operator that cannot run is left to fail when it does.
    bool changed = false;
    (void)graph::propagate(getOperation(), options, &changed);
    return changed;
  }
};

} // namespace
} // namespace ingot
