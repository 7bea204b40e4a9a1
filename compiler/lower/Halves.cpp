// Which weights are kept in 16 bits.
#include "compiler/lower/Halves.h"

#include "kernels/contraction/contract.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace ingot::lower {

namespace {
/// The first type that holds these numbers.
ElementType narrowest(const float *numbers, int64_t count) {
  return kernels::fitsInto<kernels::F16>(numbers, count)    ? ElementType::F16
         : kernels::fitsInto<kernels::BF16>(numbers, count) ? ElementType::BF16
                                                            : ElementType::F32;
}
} // namespace

ElementType keptType(const LowerContext &c, size_t operand) {
  auto found = c.unaligned(operand);
  if (!found || found->type() != ElementType::F32 || found->elements() * 4 <= c.machine.cache(0))
    return ElementType::F32;
  // Those of most models need all their bits, as the first of them say.
  float first[64];
  auto count = std::min<int64_t>(std::size(first), found->elements());
  std::memcpy(first, found->bytes(), static_cast<size_t>(count) * sizeof(float));
  if (narrowest(first, count) == ElementType::F32)
    return ElementType::F32;
  auto weights = c.constant(operand);
  return weights ? narrowest(weights->data<float>(), weights->elements()) : ElementType::F32;
}

bool fitsProductInHalves(const LowerContext &c, size_t operand) {
  auto weights = c.constant(operand);
  if (!weights)
    return false;
  const float *numbers = weights->data<float>();
  return std::all_of(numbers, numbers + weights->elements(), [](float number) {
    return std::fabs(number) < kernels::contraction::mostRight;
  });
}

std::string operationOn(std::string_view operation, ElementType kept) {
  return kept == ElementType::F32 ? std::string(operation) : str(operation, "_", elementName(kept));
}

} // namespace ingot::lower
