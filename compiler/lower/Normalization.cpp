// Lowerings of softmax and normalizations of floats along innermost axes.
#include "compiler/lower/LowerContext.h"
#include "kernels/normalization/contract.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace ingot::lower {
namespace {

/// What the kernels work on: rows of neighbouring elements.
struct Rows {
  Memory x, y;
  int64_t count, size;
  Walk walk;
};

/// Floats that the kernels compute with in f32, and round once.
bool areFloats(const LowerContext &c) {
  ElementType type = c.results[0].element;
  return c.operands[0].element == type && isComputedInF32(type) &&
         elementCount(c.results[0].dims).value_or(0) > 0;
}

/// The operand and result with axes [first, last) innermost. The others stay in the order they lie.
Rows rowsAlong(LowerContext &c, int64_t first, int64_t last) {
  Rows rows;
  std::vector<int> axes(static_cast<size_t>(last - first));
  std::iota(axes.begin(), axes.end(), static_cast<int>(first));
  Order order = innermost(orderOf(c.in(0)), axes);
  rows.x = c.in(0, order);
  rows.y = c.out(0, order);
  rows.walk = {order, axes.size()};
  rows.size = 1;
  for (int axis : axes)
    rows.size *= rows.x.dims[static_cast<size_t>(axis)];
  rows.count = elementCount(rows.x.dims).value_or(0) / rows.size;
  return rows;
}

std::vector<int64_t> sizesOf(const LowerContext &c, const Rows &rows, int64_t epsilonBits = 0) {
  return library::valuesOf(
      kernels::normalization::NormSizes{.rows = rows.count,
                                        .n = rows.size,
                                        .xPitch = rows.size,
                                        .yPitch = rows.size,
                                        .prepares = c.hasPrologue(),
                                        .xBytes = static_cast<int64_t>(elementBytes(rows.x.type)),
                                        .yBytes = static_cast<int64_t>(elementBytes(rows.y.type)),
                                        .epsilonBits = epsilonBits});
}

/// The kernel of an operation for what it reads and stores; null when there is none.
const library::Kernel *rowKernel(LowerContext &c, const char *operation) {
  return kernelFor(c, operation, c.in(0).type, c.stored(0));
}

int64_t axisOf(const LowerContext &c) {
  int64_t axis = c.attributes.integer("axis");
  return axis < 0 ? axis + static_cast<int64_t>(c.operands[0].dims.size()) : axis;
}

bool softmax(LowerContext &c, const char *operation) {
  if (!areFloats(c) || c.operands[0].dims.empty())
    return false;
  const library::Kernel *kernel = rowKernel(c, operation);
  if (!kernel)
    return false;
  int64_t rank = static_cast<int64_t>(c.operands[0].dims.size()), axis = axisOf(c);
  int64_t count = c.attributes.integer("count");
  Rows rows = rowsAlong(c, axis, count == 0 ? rank : axis + count);
  c.kernel(*kernel, {rows.x}, rows.walk, rows.y, rows.walk, sizesOf(c, rows));
  return true;
}

/// Whether a parameter has one element for each of the normalized axes, which are the last ones.
bool isPerElement(const LowerContext &c, size_t operand, int64_t axis) {
  const Shape &x = c.operands[0].dims, &p = c.operands[operand].dims;
  auto count = static_cast<size_t>(static_cast<int64_t>(x.size()) - axis);
  if (c.operands[operand].element != ElementType::F32 || p.size() < count)
    return false;
  return std::equal(p.end() - static_cast<int64_t>(count), p.end(),
                    x.end() - static_cast<int64_t>(count)) &&
         std::all_of(p.begin(), p.end() - static_cast<int64_t>(count),
                     [](int64_t size) { return size == 1; });
}

Memory parameter(LowerContext &c, size_t operand) {
  return c.in(operand, rowMajor(c.operands[operand].dims.size()));
}

int64_t epsilonOf(const LowerContext &c) {
  return std::bit_cast<uint32_t>(static_cast<float>(c.attributes.number("epsilon")));
}

/// The statistics are results as well; the kernels keep them to themselves.
bool isNormalized(const LowerContext &c, int64_t axis) {
  if (!areFloats(c) || c.attributes.type("stash_type") != ElementType::F32)
    return false;
  for (size_t i = 1; i < c.results.size(); ++i)
    if (c.isUsed(i))
      return false;
  return isPerElement(c, 1, axis) && (!c.has(2) || isPerElement(c, 2, axis));
}

} // namespace

bool lowerSoftmax(LowerContext &c) { return softmax(c, "softmax_rows"); }
bool lowerLogSoftmax(LowerContext &c) { return softmax(c, "log_softmax_rows"); }

bool lowerLayerNorm(LowerContext &c) {
  int64_t axis = axisOf(c);
  const library::Kernel *kernel = isNormalized(c, axis) ? rowKernel(c, "layer_norm_rows") : nullptr;
  if (!kernel)
    return false;
  Rows rows = rowsAlong(c, axis, static_cast<int64_t>(c.operands[0].dims.size()));
  Memory scale = parameter(c, 1);
  Memory bias;
  if (c.has(2)) {
    bias = parameter(c, 2);
  } else {
    auto zeros = Tensor::allocate(ElementType::F32, {rows.size});
    if (!zeros.ok())
      return false;
    Tensor none = zeros.take();
    std::fill_n(none.mutableData<float>(), rows.size, 0.0F);
    bias = c.weight(c.name() + ".bias", none);
  }
  c.kernel(*kernel, {rows.x, scale, bias}, rows.walk, rows.y, rows.walk,
           sizesOf(c, rows, epsilonOf(c)));
  return true;
}

bool lowerRmsNorm(LowerContext &c) {
  int64_t axis = axisOf(c);
  const library::Kernel *kernel = isNormalized(c, axis) ? rowKernel(c, "rms_norm_rows") : nullptr;
  if (!kernel)
    return false;
  Rows rows = rowsAlong(c, axis, static_cast<int64_t>(c.operands[0].dims.size()));
  c.kernel(*kernel, {rows.x, parameter(c, 1)}, rows.walk, rows.y, rows.walk,
           sizesOf(c, rows, epsilonOf(c)));
  return true;
}

} // namespace ingot::lower
