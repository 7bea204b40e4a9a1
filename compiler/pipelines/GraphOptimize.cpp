// The optimizations on graph IR that hold for every target, in their order.
#include "compiler/pipelines/GraphOptimize.h"

#include "compiler/transforms/graph/ContractIntegers.h"
#include "compiler/transforms/graph/DropDuplicates.h"
#include "compiler/transforms/graph/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace ingot {
namespace {

/// What is known becomes a constant, and what is constant decides.
void addKnowledge(OpPassManager &pm) {
  pm.addPass(createRefineTypes());   // first: most patterns ask for static shapes
  pm.addPass(createFoldConstants()); // shapes are constants by now, and so is arithmetic on them
  pm.addPass(createSimplifyControlFlow()); // conditions on shapes are known; regions hide operators
  pm.addPass(createRefineTypes());         // what was inlined sees the types around it
  pm.addPass(createDropDuplicates()); // patterns compare values by identity; drops what is unused
}

/// Single operators and short chains.
void addIdentities(OpPassManager &pm) {
  pm.addPass(createDropIdentity());       // second names hide neighbours from all that follows
  pm.addPass(createDropNoOps());          // so do operators that do nothing
  pm.addPass(createSimplifyCasts());      // before arithmetic: it looks at element types
  pm.addPass(createSimplifyArithmetic()); // constants to the right, where bounds expect them
  pm.addPass(createMergeBounds());        // relu, max, min
}

/// Data movement: first into one form, then out of the way.
void addMovement(OpPassManager &pm) {
  pm.addPass(createSimplifyReshapes());     // one form for all changes of shape
  pm.addPass(createAbsorbExpand());         // copies that broadcasting makes unnecessary
  pm.addPass(createSimplifySlices());       // gathers and splits become slices
  pm.addPass(createSimplifyConcats());      // which concats of slices want
  pm.addPass(createSimplifyPads());         // pads of nothing; what is cut off became slices above
  pm.addPass(createSinkTransposes());       // after reshapes, which some transposes become
  pm.addPass(createSinkReshapes());         // reshapes that transposes became move on
  pm.addPass(createMoveConversions());      // data moves where it is narrow, conversions meet
  pm.addPass(createSimplifyQuantization()); // and those that met cancel
}

} // namespace

void buildGraphOptimizePipeline(OpPassManager &module) {
  OpPassManager &pm = module.nest<func::FuncOp>();
  // Twice: a transpose that cancels brings two bounds together, a merged reshape makes a slice
  // whole.
  for (int round = 0; round < 2; ++round) {
    addKnowledge(pm);
    addIdentities(pm);
    addMovement(pm);
  }
  pm.addPass(createMergeMatmuls());   // last of the rewrites: its slices are not to be moved
  pm.addPass(createFoldConstants());  // constants that were transposed, reshaped, joined
  pm.addPass(createDropDuplicates()); // and what nobody uses any more
}

void buildGraphRaisePipeline(OpPassManager &module, bool isNew) {
  OpPassManager &pm = module.nest<func::FuncOp>();
  pm.addPass(createFoldPad());          // first: an affine before a padded convolution stays
  pm.addPass(createContractIntegers()); // before weights of integers are touched, or dequantized
  pm.addPass(createContractCodes());    // what is left of those
  pm.addPass(createFoldBatchNorm());    // norms become factors of weights, or affine operators
  pm.addPass(createFoldAffine());       // which, like all others, go into weights where they can
  if (isNew)
    pm.addPass(createDropDeadChannels()); // of which some are 0 by now
  pm.addPass(createRaiseChannelShuffle());
  pm.addPass(createRaiseGelu());  // activations before norms and attention: those look for
  pm.addPass(createRaiseSwish()); // whole operators around them
  pm.addPass(createRaiseHardSwish());
  pm.addPass(createRaiseMish());
  pm.addPass(createRaiseLeakyRelu());
  pm.addPass(createRaiseSoftmax()); // attention is two products around a softmax
  pm.addPass(createRaiseLayerNorm());
  pm.addPass(createRaiseRmsNorm());
  pm.addPass(createRaiseAttention());
  pm.addPass(createDropDuplicates()); // what the formulas were made of
}

void buildGraphMeaningPipeline(OpPassManager &module) {
  module.addNestedPass<func::FuncOp>(createContractIntegersOnly());
}

void registerGraphPipelines() {
  registerPass([] { return createDropDuplicates(); });
  PassPipelineRegistration<>("graph-raise",
                             "Folds constants into weights and raises formulas to operators",
                             [](OpPassManager &pm) { buildGraphRaisePipeline(pm); });
  PassPipelineRegistration<>("graph-optimize",
                             "Optimizes graph IR in ways that hold for every target",
                             buildGraphOptimizePipeline);
}

} // namespace ingot
