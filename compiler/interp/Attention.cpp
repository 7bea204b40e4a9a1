// Evaluators of attention and its companions.
#include "compiler/interp/EvalContext.h"

#include "kernels/attention/linear.h"
#include "kernels/attention/reference.h"
#include "kernels/attention/rotary.h"

#include <cmath>

namespace ingot::interp {
namespace {

using namespace kernels::attention;

/// Rows of heads: their dimensions and strides, packed as [batch, rows, heads * size] or not.
struct HeadLayout {
  int64_t batch, heads, rows, size;
  int64_t batchStride, headStride, rowStride;
  template <typename T> Heads<T> over(const T *data) const {
    return {data, batchStride, headStride, rowStride};
  }
};

/// The layout of a tensor of rank 4, or of rank 3 with this number of heads.
HeadLayout layoutOf(const Tensor &tensor, int64_t heads) {
  const Shape &d = tensor.shape();
  HeadLayout layout = d.size() == 4 ? HeadLayout{d[0], d[1], d[2], d[3], 0, 0, 0}
                                    : HeadLayout{d[0], heads, d[1], d[2] / heads, 0, 0, 0};
  // The strides of an empty tensor are not needed and may overflow.
  if (tensor.elements() == 0)
    return layout;
  layout.headStride = d.size() == 4 ? d[2] * d[3] : layout.size;
  layout.rowStride = d.size() == 4 ? d[3] : d[2];
  layout.batchStride = layout.heads * layout.rows * layout.size;
  return layout;
}

Rounding roundingOf(const EvalContext &c) {
  if (!c.attributes.has("softmax_type"))
    return Rounding::None;
  switch (c.attributes.type("softmax_type")) {
  case ElementType::F32:
    return Rounding::Float;
  case ElementType::F16:
    return Rounding::Half;
  case ElementType::BF16:
    return Rounding::BFloat;
  default:
    return Rounding::None;
  }
}

Keep keepOf(const std::string &name) {
  return name == "raw"             ? Keep::Raw
         : name == "capped"        ? Keep::Capped
         : name == "masked"        ? Keep::Masked
         : name == "probabilities" ? Keep::Probabilities
                                   : Keep::None;
}

template <typename T> void setMask(const EvalContext &c, Problem<T> &p) {
  p.maskKeys = p.totalKeys();
  if (!c.has(3))
    return;
  const Tensor &mask = c.in(3);
  if (mask.type() == ElementType::Bool)
    p.allowed = mask.data<bool>();
  else
    p.bias = mask.data<T>();
  int64_t stride = 1;
  for (int64_t i = mask.rank(); mask.elements() > 0 && i-- > 0;) {
    p.maskStrides[4 - mask.rank() + i] = mask.dim(i) == 1 ? 0 : stride;
    stride *= mask.dim(i);
  }
  if (mask.rank() > 0 && mask.dim(mask.rank() - 1) != 1)
    p.maskKeys = mask.dim(mask.rank() - 1);
}

/// The position of query 0 of every batch entry; see the record.
Expected<std::vector<int64_t>> startsOf(const EvalContext &c, const std::vector<int64_t> &lengths,
                                        int64_t batch, int64_t queries, int64_t past) {
  std::vector<int64_t> starts;
  std::vector<int64_t> given = c.has(7) ? c.in(7).integers() : std::vector<int64_t>();
  for (int64_t start : given)
    if (start < -(int64_t{1} << 60) || start > int64_t{1} << 60)
      return c.fail("a start of ", start);
  for (int64_t i = 0; i < batch; ++i) {
    auto at = static_cast<size_t>(i);
    starts.push_back(c.has(7)   ? given[given.size() == 1 ? 0 : at]
                     : c.has(4) ? past
                     : c.has(6) ? lengths[at] - queries
                                : 0);
  }
  return starts;
}

/// Sizes, strides and attributes; neither mask nor positions.
template <typename T> Problem<T> problemOf(const EvalContext &c) {
  const Attributes &a = c.attributes;
  HeadLayout q = layoutOf(c.in(0), a.integer("q_heads"));
  HeadLayout k = layoutOf(c.in(1), a.integer("kv_heads"));
  HeadLayout v = layoutOf(c.in(2), a.integer("kv_heads"));
  Problem<T> p{};
  p.batch = q.batch, p.queryHeads = q.heads, p.keyHeads = k.heads, p.queries = q.rows;
  p.past = c.has(4) ? c.in(4).dim(2) : 0, p.keys = k.rows, p.size = q.size, p.valueSize = v.size;
  p.q = q.over(c.in<T>(0)), p.k = k.over(c.in<T>(1)), p.v = v.over(c.in<T>(2));
  if (c.has(4)) {
    p.pastKey = layoutOf(c.in(4), 0).over(c.in<T>(4));
    p.pastValue = layoutOf(c.in(5), 0).over(c.in<T>(5));
  }
  p.sink = c.inOrNull<T>(8);
  p.scale = a.has("scale") ? static_cast<double>(a.number("scale"))
                           : 1 / std::sqrt(static_cast<double>(q.size));
  p.softcap = static_cast<double>(a.number("softcap"));
  p.leftWindow = a.integer("left_window"), p.rightWindow = a.integer("right_window");
  p.rounding = roundingOf(c), p.keep = keepOf(a.text("keep_scores"));
  return p;
}

template <typename T> Status attention(EvalContext &c) {
  Problem<T> p = problemOf<T>(c);
  if (c.attributes.flag("keep_present")) {
    joinRows(p.pastKey, p.k, p.batch, p.keyHeads, p.past, p.keys, p.size, c.out<T>(1));
    joinRows(p.pastValue, p.v, p.batch, p.keyHeads, p.past, p.keys, p.valueSize, c.out<T>(2));
  }
  if (c.out(0).elements() == 0 && (p.keep == Keep::None || c.out(3).elements() == 0))
    return success();
  setMask(c, p);
  std::vector<int64_t> lengths = c.has(6) ? c.in(6).integers() : std::vector<int64_t>();
  for (int64_t length : lengths)
    if (length < 0 || length > p.totalKeys())
      return c.fail("a length of ", length, " for ", p.totalKeys(), " keys");
  auto starts = INGOT_TRY(startsOf(c, lengths, p.batch, p.queries, p.past));
  p.lengths = c.has(6) ? lengths.data() : nullptr;
  p.starts = starts.data();
  Tensor scores = INGOT_TRY(c.scratch(ElementType::F64, {p.totalKeys()}));
  Tensor sums = INGOT_TRY(c.scratch(ElementType::F64, {p.valueSize}));
  HeadLayout y = layoutOf(c.out(0), p.queryHeads);
  Deadline deadline{c};
  attend(p, scores.mutableData<double>(), sums.mutableData<double>(),
         p.keep == Keep::None ? nullptr : c.out<T>(3), c.out<T>(0), y.template over<T>(nullptr),
         deadline);
  return std::move(deadline.status);
}

} // namespace

Status evalAttention(EvalContext &c) {
  Status status = success();
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> { status = attention<T>(c); })));
  return status;
}

