// The tuned kernels of convolutions for one instruction set: the unit that is compiled to bitcode.
#include "kernels/convolution/depthwise.h"
#include "kernels/convolution/direct.h"
#include "kernels/convolution/pack.h"

using namespace ingot::kernels;
using namespace ingot::kernels::convolution;

#define INGOT_CONV(R, C)                                                                           \
  extern "C" void conv_f32_##R##x##C(                                                              \
      const float *x, const float *w, float *y, const void *context, int64_t batch,                \
      int64_t height, int64_t width, int64_t channels, int64_t outHeight, int64_t outWidth,        \
      int64_t columns, int64_t groups, int64_t kernelHeight, int64_t kernelWidth,                  \
      int64_t strideHeight, int64_t strideWidth, int64_t dilationHeight, int64_t dilationWidth,    \
      int64_t padTop, int64_t padLeft, int64_t xPitch, int64_t yPitch, int64_t begin,              \
      int64_t end) {                                                                               \
    conv<R, C / lanes>(x, w, y, context,                                                           \
                       {batch, height, width, channels, outHeight, outWidth, columns, groups,      \
                        kernelHeight, kernelWidth, strideHeight, strideWidth, dilationHeight,      \
                        dilationWidth, padTop, padLeft, xPitch, yPitch},                           \
                       begin, end);                                                                \
  }

#if INGOT_VECTOR_BYTES == 16
INGOT_CONV(12, 8)
INGOT_CONV(8, 12)
INGOT_CONV(6, 8)
#elif INGOT_VECTOR_BYTES == 32
INGOT_CONV(6, 16)
#else
INGOT_CONV(14, 32)
INGOT_CONV(6, 64)
#endif

#define INGOT_DEPTHWISE(NAME, K, S)                                                                \
  extern "C" void NAME(const float *x, const float *w, float *y, const void *context,              \
                       int64_t batch, int64_t height, int64_t width, int64_t channels,             \
                       int64_t outHeight, int64_t outWidth, int64_t multiplier,                    \
                       int64_t kernelHeight, int64_t kernelWidth, int64_t strideHeight,            \
                       int64_t strideWidth, int64_t dilationHeight, int64_t dilationWidth,         \
                       int64_t padTop, int64_t padLeft, int64_t xPitch, int64_t yPitch,            \
                       int64_t wPitch, int64_t begin, int64_t end) {                               \
    depthwise<K, S>(x, w, y, context,                                                              \
                    {batch, height, width, channels, outHeight, outWidth, multiplier,              \
                     kernelHeight, K > 0 ? K : kernelWidth, strideHeight, S > 0 ? S : strideWidth, \
                     dilationHeight, K > 0 ? 1 : dilationWidth, padTop, padLeft, xPitch, yPitch,   \
                     wPitch},                                                                      \
                    begin, end);                                                                   \
  }

INGOT_DEPTHWISE(depthwise_f32_k3s1, 3, 1)
INGOT_DEPTHWISE(depthwise_f32_k3s2, 3, 2)
INGOT_DEPTHWISE(depthwise_f32_k5s1, 5, 1)
INGOT_DEPTHWISE(depthwise_f32_k5s2, 5, 2)
INGOT_DEPTHWISE(depthwise_f32, 0, 0)

extern "C" void pack_conv_f32(const float *w, float *packed, int64_t columns, int64_t channels,
                              int64_t taps, int64_t groups, int64_t columnStride,
                              int64_t channelStride, int64_t tapStride, int64_t panel,
                              int64_t begin, int64_t end) {
  packWeights(w, packed,
              {columns, channels, taps, groups, columnStride, channelStride, tapStride, panel},
              begin, end);
}
