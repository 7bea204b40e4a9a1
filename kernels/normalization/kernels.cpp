// The tuned kernels of normalizations for one instruction set: the unit that is compiled to
// bitcode.
#include "kernels/base/row.h"
#include "kernels/normalization/log_rows.h"

using namespace ingot::kernels;

#include "kernels/normalization/kernels.inc"
