// Evaluators of reductions.
#include "compiler/interp/Reduction.h"

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::interp {
namespace reduction = kernels::reduction;

ReductionLayout::ReductionLayout(const Shape &shape, const std::vector<bool> &reduced) {
  std::vector<bool> kinds;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1)
      continue;
    if (!kinds.empty() && kinds.back() == reduced[axis]) {
      dims.back() *= shape[axis];
      continue;
    }
    dims.push_back(shape[axis]);
    kinds.push_back(reduced[axis]);
  }
  if (dims.empty()) {
    dims.push_back(1);
    kinds.push_back(true);
  }
  strides.resize(dims.size());
  index.resize(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = kinds[i] ? 0 : stride;
    stride *= kinds[i] ? 1 : dims[i];
  }
}

AxesView::AxesView(const Tensor &tensor, int64_t first, int64_t last) {
  if (tensor.elements() == 0)
    return;
  outer = graph::productOf(tensor.shape(), 0, static_cast<size_t>(first));
  n = graph::productOf(tensor.shape(), static_cast<size_t>(first), static_cast<size_t>(last));
  inner = tensor.elements() / (outer * n);
}

namespace {

/// Which axes of operand 0 are reduced; the shape function has checked them.
std::vector<bool> reducedAxes(const EvalContext &c) {
  size_t rank = c.in(0).shape().size();
  std::vector<int64_t> axes = c.has(1) ? c.in(1).integers() : std::vector<int64_t>();
  if (!c.has(1) || (axes.empty() && c.attributes.flag("all_if_empty")))
    return std::vector<bool>(rank, true);
  std::vector<bool> reduced(rank, false);
  for (int64_t axis : axes)
    reduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis)] = true;
  return reduced;
}

/// Runs `f` with the C++ type of operand 0 and gives the status it returns.
template <typename F> Status reduceAs(EvalContext &c, F &&f) {
  Status status;
  INGOT_TRY(
      (c.dispatchOn<float, double, int64_t, int32_t, int16_t, int8_t, uint64_t, uint32_t, uint16_t,
                    uint8_t, bool>(0, [&]<typename T> { status = f.template operator()<T>(); })));
  return status;
}

/// Accumulates operand 0 and gives the accumulators.
template <typename Op> Expected<Tensor> accumulate(EvalContext &c) {
  using A = typename Op::A;
  Tensor acc = INGOT_TRY(c.scratch(elementTypeOf<A>, c.out(0).shape()));
  reduction::start<Op>(acc.mutableData<A>(), acc.elements());
  if (c.in(0).elements() == 0)
    return acc;
  ReductionLayout layout(c.in(0).shape(), reducedAxes(c));
  reduction::accumulate<Op>(c.in<typename Op::Element>(0), layout.get(), acc.mutableData<A>());
  return acc;
}

template <template <typename> class Op> Status reduce(EvalContext &c) {
  return reduceAs(c, [&]<typename T>() -> Status {
    using A = typename Op<T>::A;
    Tensor acc = INGOT_TRY(accumulate<Op<T>>(c));
    int64_t results = acc.elements();
    int64_t count = results ? c.in(0).elements() / results : 0;
    reduction::finish<Op<T>>(acc.data<A>(), results, count, c.out<T>(0));
    return success();
  });
}

template <bool IsMax> Status argReduce(EvalContext &c) {
  auto axis = *graph::normalizeAxis(c.attributes.integer("axis"), c.in(0).rank());
  AxesView view(c.in(0), axis, axis + 1);
  bool last = c.attributes.flag("select_last_index");
  return reduceAs(c, [&]<typename T>() -> Status {
    reduction::argExtreme<T, IsMax>(c.in<T>(0), view.outer, view.n, view.inner, last,
                                    c.out<int64_t>(0));
    return success();
  });
}

} // namespace

Status evalReduceSum(EvalContext &c) { return reduce<reduction::Sum>(c); }
Status evalReduceMean(EvalContext &c) { return reduce<reduction::Mean>(c); }
Status evalReduceProd(EvalContext &c) { return reduce<reduction::Prod>(c); }
Status evalReduceMax(EvalContext &c) { return reduce<reduction::Max>(c); }
Status evalReduceMin(EvalContext &c) { return reduce<reduction::Min>(c); }
Status evalReduceL1(EvalContext &c) { return reduce<reduction::L1>(c); }
Status evalReduceL2(EvalContext &c) { return reduce<reduction::L2>(c); }
Status evalReduceLogSum(EvalContext &c) { return reduce<reduction::LogSum>(c); }
Status evalReduceSumSquare(EvalContext &c) { return reduce<reduction::SumSquare>(c); }

Status evalReduceLogSumExp(EvalContext &c) {
  return reduceAs(c, [&]<typename T>() -> Status {
    Tensor top = INGOT_TRY(accumulate<reduction::Max<T>>(c));
    Tensor sum = INGOT_TRY(c.scratch(ElementType::F64, c.out(0).shape()));
    if (c.in(0).elements() != 0) {
      ReductionLayout layout(c.in(0).shape(), reducedAxes(c));
      reduction::accumulateExp(c.in<T>(0), layout.get(), top.data<kernels::Compute<T>>(),
                               sum.mutableData<double>());
    }
    reduction::finishLogSumExp(top.data<kernels::Compute<T>>(), sum.data<double>(), sum.elements(),
                               c.out<T>(0));
    return success();
  });
}

Status evalArgMax(EvalContext &c) { return argReduce<true>(c); }
Status evalArgMin(EvalContext &c) { return argReduce<false>(c); }

} // namespace ingot::interp
