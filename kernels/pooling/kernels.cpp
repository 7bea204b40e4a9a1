// The tuned kernels of pooling: the unit that is compiled to bitcode.
#include "kernels/pooling/pool.h"

using namespace ingot::kernels;
using namespace ingot::kernels::pooling;

extern "C" void max_pool_f32(const float *x, float *y, const void *context, int64_t batch,
                             int64_t height, int64_t width, int64_t channels, int64_t outHeight,
                             int64_t outWidth, int64_t kernelHeight, int64_t kernelWidth,
                             int64_t strideHeight, int64_t strideWidth, int64_t dilationHeight,
                             int64_t dilationWidth, int64_t padTop, int64_t padLeft,
                             int64_t padBottom, int64_t padRight, int64_t xPitch, int64_t yPitch,
                             int64_t begin, int64_t end) {
  pool<MaxPool>(x, y, context,
                {batch, height, width, channels, outHeight, outWidth, kernelHeight, kernelWidth,
                 strideHeight, strideWidth, dilationHeight, dilationWidth, padTop, padLeft,
                 padBottom, padRight, xPitch, yPitch},
                false, begin, end);
}

extern "C" void average_pool_f32(const float *x, float *y, const void *context, int64_t batch,
                                 int64_t height, int64_t width, int64_t channels, int64_t outHeight,
                                 int64_t outWidth, int64_t kernelHeight, int64_t kernelWidth,
                                 int64_t strideHeight, int64_t strideWidth, int64_t dilationHeight,
                                 int64_t dilationWidth, int64_t padTop, int64_t padLeft,
                                 int64_t padBottom, int64_t padRight, int64_t xPitch,
                                 int64_t yPitch, int64_t countPadding, int64_t begin, int64_t end) {
  pool<SumPool>(x, y, context,
                {batch, height, width, channels, outHeight, outWidth, kernelHeight, kernelWidth,
                 strideHeight, strideWidth, dilationHeight, dilationWidth, padTop, padLeft,
                 padBottom, padRight, xPitch, yPitch},
                countPadding != 0, begin, end);
}
