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

def FoldConstants : Pass<"graph-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "Replaces operators on constants by their values";
  let description = [{
    What does not depend on inputs need not be computed in each run. The values come from the reference
    evaluators, so that a folded model and its source agree to the bit. Shapes of tensors whose types
    are static count as constants; the arithmetic on shapes that exporters leave behind goes this way.
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", "1 << 26",
           "Operators with larger operands or results stay">,
    Option<"seconds", "seconds", "double", "30", "Time for all evaluations together">];
}

def RefineTypes : Pass<"graph-refine-types", "::mlir::func::FuncOp"> {
  let summary = "Gives values the types that follow from their operands' types";
  let description = [{
    Rewrites and specialization make some types more precise; every pattern that asks for a static
    shape wants to know of it. Values that a loop carries get a type only if every trip keeps it.
  }];
}

def SpecializeInputs : Pass<"graph-specialize-inputs", "::mlir::func::FuncOp"> {
  let summary = "Fixes the shapes of inputs";
  let description = [{
    A model for any batch and any image compiles to better code once both are known. The shapes of all
    values and the arithmetic on them follow.
  }];
  let options = [ListOption<"shapes", "shapes", "std::string",
                            "One for each input from the first on, like 2x?x3">];
}

def SimplifyArithmetic : Pass<"graph-simplify-arithmetic"> {
  let summary = "Applies identities of arithmetic: x + 0, x * 1, -(-x)";
  let description = [{
    Exporters and other passes leave operators that compute nothing. Only what gives the same bits is
    rewritten: floats are neither reordered nor do they lose the sign of a zero.
  }];
}

def MergeBounds : Pass<"graph-merge-bounds"> {
  let summary = "Merges and drops relu, max and min with constants";
  let description = [{
    A clip after a relu, a relu after a sigmoid: each costs a pass over the data, or keeps an activation
    from being fused into the operator before. NaN passes as before.
  }];
}

def SimplifyTransposes : Pass<"graph-simplify-transposes"> {
  let summary = "Merges transposes, or lets a reshape or matmul do them";
  let description = [{
    A transpose reads and writes the whole tensor for nothing. Two in a row are one or none, one that
    moves axes of size 1 is a reshape, and matmul reads matrices either way.
  }];
}

def SinkTransposes : Pass<"graph-sink-transposes"> {
  let summary = "Moves transposes down, through operators that do not mind";
  let description = [{
    Models converted from another layout have a transpose before and after each convolution, with
    activations, sums and concatenations between. Moved down, pairs meet and cancel.
  }];
}

def SimplifyReshapes : Pass<"graph-simplify-reshapes"> {
  let summary = "Makes every change of shape one reshape to a constant target";
  let description = [{
    squeeze, unsqueeze, flatten and reshape say the same in four ways, and exporters compute targets at
    run time. With one form and constant targets, neighbours merge and the arithmetic on shapes is dead.
  }];
}

def SinkReshapes : Pass<"graph-sink-reshapes"> {
  let summary = "Moves reshapes down, through elementwise operators";
  let description = [{
    A reshape between an operator and its activation hides one from the other; two that meet merge.
  }];
}

def AbsorbExpand : Pass<"graph-absorb-expand"> {
  let summary = "Drops expands before operators that broadcast anyway";
  let description = [{
    An expand writes copies that the next operator reads; broadcasting reads the original instead.
  }];
}

def SimplifySlices : Pass<"graph-simplify-slices"> {
  let summary = "Merges slices, and makes slices of gathers and splits that are";
  let description = [{
    A slice is a view, a gather a copy by index; what a slice does not take of a concat or pad need not
    be made.
  }];
}

def SimplifyConcats : Pass<"graph-simplify-concats"> {
  let summary = "Merges concats, and joins what was cut apart";
  let description = [{
    Exporters cut tensors apart and put them together again; every concat copies all of its operands.
  }];
}

def SimplifyPads : Pass<"graph-simplify-pads"> {
  let summary = "Merges and drops pads";
  let description = [{
    A pad copies the whole tensor. Frameworks emit one before each window, often of nothing.
  }];
}

def SimplifyCasts : Pass<"graph-simplify-casts"> {
  let summary = "Drops casts that change nothing and merges those that lose nothing";
  let description = [{
    Exporters cast to be sure. A cast to f32 and back to f16 is nothing; one to f16 and back to f32 is
    not, and stays.
  }];
}

def MoveConversions : Pass<"graph-move-conversions"> {
  let summary = "Moves data on the side of casts and quantization where it is narrower";
  let description = [{
    A transpose of 8-bit integers moves a quarter of the bytes. And with data movement out of the way,
    the conversion is next to the operator that it belongs to.
  }];
}

def SimplifyQuantization : Pass<"graph-simplify-quantization"> {
  let summary = "Drops quantization of what was just dequantized, and clips that saturation does";
  let description = [{
    Quantized models have a pair of conversions on every edge; after data movement there are two pairs
    with the same parameters. An activation before a quantization whose least integer is the zero point
    does nothing that saturation does not.
  }];
}

def MergeMatmuls : Pass<"graph-merge-matmuls"> {
  let summary = "Merges products of one value with several constant matrices";
  let description = [{
    Queries, keys and values of attention are three products of the same input. One product reads it
    once and fills larger tiles.
  }];
}

def DropNoOps : Pass<"graph-drop-no-ops"> {
  let summary = "Drops operators that do nothing with the parameters they have";
  let description = [{
    Resizing to the same size, tiling once, dropout in inference: exporters emit what the model's code
    says, whatever the numbers are.
  }];
}

def SimplifyControlFlow : Pass<"graph-simplify-control-flow"> {
  let summary = "Inlines branches whose condition is known and drops loops without trips";
  let description = [{
    Conditions on shapes are constants once shapes are known; inside a region, operators are hidden from
    all patterns around it.
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
