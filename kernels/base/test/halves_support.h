// What the tests of kernels with weights of 16 bits share.
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/base/test/vector_support.h"

namespace ingot::kernels::test {

template <typename Half> float roundedTo(double x) {
  return static_cast<float>(decode(encode<Half>(x)));
}

/// The numbers as the kernel of this name packs them: "pack_b_f16", "pack_conv_f32". Some of what
/// becomes f16 is denormal there.
inline std::vector<float> heldBy(const std::string &packing, std::vector<float> numbers) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    auto x = static_cast<double>(numbers[i]);
    if (packing.ends_with("_bf16"))
      numbers[i] = roundedTo<bf16>(x);
    else if (packing.ends_with("_f16"))
      numbers[i] = roundedTo<f16>(i % 7 == 0 ? x * 0x1p-15 : x);
  }
  return numbers;
}

/// How many f32 the memory of so many packed numbers takes.
inline size_t wordsOf(const std::string &packing, int64_t count) {
  return static_cast<size_t>(packing.ends_with("f16") ? (count + 1) / 2 : count);
}

} // namespace ingot::kernels::test
