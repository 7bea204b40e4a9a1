// Lowerings of operators that take or put elements where an index says.
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/lower/LowerContext.h"
#include "kernels/movement/contract.h"

namespace ingot::lower {
namespace {

bool isIndex(ElementType type) { return type == ElementType::I64 || type == ElementType::I32; }

/// What is said of an index that is none.
std::string outOfRange(const LowerContext &c, int64_t size) {
  return str(c.op.name, ": element % of the indices is out of range for a dimension of ", size);
}

} // namespace

bool lowerGather(LowerContext &c) {
  const Shape &dims = c.operands[0].dims;
  // Elements of 16 bytes are two of 8.
  auto bytes = static_cast<int64_t>(elementBytes(c.operands[0].element));
  int64_t parts = bytes / std::min<int64_t>(bytes, 8);
  const library::Kernel *kernel = library::findKernel(str("gather_", 8 * bytes / parts));
  if (!kernel || !isIndex(c.operands[1].element) ||
      elementCount(c.results[0].dims).value_or(0) == 0)
    return false;
  auto rank = static_cast<int64_t>(dims.size());
  auto axis = static_cast<size_t>(*graph::normalizeAxis(c.attributes.integer("axis"), rank));
  kernels::movement::GatherSizes sizes{
      .outer = graph::productOf(dims, 0, axis),
      .size = dims[axis],
      .count = *elementCount(c.operands[1].dims),
      .inner = graph::productOf(dims, axis + 1, dims.size()) * parts,
      .indexBytes = static_cast<int64_t>(elementBytes(c.operands[1].element))};
  Memory x = c.in(0, rowMajor(dims.size()));
  Memory indices = c.in(1, rowMajor(c.operands[1].dims.size()));
  Memory y = c.out(0, rowMajor(c.results[0].dims.size()));
  c.kernel(*kernel, {x, indices}, {y}, library::valuesOf(sizes), outOfRange(c, sizes.size));
  return true;
}

} // namespace ingot::lower
