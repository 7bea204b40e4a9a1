// Shape functions of operators that repeat, pad and regroup elements.
#include "compiler/dialect/graph/infer/Movement.h"

#include <algorithm>

namespace ingot::graph {
namespace {

/// What pads `before` and `after` mean for an axis of size `dim`: removing comes first.
Expected<PadRange> padRange(InferContext &c, int64_t before, int64_t after, int64_t dim) {
  auto removed = [](int64_t pad) { return pad < 0 ? -std::max(pad, -INT64_MAX) : 0; };
  PadRange range{removed(before), 0, std::max(before, int64_t{0}), std::max(after, int64_t{0})};
  int64_t size = 0;
  bool fits = !__builtin_sub_overflow(dim, range.start, &range.count) &&
              !__builtin_sub_overflow(range.count, removed(after), &range.count) &&
              range.count >= 0 && !__builtin_add_overflow(range.count, range.before, &size) &&
              !__builtin_add_overflow(size, range.after, &size);
  INGOT_TRY(c.require(5, fits, "pads ", before, " and ", after, " for a dimension of ", dim));
  bool extends = range.before > 0 || range.after > 0;
  INGOT_TRY(c.require(6, !extends || range.count > 0 || c.attributes.text("mode") == "constant",
                      "pads ", before, " and ", after, " for a dimension of ", dim));
  return range;
}

Status checkPadOperands(InferContext &c) {
  const auto &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(3,
                      mode == "constant" || mode == "edge" || mode == "reflect" || mode == "wrap",
                      "mode '", mode, "'"));
  if (!c.has(2))
    return success();
  const ValueType &value = c.operand(2);
  return c.require(4,
                   value.element == c.operand(0).element &&
                       (!value.isStatic() || elementCount(value.dims) == 1),
                   "value is ", value.text(), " for ", c.operand(0).text());
}

bool isBlockMode(const std::string &mode) { return mode == "DCR" || mode == "CRD"; }

/// The side and the area of a block; checks C1, C2, C4 and C5 of the block operators.
struct Block {
  int64_t size, area;
};
Expected<Block> blockOf(InferContext &c) {
  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, !x.ranked || x.rank() == 4, "the operand is ", x.text()));
  int64_t size = c.attributes.integer("blocksize"), area = 0;
  INGOT_TRY(c.require(2, size > 0, "blocksize is ", size));
  INGOT_TRY(c.require(5, !__builtin_mul_overflow(size, size, &area), "blocksize ", size));
  const std::string &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(4, isBlockMode(mode), "mode '", mode, "'"));
  return Block{size, area};
}

/// dim * factor, unknown when dim is; an overflow violates C5.
Expected<int64_t> scaled(InferContext &c, int64_t dim, int64_t factor) {
  if (dim < 0)
    return unknownDim;
  int64_t product = 0;
  INGOT_TRY(c.require(5, !__builtin_mul_overflow(dim, factor, &product), dim, " times ", factor));
  return product;
}

/// dim / factor, unknown when dim is; a remainder violates C3.
Expected<int64_t> divided(InferContext &c, int64_t dim, int64_t factor) {
  if (dim < 0)
    return unknownDim;
  INGOT_TRY(c.require(3, dim % factor == 0, dim, " is no multiple of ", factor));
  return dim / factor;
}

} // namespace

Status inferTile(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &type = c.operand(1);
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  INGOT_TRY(c.require(1, !type.ranked || (type.rank() == 1 && compatible(type.dims[0], x.rank())),
                      "repeats is ", type.text(), " for rank ", x.rank()));
  auto repeats = c.partial(1).value_or(PartialIntegers(x.dims.size()));
  Shape dims = x.dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    INGOT_TRY(c.require(2, !repeats[i] || *repeats[i] >= 0, "entry ", repeats[i].value_or(0)));
    if (!repeats[i] || dims[i] < 0)
      dims[i] = unknownDim;
    else
      INGOT_TRY(c.require(3, !__builtin_mul_overflow(dims[i], *repeats[i], &dims[i]), *repeats[i],
                          " times ", x.dims[i]));
  }
  return c.yield(tensorLike(x, std::move(dims)));
}

/// i in a pattern that repeats with this period, as 0 … period - 1.
static int64_t wrapped(int64_t i, int64_t period) { return ((i % period) + period) % period; }

int64_t paddedFrom(int64_t i, int64_t count, const std::string &mode) {
  if (i >= 0 && i < count)
    return i;
  if (mode == "edge")
    return std::clamp(i, int64_t{0}, count - 1);
  if (mode == "wrap")
    return wrapped(i, count);
  if (mode == "constant")
    return -1;
  if (count == 1)
    return 0;
  int64_t bounce = wrapped(i, 2 * (count - 1));
  return std::min(bounce, 2 * (count - 1) - bounce);
}

