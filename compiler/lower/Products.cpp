// Matrix products on the tuned kernels.
#include "compiler/lower/Products.h"

#include "compiler/lower/Tiles.h"
#include "kernels/contraction/pack.h"

namespace ingot::lower {
namespace {

using namespace kernels::contraction;

/// Rows up to which a product reads its right side once and computes little with it.
constexpr int64_t fewRows = 4;
/// Depth from which on the rows of a tile do not stay in the first-level cache; measured.
constexpr int64_t deepProduct = 256;

} // namespace

Memory packRight(LowerContext &c, size_t right, const Memory &b, RightSizes side,
                 const library::Kernel &kernel) {
  const library::Kernel &packing = *library::findKernel(kernel.packing);
  side.panel = kernel.tile.columns;
  Shape dims{packedElements(side.depth, side.columns, side.batches, side.panel)};
  bool isOperand = b.id == c.in(right).id; // not a copy of it
  if (auto constant = isOperand ? c.constant(right) : std::nullopt) {
    auto weights = packedNow(dims, [&](float *packed) {
      kernels::contraction::packRight(constant->data<float>() + b.offset, packed, nullptr, side, 0,
                                      packing.units(library::valuesOf(side)));
    });
    if (weights)
      return c.weight(c.name() + ".packed", *weights);
  }
  Memory panels = c.scratch(ElementType::F32, dims);
  c.kernel(packing, {b}, {panels}, library::valuesOf(side));
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
  const library::Kernel *kernel =
      bestTile(c, few ? "gemv" : "gemm", p.y.type, p.rows, p.columns, p.depth > deepProduct);
  if (!kernel)
    return false;
  RightSizes side{.depth = p.depth,
                  .columns = p.columns,
                  .rowStride = p.bRow,
                  .columnStride = p.bColumn,
                  .batches = p.bBatch == 0 ? 1 : p.batches,
                  .batchStride = p.bBatch,
                  .panel = 0};
  Memory panels = packRight(c, right, b, side, *kernel);
  int64_t entry = packedElements(p.depth, p.columns, 1, kernel->tile.columns);
  ProductSizes sizes{.rows = p.rows,
                     .columns = p.columns,
                     .depth = p.depth,
                     .batches = p.batches,
                     .aPitch = p.aPitch,
                     .yPitch = p.columns,
                     .aBatch = p.aBatch,
                     .bBatch = p.bBatch == 0 ? 0 : entry,
                     .yBatch = p.rows * p.columns,
                     .yBytes = static_cast<int64_t>(elementBytes(p.y.type)),
                     .firstCache = c.machine.cache(0),
                     .secondCache = c.machine.cache(1)};
  c.kernel(*kernel, {p.a, panels}, p.y, p.walk, bias, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
