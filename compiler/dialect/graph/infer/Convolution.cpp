// Shape functions of convolutions.
#include "compiler/dialect/graph/infer/Convolution.h"

namespace ingot::graph {
namespace {
bool isByte(ElementType type) { return type == ElementType::I8 || type == ElementType::U8; }

/// What the operands say of a convolution before the window is looked at.
struct Frame {
  size_t rank = 0; ///< of x, w and y
  Shape x, w;      ///< unknown dims where an operand is unranked
};

/// Constraint 2; nothing when neither operand is ranked.
Expected<std::optional<Frame>> readFrame(InferContext &c) {
  const ValueType &x = c.operand(0), &w = c.operand(1);
  if (!x.ranked && !w.ranked)
    return std::optional<Frame>();
  Frame frame;
  frame.rank = x.ranked ? x.dims.size() : w.dims.size();
  bool same = !x.ranked || !w.ranked || x.dims.size() == w.dims.size();
  INGOT_TRY(c.require(2, same && frame.rank >= 3 && frame.rank <= maxSpatialAxes + 2, "x is ",
                      x.text(), ", w is ", w.text()));
  frame.x = x.ranked ? x.dims : Shape(frame.rank, unknownDim);
  frame.w = w.ranked ? w.dims : Shape(frame.rank, unknownDim);
  return std::optional(std::move(frame));
}

Status sameElements(InferContext &c) {
  for (size_t i = 0; i < c.operandCount(); ++i)
    INGOT_TRY(c.require(1, !c.has(i) || c.operand(i).element == c.operand(0).element, "operand ", i,
                        " is ", elementName(c.operand(i).element), ", x is ",
                        elementName(c.operand(0).element)));
  return success();
}

/// Operand `i`, where given, has `channels` elements on one axis.
Status requireVector(InferContext &c, size_t i, int64_t channels) {
  if (!c.has(i) || !c.operand(i).ranked)
    return success();
  const Shape &dims = c.operand(i).dims;
  return c.require(6, dims.size() == 1 && compatible(dims[0], channels), "bias ", shapeText(dims),
                   " for ", channels, " channels");
}

/// Constraint 4 of a convolution whose w is [channels of y, channels of x / group].
Status requireGroups(InferContext &c, const Frame &f) {
  int64_t group = c.attributes.integer("group"), channels = 0;
  bool fits = group >= 1 && (f.w[0] < 0 || f.w[0] % group == 0);
  if (fits && f.x[1] >= 0 && f.w[1] >= 0)
    fits = !__builtin_mul_overflow(f.w[1], group, &channels) && channels == f.x[1];
  return c.require(4, fits, "x ", shapeText(f.x), ", w ", shapeText(f.w), ", group ", group);
}

/// The shape of a convolution's result; constraints 2 to 5. Nothing when the rank is unknown.
Expected<std::optional<Shape>> convolutionShape(InferContext &c) {
  auto frame = INGOT_TRY(readFrame(c));
  if (!frame)
    return std::optional<Shape>();
  auto window = readWindow(c.attributes, Shape(frame->w.begin() + 2, frame->w.end()));
  auto autoPad = c.attributes.has("auto_pad") ? autoPadOf(c.attributes.text("auto_pad"))
                                              : std::optional(AutoPad::None);
  INGOT_TRY(c.require(3, window && autoPad, windowText(c.attributes), " for rank ", frame->rank));
  INGOT_TRY(requireGroups(c, *frame));
  Shape dims = {frame->x[0], frame->w[0]};
  for (size_t i = 0; i < window->size(); ++i) {
    WindowAxis &axis = (*window)[i];
    int64_t size = frame->x[i + 2];
    if (*autoPad != AutoPad::None) {
      bool fits =
          axis.kernel != 0 && (size < 0 || axis.kernel < 0 || padSame(axis, size, *autoPad));
      INGOT_TRY(c.require(5, fits, "kernel ", axis.kernel, " on size ", size));
      dims.push_back(samePositions(axis, size));
      continue;
    }
    auto positions = windowPositions(axis, size);
    INGOT_TRY(c.require(5, positions.has_value(), "kernel ", axis.kernel, " with dilation ",
                        axis.dilation, " on size ", size, " with padding ", axis.padBegin, " and ",
                        axis.padEnd));
    dims.push_back(*positions);
  }
  return std::optional(std::move(dims));
}

ValueType typeOf(ElementType element, std::optional<Shape> dims) {
  return dims ? ValueType::tensor(element, std::move(*dims)) : ValueType::unranked(element);
}

} // namespace

std::vector<WindowAxis> convolutionWindow(const Attributes &attributes, const Shape &x,
                                          const Shape &w) {
  auto window = *readWindow(attributes, Shape(w.begin() + 2, w.end()));
  AutoPad mode =
      attributes.has("auto_pad") ? *autoPadOf(attributes.text("auto_pad")) : AutoPad::None;
  for (size_t i = 0; mode != AutoPad::None && i < window.size(); ++i)
    padSame(window[i], x[i + 2], mode);
  return window;
}

Status inferConv(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  INGOT_TRY(sameElements(c));
  auto dims = INGOT_TRY(convolutionShape(c));
  INGOT_TRY(requireVector(c, 2, dims ? (*dims)[1] : unknownDim));
  return c.yield(typeOf(c.operand(0).element, std::move(dims)));
}

Status inferConvInteger(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 4));
  for (size_t i = 0; i < c.operandCount(); ++i)
    INGOT_TRY(c.require(1,
                        !c.has(i) || (isByte(c.operand(i).element) &&
                                      c.operand(i).element == c.operand(i % 2).element),
                        "operand ", i, " is ", elementName(c.operand(i).element)));
  auto dims = INGOT_TRY(convolutionShape(c));
  for (size_t i = 2; i < c.operandCount(); ++i) {
    if (!c.has(i) || !c.operand(i).ranked)
      continue;
    const Shape &zero = c.operand(i).dims;
    int64_t channels = i == 3 && dims ? (*dims)[1] : 1;
    bool fits = zero.empty() ||
                (zero.size() == 1 && (compatible(zero[0], 1) || compatible(zero[0], channels)));
    INGOT_TRY(c.require(6, fits, "zero point ", shapeText(zero), " for ", channels, " channels"));
  }
  return c.yield(typeOf(ElementType::I32, std::move(dims)));
}

