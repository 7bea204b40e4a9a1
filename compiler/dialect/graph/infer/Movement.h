// What shape functions of data movement compute beside types; evaluators need it again.
#pragma once

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

/// The half-open range of axes that a shape operator reads of a tensor of this rank.
std::pair<int64_t, int64_t> shapeBounds(const Attributes &attributes, int64_t rank);

/// Elements start, start + step, … of an axis, `count` of them (unknownDim when not known).
struct SliceRange {
  int64_t start, step, count;
};
/// What start:end:step with any bounds means for an axis of size `dim`; `step` is not 0. A range of
/// at most one element has step 1.
SliceRange sliceRange(int64_t start, int64_t end, int64_t step, int64_t dim);
/// The range of each axis of a slice operator whose operand 0 is ranked; checks C1 to C3.
Expected<std::vector<SliceRange>> sliceRanges(InferContext &c);

/// What becomes of an axis under padding: elements [start, start + count) stay (`count` is
/// unknownDim when not known), with `before` and `after` new ones around them.
struct PadRange {
  int64_t start, count, before, after;
};
/// The range of each axis of a pad operator whose operand 0 is ranked, nothing when it is not known
/// which axes are padded; checks C1, C2, C5 and C6.
Expected<std::optional<std::vector<PadRange>>> padRanges(InferContext &c);
/// Which element of an axis of size `count` stands at place `i`, inside of it or not, in this mode
/// of padding; -1 for none.
int64_t paddedFrom(int64_t i, int64_t count, const std::string &mode);

/// What an operator that moves blocks does: axes are split, put into another order, and joined.
struct BlockMove {
  Shape split;               ///< the operand's elements, in their order
  std::vector<int64_t> perm; ///< axis i of the result's parts is axis perm[i] of `split`
};
// Of operands of these sizes that the shape function has taken.
BlockMove depthToSpaceMove(const Attributes &attributes, const Shape &x);
BlockMove spaceToDepthMove(const Attributes &attributes, const Shape &x);
BlockMove channelShuffleMove(const Attributes &attributes, const Shape &x);

} // namespace ingot::graph
