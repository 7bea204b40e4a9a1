// The graph passes: one record and one file each.
#ifndef INGOT_GRAPH_PASSES
#define INGOT_GRAPH_PASSES

include "mlir/Pass/PassBase.td"

def DropIdentity : Pass<"graph-drop-identity"> {
  let summary = "Replaces identity(x) by x";
  let description = [{
    Exporters leave Identity nodes where a value has two names. They cost a step in the interpreter and
    hide neighbours from every pattern that looks one operator far.
  }];
}

#endif
