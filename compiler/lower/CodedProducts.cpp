// Lowering of products with a right side of a few bits.
#include "compiler/lower/Tiles.h"
#include "kernels/contraction/blocks.h"

namespace ingot::lower {
namespace {

using namespace kernels::contraction;

/// The kernels of codes of 2 and 4 bits have 4, those of 8 bits 8.
int64_t packedBits(int64_t bits) { return bits <= 4 ? 4 : 8; }

/// Whether there is one zero point, the middle of the codes.
bool isCentered(const LowerContext &c, int64_t bits) {
  if (!c.has(3) || elementCount(c.operands[3].dims) != 1)
    return false;
  auto zero = c.constant(3);
  return zero && zero->data<float>()[0] == static_cast<float>(int64_t{1} << (bits - 1));
}

/// The zero points, or a 0 where there are none.
std::optional<Memory> zeroPoints(LowerContext &c) {
  if (c.has(3))
    return c.in(3, rowMajor(c.operands[3].dims.size()));
  auto zero =
      packedNow(ElementType::F32, {}, [](void *number) { *static_cast<float *>(number) = 0; });
  return zero ? std::optional(c.weight(c.name() + ".zero", *zero)) : std::nullopt;
}

/// The right side in panels: packed now if all of it is constant, else by a kernel.
std::optional<Memory> packedCodes(LowerContext &c, const PackBlocksSizes &side,
                                  const library::Kernel &kernel) {
  const library::Kernel &packing = *library::findKernel(kernel.packing);
  int64_t bits = packedBits(side.bits), panels = packing.units(library::valuesOf(side));
  Shape dims{panels * codedPanelBytes(side.depth, side.block, side.panel, static_cast<int>(bits),
                                      side.centered)};
  auto zero = zeroPoints(c);
  if (!zero)
    return std::nullopt;
  if (c.isConstant(1) && c.isConstant(2) && (!c.has(3) || c.isConstant(3))) {
    std::vector<size_t> operands{1, 2};
    if (c.has(3))
      operands.push_back(3);
    auto weights =
        c.made(c.name() + ".packed", Recipe::of(operands, packing, library::valuesOf(side)),
               ElementType::U8, dims, [&](const std::vector<Tensor> &constants, void *packed) {
                 auto pack = bits == 4 ? packBlocks<4> : packBlocks<8>;
                 const float none = 0;
                 pack(constants[0].data<uint8_t>(), constants[1].data<float>(),
                      constants.size() > 2 ? constants[2].data<float>() : &none,
                      static_cast<char *>(packed), nullptr, side, 0, panels);
               });
    if (weights)
      return *weights;
  }
  Memory packed = c.scratch(ElementType::U8, dims);
  c.kernel(packing, {c.in(1, rowMajor(2)), c.in(2, rowMajor(2)), *zero}, {packed},
           library::valuesOf(side));
  return packed;
}

} // namespace

bool lowerMatmulCodes(LowerContext &c) {
  constexpr int64_t fewRows = 4;
  int64_t block = c.attributes.integer("block_size"), bits = c.attributes.integer("bits");
  const Shape &a = c.operands[0].dims, &b = c.operands[1].dims;
  auto elements = elementCount(a);
  if (c.operands[0].element != ElementType::F32 || elements.value_or(0) == 0 || b[0] == 0)
    return false;
  int64_t depth = a.back(), rows = *elements / depth, columns = b[0];
  std::string operation = str(rows <= fewRows ? "gemv" : "gemm", "_codes", packedBits(bits));
  ElementType out = c.stored(0);
  const library::Kernel *kernel =
      bestTile(c, operation, ElementType::F32, out, rows, columns, false);
  if (!kernel)
    return false;
  PackBlocksSizes side{.depth = depth,
                       .columns = columns,
                       .block = block,
                       .rowBytes = b[1],
                       .bits = bits,
                       .zeros = c.has(3) ? *elementCount(c.operands[3].dims) : 1,
                       .centered = isCentered(c, packedBits(bits)),
                       .panel = kernel->tile.columns};
  auto packed = packedCodes(c, side, *kernel);
  if (!packed)
    return false;
  BlockProductSizes sizes{.rows = rows,
                          .columns = columns,
                          .depth = depth,
                          .batches = 1,
                          .aPitch = depth,
                          .yPitch = columns,
                          .aBatch = 0,
                          .bBatch = 0,
                          .yBatch = 0,
                          .yBytes = static_cast<int64_t>(elementBytes(out)),
                          .firstCache = c.machine.cache(0),
                          .secondCache = c.machine.cache(1),
                          .block = block,
                          .centered = side.centered};
  Memory left = c.in(0, rowMajor(a.size())), y = c.out(0, rowMajor(a.size()));
  c.kernel(*kernel, {left, *packed}, y, {rowMajor(a.size()), 1}, std::nullopt,
           library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
