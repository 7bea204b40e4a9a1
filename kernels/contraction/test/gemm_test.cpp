// The tuned products against sums in double, over shapes with tails of every kind.
#define INGOT_TABLE "kernels/contraction/kernels.inc"
#include "kernels/base/test/halves_support.h"
#include "kernels/base/test/rows.h"
#include "kernels/contraction/pack.h"
#include "kernels/contraction/test/products.h"

namespace ingot::kernels::contraction {
namespace {

using test::Numbers;

/// `Pack` is the contract of what packs the right side.
template <typename Pack> struct Problem {
  ProductSizes s;
  bool transposed; ///< the right side is [columns, depth]
  std::vector<float> a, b, packed;

  Problem(Numbers &numbers, const Row &product, int64_t mostRows) {
    const int64_t panel = product.tile.columns;
    s.rows = numbers.integer(1, mostRows);
    s.columns = numbers.coin() ? numbers.integer(1, 150) : panel * numbers.integer(1, 5);
    if (numbers.integer(0, 19) == 0)
      s.columns = 1100; // several column blocks
    s.depth = numbers.oneOf({0, 1, 2, 3, 8, 31, 64, 100, 255, 256, 257, 400, 515, 777});
    s.batches = numbers.integer(1, 3);
    s.aPitch = s.depth + numbers.integer(0, 5);
    s.yPitch = s.columns + numbers.oneOf({0, 0, 3, 8});
    s.aBatch = numbers.coin() ? 0 : s.rows * s.aPitch;
    s.bBatch = packedElements(s.depth, s.columns, 1, panel);
    s.yBatch = s.rows * s.yPitch;
    s.yBytes = numbers.oneOf({4, 4, 2});
    s.firstCache = numbers.oneOf({4096, 32768});
    s.secondCache = numbers.oneOf({65536, 1 << 20});
    transposed = numbers.coin();
    a = numbers.floats(s.batches * s.rows * s.aPitch);
    b = test::heldBy(product.packing, numbers.floats(s.batches * s.depth * s.columns));
    std::vector<float> nan(test::wordsOf(product.packing, s.bBatch * s.batches), std::nanf(""));
    int64_t rowStride = transposed ? 1 : s.columns, columnStride = transposed ? s.depth : 1;
    const Row pack = rowNamed(product.packing);
    RightSizes side{s.depth,   s.columns,           rowStride, columnStride,
                    s.batches, s.depth * s.columns, panel};
    packed = test::runSplit<Pack>(numbers, nan, side, pack.tile,
                                  [&](float *out, int64_t begin, int64_t end) {
                                    pack({b.data(), out}, nullptr, side, begin, end);
                                  });
  }

  double right(int64_t entry, int64_t k, int64_t column) const {
    int64_t at = transposed ? column * s.depth + k : k * s.columns + column;
    return static_cast<double>(b[static_cast<size_t>(entry * s.depth * s.columns + at)]);
  }
};

template <typename Contract, typename Pack> void check(const Row &product, int64_t mostRows) {
  Numbers numbers(1);
  for (int i = 0; i < 120 && !testing::Test::HasFailure(); ++i) {
    Problem<Pack> p(numbers, product, mostRows);
    const ProductSizes &s = p.s;
    test::RandomEpilogue random(numbers, s.batches * s.rows, s.columns);
    random.epilogue.yBytes = s.yBytes;
    SCOPED_TRACE(testing::Message() << product.name << " " << s.batches << " * [" << s.rows << ", "
                                    << s.depth << "] * [" << s.depth << ", " << s.columns
                                    << "] pitch " << s.yPitch << " bytes " << s.yBytes);
    std::vector<float> fresh(static_cast<size_t>(s.batches * s.yBatch), 77);
    auto y = test::runSplit<Contract>(
        numbers, fresh, s, product.tile, [&](float *out, int64_t begin, int64_t end) {
          product({p.a.data(), p.packed.data(), out}, &random.epilogue, s, begin, end);
        });
    auto right = [&](int64_t entry, int64_t k, int64_t j) { return p.right(entry, k, j); };
    compareProducts(s, p.a, right, random.epilogue, y, 5e-7);
  }
}

TEST(Gemm, AgreesWithDouble) {
  for (const Row &row : rowsOf("gemm"))
    check<Gemm, PackRight>(row, 60);
}

TEST(Gemm, AgreesWithDoubleOnHalves) {
  for (const char *operation : {"gemm_f16", "gemm_bf16"})
    for (const Row &row : rowsOf(operation))
      check<HalfGemm, PackHalves>(row, 60);
}

TEST(Gemv, AgreesWithDouble) {
  for (const Row &row : rowsOf("gemv"))
    check<Gemv, PackRight>(row, row.tile.rows);
}

TEST(Gemv, AgreesWithDoubleOnHalves) {
  for (const char *operation : {"gemv_f16", "gemv_bf16"})
    for (const Row &row : rowsOf(operation))
      check<HalfGemv, PackHalves>(row, row.tile.rows);
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
