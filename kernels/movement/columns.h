// Reference kernel of col2im.
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"

namespace ingot::kernels::movement {

/// One axis of the image: its size, the block's, and how many places a block has.
struct ColumnAxis {
  int64_t image, block, stride, dilation, padding, places;
};

/// Sums the columns of one channel, x[block elements, places], into out[image]:
///   out[p] = sum of x[k, l] over block elements k and places l with
///            l * stride + k * dilation - padding = p on every axis
/// `pixel` and `offset` are scratch of `rank` entries.
template <typename T>
void col2im(const T *x, const ColumnAxis *axes, int64_t rank, int64_t blockElements, int64_t places,
            int64_t pixels, int64_t *pixel, int64_t *offset, T *out) {
  auto advance = [&](int64_t *index, int64_t ColumnAxis::*limit) {
    for (int64_t axis = rank; axis-- > 0;) {
      if (++index[axis] < axes[axis].*limit)
        return;
      index[axis] = 0;
    }
  };
  for (int64_t axis = 0; axis < rank; ++axis)
    pixel[axis] = offset[axis] = 0;
  for (int64_t p = 0; p < pixels; ++p) {
    Compute<T> sum = 0;
    for (int64_t k = 0; k < blockElements; ++k) {
      int64_t place = 0;
      bool covered = true;
      for (int64_t axis = 0; axis < rank && covered; ++axis) {
        const ColumnAxis &a = axes[axis];
        int64_t from = pixel[axis] + a.padding - offset[axis] * a.dilation;
        covered = from >= 0 && from % a.stride == 0 && from / a.stride < a.places;
        place = place * a.places + from / a.stride;
      }
      if (covered)
        sum = math::add(sum, load(x[k * places + place]));
      advance(offset, &ColumnAxis::block);
    }
    out[p] = store<T>(sum);
    advance(pixel, &ColumnAxis::image);
  }
}

} // namespace ingot::kernels::movement
