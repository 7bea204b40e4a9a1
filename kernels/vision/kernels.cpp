// The kernels of regions of interest and deformed windows for one instruction set: the unit that is
// compiled to bitcode. Kernels call functions of the reference, which formulas.cpp has as well:
// they are inlined in both. Nothing is contracted: results are those of the reference.
#pragma clang fp contract(off)
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include "kernels/base/row.h"
#include "kernels/vision/boxes.h"
#include "kernels/vision/deform.h"
#include "kernels/vision/regions.h"
#pragma clang attribute pop

using namespace ingot::kernels;

#include "kernels/vision/kernels.inc"
