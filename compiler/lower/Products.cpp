// Matrix products on the tuned kernels.
#include "compiler/lower/Products.h"

#include "compiler/lower/Halves.h"
#include "compiler/lower/Tiles.h"
#include "kernels/contraction/integer_pack.h"
#include "kernels/contraction/pack.h"

namespace ingot::lower {
namespace {

using namespace kernels::contraction;

/// Rows up to which a product reads its right side once and computes little with it.
constexpr int64_t fewRows = 4;
/// Depth from which on the rows of a tile do not stay in the first-level cache; measured.
constexpr int64_t deepProduct = 256;

/// Columns up to which packing the left side takes what a product in f16 saves.
constexpr int64_t fewColumns = 32;

/// Whether `b` is a look at operand `right`, not a copy of it, and can be packed now.
bool isConstantRight(LowerContext &c, size_t right, const Memory &b) {
  return b.id == c.in(right).id && c.isConstant(right);
}

/// A kernel that takes the right side as it is kept, or one that takes it as f32.
const library::Kernel *productKernel(LowerContext &c, const Product &p, ElementType kept) {
  constexpr ElementType f32 = ElementType::F32;
  for (ElementType right : {kept, f32}) {
    std::string operation = operationOn(p.rows <= fewRows ? "gemv" : "gemm", right);
    if (const library::Kernel *kernel =
            bestTile(c, operation, f32, p.y.type, p.rows, p.columns, p.depth > deepProduct))
      return kernel;
  }
  return nullptr;
}

/// Those of f32, or of another type that begins as they do.
template <typename Sizes = RightSizes> Sizes rightSizes(const Product &p) {
  Sizes sizes{};
  sizes.depth = p.depth;
  sizes.columns = p.columns;
  sizes.rowStride = p.bRow;
  sizes.columnStride = p.bColumn;
  sizes.batches = p.bBatch == 0 ? 1 : p.batches;
  sizes.batchStride = p.bBatch;
  return sizes;
}

/// As rightSizes; an entry of the packed right side has `entry` elements.
template <typename Sizes> Sizes sizesOf(const LowerContext &c, const Product &p, int64_t entry) {
  Sizes sizes{};
  sizes.rows = p.rows;
  sizes.columns = p.columns;
  sizes.depth = p.depth;
  sizes.batches = p.batches;
  sizes.aPitch = p.aPitch;
  sizes.yPitch = p.columns;
  sizes.aBatch = p.aBatch;
  sizes.bBatch = p.bBatch == 0 ? 0 : entry;
  sizes.yBatch = p.rows * p.columns;
  sizes.yBytes = static_cast<int64_t>(elementBytes(p.y.type));
  sizes.firstCache = c.machine.cache(0);
  sizes.secondCache = c.machine.cache(1);
  return sizes;
}

ProductSizes productSizes(const LowerContext &c, const Product &p, const library::Kernel &kernel) {
  return sizesOf<ProductSizes>(c, p, packedElements(p.depth, p.columns, 1, kernel.tile.columns));
}

/// The left side as products in f16 want it, in memory of its own.
Memory packLeft(LowerContext &c, const Product &p, ProductSizes &sizes) {
  const library::Kernel &packing = *kernelFor(c, "pack_left", ElementType::F32, ElementType::F16);
  LeftSizes side{.rows = p.rows,
                 .depth = p.depth,
                 .batches = p.aBatch == 0 ? 1 : p.batches,
                 .pitch = p.aPitch,
                 .batchStride = p.aBatch};
  int64_t entry = packedHalfRows(p.rows, p.depth);
  Memory tiles = c.scratch(ElementType::F16, {side.batches * entry});
  c.kernel(packing, {p.a}, {tiles}, library::valuesOf(side));
  sizes.aPitch = 0;
  sizes.aBatch = p.aBatch == 0 ? 0 : entry;
  return tiles;
}

/// Says the product in f16, if its right side is kept so and the machine has a kernel.
bool lowerInHalves(LowerContext &c, const Product &p, size_t right, const Memory &b,
                   const std::optional<Memory> &bias) {
  const library::Kernel *kernel =
      bestTile(c, p.rows <= fewRows ? "gemv_in_f16" : "gemm_in_f16", ElementType::F16, p.y.type,
               p.rows, p.columns, p.depth > deepProduct);
  if (!kernel || p.columns <= fewColumns || !fitsProductInHalves(c, right))
    return false;
  ProductSizes sizes = productSizes(c, p, *kernel);
  Memory panels = packRight(c, right, b, rightSizes(p), *kernel);
  Memory tiles = packLeft(c, p, sizes);
  c.kernel(*kernel, {tiles, panels}, p.y, p.walk, bias, library::valuesOf(sizes));
  return true;
}

} // namespace

Memory packRight(LowerContext &c, size_t right, const Memory &b, RightSizes side,
                 const library::Kernel &kernel) {
  const library::Kernel &packing = *library::findKernel(kernel.packing);
  side.panel = kernel.tile.columns;
  Shape dims{packedElements(side.depth, side.columns, side.batches, side.panel)};
  ElementType kept = *elementFromName(packing.out);
  if (isConstantRight(c, right, b)) {
    auto sizes = library::valuesOf(side);
    auto weights =
        c.made(c.name() + ".packed", Recipe::of({right}, packing, sizes, b.offset), kept, dims,
               [&](const std::vector<Tensor> &constants, void *memory) {
                 packInto(memory, kept, [&](auto *packed) {
                   kernels::contraction::packRight(constants[0].data<float>() + b.offset, packed,
                                                   nullptr, side, 0, packing.units(sizes));
                 });
               });
    if (weights)
      return *weights;
  }
  Memory panels = c.scratch(kept, dims);
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
  ElementType kept = isConstantRight(c, right, b) ? keptType(c, right) : ElementType::F32;
  if (c.fastMath && kept == ElementType::F16 && lowerInHalves(c, p, right, b, bias))
    return true;
  const library::Kernel *kernel = productKernel(c, p, kept);
  if (!kernel)
    return false;
  Memory panels = packRight(c, right, b, rightSizes(p), *kernel);
  c.kernel(*kernel, {p.a, panels}, p.y, p.walk, bias,
           library::valuesOf(productSizes(c, p, *kernel)));
  return true;
}

std::optional<ZeroPoint> zeroPoint(LowerContext &c, size_t i, ElementType type) {
  if (!c.has(i)) {
    auto zero = packedNow(type, {}, [](void *byte) { *static_cast<uint8_t *>(byte) = 0; });
    if (!zero)
      return std::nullopt;
    return ZeroPoint{c.weight(c.name() + ".zero", *zero), 0};
  }
  if (elementCount(c.operands[i].dims) != 1)
    return std::nullopt;
  auto known = c.integers(i);
  return ZeroPoint{c.in(i), known ? std::optional(known->front()) : std::nullopt};
}

namespace {
bool isSigned(ElementType type) { return elementClass(type) == ElementClass::Signed; }

/// The sign that a kernel has its right side packed in.
bool isPackedSigned(const library::Kernel &kernel) {
  return library::findKernel(kernel.packing)->writes(ElementType::I8);
}

Memory packIntegerRight(LowerContext &c, size_t right, const Memory &b, IntegerRightSizes side,
                        const library::Kernel &kernel) {
  const library::Kernel &packing = *library::findKernel(kernel.packing);
  side.panel = kernel.tile.columns;
  Shape dims{packedWords(side.depth, side.columns, side.batches, side.panel)};
  if (isConstantRight(c, right, b)) {
    auto pack = isPackedSigned(kernel) ? packRightInteger<true> : packRightInteger<false>;
    auto sizes = library::valuesOf(side);
    auto weights =
        c.made(c.name() + ".packed", Recipe::of({right}, packing, sizes, b.offset),
               ElementType::I32, dims, [&](const std::vector<Tensor> &constants, void *packed) {
                 pack(static_cast<const uint8_t *>(constants[0].bytes()) + b.offset,
                      static_cast<int32_t *>(packed), nullptr, side, 0, packing.units(sizes));
               });
    if (weights)
      return *weights;
  }
  Memory panels = packedScratch(c, packing, dims[0]);
  c.kernel(packing, {b}, {panels}, library::valuesOf(side));
  return panels;
}
} // namespace

Memory packedScratch(LowerContext &c, const library::Kernel &packing, int64_t words) {
  ElementType type = *elementFromName(packing.out);
  return c.scratch(type, {words * 4 / static_cast<int64_t>(elementBytes(type))});
}

bool needsRowSums(const library::Kernel &kernel, ElementType right, const ZeroPoint &zero) {
  bool packedSigned = isPackedSigned(kernel);
  int64_t shift = packedSigned == isSigned(right) ? 0 : packedSigned ? -128 : 128;
  return !zero.value || *zero.value + shift != 0;
}

bool lowerIntegerProduct(LowerContext &c, const Product &p, size_t right, const Memory &b) {
  bool few = p.rows <= fewRows;
  const library::Kernel *kernel = bestTile(c, few ? "gemv_integer" : "gemm_integer", p.a.type,
                                           p.y.type, p.rows, p.columns, p.depth > deepProduct);
  auto aZero = kernel ? zeroPoint(c, 2, p.a.type) : std::nullopt;
  auto bZero = aZero ? zeroPoint(c, 3, b.type) : std::nullopt;
  if (!bZero)
    return false;
  auto side = rightSizes<IntegerRightSizes>(p);
  side.bSigned = isSigned(b.type);
  Memory panels = packIntegerRight(c, right, b, side, *kernel);
  auto sizes =
      sizesOf<IntegerProductSizes>(c, p, packedWords(p.depth, p.columns, 1, kernel->tile.columns));
  sizes.bSigned = side.bSigned;
  sizes.rowSums = needsRowSums(*kernel, b.type, *bZero);
  c.kernel(*kernel, {p.a, panels, aZero->memory, bZero->memory}, p.y, p.walk, std::nullopt,
           library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
