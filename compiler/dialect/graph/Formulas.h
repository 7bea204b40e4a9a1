// What the records say of the formulas of elementwise operators.
#pragma once

#include "compiler/dialect/graph/Operators.h"
#include "kernels/base/convert.h"

namespace ingot::graph {

struct FormulaInfo {
  std::string_view name; ///< of the operator
  int arity;
  bool floats, integers, naturals; ///< the kinds of element it takes; booleans count as naturals
  bool isBool;                     ///< the result is a truth value
  std::vector<std::string_view> parameters; ///< attributes, in the order the formula takes them
};

/// Null for operators without a formula.
const FormulaInfo *findFormula(std::string_view name);

/// A formula's parameter: a number, an integer or a flag.
double parameterValue(const Attributes &attributes, std::string_view name);

/// What a cast says of floats of 8 bits.
kernels::Narrowing narrowingOf(const Attributes &attributes);

} // namespace ingot::graph
