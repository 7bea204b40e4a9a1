// Which weights are kept in 16 bits.
#include "compiler/lower/Halves.h"

namespace ingot::lower {

ElementType keptType(const LowerContext &c, const std::optional<Tensor> &weights) {
  if (!weights || weights->type() != ElementType::F32 ||
      weights->elements() * 4 <= c.machine.cache(0))
    return ElementType::F32;
  const float *numbers = weights->data<float>();
  return kernels::fitsInto<kernels::F16>(numbers, weights->elements())    ? ElementType::F16
         : kernels::fitsInto<kernels::BF16>(numbers, weights->elements()) ? ElementType::BF16
                                                                          : ElementType::F32;
}

std::string operationOn(std::string_view operation, ElementType kept) {
  return kept == ElementType::F32 ? std::string(operation) : str(operation, "_", elementName(kept));
}

} // namespace ingot::lower
