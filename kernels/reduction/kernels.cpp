// The tuned kernels of reductions for one instruction set: the unit that is compiled to bitcode.
#include "kernels/base/row.h"
#include "kernels/reduction/plain.h"
#include "kernels/reduction/rows.h"

using namespace ingot::kernels;

#include "kernels/reduction/kernels.inc"
