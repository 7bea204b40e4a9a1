// Lowerings of regions of interest.
#include "compiler/lower/RowMajor.h"
#include "kernels/vision/contract.h"

#include <bit>

namespace ingot::lower {

/// Samples of a bin along an axis; with more a unit takes so long that no limit of time can be
/// kept.
constexpr int64_t mostSamples = 1024;

bool lowerRoiAlign(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "roi_align", type, type);
  if (!kernel || !isIndex(c.operands[2].element) || !hasElements(c.operands[0]) ||
      !hasElements(c.results[0]) || c.attributes.integer("sampling_ratio") > mostSamples)
    return false;
  const Shape &x = c.operands[0].dims, &y = c.results[0].dims;
  kernels::vision::RoiAlignSizes sizes{
      .batch = x[0],
      .channels = x[1],
      .height = x[2],
      .width = x[3],
      .regions = y[0],
      .outHeight = y[2],
      .outWidth = y[3],
      .samplingRatio = c.attributes.integer("sampling_ratio"),
      .scaleBits = std::bit_cast<int64_t>(double{c.attributes.number("spatial_scale")}),
      .halfPixel = c.attributes.flag("half_pixel"),
      .isMax = c.attributes.text("mode") == "max",
      .indexBytes = static_cast<int64_t>(elementBytes(c.operands[2].element))};
  Memory images = rowMajorIn(c, 0), rois = rowMajorIn(c, 1), of = rowMajorIn(c, 2);
  c.kernel(*kernel, {images, rois, of}, {rowMajorOut(c)}, library::valuesOf(sizes),
           str(c.op.name, ": the batch index of region % is outside 0 to ", x[0] - 1));
  return true;
}

} // namespace ingot::lower
