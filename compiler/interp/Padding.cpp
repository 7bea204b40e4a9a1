// Evaluators of operators that repeat, pad and regroup elements.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Movement.h"
#include "kernels/movement/reference.h"

namespace ingot::interp {
namespace {

template <typename T> void padElements(EvalContext &c, const std::vector<const int64_t *> &maps) {
  const Tensor &x = c.in(0);
  Tensor &out = c.out(0);
  const T fill = c.has(2) ? *moving<T>(c.in(2)) : T();
  auto strides = graph::denseStrides(x.shape());
  std::vector<int64_t> index(maps.size());
  kernels::movement::pad(moving<T>(x), strides.data(), maps.data(), out.shape().data(), out.rank(),
                         fill, moving<T>(out), index.data());
}

/// Copies x in the order of the result.
Status moveBlocks(EvalContext &c,
                  graph::BlockMove (*moveOf)(const graph::Attributes &, const Shape &)) {
  if (c.out(0).elements() == 0)
    return success();
  graph::BlockMove move = moveOf(c.attributes, c.in(0).shape());
  auto dense = graph::denseStrides(move.split);
  Shape dims, strides;
  for (int64_t axis : move.perm) {
    dims.push_back(move.split[static_cast<size_t>(axis)]);
    strides.push_back(dense[static_cast<size_t>(axis)]);
  }
  copyView(c.in(0), 0, dims, strides, c.out(0));
  return success();
}

} // namespace

Status evalTile(EvalContext &c) {
  const Shape &from = c.in(0).shape(), &to = c.out(0).shape();
  auto dense = graph::denseStrides(from);
  Shape dims, strides;
  if (c.out(0).elements() == 0)
    return success();
  for (size_t i = 0; i < from.size(); ++i) {
    dims.insert(dims.end(), {to[i] / from[i], from[i]});
    strides.insert(strides.end(), {0, dense[i]});
  }
  copyView(c.in(0), 0, dims, strides, c.out(0));
  return success();
}

Status evalPad(EvalContext &c) {
  if (c.in(0).rank() == 0) {
    copyAll(c.in(0), c.out(0));
    return success();
  }
  if (c.out(0).elements() == 0)
    return success();
  graph::InferContext infer = inferenceOf(c);
  auto ranges = INGOT_TRY(graph::padRanges(infer));
  std::vector<Tensor> tables;
  std::vector<const int64_t *> maps;
  for (const graph::PadRange &range : ranges.value()) {
    int64_t size = range.before + range.count + range.after;
    tables.push_back(INGOT_TRY(c.scratch(ElementType::I64, {size})));
    int64_t *table = tables.back().mutableData<int64_t>();
    for (int64_t i = 0; i < size; ++i) {
      int64_t from = graph::paddedFrom(i - range.before, range.count, c.attributes.text("mode"));
      table[i] = from < 0 ? -1 : range.start + from;
    }
    maps.push_back(table);
  }
  dispatchMoving(c.in(0).type(), [&]<typename T> { padElements<T>(c, maps); });
  return success();
}

Status evalDepthToSpace(EvalContext &c) { return moveBlocks(c, graph::depthToSpaceMove); }
Status evalSpaceToDepth(EvalContext &c) { return moveBlocks(c, graph::spaceToDepthMove); }
Status evalChannelShuffle(EvalContext &c) { return moveBlocks(c, graph::channelShuffleMove); }

Status evalReverseSequence(EvalContext &c) {
  const Tensor &x = c.in(0);
  int64_t time = x.dim(c.attributes.integer("time_axis"));
  Tensor lengths = INGOT_TRY(c.scratch(ElementType::I64, c.in(1).shape()));
  for (int64_t i = 0; i < lengths.elements(); ++i) {
    int64_t length = c.in(1).integerAt(i);
    if (length < 0 || length > time)
      return c.fail("length ", length, " is out of range for ", time, " steps");
    lengths.mutableData<int64_t>()[i] = length;
  }
  if (x.elements() == 0)
    return success();
  int64_t inner = graph::productOf(x.shape(), 2, x.shape().size());
  dispatchMoving(x.type(), [&]<typename T> {
    kernels::movement::reverseSequence(
        moving<T>(x), x.dim(0), x.dim(1), inner, lengths.data<int64_t>(),
        c.attributes.integer("batch_axis") == 0, moving<T>(c.out(0)));
  });
  return success();
}

} // namespace ingot::interp
