// Convolutions of 3 by 3 taps as products between two transforms, where that takes less time:
// kernels/convolution/winograd.h.
#include "compiler/lower/Winograd.h"

#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"

#include "kernels/contraction/pack.h"
#include "kernels/convolution/winograd.h"

namespace ingot::lower {
namespace {

using kernels::contraction::packedElements;
using kernels::contraction::ProductSizes;
using kernels::contraction::RightSizes;
using kernels::convolution::WinogradSizes;

/// The convolution in squares of `side` by `side` outputs.
struct Form {
  int64_t side;
  double moved; ///< vectors of products that a transformed element takes as long as
  double worth; ///< how many times faster it must be to be worth the memory of its weights
  double (*weight)(const float *taps, int64_t part);

  int64_t parts() const { return (side + 2) * (side + 2); }
};
constexpr Form forms[] = {
    {2, 1.5, 1.2, kernels::convolution::winogradWeight<2>},
    {4, 1.5, 1.4, kernels::convolution::winogradWeight<4>},
};

/// The form that takes least time, in multiplications of the machine, if the products that it saves
/// outweigh its transforms; null for a direct sum. What is transformed goes through memory, and
/// weights grow by `parts` / 9. Larger squares round more.
const Form *formOf(const LowerContext &c, const WinogradSizes &s) {
  auto channels = static_cast<double>(s.channels), columns = static_cast<double>(s.columns);
  double lanes = static_cast<double>(c.machine.isa->vectorBytes) / 4;
  const Form *best = nullptr;
  double least = static_cast<double>(s.batch * s.outHeight * s.outWidth) * 9 * channels * columns;
  for (const Form &form : forms) {
    if (form.side > 2 && !c.fastMath)
      continue;
    auto parts = static_cast<double>(form.parts());
    auto squares = static_cast<double>(s.squares(form.side));
    // Measured, as the form's numbers are: a weight that is read once takes as long as a vector of
    // products.
    double transforms = form.moved * lanes * squares * (channels + columns) * parts;
    double weights = lanes * channels * columns * (parts - 9);
    double time = form.worth * (squares * parts * channels * columns + transforms + weights);
    if (time < least)
      best = &form, least = time;
  }
  return best;
}

/// Part `i` of weights w [columns, channels, 3, 3], as [channels, columns].
void transformWeights(const Form &form, const float *w, const WinogradSizes &s, int64_t i,
                      float *to) {
  for (int64_t column = 0; column < s.columns; ++column)
    for (int64_t channel = 0; channel < s.channels; ++channel, w += 9)
      to[channel * s.columns + column] = static_cast<float>(form.weight(w, i));
}

/// The kernel of a transform in this form.
const library::Kernel *transformOf(const LowerContext &c, std::string_view operation,
                                   const Form &form, ElementType out) {
  for (const library::Kernel *kernel : library::kernelsOf(operation, *c.machine.isa))
    if (kernel->tile.rows == form.side && kernel->writes(out))
      return kernel;
  return nullptr;
}

/// The transformed weights in panels; nothing where they are not constant or there is no memory.
std::optional<Memory> packedParts(LowerContext &c, const Form &form, const WinogradSizes &s,
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
  recipe.how = str("winograd ", form.side, " ", recipe.how);
  return c.made(c.name() + ".transformed", recipe, ElementType::F32, {form.parts() * entry},
                [&](const std::vector<Tensor> &constants, void *packed) {
                  std::vector<float> part(static_cast<size_t>(s.channels * s.columns));
                  for (int64_t i = 0; i < form.parts(); ++i) {
                    transformWeights(form, constants[0].data<float>(), s, i, part.data());
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
  const Form *form = isPlain(w.rows) && isPlain(w.columns) ? formOf(c, sizes) : nullptr;
  if (!form)
    return false;
  const int64_t parts = form->parts(), squares = sizes.squares(form->side);
  const library::Kernel *before = transformOf(c, "winograd_input", *form, ElementType::F32);
  const library::Kernel *behind = transformOf(c, "winograd_output", *form, y.type);
  const library::Kernel *product =
      bestTile(c, "gemm", ElementType::F32, ElementType::F32, squares, columns, w.channels > 256);
  auto weights =
      before && behind && product ? packedParts(c, *form, sizes, *product) : std::nullopt;
  if (!weights)
    return false;
  Memory transformed = c.scratch(ElementType::F32, {parts, squares, w.channels});
  Memory sums = c.scratch(ElementType::F32, {parts, squares, columns});
  ProductSizes products{.rows = squares,
                        .columns = columns,
                        .depth = w.channels,
                        .batches = parts,
                        .aPitch = w.channels,
                        .yPitch = columns,
                        .aBatch = squares * w.channels,
                        .bBatch = packedElements(w.channels, columns, 1, product->tile.columns),
                        .yBatch = squares * columns,
                        .yBytes = 4,
                        .firstCache = c.machine.cache(0),
                        .secondCache = c.machine.cache(1)};
  c.kernel(*before, {x}, {transformed}, library::valuesOf(sizes));
  c.kernel(*product, {transformed, *weights}, {sums}, library::valuesOf(products));
  c.kernel(*behind, {sums}, y, {channelsLast(y.dims.size()), 1}, bias, library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
