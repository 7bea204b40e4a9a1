// Evaluators of operators that read or write by index.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"
#include "kernels/movement/reference.h"

namespace ingot::interp {
namespace {

/// One index, counted from the front of a dimension of size `dim`.
Expected<int64_t> checkedIndex(const EvalContext &c, int64_t index, int64_t dim) {
  if (index < -dim || index >= dim)
    return c.fail("index ", index, " is out of range for a dimension of ", dim);
  return index < 0 ? index + dim : index;
}

Status checkIndexType(const EvalContext &c, size_t i) {
  ElementType type = c.in(i).type();
  return type == ElementType::I64 || type == ElementType::I32 ? success() : c.noKernelFor(type);
}

int64_t indexAt(const Tensor &indices, int64_t i) {
  return indices.type() == ElementType::I64 ? indices.data<int64_t>()[i]
                                            : int64_t{indices.data<int32_t>()[i]};
}

/// For gather_elements and scatter_elements: where in operand 0 the element of each index lies.
Expected<Tensor> elementOffsets(const EvalContext &c) {
  const Tensor &x = c.in(0), &indices = c.in(1);
  INGOT_TRY(checkIndexType(c, 1));
  auto axis = static_cast<size_t>(*graph::normalizeAxis(c.attributes.integer("axis"), x.rank()));
  auto strides = graph::denseStrides(x.shape());
  Tensor offsets = INGOT_TRY(c.scratch(ElementType::I64, indices.shape()));
  std::vector<int64_t> place(x.shape().size(), 0);
  for (int64_t k = 0; k < indices.elements(); ++k) {
    int64_t offset =
        strides[axis] * INGOT_TRY(checkedIndex(c, indexAt(indices, k), x.shape()[axis]));
    for (size_t i = 0; i < place.size(); ++i)
      offset += i == axis ? 0 : place[i] * strides[i];
    offsets.mutableData<int64_t>()[k] = offset;
    for (size_t i = place.size(); i-- > 0;) {
      if (++place[i] < indices.shape()[i])
        break;
      place[i] = 0;
    }
  }
  return offsets;
}

/// For gather_nd and scatter_nd: where in operand 0 the slice of each index tuple starts.
Expected<Tensor> tupleOffsets(const EvalContext &c, int64_t batchAxes) {
  const Tensor &x = c.in(0), &indices = c.in(1);
  INGOT_TRY(checkIndexType(c, 1));
  int64_t length = indices.shape().back();
  Shape shape(indices.shape().begin(), indices.shape().end() - 1);
  int64_t tuples = elementCount(shape).value_or(0);
  // Tuples of length 0 are as many as their other axes say, and no element pays for them.
  Tensor offsets = INGOT_TRY(c.scratch(ElementType::I64, {tuples}));
  auto strides = graph::denseStrides(x.shape());
  int64_t batches = graph::productOf(shape, 0, static_cast<size_t>(batchAxes));
  int64_t perBatch = batches > 0 ? tuples / batches : 0;
  int64_t batchStride = batchAxes ? strides[static_cast<size_t>(batchAxes - 1)] : 0;
  for (int64_t t = 0; t < tuples; ++t) {
    int64_t offset = perBatch ? t / perBatch * batchStride : 0;
    for (int64_t i = 0; i < length; ++i) {
      auto axis = static_cast<size_t>(batchAxes + i);
      offset += strides[axis] *
                INGOT_TRY(checkedIndex(c, indexAt(indices, t * length + i), x.shape()[axis]));
    }
    offsets.mutableData<int64_t>()[t] = offset;
  }
  return offsets;
}

template <typename T>
void scatterReduced(const Tensor &offsets, int64_t inner, const std::string &reduction,
                    const Tensor &updates, Tensor &out) {
  namespace math = kernels::math;
  auto run = [&](auto combine) {
    kernels::movement::scatterAt(
        out.mutableData<T>(), offsets.data<int64_t>(), offsets.elements(), inner, updates.data<T>(),
        [&](T a, T b) { return kernels::store<T>(combine(kernels::load(a), kernels::load(b))); });
  };
  if (reduction == "add")
    run([](auto a, auto b) { return math::add(a, b); });
  else if (reduction == "mul")
    run([](auto a, auto b) { return math::mul(a, b); });
  else if (reduction == "max")
    run([](auto a, auto b) { return math::max(a, b); });
  else
    run([](auto a, auto b) { return math::min(a, b); });
}

/// Operand 0 with `updates` combined into it: `inner` elements at each offset.
Status scatter(EvalContext &c, const Tensor &offsets, int64_t inner, const Tensor &updates,
               const std::string &reduction) {
  using namespace kernels;
  copyAll(c.in(0), c.out(0));
  if (updates.elements() == 0)
    return success();
  if (reduction != "none")
    return c.dispatchOn<float, double, f16, bf16, int64_t, int32_t, int16_t, int8_t, uint64_t,
                        uint32_t, uint16_t, uint8_t, bool>(
        0, [&]<typename T> { scatterReduced<T>(offsets, inner, reduction, updates, c.out(0)); });
  dispatchMoving(c.in(0).type(), [&]<typename T> {
    movement::scatterAt(moving<T>(c.out(0)), offsets.data<int64_t>(), offsets.elements(), inner,
                        moving<T>(updates),
                        [](const T &, const T &update) -> const T & { return update; });
  });
  return success();
}

void gatherAt(EvalContext &c, const Tensor &offsets, int64_t inner) {
  dispatchMoving(c.in(0).type(), [&]<typename T> {
    kernels::movement::gatherAt(moving<T>(c.in(0)), offsets.data<int64_t>(), offsets.elements(),
                                inner, moving<T>(c.out(0)));
  });
}

} // namespace

Expected<Tensor> indexOperand(const EvalContext &c, size_t i, int64_t dim) {
  INGOT_TRY(checkIndexType(c, i));
  Tensor indices = INGOT_TRY(c.scratch(ElementType::I64, c.in(i).shape()));
  for (int64_t k = 0; k < indices.elements(); ++k)
    indices.mutableData<int64_t>()[k] = INGOT_TRY(checkedIndex(c, indexAt(c.in(i), k), dim));
  return indices;
}

void gatherAlong(const Tensor &x, const AxisView &view, const int64_t *indices, int64_t count,
                 Tensor &out) {
  if (out.elements() == 0)
    return;
  dispatchMoving(x.type(), [&]<typename T> {
    kernels::movement::gather(moving<T>(x), view.outer, view.dim, view.inner, indices, count,
                              moving<T>(out));
  });
}

Status evalGather(EvalContext &c) {
  const Tensor &x = c.in(0);
  int64_t axis = *graph::normalizeAxis(c.attributes.integer("axis"), x.rank());
  Tensor indices = INGOT_TRY(indexOperand(c, 1, x.dim(axis)));
  gatherAlong(x, AxisView(x.shape(), axis), indices.data<int64_t>(), indices.elements(), c.out(0));
  return success();
}

Status evalGatherElements(EvalContext &c) {
  gatherAt(c, INGOT_TRY(elementOffsets(c)), 1);
  return success();
}

Status evalGatherNd(EvalContext &c) {
  Tensor offsets = INGOT_TRY(tupleOffsets(c, c.attributes.integer("batch_dims")));
  if (c.out(0).elements() > 0)
    gatherAt(c, offsets, c.out(0).elements() / offsets.elements());
  return success();
}

Status evalScatterElements(EvalContext &c) {
  return scatter(c, INGOT_TRY(elementOffsets(c)), 1, c.in(2), c.attributes.text("reduction"));
}

Status evalScatterNd(EvalContext &c) {
  Tensor offsets = INGOT_TRY(tupleOffsets(c, 0));
  int64_t inner = offsets.elements() ? c.in(2).elements() / offsets.elements() : 0;
  return scatter(c, offsets, inner, c.in(2), c.attributes.text("reduction"));
}

Status evalTensorScatter(EvalContext &c) {
  const Tensor &x = c.in(0), &updates = c.in(1);
  int64_t axis = *graph::normalizeAxis(c.attributes.integer("axis"), x.rank());
  int64_t size = x.dim(axis), steps = updates.dim(axis), batch = x.dim(0);
  bool circular = c.attributes.text("mode") == "circular";
  for (int64_t b = 0; c.has(2) && b < batch; ++b) {
    int64_t position = c.in(2).integerAt(b);
    if (position < 0 || (!circular && position > size - steps))
      return c.fail("position ", position, " leaves no room for ", steps, " of ", size);
  }
  if (updates.elements() == 0) {
    copyAll(x, c.out(0));
    return success();
  }
  AxisView view(updates.shape(), axis);
  Tensor offsets = INGOT_TRY(c.scratch(ElementType::I64, {view.outer, steps}));
  for (int64_t o = 0; o < view.outer; ++o) {
    int64_t position = c.has(2) ? c.in(2).integerAt(o / (view.outer / batch)) : 0;
    for (int64_t s = 0; s < steps; ++s)
      offsets.mutableData<int64_t>()[o * steps + s] =
          (o * size + (position % size + s) % size) * view.inner;
  }
  return scatter(c, offsets, view.inner, updates, "none");
}

Status evalCompress(EvalContext &c) {
  const Tensor &x = c.in(0), &condition = c.in(1);
  if (condition.type() != ElementType::Bool)
    return c.noKernelFor(condition.type());
  Tensor kept = INGOT_TRY(c.scratch(ElementType::I64, condition.shape()));
  int64_t count = 0;
  for (int64_t i = 0; i < condition.elements(); ++i)
    if (condition.data<bool>()[i])
      kept.mutableData<int64_t>()[count++] = i;
  AxisView view = c.attributes.has("axis") ? AxisView(x.shape(), c.attributes.integer("axis"))
                                           : AxisView({x.elements()}, 0);
  gatherAlong(x, view, kept.data<int64_t>(), count, c.out(0));
  return success();
}

} // namespace ingot::interp
