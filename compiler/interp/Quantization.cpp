// Evaluators of quantization.
#include "compiler/interp/EvalContext.h"

#include "compiler/dialect/graph/infer/Quantization.h"
#include "kernels/quantization/reference.h"

#include <algorithm>

namespace ingot::interp {
namespace {
using namespace kernels::quantization;

Layout layoutOf(const EvalContext &c) {
  graph::ScaleLayout l = graph::scaleLayout(c.attributes, c.in(0).shape(), c.in(1).shape());
  if (l.axisStride == 0) // one scale for all
    return {1, 1, c.in(0).elements(), 1, 0, 0, 0};
  int64_t outer = c.in(0).elements() / (l.size * l.inner);
  return {outer, l.size, l.inner, l.block, l.outerStride, l.axisStride, l.innerStride};
}

/// Operand `i` in double; an f32 tensor without elements when it was not given.
Expected<Tensor> numbersOf(const EvalContext &c, size_t i) {
  return c.has(i) ? convert(c.in(i), ElementType::F64, c.budget) : Expected<Tensor>(Tensor());
}

/// The zero points, one per scale, in double; an f32 tensor without elements when not given.
Expected<Tensor> zeroPointsOf(const EvalContext &c) {
  Tensor zeros = INGOT_TRY(numbersOf(c, 2));
  int64_t scales = c.in(1).elements();
  if (zeros.elements() != 1 || scales == 1)
    return zeros;
  Tensor all = INGOT_TRY(c.scratch(ElementType::F64, {scales}));
  std::fill_n(all.mutableData<double>(), scales, *zeros.data<double>());
  return all;
}

const double *dataOrNull(const Tensor &numbers) {
  return numbers.elements() ? numbers.data<double>() : nullptr;
}

/// The type that the quotient is computed in: as asked, else the scale's where it is a common
/// float.
Precision precisionOf(const EvalContext &c) {
  ElementType type =
      c.attributes.has("precision") ? c.attributes.type("precision") : c.in(1).type();
  switch (type) {
  case ElementType::F16:
    return Precision::F16;
  case ElementType::BF16:
    return Precision::BF16;
  case ElementType::F64:
  case ElementType::I32:
  case ElementType::I64:
    return Precision::F64;
  default:
    return Precision::F32;
  }
}

template <typename F> bool dispatchQuantized(ElementType type, F &&f) {
  using namespace kernels;
  return dispatch<int8_t, uint8_t, int16_t, uint16_t, i4, u4, i2, u2, f8e4m3fn, f8e4m3fnuz, f8e5m2,
                  f8e5m2fnuz, f4e2m1, f6e2m3, f6e3m2>(type, std::forward<F>(f));
}
} // namespace

Status evalQuantizeLinear(EvalContext &c) {
  if (c.in(0).elements() == 0)
    return success();
  // The kernel knows the common types of x; the rare ones go through f32, or f64 if they need it.
  Tensor x = c.in(0);
  if (x.type() != ElementType::F32 && x.type() != ElementType::I32)
    x = INGOT_TRY(
        convert(x, elementBits(x.type()) > 16 ? ElementType::F64 : ElementType::F32, c.budget));
  Tensor scales = INGOT_TRY(numbersOf(c, 1)), zeros = INGOT_TRY(zeroPointsOf(c));
  Layout layout = layoutOf(c);
  bool done = dispatchQuantized(c.out(0).type(), [&]<typename To> {
    dispatch<float, double, int32_t>(x.type(), [&]<typename From> {
      quantize(x.data<From>(), scales.data<double>(), dataOrNull(zeros), layout, precisionOf(c),
               c.attributes.flag("saturate"), c.out<To>(0));
    });
  });
  return done ? success() : c.noKernelFor(c.out(0).type());
}

Status evalDequantizeLinear(EvalContext &c) {
  if (c.in(0).elements() == 0)
    return success();
  Tensor scales = INGOT_TRY(numbersOf(c, 1)), zeros = INGOT_TRY(zeroPointsOf(c));
  Layout layout = layoutOf(c);
  auto run = [&]<typename From, typename To, typename Product> {
    dequantize<Product>(c.in<From>(0), scales.data<double>(), dataOrNull(zeros), layout,
                        c.out<To>(0));
  };
  bool done = dispatchNumeric(c.in(0).type(), [&]<typename From> {
    dispatch<float, kernels::f16, kernels::bf16>(
        c.out(0).type(), [&]<typename To> { run.template operator()<From, To, float>(); }) ||
        dispatch<double>(c.out(0).type(),
                         [&]<typename To> { run.template operator()<From, To, double>(); });
  });
  return done ? success() : c.noKernelFor(c.in(0).type());
}

Status evalDynamicQuantizeLinear(EvalContext &c) {
  double zero = 0;
  fitRange(c.in<float>(0), c.in(0).elements(), c.out<float>(1), &zero);
  *c.out<uint8_t>(2) = static_cast<uint8_t>(zero);
  double scale = static_cast<double>(*c.out<float>(1));
  quantize(c.in<float>(0), &scale, &zero, Layout{1, 1, c.in(0).elements(), 1, 0, 0, 0},
           Precision::F32, true, c.out<uint8_t>(0));
  return success();
}

Status evalUnpackBits(EvalContext &c) {
  unpackBits(c.in<uint8_t>(0), c.in(0).elements(), c.attributes.integer("bits"),
             static_cast<uint8_t *>(c.out(0).mutableBytes()));
  return success();
}

} // namespace ingot::interp
