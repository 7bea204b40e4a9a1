// The tuned kernels of data movement for one instruction set: the unit that is compiled to bitcode.
#include "kernels/base/row.h"
#include "kernels/movement/copy.h"
#include "kernels/movement/gather.h"

using namespace ingot::kernels;

#include "kernels/movement/kernels.inc"
