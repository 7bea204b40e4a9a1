// Evaluators of operators that read or write by index.
#include "compiler/interp/Movement.h"

#include "kernels/movement/reference.h"

namespace ingot::interp {

Expected<Tensor> indexOperand(const EvalContext &c, size_t i, int64_t dim) {
  const Tensor &given = c.in(i);
  if (given.type() != ElementType::I64 && given.type() != ElementType::I32)
    return c.noKernelFor(given.type());
  Tensor indices = INGOT_TRY(c.scratch(ElementType::I64, given.shape()));
  int64_t *out = indices.mutableData<int64_t>();
  for (int64_t k = 0; k < given.elements(); ++k) {
    int64_t index = given.type() == ElementType::I64 ? given.data<int64_t>()[k]
                                                     : int64_t{given.data<int32_t>()[k]};
    if (index < -dim || index >= dim)
      return c.fail("index ", index, " is out of range for a dimension of ", dim);
    out[k] = index < 0 ? index + dim : index;
  }
  return indices;
}

Status evalGather(EvalContext &c) {
  int64_t axis = c.attributes.integer("axis");
  const Tensor &x = c.in(0);
  Tensor indices = INGOT_TRY(indexOperand(c, 1, x.dim(axis < 0 ? axis + x.rank() : axis)));
  if (c.out(0).elements() == 0)
    return success();
  AxisView view(x.shape(), axis);
  dispatchMoving(x.type(), [&]<typename T> {
    kernels::movement::gather(moving<T>(x), view.outer, view.dim, view.inner,
                              indices.data<int64_t>(), indices.elements(), moving<T>(c.out(0)));
  });
  return success();
}

} // namespace ingot::interp
