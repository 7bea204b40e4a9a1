// Lowerings of random operators that have a seed of their own; others take that of the run, which
// only the host knows.
#include "compiler/lower/RowMajor.h"
#include "kernels/random/contract.h"

#include <bit>

namespace ingot::lower {
namespace {

bool isCommonFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F64;
}

int64_t bytesOf(ElementType type) { return static_cast<int64_t>(elementBytes(type)); }

} // namespace

bool lowerDropout(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "dropout", type, ElementType::Bool);
  bool takesRatio = !c.has(1) || isCommonFloat(c.operands[1].element);
  if (!kernel || !takesRatio || !c.attributes.has("seed") || !hasElements(c.operands[0]))
    return false;
  kernels::random::DropoutSizes sizes{.n = *elementCount(c.operands[0].dims),
                                      .seed = c.attributes.integer("seed"),
                                      .ratioBytes = c.has(1) ? bytesOf(c.operands[1].element) : 0,
                                      .hasTraining = c.has(2)};
  Memory x = rowMajorIn(c, 0); // nothing is read where an operand is missing
  Memory ratio = c.has(1) ? rowMajorIn(c, 1) : x, training = c.has(2) ? rowMajorIn(c, 2) : x;
  Memory y = rowMajorOut(c, 0), mask = rowMajorOut(c, 1);
  c.kernel(*kernel, {x, ratio, training}, {y, mask}, library::valuesOf(sizes),
           str(c.op.name, ": the ratio is not 0 or more and less than 1"));
  return true;
}

bool lowerRandomUniform(LowerContext &c) {
  ElementType type = c.results[0].element;
  const library::Kernel *kernel = kernelFor(c, "random_uniform", type, type);
  if (!kernel || !c.attributes.has("seed") || !hasElements(c.results[0]))
    return false;
  kernels::random::UniformSizes sizes{
      .n = *elementCount(c.results[0].dims),
      .seed = c.attributes.integer("seed"),
      .lowBits = std::bit_cast<int64_t>(double{c.attributes.number("low")}),
      .highBits = std::bit_cast<int64_t>(double{c.attributes.number("high")}),
      .precision = type == ElementType::F64 ? 53 : 24};
  c.kernel(*kernel, {}, {rowMajorOut(c)}, library::valuesOf(sizes));
  return true;
}

bool lowerBernoulli(LowerContext &c) {
  ElementType from = c.operands[0].element, to = c.results[0].element;
  bool isWhole = to == ElementType::Bool || (isInteger(to) && elementBits(to) >= 8);
  if (!isCommonFloat(from) || !(isWhole || isCommonFloat(to)) || !c.attributes.has("seed") ||
      !hasElements(c.operands[0]))
    return false;
  kernels::random::BernoulliSizes sizes{.n = *elementCount(c.operands[0].dims),
                                        .seed = c.attributes.integer("seed"),
                                        .xBytes = bytesOf(from),
                                        .yBytes = bytesOf(to),
                                        .isFloat = !isWhole};
  Memory x = rowMajorIn(c, 0);
  c.kernel(*library::findKernel("bernoulli"), {x}, {rowMajorOut(c)}, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
