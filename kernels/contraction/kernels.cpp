// The tuned kernels of contractions for one instruction set: the unit that is compiled to bitcode.
// Kernels call functions of the reference, which formulas.cpp has as well: they are inlined in
// both.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include "kernels/base/row.h"
#include "kernels/contraction/blocks.h"
#include "kernels/contraction/gemv.h"
#include "kernels/contraction/half_gemm.h"
#include "kernels/contraction/integer_gemm.h"
#include "kernels/contraction/integer_pack.h"
#include "kernels/contraction/pack.h"
#include "kernels/contraction/plain.h"
#pragma clang attribute pop

using namespace ingot::kernels;

#include "kernels/contraction/kernels.inc"
