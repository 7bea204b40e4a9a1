// GeneralStep: a step as its code is where no size is part of it.
//
//   add, dims 3x128, strides 128,1 and 0,1   →   dims #0x#1, strides #2,1 and 0,1
//                                                sizes 3, 128, 128
//
// #n stands for place n of the sizes, which the code reads from its table. Steps of the same form
// have the same code, whatever their sizes. A stride of 0 stays, and of 1 where elements lie side
// by side: code differs for these.
#pragma once

#include "compiler/codegen/Steps.h"

namespace ingot::codegen {

struct GeneralStep {
  AnyStep step; ///< with `numberOf` a place instead of a size
  std::vector<int64_t> sizes;

  /// Places have numbers that no stride has which stays.
  static constexpr int64_t numberOf(size_t place) { return static_cast<int64_t>(place) + 2; }
  static constexpr size_t placeOf(int64_t number) { return static_cast<size_t>(number - 2); }
};

GeneralStep generalFormOf(const AnyStep &step);

} // namespace ingot::codegen
