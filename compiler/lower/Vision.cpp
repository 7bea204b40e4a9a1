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

/// The number of boxes that may be taken is there, and how much they may overlap, both of the types
/// of the kernel.
bool lowerSelectBoxes(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "select_boxes", type, ElementType::I64);
  auto isSingle = [&](size_t i, ElementType wanted) {
    return c.operands[i].element == wanted && elementCount(c.operands[i].dims) == 1;
  };
  const Shape &scores = c.operands[1].dims;
  if (!kernel || !c.has(2) || !isSingle(2, ElementType::I64) || !c.has(3) || !isSingle(3, type) ||
      (c.has(4) && !isSingle(4, type)) || (c.has(5) && !isSingle(5, ElementType::I64)) ||
      !hasElements(c.operands[1]) || !hasElements(c.results[0]) || scores[2] > INT32_MAX)
    return false;
  kernels::vision::SelectBoxesSizes sizes{.batch = scores[0],
                                          .classes = scores[1],
                                          .boxes = scores[2],
                                          .limit = c.results[0].dims[2],
                                          .centred = c.attributes.flag("centred"),
                                          .hasLeast = c.has(4),
                                          .hasCount = c.has(5)};
  std::vector<Memory> reads;
  for (size_t i = 0; i < 6; ++i) // nothing is read where an operand is missing
    reads.push_back(c.has(i) ? rowMajorIn(c, i) : reads[0]);
  Memory scratch = c.scratch(ElementType::I32, scores);
  c.kernel(*kernel, reads, {scratch, rowMajorOut(c)}, library::valuesOf(sizes),
           str("select_boxes: count is not from 0 to ", scores[2]));
  return true;
}

} // namespace ingot::lower
