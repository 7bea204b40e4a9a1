// The tuned kernels of reductions: the unit that is compiled to bitcode.
#include "kernels/reduction/rows.h"

using namespace ingot::kernels;
using namespace ingot::kernels::reduction;

#define INGOT_REDUCTION(NAME, OP)                                                                  \
  extern "C" void reduce_rows_##NAME##_f32(const float *x, float *y, const void *context, int64_t, \
                                           int64_t n, int64_t pitch, int64_t begin, int64_t end) { \
    reduceRows<OP>(x, y, context, n, pitch, begin, end);                                           \
  }                                                                                                \
  extern "C" void reduce_columns_##NAME##_f32(const float *x, float *y, const void *context,       \
                                              int64_t, int64_t n, int64_t inner, int64_t pitch,    \
                                              int64_t begin, int64_t end) {                        \
    reduceColumns<OP>(x, y, context, n, inner, pitch, begin, end);                                 \
  }

INGOT_REDUCTION(sum, SumOp)
INGOT_REDUCTION(mean, MeanOp)
INGOT_REDUCTION(sumsquare, SumSquareOp)
INGOT_REDUCTION(l1, L1Op)
INGOT_REDUCTION(l2, L2Op)
INGOT_REDUCTION(prod, ProdOp)
INGOT_REDUCTION(max, MaxOp)
INGOT_REDUCTION(min, MinOp)
