// The tuned kernels of pooling for one instruction set: the unit that is compiled to bitcode.
// Kernels call functions of the reference, which formulas.cpp has as well: they are inlined in
// both.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include "kernels/base/row.h"
#include "kernels/pooling/pool.h"

// Nothing is contracted: results are those of the reference.
#pragma clang fp contract(off)
#include "kernels/pooling/plain.h"
#include "kernels/pooling/unpool.h"
#pragma clang attribute pop

using namespace ingot::kernels;

#include "kernels/pooling/kernels.inc"
