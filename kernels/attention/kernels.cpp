// The tuned kernels of attention for one instruction set: the unit that is compiled to bitcode.
#include "kernels/attention/fused.h"

using namespace ingot::kernels;
using namespace ingot::kernels::attention;

#define INGOT_ATTENTION(R, C)                                                                      \
  extern "C" void attention_f32_##R##x##C(                                                         \
      const float *q, const float *k, const float *v, const float *mask, float *y,                 \
      const void *context, int64_t batch, int64_t heads, int64_t keyHeads, int64_t queries,        \
      int64_t keys, int64_t size, int64_t valueSize, int64_t qBatch, int64_t qHead, int64_t qRow,  \
      int64_t yBatch, int64_t yHead, int64_t yRow, int64_t maskBatch, int64_t maskHead,            \
      int64_t maskRow, int64_t causal, int64_t past, int64_t scaleBits, int64_t begin,             \
      int64_t end) {                                                                               \
    attend<R, C / lanes>(q, k, v, mask, y, context,                                                \
                         {batch, heads, keyHeads, queries, keys, size, valueSize, qBatch, qHead,   \
                          qRow, yBatch, yHead, yRow, maskBatch, maskHead, maskRow, causal, past,   \
                          __builtin_bit_cast(float, static_cast<uint32_t>(scaleBits))},            \
                         begin, end);                                                              \
  }

#if INGOT_VECTOR_BYTES == 16
INGOT_ATTENTION(12, 8)
#elif INGOT_VECTOR_BYTES == 32
INGOT_ATTENTION(6, 16)
#else
INGOT_ATTENTION(14, 32)
#endif
