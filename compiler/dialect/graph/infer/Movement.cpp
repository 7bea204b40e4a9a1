// Shape functions of operators that rearrange whole tensors.
#include "compiler/dialect/graph/infer/Movement.h"

#include <algorithm>

namespace ingot::graph {
namespace {

/// What reshape finds out about the dimension that a -1 (or one unknown entry) stands for.
struct Remainder {
  int64_t total = 1;   ///< elements of the operand, without axes that are copied
  int64_t present = 1; ///< elements the other entries account for, without the copied ones
  bool known = true;

  void multiply(int64_t &product, int64_t dim) {
    known = known && dim >= 0 && !__builtin_mul_overflow(product, dim, &product);
  }
};

bool contains(const std::vector<int64_t> &values, int64_t value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// The operand's dims without these axes.
Shape without(const Shape &dims, const std::vector<int64_t> &axes) {
  Shape kept;
  for (size_t i = 0; i < dims.size(); ++i)
    if (!contains(axes, static_cast<int64_t>(i)))
      kept.push_back(dims[i]);
  return kept;
}

/// Number of entries of an axes operand, where that much is known.
std::optional<int64_t> axesCount(const InferContext &c, size_t i) {
  auto axes = c.partial(i);
  return axes ? std::optional(static_cast<int64_t>(axes->size())) : std::nullopt;
}

/// The sizes that split gives its parts, unknown where they are.
Expected<Shape> splitSizes(InferContext &c, int64_t parts, int64_t dim) {
  Shape sizes(static_cast<size_t>(parts), unknownDim);
  if (!c.has(1)) {
    int64_t chunk = dim < 0 ? 0 : dim / parts + (dim % parts != 0);
    for (int64_t &size : sizes) {
      size = dim < 0 ? unknownDim : std::min(chunk, dim);
      dim -= dim < 0 ? 0 : size;
    }
    return sizes;
  }
  const ValueType &type = c.operand(1);
  INGOT_TRY(c.require(3, !type.ranked || (type.rank() == 1 && compatible(type.dims[0], parts)),
                      "sizes is ", type.text(), " for ", parts, " parts"));
  auto given = c.integers(1);
  if (!given)
    return sizes;
  int64_t sum = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = (*given)[i];
    INGOT_TRY(c.require(3, sizes[i] >= 0, "sizes ", *given));
    INGOT_TRY(c.require(4, !__builtin_add_overflow(sum, sizes[i], &sum), "sizes ", *given));
  }
  INGOT_TRY(c.require(4, compatible(sum, dim), "sizes ", *given, " for dimension ", dim));
  return sizes;
}

} // namespace

Status inferIdentity(InferContext &c) {
  if (c.operandCount() != 1)
    return badModel(str(c.op, ": ", c.operandCount(), " operands, wanted 1"));
  return c.yield(c.operand(0));
}

Status inferShape(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(ValueType::tensor(ElementType::I64, {unknownDim}));
  auto [start, end] = shapeBounds(c.attributes, x.rank());
  PartialIntegers dims;
  for (int64_t i = start; i < end; ++i) {
    int64_t dim = x.dims[static_cast<size_t>(i)];
    dims.push_back(dim < 0 ? std::nullopt : std::optional(dim));
  }
  return c.yield(ValueType::tensor(ElementType::I64, {end - start}), std::move(dims));
}

std::pair<int64_t, int64_t> shapeBounds(const Attributes &attributes, int64_t rank) {
  auto clamp = [&](int64_t bound) {
    return std::clamp(bound < 0 ? bound + rank : bound, int64_t{0}, rank);
  };
  int64_t start = clamp(attributes.integer("start"));
  int64_t end = attributes.has("end") ? clamp(attributes.integer("end")) : rank;
  return {start, std::max(start, end)};
}

Status inferSize(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  return c.yield(ValueType::tensor(ElementType::I64, {}),
                 {x.isStatic() ? elementCount(x.dims) : std::nullopt});
}

Status inferReshape(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0);
  bool allowZero = c.attributes.flag("allowzero");
  auto shape = INGOT_TRY(shapeOperand(c, 1, 1));
  if (!shape)
    return c.yield(ValueType::unranked(x.element));
  Shape dims(shape->size(), unknownDim);
  std::vector<int64_t> copied;
  Remainder remainder;
  int wildcards = 0, unknowns = 0;
  bool zero = false;
  size_t open = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    auto axis = static_cast<int64_t>(i);
    if (!(*shape)[i]) {
      ++unknowns;
      open = i;
      continue;
    }
    int64_t entry = *(*shape)[i];
    INGOT_TRY(c.require(2, entry >= -1, "entry ", entry));
    if (entry == -1) {
      INGOT_TRY(c.require(2, ++wildcards == 1, "more than one -1"));
      open = i;
    } else if (entry == 0 && !allowZero) {
      INGOT_TRY(
          c.require(3, !x.ranked || axis < x.rank(), "entry 0 at axis ", axis, " of ", x.text()));
      dims[i] = x.ranked ? x.dims[i] : unknownDim;
      copied.push_back(axis);
    } else {
      dims[i] = entry;
      zero |= entry == 0;
      remainder.multiply(remainder.present, entry);
    }
  }
  INGOT_TRY(c.require(4, !(zero && wildcards), "both 0 and -1"));
  for (int64_t i = 0; i < x.rank(); ++i)
    if (!contains(copied, i))
      remainder.multiply(remainder.total, x.dims[static_cast<size_t>(i)]);
  // An axis copied beyond the operand's known ones leaves the rest unknown.
  if (!x.ranked || !remainder.known || wildcards + unknowns > 1)
    return c.yield(tensorLike(x, std::move(dims)));
  if (wildcards + unknowns == 1) {
    bool divides = remainder.present != 0 && remainder.total % remainder.present == 0;
    INGOT_TRY(c.require(5, divides || unknowns, "shape ", shapeText(dims), " for ", x.text()));
    if (divides)
      dims[open] = remainder.total / remainder.present;
    return c.yield(tensorLike(x, std::move(dims)));
  }
  INGOT_TRY(c.require(5, remainder.total == remainder.present, "shape ", shapeText(dims), " for ",
                      x.text()));
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferFlatten(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(tensorLike(x, {unknownDim, unknownDim}));
  int64_t axis = c.attributes.integer("axis");
  INGOT_TRY(
      c.require(1, axis >= -x.rank() && axis <= x.rank(), "axis ", axis, " for rank ", x.rank()));
  auto split = static_cast<size_t>(axis < 0 ? axis + x.rank() : axis);
  return c.yield(
      tensorLike(x, {productOf(x.dims, 0, split), productOf(x.dims, split, x.dims.size())}));
}

