// Shape functions of convolutions.
#include "compiler/dialect/graph/infer/Convolution.h"

#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {
namespace {
bool isByte(ElementType type) { return type == ElementType::I8 || type == ElementType::U8; }

bool allAtLeast(const std::vector<int64_t> &values, int64_t least) {
  return std::all_of(values.begin(), values.end(), [&](int64_t v) { return v >= least; });
}

AutoPad autoPadOf(const Attributes &attributes) {
  return attributes.has("auto_pad")
             ? autoPadFromText(attributes.text("auto_pad")).value_or(AutoPad::Explicit)
             : AutoPad::Explicit;
}

std::string windowText(const Attributes &attributes) {
  return str("strides ", attributes.integers("strides"), ", dilations ",
             attributes.integers("dilations"), ", pads ", attributes.integers("pads"));
}

/// The window as the attributes give it, without sizes.
std::optional<std::vector<WindowAxis>> readWindow(const Attributes &attributes, const Shape &w) {
  const auto &strides = attributes.integers("strides");
  const auto &dilations = attributes.integers("dilations");
  const auto &pads = attributes.integers("pads");
  size_t axes = w.size() - 2;
  auto fits = [&](const std::vector<int64_t> &values, size_t length, int64_t least) {
    return values.empty() || (values.size() == length && allAtLeast(values, least));
  };
  bool padKnown =
      !attributes.has("auto_pad") || autoPadFromText(attributes.text("auto_pad")).has_value();
  if (!fits(strides, axes, 1) || !fits(dilations, axes, 1) || !fits(pads, 2 * axes, 0) || !padKnown)
    return std::nullopt;
  std::vector<WindowAxis> window(axes);
  for (size_t i = 0; i < axes; ++i) {
    window[i].kernel = w[i + 2];
    window[i].stride = strides.empty() ? 1 : strides[i];
    window[i].dilation = dilations.empty() ? 1 : dilations[i];
    window[i].before = pads.empty() ? 0 : pads[i];
    window[i].after = pads.empty() ? 0 : pads[axes + i];
  }
  return window;
}

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
  auto window = convolutionWindow(c.attributes, frame->x, frame->w);
  INGOT_TRY(c.require(3, window.has_value(), windowText(c.attributes), " for rank ", frame->rank));
  INGOT_TRY(requireGroups(c, *frame));
  Shape dims = {frame->x[0], frame->w[0]};
  for (const WindowAxis &axis : *window) {
    INGOT_TRY(c.require(5, axis.out != 0, "kernel ", axis.kernel, " with dilation ", axis.dilation,
                        " on size ", axis.in, " with padding ", axis.before, " and ", axis.after));
    dims.push_back(axis.out);
  }
  return std::optional(std::move(dims));
}

ValueType typeOf(ElementType element, std::optional<Shape> dims) {
  return dims ? ValueType::tensor(element, std::move(*dims)) : ValueType::unranked(element);
}

} // namespace

std::optional<std::vector<WindowAxis>> convolutionWindow(const Attributes &attributes,
                                                         const Shape &x, const Shape &w) {
  auto window = readWindow(attributes, w);
  AutoPad autoPad = autoPadOf(attributes);
  for (size_t i = 0; window && i < window->size(); ++i) {
    WindowAxis &axis = (*window)[i];
    axis.in = x[i + 2];
    bool resolved = axis.resolvePads(autoPad);
    if (axis.kernel == 0 || (resolved && !axis.resolveOut(false)))
      axis.out = 0;
  }
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
/// Sizes are hostile: sums and products are taken in 128 bits.
using Wide = __int128;
constexpr int64_t impossible = -2;

/// Sets the size `in` of the result, and the pads that lead to a size asked for. Kernel and `out`
/// are known.
void resolveTransposed(WindowAxis &axis, int64_t extra, std::optional<int64_t> wanted,
                       AutoPad autoPad) {
  Wide natural =
      Wide(axis.stride) * (Wide(axis.out) - 1) + extra + Wide(axis.kernel - 1) * axis.dilation + 1;
  axis.in = impossible;
  if (natural > INT64_MAX)
    return;
  if (!wanted && autoPad == AutoPad::Explicit) {
    Wide size = natural - axis.before - axis.after;
    axis.in = size < 0 ? impossible : static_cast<int64_t>(size);
    return;
  }
  Wide size = wanted ? Wide(*wanted) : Wide(axis.out) * axis.stride;
  if (size > INT64_MAX)
    return;
  // Where the result is larger than what x spreads over, the rest of it is empty.
  auto total = static_cast<int64_t>(std::max<Wide>(natural - size, 0));
  axis.in = static_cast<int64_t>(size);
  axis.before = autoPad == AutoPad::SameUpper ? total / 2 : total - total / 2;
  axis.after = total - axis.before;
}
} // namespace

std::optional<std::vector<WindowAxis>> transposedWindow(const Attributes &attributes,
                                                        const Shape &x, const Shape &w) {
  const auto &padding = attributes.integers("output_padding");
  const auto &shape = attributes.integers("output_shape");
  auto window = readWindow(attributes, w);
  for (size_t i = 0; window && i < window->size(); ++i) {
    WindowAxis &axis = (*window)[i];
    std::optional<int64_t> wanted = shape.empty() ? std::nullopt : std::optional(shape[i]);
    axis.out = x[i + 2];
    if (axis.kernel == 0)
      axis.in = impossible;
    else if (axis.out < 0 || axis.kernel < 0)
      axis.in = wanted.value_or(unknownDim);
    else
      resolveTransposed(axis, padding.empty() ? 0 : padding[i], wanted, autoPadOf(attributes));
  }
  return window;
}

Status inferConvTranspose(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 3));
  INGOT_TRY(sameElements(c));
  auto frame = INGOT_TRY(readFrame(c));
  if (!frame)
    return c.yield(ValueType::unranked(c.operand(0).element));
  const auto &padding = c.attributes.integers("output_padding");
  const auto &shape = c.attributes.integers("output_shape");
  size_t spatial = frame->rank - 2;
  bool sizes = (padding.empty() || padding.size() == spatial) && allAtLeast(padding, 0) &&
               (shape.empty() || shape.size() == spatial) && allAtLeast(shape, 0);
  INGOT_TRY(c.require(5, sizes, "output_padding ", padding, ", output_shape ", shape));
  auto window = transposedWindow(c.attributes, frame->x, frame->w);
  INGOT_TRY(c.require(3, window.has_value(), windowText(c.attributes), " for rank ", frame->rank));
  int64_t group = c.attributes.integer("group"), channels = unknownDim;
  bool fits = group >= 1 && compatible(frame->x[1], frame->w[0]) &&
              (frame->w[0] < 0 || frame->w[0] % group == 0) &&
              (frame->x[1] < 0 || frame->x[1] % group == 0) &&
              (frame->w[1] < 0 || !__builtin_mul_overflow(frame->w[1], group, &channels));
  INGOT_TRY(c.require(4, fits, "x ", shapeText(frame->x), ", w ", shapeText(frame->w), ", group ",
                      group));
  INGOT_TRY(requireVector(c, 2, channels));
  Shape dims = {frame->x[0], channels};
  for (const WindowAxis &axis : *window) {
    INGOT_TRY(c.require(5, axis.in != impossible, "size ", axis.out, " with kernel ", axis.kernel,
                        ", ", windowText(c.attributes)));
    dims.push_back(axis.in);
  }
  return c.yield(tensorLike(c.operand(0), std::move(dims)));
}

} // namespace ingot::graph
