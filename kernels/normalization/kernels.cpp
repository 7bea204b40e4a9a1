// The tuned kernels of normalizations: the unit that is compiled to bitcode.
#include "kernels/normalization/log_rows.h"

using namespace ingot::kernels;
using namespace ingot::kernels::normalization;

/// An f32 passed as an integer, so that all parameters are of one type.
static INGOT_INLINE float fromBits(int64_t bits) {
  return __builtin_bit_cast(float, static_cast<uint32_t>(bits));
}

extern "C" void softmax_rows_f32(const float *x, float *y, const void *context, int64_t, int64_t n,
                                 int64_t xPitch, int64_t yPitch, int64_t prepares, int64_t begin,
                                 int64_t end) {
  softmaxRows(x, y, context, {n, xPitch, yPitch, prepares != 0}, begin, end);
}

extern "C" void log_softmax_rows_f32(const float *x, float *y, const void *context, int64_t,
                                     int64_t n, int64_t xPitch, int64_t yPitch, int64_t prepares,
                                     int64_t begin, int64_t end) {
  logSoftmaxRows(x, y, context, {n, xPitch, yPitch, prepares != 0}, begin, end);
}

extern "C" void layer_norm_rows_f32(const float *x, const float *scale, const float *bias, float *y,
                                    const void *context, int64_t, int64_t n, int64_t xPitch,
                                    int64_t yPitch, int64_t prepares, int64_t epsilonBits,
                                    int64_t begin, int64_t end) {
  layerNormRows(x, scale, bias, y, context, {n, xPitch, yPitch, prepares != 0},
                fromBits(epsilonBits), begin, end);
}

extern "C" void rms_norm_rows_f32(const float *x, const float *scale, float *y, const void *context,
                                  int64_t, int64_t n, int64_t xPitch, int64_t yPitch,
                                  int64_t prepares, int64_t epsilonBits, int64_t begin,
                                  int64_t end) {
  rmsNormRows(x, scale, y, context, {n, xPitch, yPitch, prepares != 0}, fromBits(epsilonBits),
              begin, end);
}
