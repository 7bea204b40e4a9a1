// The tuned kernels of attention for one instruction set: the unit that is compiled to bitcode.
#include "kernels/attention/columns.h"
#include "kernels/attention/few.h"
#include "kernels/attention/fused.h"
#include "kernels/base/row.h"

using namespace ingot::kernels;

#include "kernels/attention/kernels.inc"
