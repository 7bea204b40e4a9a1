// relu(x: 2x3) : ?x3 → relu(x: 2x3) : 2x3: gives values all that their operands' types tell.
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Propagation.h"

namespace ingot {
#define GEN_PASS_DEF_REFINETYPES
#include "compiler/transforms/graph/Passes.h.inc"

namespace {

struct RefineTypes : graph::SettlingPass<impl::RefineTypesBase<RefineTypes>> {
  bool change() override {
    graph::PropagationOptions options;
    options.fold = false;
    // An operator that cannot run is left to fail when it does.
    bool changed = false;
    (void)graph::propagate(getOperation(), options, &changed);
    return changed;
  }
};

} // namespace
} // namespace ingot
