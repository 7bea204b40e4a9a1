// The tuned products against sums in double, over shapes with tails of every kind.
#include "kernels/base/test/vector_support.h"
#include "kernels/contraction/pack.h"
#include "kernels/contraction/units.h"

#define INGOT_KERNEL(name, ...)                                                                    \
  extern "C" void name(const float *, const float *, float *, const void *, int64_t, int64_t,      \
                       int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,     \
                       int64_t);
#define INGOT_PRODUCTS                                                                             \
  INGOT_PRODUCT(16, gemm_f32_12x8, 8, 60)                                                          \
  INGOT_PRODUCT(16, gemm_f32_8x12, 12, 60)                                                         \
  INGOT_PRODUCT(16, gemm_f32_6x8, 8, 60)                                                           \
  INGOT_PRODUCT(16, gemv_f32_4x8, 8, 4)                                                            \
  INGOT_PRODUCT(16, gemv_f32_4x12, 12, 4)                                                          \
  INGOT_PRODUCT(32, gemm_f32_6x16, 16, 60)                                                         \
  INGOT_PRODUCT(32, gemv_f32_4x16, 16, 4)                                                          \
  INGOT_PRODUCT(64, gemm_f32_14x32, 32, 60)                                                        \
  INGOT_PRODUCT(64, gemm_f32_6x64, 64, 60)                                                         \
  INGOT_PRODUCT(64, gemv_f32_4x32, 32, 4)                                                          \
  INGOT_PRODUCT(64, gemv_f32_4x64, 64, 4)

#define INGOT_PRODUCT(bytes, name, panel, rows) INGOT_KERNEL(name)
INGOT_PRODUCTS
#undef INGOT_PRODUCT
#undef INGOT_KERNEL

extern "C" void pack_b_f32(const float *, float *, int64_t, int64_t, int64_t, int64_t, int64_t,
                           int64_t, int64_t, int64_t, int64_t);

namespace ingot::kernels::contraction {
namespace {

using test::Numbers;

struct Product {
  const char *name;
  decltype(&gemm_f32_12x8) kernel;
  decltype(&gemm_f32_12x8_units) units;
  int64_t panel, mostRows;
};

std::vector<Product> products() {
  std::vector<Product> result;
  // Only those of one vector size are linked.
#define INGOT_PRODUCT(bytes, name, panel, rows)                                                    \
  if constexpr (bytes == INGOT_VECTOR_BYTES)                                                       \
    result.push_back({#name, name, name##_units, panel, rows});
  INGOT_PRODUCTS
#undef INGOT_PRODUCT
  return result;
}

struct Problem {
  GemmShape s;
  bool transposed; ///< the right side is [columns, depth]
  std::vector<float> a, b, packed;

  Problem(Numbers &numbers, const Product &product) {
    s.rows = numbers.integer(1, product.mostRows);
    s.columns = numbers.coin() ? numbers.integer(1, 150) : product.panel * numbers.integer(1, 5);
    if (numbers.integer(0, 19) == 0)
      s.columns = 1100; // several column blocks
    s.depth = numbers.oneOf({0, 1, 2, 3, 8, 31, 64, 100, 255, 256, 257, 400, 515, 777});
    s.batches = numbers.integer(1, 3);
    s.aPitch = s.depth + numbers.integer(0, 5);
    s.yPitch = s.columns + numbers.oneOf({0, 0, 3, 8});
    s.aBatch = numbers.coin() ? 0 : s.rows * s.aPitch;
    s.bBatch = packedElements(s.depth, s.columns, 1, product.panel);
    s.yBatch = s.rows * s.yPitch;
    transposed = numbers.coin();
    a = numbers.floats(s.batches * s.rows * s.aPitch);
    b = numbers.floats(s.batches * s.depth * s.columns);
    std::vector<float> nan(static_cast<size_t>(s.bBatch * s.batches), std::nanf(""));
    int64_t rowStride = transposed ? 1 : s.columns, columnStride = transposed ? s.depth : 1;
    int64_t units = pack_b_f32_units(s.depth, s.columns, rowStride, columnStride, s.batches,
                                     s.depth * s.columns, product.panel);
    packed = test::runSplit(numbers, nan, units, [&](float *out, int64_t begin, int64_t end) {
      pack_b_f32(b.data(), out, s.depth, s.columns, rowStride, columnStride, s.batches,
                 s.depth * s.columns, product.panel, begin, end);
    });
  }

  double right(int64_t entry, int64_t k, int64_t column) const {
    int64_t at = transposed ? column * s.depth + k : k * s.columns + column;
    return static_cast<double>(b[static_cast<size_t>(entry * s.depth * s.columns + at)]);
  }
};

/// Compares the columns of the output, and expects that nothing beside them was written.
void compare(const Problem &p, const test::Epilogue &epilogue, const std::vector<float> &y) {
  const GemmShape &s = p.s;
  test::RelativeError error;
  for (int64_t entry = 0; entry < s.batches; ++entry)
    for (int64_t i = 0; i < s.rows; ++i) {
      const float *row = p.a.data() + entry * s.aBatch + i * s.aPitch;
      const float *out = y.data() + entry * s.yBatch + i * s.yPitch;
      for (int64_t j = 0; j < s.columns; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < s.depth; ++k)
          sum += static_cast<double>(row[k]) * p.right(entry, k, j);
        error.add(static_cast<double>(out[j]), epilogue(sum, entry * s.rows + i, j));
      }
      for (int64_t j = s.columns; j < s.yPitch; ++j)
        ASSERT_EQ(out[j], 77.0f);
    }
  EXPECT_LE(error.value(), 5e-7);
}

TEST(Gemm, AgreesWithDouble) {
  Numbers numbers(1);
  for (const Product &product : products())
    for (int i = 0; i < 120; ++i) {
      Problem p(numbers, product);
      const GemmShape &s = p.s;
      test::RandomEpilogue random(numbers, s.batches * s.rows, s.columns);
      SCOPED_TRACE(testing::Message()
                   << product.name << " " << s.batches << " * [" << s.rows << ", " << s.depth
                   << "] * [" << s.depth << ", " << s.columns << "] pitch " << s.yPitch);
      int64_t units = product.units(s.rows, s.columns, s.depth, s.batches, s.aPitch, s.yPitch,
                                    s.aBatch, s.bBatch, s.yBatch);
      std::vector<float> fresh(static_cast<size_t>(s.batches * s.yBatch), 77);
      auto y = test::runSplit(numbers, fresh, units, [&](float *out, int64_t begin, int64_t end) {
        product.kernel(p.a.data(), p.packed.data(), out, &random.epilogue, s.rows, s.columns,
                       s.depth, s.batches, s.aPitch, s.yPitch, s.aBatch, s.bBatch, s.yBatch, begin,
                       end);
      });
      compare(p, random.epilogue, y);
      if (testing::Test::HasFailure())
        return;
    }
}

TEST(Gemm, SplitsRowsEvenly) {
  RowSplit split(49, 12);
  EXPECT_EQ(split.tiles, 5);
  EXPECT_EQ(split.height, 9);
  EXPECT_EQ(split.taller, 4);
  EXPECT_EQ(split.start(5), 49);
  EXPECT_EQ(RowSplit(0, 12).tiles, 0);
}

} // namespace
} // namespace ingot::kernels::contraction
