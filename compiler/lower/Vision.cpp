// Lowerings of regions of interest and deformed windows.
#include "compiler/dialect/graph/infer/Convolution.h"
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

namespace {

kernels::vision::DeformSizes deformSizes(const LowerContext &c,
                                         const std::vector<graph::WindowAxis> &window) {
  const Shape &x = c.operands[0].dims, &w = c.operands[1].dims;
  kernels::vision::DeformSizes s{};
  s.batch = x[0], s.groups = c.attributes.integer("group");
  s.channels = w[1], s.maps = w[0] / s.groups;
  s.offsetGroups = c.attributes.integer("offset_group");
  s.axes = static_cast<int64_t>(window.size());
  s.hasBias = c.has(3), s.hasMask = c.has(4);
  for (size_t i = 0; i < window.size(); ++i) {
    s.in[i] = window[i].in, s.out[i] = window[i].out, s.taps[i] = window[i].kernel;
    s.stride[i] = window[i].stride, s.dilation[i] = window[i].dilation;
    s.pad[i] = window[i].before;
  }
  return s;
}

} // namespace

bool lowerDeformConv(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "deform_conv", type, type);
  const Shape &x = c.operands[0].dims;
  auto window = graph::convolutionWindow(c.attributes, x, c.operands[1].dims);
  if (!kernel || !window || window->empty() || window->size() > kernels::vision::deformAxes ||
      !hasElements(c.operands[0]) || !hasElements(c.operands[1]) || !hasElements(c.results[0]))
    return false;
  auto sizes = deformSizes(c, *window);
  std::vector<Memory> reads;
  for (size_t i = 0; i < 5; ++i) // nothing is read where an operand is missing
    reads.push_back(c.has(i) ? rowMajorIn(c, i) : reads[0]);
  int64_t units = kernel->units(library::valuesOf(sizes));
  Memory scratch = c.scratch(ElementType::F64, {units, sizes.maps, 8});
  c.kernel(*kernel, reads, {scratch, rowMajorOut(c)}, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
