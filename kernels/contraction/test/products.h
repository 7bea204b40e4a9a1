// What the tests of products of f32 share.
#pragma once

#include "kernels/base/test/vector_support.h"

namespace ingot::kernels::contraction {

/// Compares the columns of an output with sums in double, where right(entry, k, column) is the
/// right side, and expects that nothing beside them was written: there it is 77.
template <typename Sizes, typename Right>
void compareProducts(const Sizes &s, const std::vector<float> &a, const Right &right,
                     const test::Epilogue &epilogue, const std::vector<float> &y, double most) {
  bool isNarrow = s.yBytes == 2;
  auto found = isNarrow ? test::fromHalves(y.data(), 2 * y.size()) : y;
  test::RelativeError error;
  for (int64_t entry = 0; entry < s.batches; ++entry)
    for (int64_t i = 0; i < s.rows; ++i) {
      const float *row = a.data() + entry * s.aBatch + i * s.aPitch;
      const float *out = found.data() + entry * s.yBatch + i * s.yPitch;
      for (int64_t j = 0; j < s.columns; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < s.depth; ++k)
          sum += static_cast<double>(row[k]) * right(entry, k, j);
        error.add(static_cast<double>(out[j]), epilogue(sum, entry * s.rows + i, j));
      }
      for (int64_t j = s.columns; j < s.yPitch && !isNarrow; ++j)
        ASSERT_EQ(out[j], 77.0f);
    }
  EXPECT_LE(error.value(), isNarrow ? 8e-3 : most);
}

} // namespace ingot::kernels::contraction
