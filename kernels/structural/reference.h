// Reference kernels of sequences and loops: parts of tensors along an axis.
#pragma once

#include <stdint.h>

namespace ingot::kernels::structural {

/// Writes a part into a whole, both seen as `outer` rows: row o of the part, of `inner` elements,
/// goes to the whole's row o, of `stride` elements, at `offset`.
template <typename T>
void placePart(const T *part, T *whole, int64_t outer, int64_t inner, int64_t stride,
               int64_t offset) {
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i)
      whole[o * stride + offset + i] = part[o * inner + i];
}

/// The reverse of placePart: reads a part out of a whole.
template <typename T>
void takePart(const T *whole, T *part, int64_t outer, int64_t inner, int64_t stride,
              int64_t offset) {
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i)
      part[o * inner + i] = whole[o * stride + offset + i];
}

} // namespace ingot::kernels::structural
