// OperatorFacts: what passes ask of operators, as the records say it.
#pragma once

#include "compiler/dialect/graph/Operators.h"
#include "compiler/dialect/graph/infer/Range.h"

namespace ingot::graph {

struct OperatorFacts {
  RangeFunction range; ///< null where the numbers of the operands say nothing of the result's
  bool keepsShape;     ///< the first result has the shape of the first operand
  bool broadcasts;     ///< its operands, to the shape of the result
  bool keepsPrecision; ///< the element types are what it is about
  bool growsConstants; ///< folding it makes constants larger
};

const OperatorFacts &factsOf(const OperatorInfo &op);

} // namespace ingot::graph
