// Lowerings of Fourier transforms: the length is known, so that roots of unity become weights.
#include "compiler/lower/RowMajor.h"
#include "kernels/signal/contract.h"
#include "kernels/signal/mixed_radix.h"

namespace ingot::lower {
namespace {

using kernels::signal::DftSizes;
using kernels::signal::Fourier;
using Radix = kernels::signal::MixedRadix<float>;

/// Lengths whose tables are made when compiling; others are left to the reference evaluator.
constexpr int64_t mostPoints = int64_t{1} << 20;

bool isTransformed(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F64;
}

/// As few bytes of scratch as keep all threads busy, in blocks that are short all the same.
void chooseBlocks(DftSizes &s) {
  constexpr int64_t mostBlocks = 256;
  s.blocks = std::min(s.lines(), mostBlocks);
}

/// The kernel, once all but tables and blocks is known. As the reference, an inverse transform of
/// f32 data whose length has small factors is done in f32.
bool transform(LowerContext &c, DftSizes s, const std::function<Memory()> &window) {
  bool isSingle = s.inverse != 0 && c.operands[0].element == ElementType::F32 && Radix::takes(s.n);
  ElementType part = isSingle ? ElementType::F32 : ElementType::F64;
  s.tables = isSingle ? s.n : std::max<int64_t>(1, Fourier::tables(s.n)); // that it lies somewhere
  s.room = s.n + (isSingle ? s.n : Fourier::room(s.n));
  chooseBlocks(s);
  auto tables = packedNow(part, {s.tables, 2}, [&](void *memory) {
    if (isSingle)
      Radix::prepareRoots(s.n, static_cast<kernels::c64 *>(memory));
    else
      Fourier::prepared(s.n, static_cast<kernels::signal::Complex *>(memory));
  });
  if (!tables)
    return false;
  Memory x = rowMajorIn(c, 0), roots = c.weight(c.name() + ".roots", *tables);
  Memory scratch = c.scratch(part, {s.blocks, s.room, 2});
  c.kernel(*library::findKernel(isSingle ? "dft_radix_f32" : "dft_f64"),
           {x, s.hasWindow != 0 ? window() : x, roots}, {scratch, rowMajorOut(c)},
           library::valuesOf(s));
  return true;
}

} // namespace

bool lowerDft(LowerContext &c) {
  auto length = c.integers(1), given = c.integers(2);
  if (!isTransformed(c.operands[0].element) || !hasElements(c.operands[0]) ||
      !hasElements(c.results[0]) || (c.has(1) && !length) || (c.has(2) && !given))
    return false;
  const Shape &x = c.operands[0].dims, &y = c.results[0].dims;
  auto axis = static_cast<size_t>(
      *graph::normalizeAxis(given ? given->front() : -2, static_cast<int64_t>(x.size())));
  bool inverse = c.attributes.flag("inverse"), toReal = inverse && c.attributes.flag("onesided");
  int64_t n = length ? length->front() : toReal ? 2 * (x[axis] - 1) : x[axis];
  if (n > mostPoints)
    return false;
  int64_t inner = graph::productOf(y, axis + 1, y.size() - 1);
  return transform(c,
                   {.outer = graph::productOf(y, 0, axis),
                    .frames = 1,
                    .inner = inner,
                    .read = std::min(x[axis], toReal ? n / 2 + 1 : n),
                    .parts = x.back(),
                    .xOuter = x[axis] * inner * x.back(),
                    .xFrame = 0,
                    .n = n,
                    .out = y[axis],
                    .outParts = y.back(),
                    .inverse = inverse,
                    .toReal = toReal,
                    .hasWindow = 0,
                    .bytes = static_cast<int64_t>(elementBytes(c.operands[0].element)),
                    .tables = 0,
                    .room = 0,
                    .blocks = 0},
                   {});
}

bool lowerStft(LowerContext &c) {
  auto step = c.integers(1), length = c.integers(3);
  if (!isTransformed(c.operands[0].element) || !hasElements(c.results[0]) || !step ||
      (c.has(3) && !length))
    return false;
  const Shape &x = c.operands[0].dims, &y = c.results[0].dims;
  int64_t n = length ? length->front() : c.has(2) ? c.operands[2].dims[0] : x[1];
  if (n > mostPoints)
    return false;
  return transform(c,
                   {.outer = y[0],
                    .frames = y[1],
                    .inner = 1,
                    .read = n,
                    .parts = x[2],
                    .xOuter = x[1] * x[2],
                    .xFrame = step->front() * x[2],
                    .n = n,
                    .out = y[2],
                    .outParts = 2,
                    .inverse = 0,
                    .toReal = 0,
                    .hasWindow = c.has(2),
                    .bytes = static_cast<int64_t>(elementBytes(c.operands[0].element)),
                    .tables = 0,
                    .room = 0,
                    .blocks = 0},
                   [&] { return rowMajorIn(c, 2); });
}

} // namespace ingot::lower
