// The passes that a step still needs after the library was optimized at build time.
#include "compiler/codegen/StepCode.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ingot::codegen {
namespace {
bool isHook(const Function &function) {
  return !function.isDeclaration() &&
         any_of(hookNames, [&](const char *name) { return function.getName().starts_with(name); });
}

/// What passes find out, and ask each other.
struct Analyses {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;

  Analyses() {
    PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
  }
};
} // namespace

void inlineKernel(Function &step, Function &kernel) {
  InlineFunctionInfo info;
  for (User *user : make_early_inc_range(kernel.users()))
    InlineFunction(*cast<CallBase>(user), info, /*MergeAttributes=*/true);
  Analyses analyses;
  FunctionPassManager prune;
  prune.addPass(EarlyCSEPass());
  prune.addPass(SimplifyCFGPass());
  prune.run(step, analyses.functions);
}

void optimize(Module &module) {
  Analyses analyses;
  // The parts of the kernel become part of the step, and what its sizes rule out goes, before
  // prologue and epilogue are put into each place that calls them.
  FunctionPassManager prune;
  prune.addPass(SROAPass(SROAOptions::ModifyCFG)); // what a part is given
  prune.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  prune.addPass(SimplifyCFGPass());
  ModulePassManager first;
  first.addPass(AlwaysInlinerPass());
  first.addPass(GlobalDCEPass());
  first.addPass(createModuleToFunctionPassAdaptor(std::move(prune)));
  first.run(module, analyses.modules);
  for (Function &function : module)
    if (isHook(function))
      function.addFnAttr(Attribute::AlwaysInline);

  FunctionPassManager inFunction;
  inFunction.addPass(SROAPass(SROAOptions::ModifyCFG));    // what inlining left in memory
  inFunction.addPass(EarlyCSEPass(/*UseMemorySSA=*/true)); // constants reach their uses
  inFunction.addPass(SimplifyCFGPass());                   // branches on constants go
  inFunction.addPass(InstCombinePass(InstCombineOptions().setVerifyFixpoint(false)));
  LoopPassManager inLoop;
  inLoop.addPass(LoopRotatePass());
  inLoop.addPass(LICMPass(LICMOptions())); // loads that all lanes share leave the loop
  inFunction.addPass(createFunctionToLoopPassAdaptor(std::move(inLoop), /*UseMemorySSA=*/true));
  inFunction.addPass(SimplifyCFGPass());
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(GlobalDCEPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(inFunction)));
  passes.run(module, analyses.modules);
}

} // namespace ingot::codegen
