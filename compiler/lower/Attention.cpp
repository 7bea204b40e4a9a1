// Lowering of attention of f32 in one pass over the keys; the scores are never in memory.
#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"

#include "kernels/attention/contract.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ingot::lower {
namespace {

/// What the kernel computes; the rest is left to the reference.
bool isPlain(const LowerContext &c) {
  const auto &a = c.attributes;
  bool onlyMask = std::none_of(&c.operands[4], &c.operands[0] + c.operands.size(),
                               [](const ValueType &type) { return !type.isNone(); });
  bool isWindowed = a.integer("left_window") != -1 ||
                    (a.integer("right_window") != -1 && a.integer("right_window") != 0);
  bool isRounded = a.has("softmax_type") && a.type("softmax_type") != ElementType::F32;
  return c.results[0].element == ElementType::F32 && onlyMask && !isWindowed && !isRounded &&
         a.number("softcap") == 0 && !a.flag("keep_present") && a.text("keep_scores") == "none" &&
         elementCount(c.results[0].dims).value_or(0) > 0 &&
         elementCount(c.operands[1].dims).value_or(0) > 0;
}

/// An operand as [batch, heads, rows, size], also where it is packed as [batch, rows, heads *
/// size].
Memory headsOf(const Memory &m, int64_t heads) {
  if (m.dims.size() == 4)
    return m;
  int64_t size = m.dims[2] / heads;
  Memory split = m;
  split.dims = {m.dims[0], heads, m.dims[1], size};
  split.strides = {m.strides[0], size * m.strides[2], m.strides[1], m.strides[2]};
  return split;
}

/// The mask as it is added to the scores [batch, heads, queries, keys]: whole along the keys.
std::optional<Memory> maskOf(LowerContext &c, const Shape &scores) {
  int64_t keys = scores[3];
  if (!c.has(3)) {
    auto memory = Tensor::allocate(ElementType::F32, {1, 1, 1, keys});
    if (!memory.ok())
      return std::nullopt;
    Tensor nothing = memory.take();
    std::fill_n(nothing.mutableData<float>(), keys, 0.0F);
    return c.weight(c.name() + ".mask", nothing);
  }
  const Shape &dims = c.operands[3].dims;
  if (c.operands[3].element != ElementType::F32 || dims.empty() || dims.back() != keys)
    return std::nullopt;
  Memory mask = c.in(3);
  if (keys > 1 && mask.strides.back() != 1)
    mask = c.in(3, rowMajor(dims.size()));
  return mask;
}

/// Keys or values in panels, one right side a head.
Memory packHeads(LowerContext &c, size_t operand, Memory heads, bool isTransposed,
                 const library::Kernel &kernel) {
  Shape batches{heads.dims[0], heads.dims[1]};
  if (!batchStride(heads, batches))
    heads = c.ordered(heads, rowMajor(4));
  kernels::contraction::RightSizes side{.depth = heads.dims[2],
                                        .columns = heads.dims[3],
                                        .rowStride = heads.strides[2],
                                        .columnStride = heads.strides[3],
                                        .batches = batches[0] * batches[1],
                                        .batchStride = *batchStride(heads, batches),
                                        .panel = 0};
  if (isTransposed) {
    std::swap(side.depth, side.columns);
    std::swap(side.rowStride, side.columnStride);
  }
  return packRight(c, operand, heads, side, kernel);
}

} // namespace

bool lowerAttention(LowerContext &c) {
  if (!isPlain(c))
    return false;
  bool isPacked = c.operands[0].dims.size() == 3;
  Memory q = headsOf(c.in(0), c.attributes.integer("q_heads"));
  Memory k = headsOf(c.in(1), c.attributes.integer("kv_heads"));
  Memory v = headsOf(c.in(2), c.attributes.integer("kv_heads"));
  int64_t batch = q.dims[0], heads = q.dims[1], queries = q.dims[2], size = q.dims[3];
  int64_t keyHeads = k.dims[1], keys = k.dims[2], valueSize = v.dims[3];
  const library::Kernel *kernel =
      bestTile(c, "attention", ElementType::F32, c.stored(0), queries, keys, false);
  Shape scores{batch, heads, queries, keys};
  auto mask = kernel ? maskOf(c, scores) : std::nullopt;
  if (!mask)
    return false;
  if (size > 1 && q.strides[3] != 1)
    q = c.ordered(q, rowMajor(4));
  Memory keyPanels = packHeads(c, 1, k, true, *kernel);
  Memory valuePanels = packHeads(c, 2, v, false, *kernel);
  // Heads side by side, where the product that usually follows wants them.
  Walk walk = isPacked ? Walk{rowMajor(3), 1, valueSize} : Walk{{0, 2, 1, 3}, 2, valueSize};
  Memory y = c.out(0, walk.axes);
  Memory yHeads = headsOf(y, heads);
  auto maskStrides = broadcastStrides(*mask, scores);
  float scale = c.attributes.has("scale") ? c.attributes.number("scale")
                                          : 1 / std::sqrt(static_cast<float>(size));
  kernels::attention::AttentionSizes sizes{.batch = batch,
                                           .heads = heads,
                                           .keyHeads = keyHeads,
                                           .queries = queries,
                                           .keys = keys,
                                           .size = size,
                                           .valueSize = valueSize,
                                           .qBatch = q.strides[0],
                                           .qHead = q.strides[1],
                                           .qRow = q.strides[2],
                                           .yBatch = yHeads.strides[0],
                                           .yHead = yHeads.strides[1],
                                           .yRow = yHeads.strides[2],
                                           .maskBatch = maskStrides[0],
                                           .maskHead = maskStrides[1],
                                           .maskRow = maskStrides[2],
                                           .causal = c.attributes.integer("right_window") == 0,
                                           .past = 0,
                                           .scaleBits = std::bit_cast<uint32_t>(scale)};
  c.kernel(*kernel, {q, keyPanels, valuePanels, *mask}, y, walk, std::nullopt,
           library::valuesOf(sizes));
  return true;
}

} // namespace ingot::lower
