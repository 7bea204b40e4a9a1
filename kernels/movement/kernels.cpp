// The tuned kernels of data movement: the unit that is compiled to bitcode.
#include "kernels/movement/copy.h"

using namespace ingot::kernels;
using namespace ingot::kernels::movement;

#define INGOT_COPY(BITS)                                                                           \
  extern "C" void copy_strided_##BITS(                                                             \
      const uint##BITS##_t *in, uint##BITS##_t *out, int64_t dim0, int64_t dim1, int64_t dim2,     \
      int64_t dim3, int64_t dim4, int64_t dim5, int64_t dim6, int64_t dim7, int64_t inStride0,     \
      int64_t inStride1, int64_t inStride2, int64_t inStride3, int64_t inStride4,                  \
      int64_t inStride5, int64_t inStride6, int64_t inStride7, int64_t outStride0,                 \
      int64_t outStride1, int64_t outStride2, int64_t outStride3, int64_t outStride4,              \
      int64_t outStride5, int64_t outStride6, int64_t outStride7, int64_t begin, int64_t end) {    \
    copyStrided(                                                                                   \
        in, out,                                                                                   \
        {{dim0, dim1, dim2, dim3, dim4, dim5, dim6, dim7},                                         \
         {inStride0, inStride1, inStride2, inStride3, inStride4, inStride5, inStride6, inStride7}, \
         {outStride0, outStride1, outStride2, outStride3, outStride4, outStride5, outStride6,      \
          outStride7}},                                                                            \
        begin, end);                                                                               \
  }

INGOT_COPY(8)
INGOT_COPY(16)
INGOT_COPY(32)
INGOT_COPY(64)