Status inferSqueeze(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 2));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  std::vector<int64_t> dropped;
  auto count = c.has(1) ? axesCount(c, 1) : 0;
  if (count != 0) {
    auto axes = c.integers(1);
    if (!axes && count && *count <= x.rank())
      return c.yield(tensorLike(x, Shape(static_cast<size_t>(x.rank() - *count), unknownDim)));
    if (!axes)
      return c.yield(ValueType::unranked(x.element));
    auto normal = normalizeAxes(*axes, x.rank());
    INGOT_TRY(c.require(1, normal.has_value(), "axes ", *axes, " for rank ", x.rank()));
    dropped = std::move(*normal);
  } else {
    if (!x.isStatic())
      return c.yield(ValueType::unranked(x.element));
    for (int64_t i = 0; i < x.rank(); ++i)
      if (x.dims[static_cast<size_t>(i)] == 1)
        dropped.push_back(i);
  }
  for (int64_t axis : dropped)
    INGOT_TRY(c.require(2, compatible(x.dims[static_cast<size_t>(axis)], 1), "axis ", axis, " of ",
                        x.text()));
  return c.yield(tensorLike(x, without(x.dims, dropped)));
}

Status inferUnsqueeze(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0);
  auto count = axesCount(c, 1);
  auto axes = c.integers(1);
  INGOT_TRY(c.require(1, !axes || count, "more than ", maxRank, " axes"));
  if (!x.ranked || !count)
    return c.yield(ValueType::unranked(x.element));
  int64_t rank = x.rank() + *count;
  Shape dims(static_cast<size_t>(rank), unknownDim);
  if (!axes)
    return c.yield(tensorLike(x, std::move(dims)));
  auto normal = normalizeAxes(*axes, rank);
  INGOT_TRY(c.require(1, normal.has_value(), "axes ", *axes, " for rank ", rank));
  auto next = x.dims.begin();
  for (int64_t i = 0; i < rank; ++i)
    dims[static_cast<size_t>(i)] = contains(*normal, i) ? 1 : *next++;
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferTranspose(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const auto &perm = c.attributes.integers("perm");
  const ValueType &x = c.operand(0);
  if (perm.empty())
    return c.yield(x.ranked ? tensorLike(x, Shape(x.dims.rbegin(), x.dims.rend()))
                            : ValueType::unranked(x.element));
  int64_t rank = x.ranked ? x.rank() : static_cast<int64_t>(perm.size());
  bool valid = rank <= static_cast<int64_t>(maxRank) && isPermutation(perm, rank);
  INGOT_TRY(c.require(1, valid, "perm ", perm, " for rank ", rank));
  Shape dims;
  for (int64_t axis : perm)
    dims.push_back(x.ranked ? x.dims[static_cast<size_t>(axis)] : unknownDim);
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferExpand(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0);
  auto shape = INGOT_TRY(shapeOperand(c, 1, 1));
  if (!x.ranked || !shape)
    return c.yield(ValueType::unranked(x.element));
  Shape wanted;
  for (const auto &entry : *shape) {
    INGOT_TRY(c.require(2, !entry || *entry >= 0, "entry ", entry.value_or(0)));
    wanted.push_back(dimOf(entry));
  }
  auto dims = broadcastShapes(x.dims, wanted);
  INGOT_TRY(c.require(3, dims.has_value(), x.text(), " and shape ", shapeText(wanted)));
  return c.yield(tensorLike(x, std::move(*dims)));
}

