// Evaluators of operators that generate tensors from a few numbers.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/movement/generated.h"

namespace ingot::interp {

Status evalRange(EvalContext &c) {
  using namespace kernels;
  return c.dispatchOn<float, double, f16, bf16, int64_t, int32_t, int16_t, int8_t, uint64_t,
                      uint32_t, uint16_t, uint8_t>(0, [&]<typename T> {
    movement::range(*c.in<T>(0), *c.in<T>(2), c.out(0).elements(), c.out<T>(0));
  });
}

Status evalEyeLike(EvalContext &c) {
  Tensor &out = c.out(0);
  bool done = dispatchNumeric(out.type(), [&]<typename T> {
    kernels::movement::eye(out.dim(0), out.dim(1), c.attributes.integer("k"), c.out<T>(0));
  });
  return done ? success() : c.noKernelFor(out.type());
}

Status evalTrilu(EvalContext &c) {
  const Tensor &x = c.in(0);
  int64_t k = c.has(1) ? c.in(1).integerAt(0) : 0;
  if (x.elements() == 0)
    return success();
  int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
  dispatchMoving(x.type(), [&]<typename T> {
    kernels::movement::trilu(moving<T>(x), x.elements() / (rows * columns), rows, columns, k,
                             c.attributes.flag("upper"), moving<T>(c.out(0)));
  });
  return success();
}

Status evalOneHot(EvalContext &c) {
  Tensor &out = c.out(0);
  AxisView view(out.shape(), c.attributes.integer("axis"));
  Tensor indices = INGOT_TRY(c.scratch(ElementType::I64, c.in(0).shape()));
  bool wrap = c.attributes.flag("wrap");
  for (int64_t i = 0; i < indices.elements(); ++i) {
    int64_t index = c.in(0).integerAt(i);
    indices.mutableData<int64_t>()[i] =
        wrap && index < 0 && index >= -view.dim ? index + view.dim : index;
  }
  dispatchMoving(out.type(), [&]<typename T> {
    const T *values = moving<T>(c.in(2));
    kernels::movement::oneHot(indices.data<int64_t>(), view.outer, view.dim, view.inner, values[0],
                              values[1], moving<T>(out));
  });
  return success();
}

} // namespace ingot::interp
