// Evaluators of the normalizations. Learned parameters of any float type are read as doubles.
#include "kernels/normalization/reference.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/interp/Reduction.h"
#include "kernels/movement/reference.h"

#include <algorithm>

namespace ingot::interp {
namespace normalization = kernels::normalization;
namespace reduction = kernels::reduction;

namespace {

Expected<Tensor> doubles(const EvalContext &c, size_t i) {
  return convert(c.in(i), ElementType::F64, c.budget);
}

/// A tensor of doubles repeated to `shape`, to which it broadcasts.
Expected<Tensor> broadcast(const EvalContext &c, const Tensor &tensor, const Shape &shape) {
  if (tensor.elements() == elementCount(shape))
    return tensor.reshaped(shape);
  Tensor out = INGOT_TRY(c.scratch(tensor.type(), shape));
  auto dense = graph::denseStrides(tensor.shape());
  std::vector<int64_t> strides(shape.size(), 0), index(shape.size());
  size_t lead = shape.size() - dense.size();
  for (size_t i = 0; i < dense.size(); ++i)
    strides[lead + i] = tensor.dim(static_cast<int64_t>(i)) == 1 ? 0 : dense[i];
  if (out.elements() != 0)
    kernels::movement::copyStrided(tensor.data<double>(), out.mutableData<double>(), shape.data(),
                                   strides.data(), out.rank(), index.data());
  return out;
}

/// A parameter of a normalization over the axes from `first` on: one row where all rows share it.
struct Parameter {
  Tensor values;
  int64_t step = 0;
  normalization::RowParameter get() const { return {values.data<double>(), step}; }
};

Expected<Parameter> rowParameter(const EvalContext &c, size_t i, int64_t first) {
  const Shape &shape = c.in(0).shape(), &own = c.in(i).shape();
  Shape row(shape.begin() + first, shape.end());
  size_t beyond = own.size() > row.size() ? own.size() - row.size() : 0;
  bool shared = std::all_of(own.begin(), own.begin() + static_cast<int64_t>(beyond),
                            [](int64_t dim) { return dim == 1; });
  Tensor values = INGOT_TRY(doubles(c, i));
  if (!shared)
    return Parameter{INGOT_TRY(broadcast(c, values, shape)), graph::productOf(row, 0, row.size())};
  values = values.reshaped(Shape(own.begin() + static_cast<int64_t>(beyond), own.end()));
  return Parameter{INGOT_TRY(broadcast(c, values, row)), 0};
}

/// Runs `f` with the C++ types of operand 0 and of result 0.
template <typename F> Status dispatchInOut(EvalContext &c, F &&f) {
  ElementType result = c.out(0).type();
  bool done = false;
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    done = dispatch<float, double>(result, [&]<typename R> { f.template operator()<T, R>(); });
  })));
  return done ? success() : c.noKernelFor(result);
}

/// Sets result `i` to these doubles.
Status setRounded(EvalContext &c, size_t i, const Tensor &values) {
  c.set(i, INGOT_TRY(convert(values, c.resultTypes[i].element, c.budget)));
  return success();
}

/// Operand 0 as [batch, channels, inner], where the parameters say what a channel is.
AxesView channelsOf(const EvalContext &c) {
  int64_t rank = c.in(0).rank();
  int64_t last = rank == 1 ? 1 : c.in(1).rank() == 1 ? 2 : rank;
  return AxesView(c.in(0), 1, last);
}

} // namespace

Status evalLpNorm(EvalContext &c) {
  int64_t axis = *graph::normalizeAxis(c.attributes.integer("axis"), c.in(0).rank());
  AxesView v(c.in(0), axis, axis + 1);
  int order = c.attributes.integer("p") == 1 ? 1 : 2;
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::lpNorm(c.in<T>(0), v.outer, v.n, v.inner, order, c.out<T>(0));
  });
}

Status evalMeanVarianceNorm(EvalContext &c) {
  const Tensor &x = c.in(0);
  std::vector<bool> reduced(x.shape().size(), false);
  Shape kept = x.shape();
  auto axes = *graph::normalizeAxes(c.attributes.integers("axes"), x.rank());
  for (int64_t axis : axes) {
    reduced[static_cast<size_t>(axis)] = true;
    kept[static_cast<size_t>(axis)] = 1;
  }
  if (x.elements() == 0)
    return success();
  Tensor mean = INGOT_TRY(c.scratch(ElementType::F64, kept));
  Tensor variance = INGOT_TRY(c.scratch(ElementType::F64, kept));
  ReductionLayout layout(x.shape(), reduced);
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::meanVarianceNorm(c.in<T>(0), layout.get(), mean.elements(),
                                    x.elements() / mean.elements(), mean.mutableData<double>(),
                                    variance.mutableData<double>(), c.out<T>(0));
  });
}

Status evalLocalResponseNorm(EvalContext &c) {
  AxesView v(c.in(0), 1, 2);
  const Attributes &a = c.attributes;
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::localResponseNorm(c.in<T>(0), v.outer, v.n, v.inner, a.integer("size"),
                                     a.number("alpha"), a.number("beta"), a.number("bias"),
                                     c.out<T>(0));
  });
}

