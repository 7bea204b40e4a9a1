// What the import rules of contractions share.
#pragma once

#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// x * factor; x itself when the factor is 1. An integer x takes whole factors only.
Expected<Handle> scaled(const Node &n, Handle x, float factor);

/// alpha * a * b + beta * c with the node's attributes alpha, beta, transA and transB; c may be
/// none.
Expected<Handle> emitGemm(const Node &n, Handle a, Handle b, Handle c);

/// The attributes strides, pads, dilations, group and auto_pad of a convolution node with input x
/// and weights w, auto_pad resolved where the sizes are known.
Expected<Attributes> convolutionAttributes(const Node &n, Handle x, Handle w);

} // namespace ingot::onnx
