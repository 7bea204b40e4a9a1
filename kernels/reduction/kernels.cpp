// The tuned kernels of reductions for one instruction set: the unit that is compiled to bitcode.
// Kernels call functions of the reference, which formulas.cpp has as well: they are inlined in
// both.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include "kernels/base/row.h"
#include "kernels/reduction/rows.h"

// Nothing is contracted: results are those of the reference.
#pragma clang fp contract(off)
#include "kernels/reduction/arg_extreme.h"
#include "kernels/reduction/plain.h"
#pragma clang attribute pop

using namespace ingot::kernels;

#include "kernels/reduction/kernels.inc"
