// The tuned kernels of data movement for one instruction set: the unit that is compiled to bitcode.
// Kernels call functions of the reference, which formulas.cpp has as well: they are inlined in
// both.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include "kernels/base/row.h"
#include "kernels/movement/copy.h"
#include "kernels/movement/counted.h"
#include "kernels/movement/lookup.h"
#include "kernels/movement/ordering.h"
#pragma clang attribute pop

using namespace ingot::kernels;

#include "kernels/movement/kernels.inc"