Expected<std::optional<std::vector<PadRange>>> padRanges(InferContext &c) {
  const ValueType &x = c.operand(0), &type = c.operand(1);
  std::optional<std::vector<int64_t>> axes = c.integers(3);
  if (!c.has(3)) {
    axes.emplace();
    for (int64_t i = 0; i < x.rank(); ++i)
      axes->push_back(i);
  }
  auto normal = axes ? normalizeAxes(*axes, x.rank()) : std::nullopt;
  INGOT_TRY(c.require(2, !axes || normal, "axes ", axes.value_or(Shape()), " for rank ", x.rank()));
  int64_t length = normal ? 2 * static_cast<int64_t>(normal->size()) : unknownDim;
  INGOT_TRY(c.require(1, !type.ranked || (type.rank() == 1 && compatible(type.dims[0], length)),
                      "pads is ", type.text(), " for rank ", x.rank()));
  auto known = c.partial(1); // asked for even where axes are unknown: both decide sizes
  if (!normal)
    return std::optional<std::vector<PadRange>>();
  auto pads = known.value_or(PartialIntegers(static_cast<size_t>(length)));
  std::vector<PadRange> ranges;
  for (int64_t dim : x.dims)
    ranges.push_back({0, dim, 0, 0});
  for (size_t i = 0; i < normal->size(); ++i) {
    PadRange &range = ranges[static_cast<size_t>((*normal)[i])];
    auto before = pads[i], after = pads[normal->size() + i];
    if (before && after && range.count >= 0)
      range = INGOT_TRY(padRange(c, *before, *after, range.count));
    else if (before != 0 || after != 0) // both known to be 0 leaves an unknown dimension as it is
      range.count = unknownDim;
  }
  return std::optional(std::move(ranges));
}

Status inferPad(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 4));
  INGOT_TRY(checkPadOperands(c));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  auto ranges = INGOT_TRY(padRanges(c));
  if (!ranges)
    return c.yield(tensorLike(x, Shape(x.dims.size(), unknownDim)));
  Shape dims;
  for (const PadRange &range : *ranges)
    dims.push_back(range.count < 0 ? unknownDim : range.before + range.count + range.after);
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferDepthToSpace(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  auto [size, area] = INGOT_TRY(blockOf(c));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(tensorLike(x, Shape(4, unknownDim)));
  return c.yield(tensorLike(x, {x.dims[0], INGOT_TRY(divided(c, x.dims[1], area)),
                                INGOT_TRY(scaled(c, x.dims[2], size)),
                                INGOT_TRY(scaled(c, x.dims[3], size))}));
}

BlockMove depthToSpaceMove(const Attributes &attributes, const Shape &x) {
  int64_t size = attributes.integer("blocksize"), depth = x[1] / size / size;
  if (attributes.text("mode") == "DCR")
    return {{x[0], size, size, depth, x[2], x[3]}, {0, 3, 4, 1, 5, 2}};
  return {{x[0], depth, size, size, x[2], x[3]}, {0, 1, 4, 2, 5, 3}};
}

BlockMove spaceToDepthMove(const Attributes &attributes, const Shape &x) {
  int64_t size = attributes.integer("blocksize");
  BlockMove move{{x[0], x[1], x[2] / size, size, x[3] / size, size}, {0, 1, 3, 5, 2, 4}};
  if (attributes.text("mode") == "DCR")
    move.perm = {0, 3, 5, 1, 2, 4};
  return move;
}

BlockMove channelShuffleMove(const Attributes &attributes, const Shape &x) {
  auto axis = static_cast<size_t>(attributes.integer("axis"));
  int64_t groups = attributes.integer("groups");
  return {{productOf(x, 0, axis), groups, x[axis] / groups, productOf(x, axis + 1, x.size())},
          {0, 2, 1, 3}};
}

Status inferChannelShuffle(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  int64_t axis = c.attributes.integer("axis"), groups = c.attributes.integer("groups");
  INGOT_TRY(
      c.require(1, axis >= 0 && (!x.ranked || axis < x.rank()), "axis ", axis, " of ", x.text()));
  INGOT_TRY(c.require(2, groups > 0, "groups is ", groups));
  if (x.ranked)
    INGOT_TRY(divided(c, x.dims[static_cast<size_t>(axis)], groups));
  return c.yield(x);
}

Status inferSpaceToDepth(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  auto [size, area] = INGOT_TRY(blockOf(c));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(tensorLike(x, Shape(4, unknownDim)));
  return c.yield(tensorLike(x, {x.dims[0], INGOT_TRY(scaled(c, x.dims[1], area)),
                                INGOT_TRY(divided(c, x.dims[2], size)),
                                INGOT_TRY(divided(c, x.dims[3], size))}));
}

Status inferReverseSequence(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &lengths = c.operand(1);
  int64_t batch = c.attributes.integer("batch_axis"), time = c.attributes.integer("time_axis");
  INGOT_TRY(c.require(1, (batch == 0 && time == 1) || (batch == 1 && time == 0), "batch_axis ",
                      batch, ", time_axis ", time));
  INGOT_TRY(c.require(2, !x.ranked || x.rank() >= 2, "the operand is ", x.text()));
  int64_t entries = x.ranked ? x.dims[static_cast<size_t>(batch)] : unknownDim;
  INGOT_TRY(
      c.require(3, !lengths.ranked || (lengths.rank() == 1 && compatible(lengths.dims[0], entries)),
                "lengths is ", lengths.text(), " for ", x.text()));
  return c.yield(x);
}

} // namespace ingot::graph
