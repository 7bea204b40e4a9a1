// The facts of all operators.
#include "compiler/dialect/graph/Facts.h"

namespace ingot::graph {

const OperatorFacts &factsOf(const OperatorInfo &op) {
  static constexpr OperatorFacts facts[] = {
#include "compiler/dialect/graph/Facts.inc"
  };
  return facts[op.index];
}

} // namespace ingot::graph