Status inferDeformConv(InferContext &c) {
  INGOT_TRY(c.requireTensors(3, 5));
  INGOT_TRY(sameElements(c));
  auto dims = INGOT_TRY(convolutionShape(c));
  INGOT_TRY(requireVector(c, 3, dims ? (*dims)[1] : unknownDim));
  int64_t groups = c.attributes.integer("offset_group");
  const ValueType &x = c.operand(0), &w = c.operand(1);
  bool divides = groups >= 1 && (!x.ranked || x.dims[1] < 0 || x.dims[1] % groups == 0);
  INGOT_TRY(c.require(7, divides, "offset_group ", groups, " for x ", x.text()));
  if (!dims)
    return c.yield(ValueType::unranked(x.element));
  Shape sizes = {groups};
  if (w.ranked)
    sizes.insert(sizes.end(), w.dims.begin() + 2, w.dims.end());
  int64_t places = w.ranked ? productOf(sizes, 0, sizes.size()) : unknownDim;
  int64_t coordinates =
      places < 0 ? unknownDim : productOf({places, int64_t(dims->size()) - 2}, 0, 2);
  for (size_t i : {size_t(2), size_t(4)}) {
    if (!c.has(i) || !c.operand(i).ranked)
      continue;
    Shape wanted = *dims, &found = c.operands[i].dims;
    wanted[1] = i == 2 ? coordinates : places;
    bool fits = found.size() == wanted.size();
    for (size_t axis = 0; fits && axis < wanted.size(); ++axis)
      fits = compatible(found[axis], wanted[axis]);
    INGOT_TRY(c.require(8, fits, i == 2 ? "offset " : "mask ", shapeText(found), ", wanted ",
                        shapeText(wanted)));
  }
  return c.yield(typeOf(x.element, std::move(dims)));
}

//===----------------------------------------------------------------------------------------------===//
// Transposed convolution
//===----------------------------------------------------------------------------------------------===//

