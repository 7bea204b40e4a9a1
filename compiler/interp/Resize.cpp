// Evaluator of resize: picks elements for nearest, else resizes axis after axis in double.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Sampling.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/resampling/reference.h"

namespace ingot::interp {
namespace {

using namespace kernels::resampling;

Expected<std::vector<graph::ResizeAxis>> axesOf(const EvalContext &c) {
  std::vector<ValueType> types;
  for (const Value &operand : c.operands)
    types.push_back(ValueType::of(operand));
  graph::InferContext context(c.op.name, c.attributes, std::move(types));
  context.valueOf = [&](size_t i) { return std::optional(c.in(i)); };
  return graph::resizeAxes(context);
}

/// For each output of each axis, the offset that its input contributes, negative when extrapolated.
Expected<std::vector<Tensor>>
pickedOffsets(EvalContext &c, const std::vector<graph::ResizeAxis> &axes, bool &extrapolates) {
  graph::ResizeSampling sampling(c.attributes);
  auto strides = graph::denseStrides(c.in(0).shape());
  std::vector<Tensor> tables;
  for (size_t i = 0; i < axes.size(); ++i) {
    Tensor table = INGOT_TRY(c.scratch(ElementType::I64, {axes[i].out}));
    for (int64_t j = 0; j < axes[i].out; ++j) {
      int64_t from = sampling.nearest(axes[i], j);
      extrapolates |= from < 0;
      table.mutableData<int64_t>()[j] = from < 0 ? -1 : from * strides[i];
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

Status resizeNearest(EvalContext &c, const std::vector<graph::ResizeAxis> &axes) {
  bool extrapolates = false;
  auto tables = INGOT_TRY(pickedOffsets(c, axes, extrapolates));
  if (extrapolates && (c.in(0).isString() || elementClass(c.in(0).type()) == ElementClass::Complex))
    return c.fail("a crop of ", elementName(c.in(0).type()), " reaches outside the input");
  return moveElements(c, 0, [&](const Tensor &in, Tensor &out) {
    char fill[16] = {};
    dispatchNumeric(in.type(), [&]<typename T> {
      T value = fromReal<T>(double{c.attributes.number("extrapolation_value")});
      std::memcpy(fill, &value, sizeof value);
    });
    std::vector<const int64_t *> offsets;
    for (const Tensor &table : tables)
      offsets.push_back(table.data<int64_t>());
    std::vector<int64_t> index(axes.size());
    pick(static_cast<const char *>(in.bytes()), static_cast<char *>(out.mutableBytes()),
         static_cast<int64_t>(elementBytes(in.type())), out.shape().data(), offsets.data(),
         out.rank(), fill, index.data());
  });
}

/// Where the outputs of one axis come from.
struct AxisTable {
  int64_t taps;
  Tensor first, weights, extrapolated;
};

Expected<AxisTable> weigh(EvalContext &c, const graph::ResizeAxis &axis) {
  graph::ResizeSampling sampling(c.attributes);
  auto taps = sampling.taps(axis);
  if (!taps)
    return c.fail("scale ", axis.scale, " is too small");
  AxisTable table;
  table.taps = *taps;
  table.first = INGOT_TRY(c.scratch(ElementType::I64, {axis.out}));
  table.weights = INGOT_TRY(c.scratch(ElementType::F64, {axis.out, table.taps}));
  table.extrapolated = INGOT_TRY(c.scratch(ElementType::Bool, {axis.out}));
  for (int64_t j = 0; j < axis.out; ++j) {
    auto output =
        sampling.weigh(axis, j, table.taps, table.weights.mutableData<double>() + j * table.taps);
    table.first.mutableData<int64_t>()[j] = output.first;
    table.extrapolated.mutableData<bool>()[j] = output.isOutside;
  }
  return table;
}

Status resizeWeighted(EvalContext &c, const std::vector<graph::ResizeAxis> &axes) {
  Tensor x = INGOT_TRY(convert(c.in(0), ElementType::F64, c.budget));
  double extrapolation = double{c.attributes.number("extrapolation_value")};
  for (size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i].resized)
      continue;
    AxisTable table = INGOT_TRY(weigh(c, axes[i]));
    Shape shape = x.shape();
    shape[i] = axes[i].out;
    Tensor y = INGOT_TRY(c.scratch(ElementType::F64, shape));
    if (y.elements() != 0) {
      int64_t outer = graph::productOf(shape, 0, i);
      int64_t inner = graph::productOf(shape, i + 1, shape.size());
      resizeAxis(x.data<double>(), y.mutableData<double>(), outer, axes[i].in, axes[i].out, inner,
                 table.first.data<int64_t>(), table.weights.data<double>(), table.taps,
                 table.extrapolated.data<bool>(), extrapolation);
    }
    x = std::move(y);
  }
  dispatchNumeric(c.out(0).type(), [&]<typename T> {
    for (int64_t i = 0; i < x.elements(); ++i)
      c.out<T>(0)[i] = fromReal<T>(x.data<double>()[i]);
  });
  return success();
}

} // namespace

Status evalResize(EvalContext &c) {
  auto axes = INGOT_TRY(axesOf(c));
  if (c.out(0).elements() == 0)
    return success();
  return c.attributes.text("mode") == "nearest" ? resizeNearest(c, axes) : resizeWeighted(c, axes);
}

} // namespace ingot::interp
