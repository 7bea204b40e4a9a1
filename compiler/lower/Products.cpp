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
/// Depth from which on the rows of a tile do not stay in the first-level cache; measured.
constexpr int64_t deepProduct = 256;

} // namespace

Memory packRight(LowerContext &c, size_t right, const Memory &b, const RightSide &side,
                 int64_t panel) {
  Shape dims{packedElements(side.depth, side.columns, side.batches, panel)};
  RightShape shape{side.depth,   side.columns,     side.rowStride, side.columnStride,
                   side.batches, side.batchStride, panel};
  int64_t units = kernels::ceilDiv(side.columns, panel) * side.batches;
  bool isOperand = b.id == c.in(right).id; // not a copy of it
  if (auto constant = isOperand ? c.constant(right) : std::nullopt) {
    auto memory = Tensor::allocate(ElementType::F32, dims);
    if (memory.ok()) {
      Tensor weights = memory.take();
      kernels::contraction::packRight(constant->data<float>() + b.offset,
                                      weights.mutableData<float>(), shape, 0, units);
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

std::optional<int64_t> batchStride(const Memory &m, const Shape &batches) {
  Memory leading = m;
  leading.dims.resize(leading.dims.size() - 2);
  leading.strides.resize(leading.dims.size());
  return evenStride(batches, broadcastStrides(leading, batches), rowMajor(batches.size()));
}

bool lowerProduct(LowerContext &c, const Product &p, size_t right, const Memory &b,
                  const std::optional<Memory> &bias) {
  bool few = p.rows <= fewRows;
  auto tile =
      bestTile(c.isa, few ? "gemv_f32_" : "gemm_f32_", p.rows, p.columns, p.depth > deepProduct);
  if (!tile)
    return false;
  Memory panels = packRight(
      c, right, b, {p.depth, p.columns, p.bRow, p.bColumn, p.bBatch == 0 ? 1 : p.batches, p.bBatch},
      tile->columns);
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
  c.kernel(tile->kernel, {p.a, panels}, p.y, p.walk, bias, sizes, units);
  return true;
}

} // namespace ingot::lower
