// Lowering of attention of f32 in one pass over the keys; the scores are never in memory.
#include "compiler/lower/Products.h"
#include "compiler/lower/Tiles.h"

#include "kernels/attention/contract.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ingot::lower {
namespace {

/// A mask is added where it is whole along the keys.
bool takesMask(const LowerContext &c) {
  if (!c.has(3))
    return true;
  const Shape &mask = c.operands[3].dims, &keys = c.operands[1].dims;
  return c.operands[3].element == ElementType::F32 && !mask.empty() &&
         mask.back() == keys[keys.size() - 2];
}

/// What the kernel computes; the rest is left to the reference.
bool isPlain(const LowerContext &c) {
  const auto &a = c.attributes;
  bool onlyMask = std::none_of(&c.operands[4], &c.operands[0] + c.operands.size(),
                               [](const ValueType &type) { return !type.isNone(); });
  bool isWindowed = a.integer("left_window") != -1 ||
                    (a.integer("right_window") != -1 && a.integer("right_window") != 0);
  bool isRounded = a.has("softmax_type") && a.type("softmax_type") != ElementType::F32;
  return c.results[0].element == ElementType::F32 && onlyMask && takesMask(c) && !isWindowed &&
         !isRounded && a.number("softcap") == 0 && !a.flag("keep_present") &&
         a.text("keep_scores") == "none" && elementCount(c.results[0].dims).value_or(0) > 0 &&
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

/// The mask as it is added to the scores; where there is none, something to stand for it.
Memory maskOf(LowerContext &c) {
  if (!c.has(3))
    return c.in(0);
  Memory mask = c.in(3);
  size_t rank = mask.dims.size();
  return mask.dims.back() > 1 && mask.strides.back() != 1 ? c.in(3, rowMajor(rank)) : mask;
}

/// So few queries would leave most of a panel empty.
constexpr int64_t mostFew = 4;

/// Where the elements of a row do not lie side by side, or anything lies backwards, the same in
/// another order.
Memory withRows(LowerContext &c, const Memory &heads) {
  bool areRows = (heads.dims[3] <= 1 || heads.strides[3] == 1) &&
                 *std::min_element(heads.strides.begin(), heads.strides.end()) >= 0;
  return areRows ? heads : c.ordered(heads, rowMajor(4));
}

/// Keys or values that `panels` panels of queries read. Rows of many heads lie apart, and in few of
/// the sets of a cache, the fewest where their distance is a multiple of a page: many panels pay
/// for a copy in which those of a head lie side by side.
Memory keysFor(LowerContext &c, const Memory &heads, int64_t panels) {
  constexpr int64_t page = 4096, manyPanels = 8, fewSetsPanels = 2;
  int64_t rowBytes = heads.strides[2] * 4;
  bool isDense = heads.strides[2] == heads.dims[3];
  bool pays = panels >= (rowBytes % page == 0 ? fewSetsPanels : manyPanels);
  return isDense || !pays ? withRows(c, heads) : c.ordered(heads, rowMajor(4));
}

/// An attention with its operands as [batch, heads, rows, size].
struct Heads {
  Memory q, k, v, mask, y;
};

kernels::attention::AttentionSizes sizesOf(const LowerContext &c, const Heads &h) {
  const Shape &q = h.q.dims;
  Shape scores{q[0], q[1], q[2], h.k.dims[2]};
  Memory y = headsOf(h.y, q[1]);
  bool hasMask = c.has(3);
  Shape mask = hasMask ? broadcastStrides(h.mask, scores) : Shape(scores.size());
  float scale = c.attributes.has("scale") ? c.attributes.number("scale")
                                          : 1 / std::sqrt(static_cast<float>(q[3]));
  return {.batch = q[0],
          .heads = q[1],
          .keyHeads = h.k.dims[1],
          .queries = q[2],
          .keys = h.k.dims[2],
          .size = q[3],
          .valueSize = h.v.dims[3],
          .qBatch = h.q.strides[0],
          .qHead = h.q.strides[1],
          .qRow = h.q.strides[2],
          .kBatch = h.k.strides[0],
          .kHead = h.k.strides[1],
          .kRow = h.k.strides[2],
          .vBatch = h.v.strides[0],
          .vHead = h.v.strides[1],
          .vRow = h.v.strides[2],
          .yBatch = y.strides[0],
          .yHead = y.strides[1],
          .yRow = y.strides[2],
          .hasMask = hasMask,
          .maskBatch = mask[0],
          .maskHead = mask[1],
          .maskRow = mask[2],
          .causal = c.attributes.integer("right_window") == 0,
          .past = 0,
          .scaleBits = std::bit_cast<uint32_t>(scale)};
}

} // namespace

bool lowerAttention(LowerContext &c) {
  if (!isPlain(c))
    return false;
  bool isPacked = c.operands[0].dims.size() == 3;
  Heads h;
  h.q = headsOf(c.in(0), c.attributes.integer("q_heads"));
  h.k = headsOf(c.in(1), c.attributes.integer("kv_heads"));
  h.v = headsOf(c.in(2), c.attributes.integer("kv_heads"));
  int64_t queries = h.q.dims[2], keys = h.k.dims[2], valueSize = h.v.dims[3];
  bool isFew = queries <= mostFew;
  const library::Kernel *kernel =
      isFew ? kernelFor(c, "attention_few", ElementType::F32, c.stored(0))
            : bestTile(c, "attention", ElementType::F32, c.stored(0), keys, queries, false);
  if (!kernel)
    return false;
  h.mask = maskOf(c);
  h.q = withRows(c, h.q);
  int64_t panels = isFew ? 1 : (queries + kernel->tile.columns - 1) / kernel->tile.columns;
  h.k = keysFor(c, h.k, panels);
  h.v = keysFor(c, h.v, panels);
  // Heads side by side, where the product that usually follows wants them.
  Walk walk = isPacked ? Walk{rowMajor(3), 1, valueSize} : Walk{{0, 2, 1, 3}, 2, valueSize};
  h.y = c.out(0, walk.axes);
  c.kernel(*kernel, {h.q, h.k, h.v, h.mask}, h.y, walk, std::nullopt,
           library::valuesOf(sizesOf(c, h)));
  return true;
}

} // namespace ingot::lower
