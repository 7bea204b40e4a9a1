// Shape functions of signal processing.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {
namespace {

/// Lengths that transforms take: their work arrays are a few times as long.
constexpr int64_t maxLength = int64_t{1} << 48;

/// A scalar operand, as far as its type tells: rank 0, or a single element.
bool isScalar(const ValueType &type) {
  return !type.isStatic() || elementCount(type.dims).value_or(0) == 1;
}

/// The value of a scalar integer operand, where known.
std::optional<int64_t> scalarOf(const InferContext &c, size_t i) {
  auto tensor = c.value(i);
  return tensor && tensor->elements() == 1 ? std::optional(tensor->integerAt(0)) : std::nullopt;
}

} // namespace

Status inferDft(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 3));
  const ValueType &x = c.operand(0);
  bool inverse = c.attributes.flag("inverse"), onesided = c.attributes.flag("onesided");
  for (size_t i = 1; i < c.operandCount(); ++i)
    INGOT_TRY(c.require(2, !c.has(i) || isScalar(c.operand(i)), "operand ", i, " is ",
                        c.has(i) ? c.operand(i).text() : std::string()));
  if (!x.ranked)
    return c.yield(ValueType::unranked(x.element));
  int64_t parts = x.dims.empty() ? 0 : x.dims.back();
  INGOT_TRY(
      c.require(1, x.rank() >= 2 && (parts < 0 || parts == 1 || parts == 2), "x is ", x.text()));
  INGOT_TRY(c.require(4, !onesided || inverse || parts != 2, "a onesided transform of ", x.text()));
  auto length = scalarOf(c, 1), axis = scalarOf(c, 2);
  INGOT_TRY(c.require(3, !length || (*length > 0 && *length <= maxLength), "dft_length ",
                      length.value_or(0)));
  Shape dims = x.dims;
  dims.back() = inverse && onesided ? 1 : 2;
  if (c.has(2) && !axis) {
    std::fill(dims.begin(), dims.end() - 1, unknownDim);
    return c.yield(tensorLike(x, std::move(dims)));
  }
  auto normal = normalizeAxis(axis.value_or(-2), x.rank());
  INGOT_TRY(
      c.require(2, normal && *normal < x.rank() - 1, "axis ", axis.value_or(-2), " of ", x.text()));
  int64_t &dim = dims[static_cast<size_t>(*normal)];
  int64_t n = length ? *length : c.has(1) || dim < 0 ? unknownDim : dim;
  if (!c.has(1) && dim >= 0) {
    n = inverse && onesided ? 2 * (dim - 1) : dim;
    INGOT_TRY(c.require(3, dim <= maxLength && n > 0, "a length of ", n, " from ", x.text()));
  }
  dim = n < 0 ? unknownDim : onesided && !inverse ? n / 2 + 1 : n;
  return c.yield(tensorLike(x, std::move(dims)));
}

/// The length of a frame: the operand's, the window's, or the whole signal.
static int64_t frameLength(const InferContext &c) {
  if (c.has(3))
    return scalarOf(c, 3).value_or(unknownDim);
  if (c.has(2))
    return c.operand(2).ranked && c.operand(2).rank() == 1 ? c.operand(2).dims[0] : unknownDim;
  return c.operand(0).ranked ? c.operand(0).dims[1] : unknownDim;
}

Status inferStft(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 4));
  const ValueType &x = c.operand(0);
  int64_t parts = x.ranked && x.rank() == 3 ? x.dims[2] : unknownDim;
  INGOT_TRY(c.require(1, !x.ranked || (x.rank() == 3 && (parts < 0 || parts == 1 || parts == 2)),
                      "signal is ", x.text()));
  INGOT_TRY(c.require(2, isScalar(c.operand(1)) && (!c.has(3) || isScalar(c.operand(3))),
                      "frame_step and frame_length are not scalars"));
  bool onesided = c.attributes.flag("onesided");
  INGOT_TRY(c.require(3, !onesided || parts != 2, "a onesided transform of ", x.text()));
  int64_t length = frameLength(c), signal = x.ranked ? x.dims[1] : unknownDim;
  bool knownLength = !c.has(3) || scalarOf(c, 3).has_value();
  if (c.has(2)) {
    const ValueType &window = c.operand(2);
    bool fits = window.element == x.element &&
                (!window.ranked || (window.rank() == 1 && compatible(window.dims[0], length)));
    INGOT_TRY(c.require(4, fits, "window is ", window.text(), " for frames of ", length));
  }
  auto step = scalarOf(c, 1);
  INGOT_TRY(c.require(5, !step || *step > 0, "frame_step ", step.value_or(0)));
  INGOT_TRY(c.require(5,
                      !knownLength || (length == unknownDim && !c.has(3)) ||
                          (length > 0 && length <= maxLength && (signal < 0 || length <= signal)),
                      "frames of ", length, " in ", x.text()));
  int64_t frames = step && signal >= 0 && length > 0 ? (signal - length) / *step + 1 : unknownDim;
  int64_t bins = length < 0 ? unknownDim : onesided ? length / 2 + 1 : length;
  return c.yield(tensorLike(x, {x.ranked ? x.dims[0] : unknownDim, frames, bins, 2}));
}

Status inferWindow(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const std::string &kind = c.attributes.text("kind");
  INGOT_TRY(
      c.require(1, kind == "hann" || kind == "hamming" || kind == "blackman", "kind '", kind, "'"));
  auto size = scalarOf(c, 0);
  INGOT_TRY(c.require(2, isScalar(c.operand(0)) && (!size || (*size >= 0 && *size <= maxLength)),
                      "size is ", c.operand(0).text(), " of value ", size.value_or(0)));
  ElementType type = c.attributes.type("to");
  INGOT_TRY(c.require(3, isFloat(type) || isInteger(type), "a window of ", elementName(type)));
  return c.yield(ValueType::tensor(type, {size.value_or(unknownDim)}));
}

Status inferMelWeightMatrix(InferContext &c) {
  INGOT_TRY(c.requireTensors(5, 5));
  for (size_t i = 0; i < 5; ++i)
    INGOT_TRY(c.require(1, isScalar(c.operand(i)), "operand ", i, " is ", c.operand(i).text()));
  auto bands = scalarOf(c, 0), length = scalarOf(c, 1), rate = scalarOf(c, 2);
  INGOT_TRY(c.require(2,
                      (!bands || (*bands >= 0 && *bands <= maxLength)) &&
                          (!length || (*length >= 0 && *length <= maxLength)) &&
                          (!rate || *rate > 0),
                      "num_mel_bins ", bands.value_or(0), ", dft_length ", length.value_or(0),
                      ", sample_rate ", rate.value_or(1)));
  for (size_t i = 3; i < 5; ++i)
    if (auto edge = c.value(i); edge && edge->elements() == 1)
      INGOT_TRY(c.require(4, edge->numberAt(0) > -700, "an edge of ", edge->numberAt(0), " Hz"));
  ElementType type = c.attributes.type("to");
  INGOT_TRY(c.require(3, isFloat(type) || isInteger(type), "a matrix of ", elementName(type)));
  return c.yield(
      ValueType::tensor(type, {length ? *length / 2 + 1 : unknownDim, bands.value_or(unknownDim)}));
}

} // namespace ingot::graph
