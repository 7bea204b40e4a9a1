// Evaluators of operators that rearrange whole tensors.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Movement.h"
#include "kernels/movement/reference.h"

#include <numeric>

namespace ingot::interp {

Status moveElements(EvalContext &c, size_t operand,
                    const std::function<void(const Tensor &in, Tensor &out)> &move) {
  const Tensor &in = c.in(operand);
  Tensor &out = c.out(0);
  if (!in.isString()) {
    move(in, out);
    return success();
  }
  Tensor numbers = INGOT_TRY(c.scratch(ElementType::I64, in.shape()));
  std::iota(numbers.mutableData<int64_t>(), numbers.mutableData<int64_t>() + in.elements(),
            int64_t{0});
  Tensor moved = INGOT_TRY(c.scratch(ElementType::I64, out.shape()));
  move(numbers, moved);
  return c.fillStrings(
      0, [&](int64_t i) -> const std::string & { return in.strings()[moved.data<int64_t>()[i]]; });
}

AxisView::AxisView(const Shape &shape, int64_t axis) {
  if (elementCount(shape).value_or(0) == 0) {
    outer = dim = inner = 0;
    return;
  }
  auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
  outer = graph::productOf(shape, 0, at);
  dim = shape[at];
  inner = graph::productOf(shape, at + 1, shape.size());
}

void copyView(const Tensor &in, int64_t offset, const Shape &dims,
              const std::vector<int64_t> &strides, Tensor &out) {
  if (out.elements() == 0)
    return;
  std::vector<int64_t> index(dims.size());
  dispatchMoving(in.type(), [&]<typename T> {
    kernels::movement::copyStrided(moving<T>(in) + offset, moving<T>(out), dims.data(),
                                   strides.data(), static_cast<int64_t>(dims.size()), index.data());
  });
}

graph::InferContext inferenceOf(const EvalContext &c) {
  std::vector<ValueType> types;
  for (const Value &operand : c.operands)
    types.push_back(ValueType::of(operand));
  graph::InferContext infer(c.op.name, c.attributes, std::move(types));
  infer.valueOf = [&c](size_t i) { return std::optional(c.in(i)); };
  return infer;
}

void copyAll(const Tensor &in, Tensor &out) {
  dispatchMoving(in.type(), [&]<typename T> {
    kernels::movement::copyBlocks(moving<T>(in), 0, moving<T>(out), 0, 1, in.elements());
  });
}

Status evalIdentity(EvalContext &c) {
  c.set(0, c.operands[0]);
  return success();
}

Status evalShape(EvalContext &c) {
  auto [start, end] = graph::shapeBounds(c.attributes, c.in(0).rank());
  for (int64_t i = start; i < end; ++i)
    c.out<int64_t>(0)[i - start] = c.in(0).dim(i);
  return success();
}

Status evalSize(EvalContext &c) {
  *c.out<int64_t>(0) = c.in(0).elements();
  return success();
}

/// The operand's data under the inferred shape: reshape, flatten, squeeze, unsqueeze.
Status evalReshaped(EvalContext &c) {
  const ValueType &type = c.resultTypes[0];
  if (!type.isStatic() || elementCount(type.dims) != c.in(0).elements())
    return c.fail(shapeText(c.in(0).shape()), " cannot be read as ", type.text());
  c.set(0, c.in(0).reshaped(type.dims));
  return success();
}

Status evalTranspose(EvalContext &c) {
  auto dense = graph::denseStrides(c.in(0).shape());
  const auto &perm = c.attributes.integers("perm");
  std::vector<int64_t> strides(dense.rbegin(), dense.rend());
  for (size_t i = 0; i < perm.size(); ++i)
    strides[i] = dense[static_cast<size_t>(perm[i])];
  copyView(c.in(0), 0, c.out(0).shape(), strides, c.out(0));
  return success();
}

Status evalExpand(EvalContext &c) {
  const Shape &from = c.in(0).shape(), &to = c.out(0).shape();
  auto dense = graph::denseStrides(from);
  std::vector<int64_t> strides(to.size(), 0);
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] != 1)
      strides[to.size() - from.size() + i] = dense[i];
  copyView(c.in(0), 0, to, strides, c.out(0));
  return success();
}

Status evalConcat(EvalContext &c) {
  AxisView whole(c.out(0).shape(), c.attributes.integer("axis"));
  int64_t done = 0;
  for (const Value &operand : c.operands) {
    const Tensor &in = operand.tensor();
    AxisView part(in.shape(), c.attributes.integer("axis"));
    dispatchMoving(in.type(), [&]<typename T> {
      kernels::movement::copyBlocks(moving<T>(in), part.dim * part.inner,
                                    moving<T>(c.out(0)) + done, whole.dim * whole.inner, part.outer,
                                    part.dim * part.inner);
    });
    done += part.dim * part.inner;
  }
  return success();
}

Status evalSplit(EvalContext &c) {
  const Tensor &in = c.in(0);
  AxisView whole(in.shape(), c.attributes.integer("axis"));
  int64_t done = 0;
  for (size_t i = 0; i < c.results.size(); ++i) {
    Tensor &out = c.out(i);
    AxisView part(out.shape(), c.attributes.integer("axis"));
    dispatchMoving(in.type(), [&]<typename T> {
      kernels::movement::copyBlocks(moving<T>(in) + done, whole.dim * whole.inner, moving<T>(out),
                                    part.dim * part.inner, part.outer, part.dim * part.inner);
    });
    done += part.dim * part.inner;
  }
  return success();
}

Status evalSlice(EvalContext &c) {
  graph::InferContext infer = inferenceOf(c);
  auto dense = graph::denseStrides(c.in(0).shape());
  int64_t offset = 0;
  size_t axis = 0;
  if (c.out(0).elements() == 0)
    return success();
  for (const graph::SliceRange &range : INGOT_TRY(graph::sliceRanges(infer))) {
    offset += range.start * dense[axis];
    dense[axis++] *= range.step;
  }
  copyView(c.in(0), offset, c.out(0).shape(), dense, c.out(0));
  return success();
}

} // namespace ingot::interp
