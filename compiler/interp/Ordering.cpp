// Evaluators of operators that depend on the order of elements.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/elementwise/math.h"
#include "kernels/movement/reference.h"
#include "kernels/movement/sorting.h"

#include <algorithm>

namespace ingot::interp {
namespace {

/// For each string its place among all strings in order; equal ones have the same.
Status stringKeys(const EvalContext &c, const Tensor &x, uint64_t *keys) {
  Tensor order = INGOT_TRY(c.scratch(ElementType::I64, x.shape()));
  Tensor scratch = INGOT_TRY(c.scratch(ElementType::I64, x.shape()));
  int64_t *items = order.mutableData<int64_t>();
  for (int64_t i = 0; i < x.elements(); ++i)
    items[i] = i;
  kernels::movement::sortStable(
      items, scratch.mutableData<int64_t>(), x.elements(),
      [&](int64_t a, int64_t b) { return x.strings()[a] < x.strings()[b]; });
  uint64_t key = 0;
  for (int64_t i = 0; i < x.elements(); ++i) {
    key += i > 0 && x.strings()[items[i - 1]] != x.strings()[items[i]];
    keys[items[i]] = key;
  }
  return success();
}

/// A number for each element of the operand that has its order.
Expected<Tensor> orderKeys(const EvalContext &c, const Tensor &x) {
  Tensor keys = INGOT_TRY(c.scratch(ElementType::U64, x.shape()));
  uint64_t *out = keys.mutableData<uint64_t>();
  if (x.isString()) {
    INGOT_TRY(stringKeys(c, x, out));
    return keys;
  }
  bool done = dispatchNumeric(x.type(), [&]<typename T> {
    const T *in = x.data<T>();
    for (int64_t i = 0; i < x.elements(); ++i)
      out[i] = kernels::movement::orderKey(in[i]);
  });
  return done ? Expected<Tensor>(std::move(keys)) : Expected<Tensor>(c.noKernelFor(x.type()));
}

/// Where the elements that are not zero lie, into `places`; gives their number.
template <typename T> int64_t findNonZero(const Tensor &x, int64_t *places) {
  int64_t count = 0;
  const T *in = moving<T>(x);
  for (int64_t i = 0; i < x.elements(); ++i) {
    bool isZero;
    if constexpr (std::is_same_v<T, std::string>)
      isZero = in[i].empty();
    else if constexpr (requires { in[i].re; })
      isZero = in[i].re == 0 && in[i].im == 0;
    else
      isZero = kernels::load(in[i]) == 0;
    if (!isZero)
      places[count++] = i;
  }
  return count;
}

Status cumulate(EvalContext &c, bool product) {
  using namespace kernels;
  const Tensor &x = c.in(0);
  int64_t axis = *graph::normalizeAxis(c.in(1).integerAt(0), x.rank());
  AxisView view(x.shape(), axis);
  bool exclusive = c.attributes.flag("exclusive"), reverse = c.attributes.flag("reverse");
  return c.dispatchOn<float, double, int64_t, int32_t, int16_t, int8_t, uint64_t, uint32_t,
                      uint16_t, uint8_t>(0, [&]<typename T> {
    using C = Compute<T>;
    movement::cumulate(
        c.in<T>(0), view.outer, view.dim, view.inner, exclusive, reverse, C(product),
        [&](C a, C b) { return product ? math::mul(a, b) : math::add(a, b); }, c.out<T>(0));
  });
}

} // namespace

Status evalTopK(EvalContext &c) {
  const Tensor &x = c.in(0);
  int64_t axis = *graph::normalizeAxis(c.attributes.integer("axis"), x.rank());
  Tensor keys = INGOT_TRY(orderKeys(c, x));
  if (c.out(1).elements() == 0)
    return success();
  AxisView view(x.shape(), axis);
  int64_t k = c.out(1).dim(axis);
  Tensor order = INGOT_TRY(c.scratch(ElementType::I64, {view.dim}));
  Tensor scratch = INGOT_TRY(c.scratch(ElementType::I64, {view.dim}));
  int64_t *indices = c.out<int64_t>(1);
  kernels::movement::topK(keys.data<uint64_t>(), view.outer, view.dim, view.inner, k,
                          c.attributes.flag("largest"), order.mutableData<int64_t>(),
                          scratch.mutableData<int64_t>(), indices);
  dispatchMoving(x.type(), [&]<typename T> {
    T *values = moving<T>(c.out(0));
    for (int64_t o = 0; o < view.outer; ++o)
      for (int64_t at = o * k * view.inner; at < (o + 1) * k * view.inner; ++at)
        values[at] = moving<T>(x)[(o * view.dim + indices[at]) * view.inner + at % view.inner];
  });
  return success();
}

namespace {

/// A tensor as slices along the axis of an operator, or as its elements without one.
struct Slices {
  Slices(const EvalContext &c, const Tensor &x)
      : axis(c.attributes.has("axis") ? static_cast<size_t>(*graph::normalizeAxis(
                                            c.attributes.integer("axis"), x.rank()))
                                      : 0),
        shape(c.attributes.has("axis") ? x.shape() : Shape{x.elements()}),
        view(shape, static_cast<int64_t>(axis)) {}
  int64_t count() const { return shape[axis]; }

