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

def FuseGroups : Pass<"graph-fuse-groups", "::mlir::func::FuncOp"> {
  let summary = "Groups operators that run as one";
  let description = [{
    A product or convolution takes the elementwise operators behind it as long as each is the only one
    to read what comes before: they are applied to its results before those are stored. What remains
    of elementwise operators of one shape becomes one loop. Only static shapes.
  }];
}

#endif
