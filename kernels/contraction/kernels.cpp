// The tuned kernels of contractions for one instruction set: the unit that is compiled to bitcode.
#include "kernels/base/row.h"
#include "kernels/contraction/gemv.h"
#include "kernels/contraction/pack.h"
#include "kernels/contraction/plain.h"

using namespace ingot::kernels;

#include "kernels/contraction/kernels.inc"