Status inferConcat(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, SIZE_MAX));
  const ValueType *ranked = nullptr;
  for (const ValueType &x : c.operands) {
    if (!x.isTensor())
      return badModel(str(c.op, ": an operand is ", x.text(), ", wanted a tensor"));
    INGOT_TRY(
        c.require(1, x.element == c.operand(0).element, c.operand(0).text(), " and ", x.text()));
    if (x.ranked && !ranked)
      ranked = &x;
  }
  if (!ranked)
    return c.yield(ValueType::unranked(c.operand(0).element));
  auto normal = normalizeAxis(c.attributes.integer("axis"), ranked->rank());
  INGOT_TRY(c.require(3, normal.has_value(), "axis ", c.attributes.integer("axis"), " for rank ",
                      ranked->rank()));
  auto axis = static_cast<size_t>(*normal);
  Shape dims = ranked->dims;
  dims[axis] = 0;
  for (const ValueType &x : c.operands) {
    INGOT_TRY(
        c.require(2, !x.ranked || x.rank() == ranked->rank(), ranked->text(), " and ", x.text()));
    int64_t size = x.ranked ? x.dims[axis] : unknownDim;
    bool overflow = size >= 0 && dims[axis] >= 0 && __builtin_add_overflow(dims[axis], size, &size);
    INGOT_TRY(c.require(5, !overflow, "sizes along axis ", axis, " are too large"));
    dims[axis] = dims[axis] < 0 ? unknownDim : size;
    for (size_t i = 0; x.ranked && i < dims.size(); ++i) {
      if (i == axis)
        continue;
      INGOT_TRY(c.require(4, compatible(dims[i], x.dims[i]), ranked->text(), " and ", x.text(),
                          " along axis ", axis));
      dims[i] = mergeDim(dims[i], x.dims[i]);
    }
  }
  return c.yield(tensorLike(*ranked, std::move(dims)));
}

