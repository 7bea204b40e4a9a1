// What the import rules of quantized operators share.
#pragma once

#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// The f32 constant of this value.
Handle floatScalar(const Node &n, float value);

/// (x - zeroPoint) * scale for one scale; the zero point may be none.
Expected<Handle> dequantized(const Node &n, Handle x, Handle scale, Handle zeroPoint);
/// x / scale + zeroPoint, rounded and saturated, for one scale; the zero point may be none.
Expected<Handle> quantizedAs(const Node &n, Handle x, Handle scale, Handle zeroPoint,
                             ElementType to);

/// sums * multiplier in f32, rounded to even, plus the zero point (may be none), saturated.
Expected<Handle> requantize(const Node &n, Handle sums, Handle multiplier, Handle zeroPoint,
                            ElementType to);
/// a * b / y of scales in f32; y may be none.
Expected<Handle> productScale(const Node &n, Handle a, Handle b, Handle y);
/// A vector with one element per row of a matrix, as it broadcasts to it; others as they are.
Expected<Handle> perRow(const Node &n, Handle x);

} // namespace ingot::onnx
