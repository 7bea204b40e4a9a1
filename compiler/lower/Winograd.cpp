// Convolutions of 3 by 3 taps as sixteen products between two transforms, where that takes less
// time: kernels/convolution/winograd.h.
#include "compiler/lower/Winograd.h"

#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"

#include "kernels/contraction/pack.h"
#include "kernels/convolution/contract.h"

namespace ingot::lower {
namespace {

using kernels::contraction::packedElements;
using kernels::contraction::ProductSizes;
using kernels::contraction::RightSizes;
using kernels::convolution::WinogradSizes;

constexpr int64_t parts = 16;

/// Whether the products that are saved outweigh the transforms, in multiplications of the machine.
/// What is transformed goes through memory, and weights grow by 16/9.
bool pays(const WinogradSizes &s, const machine::Machine &machine) {
  auto channels = static_cast<double>(s.channels), columns = static_cast<double>(s.columns);
  auto squares = static_cast<double>(s.squares());
  double lanes = static_cast<double>(machine.isa->vectorBytes) / 4;
  // Measured: a transformed element takes as long as one and a half vectors of products, a weight
  // that is read once as one.
  double moved = 1.5 * lanes * squares * (channels + columns) * parts;
  double weights = lanes * channels * columns;
  double direct = static_cast<double>(s.batch * s.outHeight * s.outWidth) * 9 * channels * columns;
  double fewer = squares * parts * channels * columns + moved + 7 * weights;
  constexpr double worthTheMemory = 1.2;
  return direct > worthTheMemory * fewer;
}

/// Part `i` of G w G' for weights w [columns, channels, 3, 3], as [channels, columns].
void transformWeights(const float *w, const WinogradSizes &s, int64_t i, float *to) {
  constexpr double g[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
  double factors[9];
  for (int64_t k = 0; k < 9; ++k)
    factors[k] = g[i / 4][k / 3] * g[i % 4][k % 3];
  for (int64_t column = 0; column < s.columns; ++column)
    for (int64_t channel = 0; channel < s.channels; ++channel, w += 9) {
      double sum = 0;
      for (int64_t k = 0; k < 9; ++k)
        sum += factors[k] * static_cast<double>(w[k]);
      to[channel * s.columns + column] = static_cast<float>(sum);
    }
}

/// The transformed weights in panels; nothing where they are not constant or there is no memory.
std::optional<Memory> packedParts(LowerContext &c, const WinogradSizes &s,
                                  const library::Kernel &product) {
  if (!c.isConstant(1))
    return std::nullopt;
  RightSizes side{.depth = s.channels,
                  .columns = s.columns,
                  .rowStride = s.columns,
                  .columnStride = 1,
                  .batches = 1,
                  .batchStride = 0,
                  .panel = product.tile.columns};
  int64_t entry = packedElements(s.channels, s.columns, 1, side.panel);
  const library::Kernel &packing = *library::findKernel(product.packing);
  auto panels = packing.units(library::valuesOf(side));
  Recipe recipe = Recipe::of({1}, packing, library::valuesOf(side));
  recipe.how = "winograd " + recipe.how;
  return c.made(c.name() + ".transformed", recipe, ElementType::F32, {parts * entry},
                [&](const std::vector<Tensor> &constants, void *packed) {
                  std::vector<float> part(static_cast<size_t>(s.channels * s.columns));
                  for (int64_t i = 0; i < parts; ++i) {
                    transformWeights(constants[0].data<float>(), s, i, part.data());
                    kernels::contraction::packRight(part.data(),
                                                    static_cast<float *>(packed) + i * entry,
                                                    nullptr, side, 0, panels);
                  }
                });
}

} // namespace

bool lowerWinograd(LowerContext &c, const Window &w, int64_t columns, const Memory &x,
                   const Memory &y, const std::optional<Memory> &bias) {
  auto isPlain = [](const WindowAxis &a) {
    return a.kernel == 3 && a.stride == 1 && a.dilation == 1;
  };
  WinogradSizes sizes{.batch = w.batch,
                      .height = w.rows.size,
                      .width = w.columns.size,
                      .channels = w.channels,
                      .outHeight = w.rows.out,
                      .outWidth = w.columns.out,
                      .columns = columns,
                      .padTop = w.rows.before,
                      .padLeft = w.columns.before,
                      .xPitch = w.channels,
                      .yPitch = columns,
                      .yBytes = static_cast<int64_t>(elementBytes(y.type))};
  if (!isPlain(w.rows) || !isPlain(w.columns) || !pays(sizes, c.machine))
    return false;
  const library::Kernel *before =
      kernelFor(c, "winograd_input", ElementType::F32, ElementType::F32);
  const library::Kernel *behind = kernelFor(c, "winograd_output", ElementType::F32, y.type);
  const library::Kernel *product = bestTile(c, "gemm", ElementType::F32, ElementType::F32,
                                            sizes.squares(), columns, w.channels > 256);
  auto weights = before && behind && product ? packedParts(c, sizes, *product) : std::nullopt;
  if (!weights)
    return false;
  Memory transformed = c.scratch(ElementType::F32, {parts, sizes.squares(), w.channels});
  Memory sums = c.scratch(ElementType::F32, {parts, sizes.squares(), columns});
  ProductSizes products{.rows = sizes.squares(),
                        .columns = columns,
                        .depth = w.channels,
                        .batches = parts,
                        .aPitch = w.channels,
                        .yPitch = columns,
                        .aBatch = sizes.squares() * w.channels,
                        .bBatch = packedElements(w.channels, columns, 1, product->tile.columns),
                        .yBatch = sizes.squares() * columns,
                        .yBytes = 4,
                        .firstCache = c.machine.cache(0),
                        .secondCache = c.machine.cache(1)};
  c.kernel(*before, {x}, {transformed}, library::valuesOf(sizes));
  c.kernel(*product, {transformed, *weights}, {sums}, library::valuesOf(products));
  c.kernel(*behind, {sums}, y, {channelsLast(y.dims.size()), 1}, bias, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
