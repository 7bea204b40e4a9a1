// Regions of interest, a bin at a time, after the reference.
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
  const int64_t bins = s.outHeight * s.outWidth, perRegion = s.channels * bins;
  INGOT_ROLLED
  for (int64_t unit = begin; unit < end;) {
    int64_t region = unit / perRegion, image = movement::indexAt(images, region, s.indexBytes);
    if (!movement::isInside(image, s.batch))
      return 1 + region;
    const RoiBins<T> place(rois + region * 4, plan);
    INGOT_ROLLED
    for (int64_t last = least(end, (region + 1) * perRegion); unit < last; ++unit) {
      int64_t plane = unit / bins, bin = unit - plane * bins, row = bin / s.outWidth;
      int64_t channel = plane - region * s.channels;
      y[unit] = place.at(x + (image * s.channels + channel) * s.height * s.width, row,
                         bin - row * s.outWidth, [] { return true; });
    }
  }
  return 0;
}

} // namespace ingot::kernels::vision
