// Regions of interest, a channel at a time, after the reference.
#pragma once

#include "kernels/movement/gather.h"
#include "kernels/vision/contract.h"
#include "kernels/vision/reference.h"

namespace ingot::kernels::vision {

/// Units [begin, end).
template <typename T>
INGOT_INLINE Fault roiAlign(const T *x, const T *rois, const void *images, T *y, const void *,
                            const RoiAlignSizes &s, int64_t begin, int64_t end) {
  const RoiAlignPlan plan = {.channels = 1,
                             .height = s.height,
                             .width = s.width,
                             .outHeight = s.outHeight,
                             .outWidth = s.outWidth,
                             .samplingRatio = s.samplingRatio,
                             .scale = __builtin_bit_cast(double, s.scaleBits),
                             .halfPixel = s.halfPixel != 0,
                             .isMax = s.isMax != 0};
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t region = unit / s.channels, channel = unit - region * s.channels;
    int64_t image = movement::indexAt(images, region, s.indexBytes);
    if (!movement::isInside(image, s.batch))
      return 1 + region;
    roiAlign(x + (image * s.channels + channel) * s.height * s.width, rois + region * 4,
             y + unit * s.outHeight * s.outWidth, plan, [] { return true; });
  }
  return 0;
}

} // namespace ingot::kernels::vision
