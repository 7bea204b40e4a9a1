// The lowering of linear attention: its state is memory in between, eight columns a unit.
#include "compiler/lower/RowMajor.h"
#include "kernels/attention/contract.h"

#include <bit>
#include <cmath>

namespace ingot::lower {
namespace {

kernels::attention::LinearAttentionSizes sizesOf(const LowerContext &c) {
  const Shape &q = c.operands[0].dims, &state = c.results[1].dims;
  int64_t heads = c.attributes.integer("kv_heads");
  double scale = c.attributes.has("scale") ? static_cast<double>(c.attributes.number("scale"))
                                           : 1 / std::sqrt(static_cast<double>(state[2]));
  return {.batch = q[0],
          .rows = q[1],
          .queryHeads = c.attributes.integer("q_heads"),
          .keyHeads = heads,
          .size = state[2],
          .valueSize = state[3],
          .hasPast = c.has(3),
          .decaySize = c.has(4) ? c.operands[4].dims[2] / heads : 0,
          .betaHeads = c.has(5) ? c.operands[5].dims[2] : 0,
          .scaleBits = std::bit_cast<int64_t>(scale)};
}

} // namespace

bool lowerLinearAttention(LowerContext &c) {
  ElementType type = c.operands[0].element;
  const library::Kernel *kernel = kernelFor(c, "linear_attention", type, type);
  if (!kernel || c.results[1].element != type || !hasElements(c.results[0]) ||
      !hasElements(c.results[1]))
    return false;
  auto sizes = sizesOf(c);
  std::vector<Memory> reads;
  for (size_t i = 0; i < 6; ++i) // nothing is read where an operand is missing
    reads.push_back(c.has(i) ? rowMajorIn(c, i) : reads[0]);
  int64_t units = kernel->units(library::valuesOf(sizes));
  Memory scratch = c.scratch(ElementType::F64, {units, sizes.scratch()});
  c.kernel(*kernel, reads, {scratch, rowMajorOut(c, 0), rowMajorOut(c, 1)},
           library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
