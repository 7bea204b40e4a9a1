// Propagation: walks a function in order and finds out more about its values.
//
// Operators were given types when the model was imported. Later more is known: an input got a fixed
// shape, a pattern made an operand constant. The walk runs each operator's shape function again, on
// the types its operands have by now, and
//   - gives results the more precise types (refine),
//   - replaces operators by constants where all operands are constant, or where the elements of the
//     result follow from types alone, as those of a shape do (fold).
// Since every operator comes after what it uses, one walk is enough.
//
// Bodies of loops see a value of the trip before. What such a body says about the argument's type
// is believed only when it holds by induction: the initial value has that type, and from an
// argument of that type the body yields one.
#pragma once

#include "compiler/transforms/graph/ConstantEvaluator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot::graph {

struct PropagationOptions {
  bool refine = true;
  bool fold = true;
  FoldLimits limits;
};

/// An operator that violates a constraint on the types it now has becomes invalid: it fails when it
/// runs, which in a branch it may never do. Fails when one of them certainly runs; the message
/// names its node. Results of the function take the types of what it returns, unless it is
/// private: others call it. `changed` says whether the function is another one afterwards.
Status propagate(mlir::func::FuncOp function, const PropagationOptions &options,
                 bool *changed = nullptr);

} // namespace ingot::graph
