// The tuned kernels of pooling for one instruction set: the unit that is compiled to bitcode.
#include "kernels/base/row.h"
#include "kernels/pooling/plain.h"
#include "kernels/pooling/pool.h"

using namespace ingot::kernels;

#include "kernels/pooling/kernels.inc"