Status inferSplit(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 2));
  const ValueType &x = c.operand(0);
  int64_t parts = c.attributes.integer("parts"), axis = c.attributes.integer("axis");
  INGOT_TRY(c.require(1, parts >= 1 && parts <= 65536, "parts is ", parts));
  if (!x.ranked) {
    for (int64_t i = 0; i < parts; ++i)
      INGOT_TRY(c.yield(ValueType::unranked(x.element)));
    return success();
  }
  auto normal = normalizeAxis(axis, x.rank());
  INGOT_TRY(c.require(2, normal.has_value(), "axis ", axis, " for rank ", x.rank()));
  Shape dims = x.dims;
  for (int64_t size : INGOT_TRY(splitSizes(c, parts, x.dims[static_cast<size_t>(*normal)]))) {
    dims[static_cast<size_t>(*normal)] = size;
    INGOT_TRY(c.yield(tensorLike(x, dims)));
  }
  return success();
}

SliceRange sliceRange(int64_t start, int64_t end, int64_t step, int64_t dim) {
  if (dim == 0)
    return {0, 1, 0};
  bool forward = step > 0;
  auto bound = [&](int64_t value) {
    value = value < 0 ? value + dim : value;
    return forward ? std::clamp(value, int64_t{0}, dim) : std::clamp(value, int64_t{-1}, dim - 1);
  };
  int64_t from = forward ? bound(start) : std::max(bound(start), int64_t{0}), to = bound(end);
  int64_t length = forward ? to - from : from - to;
  // -INT64_MIN does not exist; no axis is long enough for the difference to matter.
  int64_t stride = forward ? step : -std::max(step, -INT64_MAX);
  int64_t count = length > 0 ? (length - 1) / stride + 1 : 0;
  return {from, count > 1 ? step : 1, count};
}

Expected<std::vector<SliceRange>> sliceRanges(InferContext &c) {
  const ValueType &x = c.operand(0);
  int64_t length = unknownDim;
  for (size_t i = 1; i < c.operandCount(); ++i) {
    if (!c.has(i) || !c.operand(i).ranked)
      continue;
    const ValueType &type = c.operand(i);
    bool fits = type.rank() == 1 && compatible(type.dims[0], length) &&
                type.dims[0] <= static_cast<int64_t>(maxRank);
    INGOT_TRY(c.require(1, fits, "operand ", i, " is ", type.text(),
                        length < 0 ? std::string() : str(" for ", length, " axes")));
    length = mergeDim(length, type.dims[0]);
  }
  std::vector<SliceRange> ranges;
  for (int64_t dim : x.dims)
    ranges.push_back({0, 1, dim});
  auto starts = c.partial(1), ends = c.partial(2), steps = c.partial(4);
  std::optional<std::vector<int64_t>> axes = c.integers(3);
  if (!c.has(3) && length >= 0) {
    axes.emplace();
    for (int64_t i = 0; i < length; ++i)
      axes->push_back(i);
  }
  auto normal = axes ? normalizeAxes(*axes, x.rank()) : std::nullopt;
  INGOT_TRY(c.require(2, !axes || normal, "axes ", axes.value_or(Shape()), " for rank ", x.rank()));
  if (!normal) {
    for (SliceRange &range : ranges)
      range.count = unknownDim;
    return ranges;
  }
  for (size_t i = 0; i < normal->size(); ++i) {
    SliceRange &range = ranges[static_cast<size_t>((*normal)[i])];
    auto entry = [&](const std::optional<PartialIntegers> &values) {
      return values && i < values->size() ? (*values)[i] : std::nullopt;
    };
    auto start = entry(starts), end = entry(ends);
    auto step = c.has(4) ? entry(steps) : std::optional<int64_t>(1);
    INGOT_TRY(c.require(3, !step || *step != 0, "step of axis ", (*normal)[i], " is 0"));
    bool known = start && end && step && range.count >= 0;
    range = known ? sliceRange(*start, *end, *step, range.count) : SliceRange{0, 1, unknownDim};
  }
  return ranges;
}

Status inferSlice(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 5));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  Shape dims;
  for (const SliceRange &range : INGOT_TRY(sliceRanges(c)))
    dims.push_back(range.count);
  return c.yield(tensorLike(x, std::move(dims)));
}

} // namespace ingot::graph
