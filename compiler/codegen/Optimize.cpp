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

using namespace llvm;

namespace ingot::codegen {
namespace {
bool isHook(const Function &function) {
  return !function.isDeclaration() &&
         any_of(hookNames, [&](const char *name) { return function.getName().starts_with(name); });
}
} // namespace

void optimize(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);

  // The kernel becomes part of the step, and what its sizes rule out goes, before prologue and
  // epilogue are put into each place that calls them.
  FunctionPassManager prune;
  prune.addPass(EarlyCSEPass());
  prune.addPass(SimplifyCFGPass());
  ModulePassManager first;
  first.addPass(AlwaysInlinerPass());
  first.addPass(GlobalDCEPass());
  first.addPass(createModuleToFunctionPassAdaptor(std::move(prune)));
  first.run(module, modules);
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
  passes.run(module, modules);
}

} // namespace ingot::codegen
