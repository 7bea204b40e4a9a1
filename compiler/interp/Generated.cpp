// Evaluators of operators that generate tensors from a few numbers.
#include "compiler/interp/EvalContext.h"

#include "kernels/movement/generated.h"

namespace ingot::interp {

Status evalRange(EvalContext &c) {
  using namespace kernels;
  return c.dispatchOn<float, double, f16, bf16, int64_t, int32_t, int16_t, int8_t, uint64_t,
                      uint32_t, uint16_t, uint8_t>(0, [&]<typename T> {
    movement::range(*c.in<T>(0), *c.in<T>(2), c.out(0).elements(), c.out<T>(0));
  });
}

} // namespace ingot::interp
