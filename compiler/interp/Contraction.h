// What the evaluators of contractions share.
#pragma once

#include "compiler/interp/EvalContext.h"
#include "kernels/contraction/reference.h"

namespace ingot::interp {

/// Memory for contract(), charged to the run. The tensor owns it.
template <typename Acc> struct ContractionSpace {
  Tensor owner;
  kernels::contraction::Workspace<Acc> &get() {
    return *static_cast<kernels::contraction::Workspace<Acc> *>(owner.mutableBytes());
  }
};
template <typename Acc> Expected<ContractionSpace<Acc>> contractionSpace(const EvalContext &c) {
  constexpr auto bytes = static_cast<int64_t>(sizeof(kernels::contraction::Workspace<Acc>));
  return ContractionSpace<Acc>{
      INGOT_TRY(c.scratch(ElementType::F64, {bytes / int64_t{sizeof(double)} + 1}))};
}

/// Like EvalContext::dispatchOn for evaluators that may fail: runs `f.operator()<T>()`, which gives
/// a Status, for the C++ type of `type` if it is among Types.
template <typename... Types, typename F>
Status dispatchStatus(const EvalContext &c, ElementType type, F &&f) {
  Status status;
  bool found = dispatch<Types...>(type, [&]<typename T> { status = f.template operator()<T>(); });
  return found ? std::move(status) : c.noKernelFor(type);
}

/// The unsigned type as wide as an integer type; other types as they are. Sums and products of
/// integers that wrap have the same bits for both.
inline ElementType wrappingType(ElementType type) {
  switch (isInteger(type) ? elementBits(type) : 0) {
  case 8:
    return ElementType::U8;
  case 16:
    return ElementType::U16;
  case 32:
    return ElementType::U32;
  case 64:
    return ElementType::U64;
  default:
    return type;
  }
}

} // namespace ingot::interp