  size_t axis;
  Shape shape;
  AxisView view;
};

/// What is distinct among slices: the entries have room for all of them.
struct Distinct {
  int64_t *firsts, *inverse, *counts;
};

/// The number of distinct slices.
Expected<int64_t> findDistinct(EvalContext &c, const Tensor &x, const Slices &slices,
                               const Distinct &found) {
  Tensor keys = INGOT_TRY(orderKeys(c, x));
  Tensor work = INGOT_TRY(c.scratch(ElementType::I64, {2, slices.count()}));
  int64_t *order = work.mutableData<int64_t>();
  const uint64_t *key = keys.data<uint64_t>();
  // The sizes of a tensor without elements come from its shape: its slices are all alike.
  return kernels::movement::unique([key](int64_t i) { return key[i]; }, slices.view.outer,
                                   slices.count(), slices.view.inner, c.attributes.flag("sorted"),
                                   order, order + slices.count(), found.firsts, found.inverse,
                                   found.counts);
}

} // namespace

Status evalUnique(EvalContext &c) {
  const Tensor &x = c.in(0);
  Slices slices(c, x);
  Tensor work = INGOT_TRY(c.scratch(ElementType::I64, {2, slices.count()}));
  int64_t *firsts = work.mutableData<int64_t>(), *counts = firsts + slices.count();
  INGOT_TRY(c.allocate(2, {slices.count()}));
  int64_t groups = INGOT_TRY(findDistinct(c, x, slices, {firsts, c.out<int64_t>(2), counts}));
  Shape shape = slices.shape;
  shape[slices.axis] = groups;
  INGOT_TRY(c.allocate(0, shape));
  INGOT_TRY(c.allocate(1, {groups}));
  INGOT_TRY(c.allocate(3, {groups}));
  std::copy_n(firsts, groups, c.out<int64_t>(1));
  std::copy_n(counts, groups, c.out<int64_t>(3));
  gatherAlong(x, slices.view, firsts, groups, c.out(0));
  return success();
}

Status evalDistinct(EvalContext &c) {
  const Tensor &x = c.in(0);
  Slices slices(c, x);
  int64_t *firsts = c.out<int64_t>(0), *counts = c.out<int64_t>(2);
  int64_t groups = INGOT_TRY(findDistinct(c, x, slices, {firsts, c.out<int64_t>(1), counts}));
  std::fill(firsts + groups, firsts + slices.count(), 0);
  std::fill(counts + groups, counts + slices.count(), 0);
  *c.out<int64_t>(3) = groups;
  return success();
}

Status evalTruePlaces(EvalContext &c) {
  const Tensor &x = c.in(0);
  *c.out<int64_t>(1) = findNonZero<bool>(x, c.out<int64_t>(0));
  return success();
}

Status evalPrefix(EvalContext &c) {
  const Tensor &x = c.in(0);
  if (c.out(0).elements())
    copyView(x, 0, c.out(0).shape(), graph::denseStrides(x.shape()), c.out(0));
  return success();
}

Status evalNonZero(EvalContext &c) {
  const Tensor &x = c.in(0);
  Tensor places = INGOT_TRY(c.scratch(ElementType::I64, {x.elements()}));
  int64_t *place = places.mutableData<int64_t>(), count = 0;
  auto find = [&]<typename T> { count = findNonZero<T>(x, place); };
  if (!dispatchNumeric(x.type(), find))
    dispatch<kernels::c64, kernels::c128, std::string>(x.type(), find);
  INGOT_TRY(c.allocate(0, {x.rank(), count}));
  if (count == 0)
    return success();
  auto strides = graph::denseStrides(x.shape());
  int64_t *out = c.out<int64_t>(0);
  for (size_t axis = 0; axis < strides.size(); ++axis)
    for (int64_t i = 0; i < count; ++i)
      *out++ = place[i] / strides[axis] % x.shape()[axis];
  return success();
}

Status evalCumSum(EvalContext &c) { return cumulate(c, false); }
Status evalCumProd(EvalContext &c) { return cumulate(c, true); }

} // namespace ingot::interp
