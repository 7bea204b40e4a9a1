// A function for each elementwise formula and compute type, compiled to bitcode only: the code
// generator calls them in its loops and inlines them there.
//
//   float formula_leaky_relu_f32(float x, float alpha)
//   bool formula_less_i64(int64_t x, int64_t y)
//
// Beside them, the conversions of the floats that no machine has: see conversions.inc.
//
// Operands come first, then the attributes in the compute type, for integers as double. Nothing is
// contracted: results depend neither on the instruction set nor on what the loop was turned into.
#pragma clang fp contract(off)
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)

#include "kernels/base/convert.h"
#include "kernels/elementwise/fast_math.h"

namespace ingot::kernels::formulas {

using namespace math;
#include "compiler/dialect/graph/Formulas.inc"
// The functions call the formulas.
#include "compiler/dialect/graph/FormulaFunctions.inc"
#include "kernels/elementwise/conversions.inc"

} // namespace ingot::kernels::formulas

#pragma clang attribute pop
