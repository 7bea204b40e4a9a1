// Reference kernel of rotary embedding.
#pragma once

#include "kernels/attention/reference.h"

namespace ingot::kernels::attention {

struct Rotary {
  int64_t batch, heads, rows, size;
  int64_t rotarySize; ///< how many elements of each row are rotated
  bool interleaved;
};

/// Rotates x into y, both with the strides of `layout`. `angles` gives for (entry, row) the offset
/// of its rotarySize / 2 cosines and sines.
template <typename T, typename Angles>
void rotate(const Rotary &r, const Heads<T> &x, T *y, const T *cosine, const T *sine,
            Angles angles) {
  if (r.size == 0)
    return; // nothing to compute, however many rows there are
  int64_t half = r.rotarySize / 2;
  for (int64_t entry = 0; entry < r.batch; ++entry)
    for (int64_t head = 0; head < r.heads; ++head)
      for (int64_t i = 0; i < r.rows; ++i) {
        const T *from = x.row(entry, head, i);
        T *to = y + (from - x.data);
        int64_t angle = angles(entry, i);
        for (int64_t e = 0; e < half; ++e) {
          int64_t first = r.interleaved ? 2 * e : e, second = r.interleaved ? 2 * e + 1 : e + half;
          double a = static_cast<double>(from[first]), b = static_cast<double>(from[second]);
          double c = static_cast<double>(cosine[angle + e]),
                 s = static_cast<double>(sine[angle + e]);
          to[first] = static_cast<T>(a * c - b * s);
          to[second] = static_cast<T>(a * s + b * c);
        }
        for (int64_t e = r.rotarySize; e < r.size; ++e)
          to[e] = from[e];
      }
}

} // namespace ingot::kernels::attention