Status evalRotaryEmbedding(EvalContext &c) {
  HeadLayout x = layoutOf(c.in(0), c.attributes.integer("heads"));
  int64_t rotary = c.attributes.integer("rotary_size");
  Rotary r{.batch = x.batch,
           .heads = x.heads,
           .rows = x.rows,
           .size = x.size,
           .rotarySize = rotary == 0 ? x.size : rotary,
           .interleaved = c.attributes.flag("interleaved")};
  if (c.out(0).elements() == 0)
    return success();
  std::vector<int64_t> positions = c.has(3) ? c.in(3).integers() : std::vector<int64_t>();
  bool perRow = c.has(3) && c.in(3).rank() == 2;
  int64_t rowsAfterFirst = perRow ? 0 : x.rows - 1, table = c.in(1).dim(0);
  for (int64_t position : positions)
    if (position < 0 || position > table - 1 - rowsAfterFirst)
      return c.fail("position ", position, " of ", x.rows, " rows in a table of ", table);
  int64_t half = r.rotarySize / 2;
  auto angles = [&](int64_t entry, int64_t row) {
    if (!c.has(3))
      return (entry * r.rows + row) * half;
    if (perRow)
      return positions[static_cast<size_t>(entry * r.rows + row)] * half;
    return (positions[positions.size() == 1 ? 0 : static_cast<size_t>(entry)] + row) * half;
  };
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    rotate(r, x.over(c.in<T>(0)), c.out<T>(0), c.in<T>(1), c.in<T>(2), angles);
  });
}

Status evalLinearAttention(EvalContext &c) {
  int64_t heads = c.attributes.integer("kv_heads");
  const Shape &state = c.resultTypes[1].dims;
  Tensor states = INGOT_TRY(c.scratch(ElementType::F64, {state[2], state[3]}));
  Tensor row = INGOT_TRY(c.scratch(ElementType::F64, {state[3]}));
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    Linear<T> l{.batch = c.in(0).dim(0),
                .rows = c.in(0).dim(1),
                .queryHeads = c.attributes.integer("q_heads"),
                .keyHeads = heads,
                .size = state[2],
                .valueSize = state[3],
                .q = c.in<T>(0),
                .k = c.in<T>(1),
                .v = c.in<T>(2),
                .pastState = c.inOrNull<T>(3),
                .decay = c.inOrNull<T>(4),
                .beta = c.inOrNull<T>(5),
                .decaySize = c.has(4) ? c.in(4).dim(2) / heads : 0,
                .betaHeads = c.has(5) ? c.in(5).dim(2) : 0,
                .scale = c.attributes.has("scale")
                             ? static_cast<double>(c.attributes.number("scale"))
                             : 1 / std::sqrt(static_cast<double>(state[2]))};
    linearAttention(l, states.mutableData<double>(), row.mutableData<double>(), c.out<T>(0),
                    c.out<T>(1));
  });
}

} // namespace ingot::interp
