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

/// A left side from row `first` on.
template <typename Left> struct RowsFrom {
  static constexpr bool isSingle = Left::isSingle;
  const Left &left;
  int64_t first;
  template <typename Acc>
  void packLeft(int64_t row, int64_t rows, int64_t k, int64_t depth, Acc *out) const {
    left.packLeft(first + row, rows, k, depth, out);
  }
};

/// contract() with a look at the clock before each block of rows.
template <typename Acc, typename Left, typename Right, typename Sink>
Status contractInTime(const EvalContext &c, int64_t rows, int64_t columns, int64_t depth,
                      const Left &left, const Right &right, Sink &&sink,
                      kernels::contraction::Workspace<Acc> &w) {
  using namespace kernels::contraction;
  for (int64_t first = 0; first < rows; first += blockRows) {
    INGOT_TRY(c.checkTime());
    contract<Acc>(
        least(blockRows, rows - first), columns, depth, RowsFrom<Left>{left, first}, right,
        [&](int64_t row, int64_t column, int64_t count, const Acc *sums) {
          sink(first + row, column, count, sums);
        },
        w);
  }
  return success();
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
