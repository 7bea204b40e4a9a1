// Evaluators of operators that repeat, pad and regroup elements.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Movement.h"
#include "kernels/movement/reference.h"

#include <algorithm>

namespace ingot::interp {
namespace {

/// i in a pattern that repeats with this period, as 0 … period - 1.
int64_t wrapped(int64_t i, int64_t period) { return ((i % period) + period) % period; }

/// Which element of an axis of size `count` stands at place `i` outside of it; -1 for none.
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

template <typename T> void padElements(EvalContext &c, const std::vector<const int64_t *> &maps) {
  const Tensor &x = c.in(0);
  Tensor &out = c.out(0);
  const T fill = c.has(2) ? *moving<T>(c.in(2)) : T();
  auto strides = graph::denseStrides(x.shape());
  std::vector<int64_t> index(maps.size());
  kernels::movement::pad(moving<T>(x), strides.data(), maps.data(), out.shape().data(), out.rank(),
                         fill, moving<T>(out), index.data());
}

/// How to read x in the order of the result: sizes and strides of the axes that blocks give.
struct BlockView {
  Shape dims, strides;

  BlockView(const Shape &split, const std::vector<size_t> &perm) {
    auto dense = graph::denseStrides(split);
    for (size_t axis : perm) {
      dims.push_back(split[axis]);
      strides.push_back(dense[axis]);
    }
  }
};

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
      int64_t from = paddedFrom(i - range.before, range.count, c.attributes.text("mode"));
      table[i] = from < 0 ? -1 : range.start + from;
    }
    maps.push_back(table);
  }
  dispatchMoving(c.in(0).type(), [&]<typename T> { padElements<T>(c, maps); });
  return success();
}

Status evalDepthToSpace(EvalContext &c) {
  const Shape &x = c.in(0).shape(), &y = c.out(0).shape();
  int64_t size = c.attributes.integer("blocksize");
  BlockView view = c.attributes.text("mode") == "DCR"
                       ? BlockView({x[0], size, size, y[1], x[2], x[3]}, {0, 3, 4, 1, 5, 2})
                       : BlockView({x[0], y[1], size, size, x[2], x[3]}, {0, 1, 4, 2, 5, 3});
  copyView(c.in(0), 0, view.dims, view.strides, c.out(0));
  return success();
}

Status evalChannelShuffle(EvalContext &c) {
  const Shape &x = c.in(0).shape();
  if (c.out(0).elements() == 0)
    return success();
  auto axis = static_cast<size_t>(c.attributes.integer("axis"));
  int64_t groups = c.attributes.integer("groups");
  BlockView view({graph::productOf(x, 0, axis), groups, x[axis] / groups,
                  graph::productOf(x, axis + 1, x.size())},
                 {0, 2, 1, 3});
  copyView(c.in(0), 0, view.dims, view.strides, c.out(0));
  return success();
}

Status evalSpaceToDepth(EvalContext &c) {
  const Shape &x = c.in(0).shape(), &y = c.out(0).shape();
  int64_t size = c.attributes.integer("blocksize");
  bool depthLast = c.attributes.text("mode") == "DCR";
  BlockView view({x[0], x[1], y[2], size, y[3], size}, depthLast
                                                           ? std::vector<size_t>{0, 3, 5, 1, 2, 4}
                                                           : std::vector<size_t>{0, 1, 3, 5, 2, 4});
  copyView(c.in(0), 0, view.dims, view.strides, c.out(0));
  return success();
}

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