Status evalBatchNorm(EvalContext &c) {
  AxesView v = channelsOf(c);
  Tensor scale = INGOT_TRY(doubles(c, 1)), bias = INGOT_TRY(doubles(c, 2));
  Tensor mean = INGOT_TRY(doubles(c, 3)), variance = INGOT_TRY(doubles(c, 4));
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::batchNorm(c.in<T>(0), v.outer, v.n, v.inner, scale.data<double>(),
                             bias.data<double>(), mean.data<double>(), variance.data<double>(),
                             c.attributes.number("epsilon"), c.out<T>(0));
  });
}

Status evalBatchNormTraining(EvalContext &c) {
  AxesView v = channelsOf(c);
  Tensor scale = INGOT_TRY(doubles(c, 1)), bias = INGOT_TRY(doubles(c, 2));
  const Shape &shape = c.in(3).shape();
  Tensor mean = INGOT_TRY(c.scratch(ElementType::F64, shape));
  Tensor variance = INGOT_TRY(c.scratch(ElementType::F64, shape));
  double *m = mean.mutableData<double>(), *s = variance.mutableData<double>();
  // Without elements there are no statistics.
  std::fill(m, m + mean.elements(), kernels::math::nan());
  std::fill(s, s + variance.elements(), kernels::math::nan());
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::channelMoments(c.in<T>(0), v.outer, v.n, v.inner, m, s);
    normalization::batchNorm(c.in<T>(0), v.outer, v.n, v.inner, scale.data<double>(),
                             bias.data<double>(), m, s, c.attributes.number("epsilon"),
                             c.out<T>(0));
  })));
  INGOT_TRY(setRounded(c, 3, mean));
  INGOT_TRY(setRounded(c, 4, variance));
  double momentum = c.attributes.number("momentum");
  for (size_t i : {1, 2}) {
    Tensor old = INGOT_TRY(doubles(c, i + 2));
    Tensor running = INGOT_TRY(c.scratch(ElementType::F64, shape));
    const double *batch = i == 1 ? m : s;
    for (int64_t k = 0; k < old.elements(); ++k)
      running.mutableData<double>()[k] =
          old.data<double>()[k] * momentum + batch[k] * (1 - momentum);
    INGOT_TRY(setRounded(c, i, running));
  }
  return success();
}

namespace {
Status groupNorm(EvalContext &c, int64_t groups) {
  AxesView v(c.in(0), 1, 2);
  if (v.n == 0)
    return success();
  Tensor scale = INGOT_TRY(doubles(c, 1)), bias = INGOT_TRY(doubles(c, 2));
  bool perGroup = scale.elements() != v.n;
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::groupNorm(c.in<T>(0), v.outer, groups, v.n / groups, v.inner,
                             scale.data<double>(), bias.data<double>(), perGroup,
                             c.attributes.number("epsilon"), c.out<T>(0));
  });
}
} // namespace

Status evalInstanceNorm(EvalContext &c) { return groupNorm(c, c.in(0).dim(1)); }
Status evalGroupNorm(EvalContext &c) { return groupNorm(c, c.attributes.integer("groups")); }

Status evalLayerNorm(EvalContext &c) {
  int64_t first = *graph::normalizeAxis(c.attributes.integer("axis"), c.in(0).rank());
  Parameter scale = INGOT_TRY(rowParameter(c, 1, first)), bias;
  if (c.has(2))
    bias = INGOT_TRY(rowParameter(c, 2, first));
  Tensor mean = INGOT_TRY(c.scratch(ElementType::F64, c.resultTypes[1].dims));
  Tensor inverse = INGOT_TRY(c.scratch(ElementType::F64, c.resultTypes[1].dims));
  int64_t rows = mean.elements(), n = rows ? c.in(0).elements() / rows : 0;
  INGOT_TRY(dispatchInOut(c, [&]<typename T, typename R> {
    normalization::layerNorm(c.in<T>(0), rows, n, scale.get(),
                             c.has(2) ? bias.get() : normalization::RowParameter{nullptr, 0},
                             c.attributes.number("epsilon"), c.out<R>(0),
                             mean.mutableData<double>(), inverse.mutableData<double>());
  }));
  INGOT_TRY(setRounded(c, 1, mean));
  return setRounded(c, 2, inverse);
}

Status evalRmsNorm(EvalContext &c) {
  int64_t first = *graph::normalizeAxis(c.attributes.integer("axis"), c.in(0).rank());
  Parameter scale = INGOT_TRY(rowParameter(c, 1, first));
  Tensor inverse = INGOT_TRY(c.scratch(ElementType::F64, c.resultTypes[1].dims));
  int64_t rows = inverse.elements(), n = rows ? c.in(0).elements() / rows : 0;
  INGOT_TRY(dispatchInOut(c, [&]<typename T, typename R> {
    normalization::rmsNorm(c.in<T>(0), rows, n, scale.get(), c.attributes.number("epsilon"),
                           c.out<R>(0), inverse.mutableData<double>());
  }));
  return setRounded(c, 1, inverse);
}

} // namespace ingot::interp
