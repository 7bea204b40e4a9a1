// Evaluators of softmax, log softmax and hardmax.
#include "kernels/normalization/softmax.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/interp/Reduction.h"

namespace ingot::interp {
namespace normalization = kernels::normalization;

namespace {
/// Operand 0 seen along the axes that the attributes name.
AxesView vectorsOf(const EvalContext &c) {
  int64_t rank = c.in(0).rank(), count = c.attributes.integer("count");
  int64_t first = *graph::normalizeAxis(c.attributes.integer("axis"), rank);
  return AxesView(c.in(0), first, count == 0 ? rank : first + count);
}
} // namespace

Status evalSoftmax(EvalContext &c) {
  AxesView v = vectorsOf(c);
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::softmax(c.in<T>(0), v.outer, v.n, v.inner, c.out<T>(0));
  });
}

Status evalLogSoftmax(EvalContext &c) {
  AxesView v = vectorsOf(c);
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    normalization::logSoftmax(c.in<T>(0), v.outer, v.n, v.inner, c.out<T>(0));
  });
}

Status evalHardmax(EvalContext &c) {
  AxesView v = vectorsOf(c);
  Tensor where = INGOT_TRY(c.scratch(ElementType::I64, {v.outer, v.inner}));
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    const int64_t *at = where.data<int64_t>();
    kernels::reduction::argExtreme<T, true>(c.in<T>(0), v.outer, v.n, v.inner, false,
                                            where.mutableData<int64_t>());
    T *out = c.out<T>(0); // all zero
    for (int64_t o = 0; o < v.outer; ++o)
      for (int64_t j = 0; j < v.inner; ++j)
        out[(o * v.n + at[o * v.inner + j]) * v.inner + j] = T(1);
  });
}

} // namespace ingot::interp
