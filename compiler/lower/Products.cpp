// Matrix products on the tuned kernels.
#include "compiler/lower/Products.h"

#include "compiler/lower/Tiles.h"
#include "kernels/contraction/pack.h"
#include "kernels/contraction/units.h"

namespace ingot::lower {
namespace {

using namespace kernels::contraction;

/// Rows up to which a product reads its right side once and computes little with it.
constexpr int64_t fewRows = 4;

/// The right side in panels: packed now if it is constant, else by a kernel before the product.
Memory packed(LowerContext &c, const Product &p, size_t right, const Memory &b, int64_t panel) {
  int64_t entries = p.bBatch == 0 ? 1 : p.batches;
  Shape dims{packedElements(p.depth, p.columns, entries, panel)};
  RightShape shape{p.depth, p.columns, p.bRow, p.bColumn, entries, p.bBatch, panel};
  int64_t units = (p.columns + panel - 1) / panel * entries;
  if (auto constant = c.constant(right)) {
    auto memory = Tensor::allocate(ElementType::F32, dims);
    if (memory.ok()) {
      Tensor weights = memory.take();
      packRight(constant->data<float>(), weights.mutableData<float>(), shape, 0, units);
      return c.weight(c.name() + ".packed", weights);
    }
  }
  Memory panels = c.scratch(ElementType::F32, dims);
  c.kernel("pack_b_f32", {b}, {panels},
           {shape.depth, shape.columns, shape.rowStride, shape.columnStride, shape.batches,
            shape.batchStride, shape.panel},
           units);
  return panels;
}

} // namespace

bool lowerProduct(LowerContext &c, const Product &p, size_t right, const Memory &b,
                  const std::optional<Memory> &bias) {
  bool few = p.rows <= fewRows;
  auto tile = bestTile(c.isa, few ? "gemv_f32_" : "gemm_f32_", p.rows, p.columns);
  if (!tile)
    return false;
  Memory panels = packed(c, p, right, b, tile->columns);
  int64_t entry = packedElements(p.depth, p.columns, 1, tile->columns);
  std::vector<int64_t> sizes{p.rows,
                             p.columns,
                             p.depth,
                             p.batches,
                             p.aPitch,
                             p.columns,
                             p.aBatch,
                             p.bBatch == 0 ? 0 : entry,
                             p.rows * p.columns};
  int64_t units = few ? kernels::ceilDiv(p.columns, tile->columns) * p.batches
                      : gemmUnits(p.rows, p.columns, p.batches, tile->rows, tile->columns);
  c.kernel(tile->kernel, {p.a, panels}, p.y, p.columnAxis, bias, sizes, units);
  return true;
}

} // namespace ingot::lower