namespace {
/// What one spatial axis of a transposed convolution comes to; all sizes known.
std::optional<TransposedAxis> transposedAxis(const WindowAxis &axis, int64_t size, int64_t extra,
                                             std::optional<int64_t> wanted, AutoPad mode) {
  using Wide = __int128;
  Wide natural =
      Wide(axis.stride) * (Wide(size) - 1) + extra + Wide(axis.kernel - 1) * axis.dilation + 1;
  if (!wanted && mode != AutoPad::None) {
    int64_t scaled = 0;
    if (__builtin_mul_overflow(size, axis.stride, &scaled))
      return std::nullopt;
    wanted = scaled;
  }
  if (!wanted) {
    Wide out = natural - axis.padBegin - axis.padEnd;
    if (out < 0 || out > INT64_MAX || natural > INT64_MAX)
      return std::nullopt;
    return TransposedAxis{axis, static_cast<int64_t>(out)};
  }
  Wide total = natural - *wanted;
  if (total < 0)
    total = 0;
  if (*wanted < 0 || natural > INT64_MAX || total > INT64_MAX)
    return std::nullopt;
  TransposedAxis result{axis, *wanted};
  int64_t less = static_cast<int64_t>(total) / 2, more = static_cast<int64_t>(total) - less;
  result.window.padBegin = mode == AutoPad::SameUpper ? less : more;
  result.window.padEnd = mode == AutoPad::SameUpper ? more : less;
  return result;
}
} // namespace

std::optional<TransposedAxis> transposedAxis(const Attributes &attributes, const WindowAxis &axis,
                                             size_t i, int64_t size) {
  const auto &padding = attributes.integers("output_padding");
  const auto &shape = attributes.integers("output_shape");
  return transposedAxis(axis, size, padding.empty() ? 0 : padding[i],
                        shape.empty() ? std::nullopt : std::optional(shape[i]),
                        *autoPadOf(attributes.text("auto_pad")));
}

Status inferConvTranspose(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  INGOT_TRY(sameElements(c));
  auto frame = INGOT_TRY(readFrame(c));
  if (!frame)
    return c.yield(ValueType::unranked(c.operand(0).element));
  auto window = readWindow(c.attributes, Shape(frame->w.begin() + 2, frame->w.end()));
  bool known = autoPadOf(c.attributes.text("auto_pad")).has_value();
  INGOT_TRY(c.require(3, window && known, windowText(c.attributes), " for rank ", frame->rank));
  int64_t group = c.attributes.integer("group"), channels = unknownDim;
  bool fits = group >= 1 && compatible(frame->x[1], frame->w[0]) &&
              (frame->w[0] < 0 || frame->w[0] % group == 0) &&
              (frame->x[1] < 0 || frame->x[1] % group == 0) &&
              (frame->w[1] < 0 || !__builtin_mul_overflow(frame->w[1], group, &channels));
  INGOT_TRY(c.require(4, fits, "x ", shapeText(frame->x), ", w ", shapeText(frame->w), ", group ",
                      group));
  INGOT_TRY(requireVector(c, 2, channels));
  const auto &padding = c.attributes.integers("output_padding");
  const auto &shape = c.attributes.integers("output_shape");
  size_t spatial = window->size();
  bool sizes =
      (padding.empty() || padding.size() == spatial) && (shape.empty() || shape.size() == spatial);
  for (const auto *values : {&padding, &shape})
    for (int64_t size : *values)
      sizes &= size >= 0;
  INGOT_TRY(c.require(5, sizes, "output_padding ", padding, ", output_shape ", shape));
  Shape dims = {frame->x[0], channels};
  for (size_t i = 0; i < spatial; ++i) {
    const WindowAxis &axis = (*window)[i];
    INGOT_TRY(c.require(5, axis.kernel != 0, "kernel ", frame->w));
    if (frame->x[i + 2] < 0 || axis.kernel < 0) {
      dims.push_back(shape.empty() ? unknownDim : shape[i]);
      continue;
    }
    auto found = transposedAxis(c.attributes, axis, i, frame->x[i + 2]);
    INGOT_TRY(c.require(5, found.has_value(), "size ", frame->x[i + 2], " with kernel ",
                        axis.kernel, ", ", windowText(c.attributes)));
    dims.push_back(found->size);
  }
  return c.yield(tensorLike(c.operand(0), std::move(dims)));
}

} // namespace ingot::graph
