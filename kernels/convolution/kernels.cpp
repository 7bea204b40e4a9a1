// The tuned kernels of convolutions for one instruction set: the unit that is compiled to bitcode.
#include "kernels/base/row.h"
#include "kernels/convolution/columns.h"
#include "kernels/convolution/depthwise_quads.h"
#include "kernels/convolution/direct.h"
#include "kernels/convolution/integer_direct.h"
#include "kernels/convolution/integer_pack.h"
#include "kernels/convolution/pack.h"
#include "kernels/convolution/plain.h"
#include "kernels/convolution/planes.h"
#include "kernels/convolution/winograd.h"

using namespace ingot::kernels;

#include "kernels/convolution/kernels.inc"
