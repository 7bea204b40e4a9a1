// The tuned kernels of contractions for one instruction set: the unit that is compiled to bitcode.
#include "kernels/contraction/gemv.h"
#include "kernels/contraction/pack.h"

using namespace ingot::kernels;
using namespace ingot::kernels::contraction;

#define INGOT_PRODUCT(KERNEL, R, C)                                                                \
  extern "C" void KERNEL##_f32_##R##x##C(                                                          \
      const float *a, const float *b, float *y, const void *context, int64_t rows,                 \
      int64_t columns, int64_t depth, int64_t batches, int64_t aPitch, int64_t yPitch,             \
      int64_t aBatch, int64_t bBatch, int64_t yBatch, int64_t begin, int64_t end) {                \
    KERNEL<R, C / lanes>(a, b, y, context,                                                         \
                         {rows, columns, depth, batches, aPitch, yPitch, aBatch, bBatch, yBatch},  \
                         begin, end);                                                              \
  }

#if INGOT_VECTOR_BYTES == 16
INGOT_PRODUCT(gemm, 12, 8)
INGOT_PRODUCT(gemm, 8, 12)
INGOT_PRODUCT(gemm, 6, 8)
INGOT_PRODUCT(gemv, 4, 8)
INGOT_PRODUCT(gemv, 4, 12)
#elif INGOT_VECTOR_BYTES == 32
INGOT_PRODUCT(gemm, 6, 16)
INGOT_PRODUCT(gemv, 4, 16)
#else
INGOT_PRODUCT(gemm, 14, 32)
INGOT_PRODUCT(gemm, 6, 64)
INGOT_PRODUCT(gemv, 4, 32)
INGOT_PRODUCT(gemv, 4, 64)
#endif

extern "C" void pack_b_f32(const float *b, float *packed, int64_t depth, int64_t columns,
                           int64_t rowStride, int64_t columnStride, int64_t batches,
                           int64_t batchStride, int64_t panel, int64_t begin, int64_t end) {
  packRight(b, packed, {depth, columns, rowStride, columnStride, batches, batchStride, panel},
            begin, end);
}
