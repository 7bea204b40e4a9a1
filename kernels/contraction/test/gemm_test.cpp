// The tuned products against sums in double, over shapes with tails of every kind.
#define INGOT_TABLE "kernels/contraction/kernels.inc"
#include "kernels/base/test/halves_support.h"
#include "kernels/base/test/rows.h"
#include "kernels/contraction/half_pack.h"
#include "kernels/contraction/pack.h"
#include "kernels/contraction/test/products.h"

namespace ingot::kernels::contraction {
namespace {

using test::Numbers;

struct Problem {
  ProductSizes s;
  bool transposed; ///< the right side is [columns, depth]
  std::vector<float> a, b;

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
  }

  /// The right side as the kernel of this name packs it, whose contract is `Pack`.
  template <typename Pack>
  std::vector<float> packedBy(Numbers &numbers, const std::string &name, int64_t panel) const {
    std::vector<float> nan(test::wordsOf(name, s.bBatch * s.batches), std::nanf(""));
    int64_t rowStride = transposed ? 1 : s.columns, columnStride = transposed ? s.depth : 1;
    const Row pack = rowNamed(name);
    RightSizes side{s.depth,   s.columns,           rowStride, columnStride,
                    s.batches, s.depth * s.columns, panel};
    return test::runSplit<Pack>(numbers, nan, side, pack.tile,
                                [&](float *out, int64_t begin, int64_t end) {
                                  pack({b.data(), out}, nullptr, side, begin, end);
                                });
  }

  double right(int64_t entry, int64_t k, int64_t column) const {
    int64_t at = transposed ? column * s.depth + k : k * s.columns + column;
    return static_cast<double>(b[static_cast<size_t>(entry * s.depth * s.columns + at)]);
  }
};

template <typename Contract>
std::vector<float> run(Numbers &numbers, const Row &product, const Problem &p,
                       const std::vector<float> &packed, const test::Epilogue &epilogue) {
  std::vector<float> fresh(static_cast<size_t>(p.s.batches * p.s.yBatch), 77);
  return test::runSplit<Contract>(
      numbers, fresh, p.s, product.tile, [&](float *out, int64_t begin, int64_t end) {
        product({p.a.data(), packed.data(), out}, &epilogue, p.s, begin, end);
      });
}

/// Calls f(problem, packed right side, epilogue) with problems of all kinds.
template <typename Pack, typename F> void forProblems(Numbers &numbers, const Row &product, F &&f) {
  for (int i = 0; i < 120 && !testing::Test::HasFailure(); ++i) {
    // Tiles enough for copies of the left side: see copy_left.h.
    const int64_t manyRows = std::max<int64_t>(60, 5 * product.tile.rows);
    Problem p(numbers, product,
              product.operation.starts_with("gemv") ? product.tile.rows : manyRows);
    const ProductSizes &s = p.s;
    auto packed = p.packedBy<Pack>(numbers, product.packing, product.tile.columns);
    test::RandomEpilogue random(numbers, s.batches * s.rows, s.columns);
    random.epilogue.yBytes = s.yBytes;
    SCOPED_TRACE(testing::Message() << product.name << " " << s.batches << " * [" << s.rows << ", "
                                    << s.depth << "] * [" << s.depth << ", " << s.columns
                                    << "] pitch " << s.yPitch << " bytes " << s.yBytes);
    f(p, packed, random.epilogue);
  }
}

template <typename Contract> void check(const Row &product) {
  Numbers numbers(1);
  forProblems<PackRight>(
      numbers, product,
      [&](const Problem &p, const std::vector<float> &packed, const test::Epilogue &epilogue) {
        auto y = run<Contract>(numbers, product, p, packed, epilogue);
        auto right = [&](int64_t entry, int64_t k, int64_t j) { return p.right(entry, k, j); };
        compareProducts(p.s, p.a, right, epilogue, y, 5e-7);
      });
}

/// With a right side of 16 bits: the bits of the same product with one of f32.
template <typename Half, typename Wide>
void checkHalves(const std::string &operation, const std::string &wideOperation) {
  for (const Row &product : rowsOf(operation)) {
    bool isFound = false;
    for (const Row &other : rowsOf(wideOperation)) {
      if (other.tile.rows != product.tile.rows || other.tile.columns != product.tile.columns)
        continue;
      isFound = true;
      Numbers numbers(1);
      forProblems<PackHalves>(
          numbers, product,
          [&](const Problem &p, const std::vector<float> &packed, const test::Epilogue &epilogue) {
            auto y = run<Half>(numbers, product, p, packed, epilogue);
            auto wide = p.packedBy<PackRight>(numbers, other.packing, other.tile.columns);
            auto wanted = run<Wide>(numbers, other, p, wide, epilogue);
            EXPECT_TRUE(y.empty() || std::memcmp(y.data(), wanted.data(), y.size() * 4) == 0);
          });
    }
    EXPECT_TRUE(isFound) << product.name << " has no row of f32 with its tile";
  }
}

TEST(Gemm, AgreesWithDouble) {
  for (const Row &row : rowsOf("gemm"))
    check<Gemm>(row);
}

TEST(Gemm, HasTheSameBitsOnHalves) {
  checkHalves<HalfGemm, Gemm>("gemm_f16", "gemm");
  checkHalves<HalfGemm, Gemm>("gemm_bf16", "gemm");
}

TEST(Gemv, AgreesWithDouble) {
  for (const Row &row : rowsOf("gemv"))
    check<Gemv>(row);
}

TEST(Gemv, HasTheSameBitsOnHalves) {
  checkHalves<HalfGemv, Gemv>("gemv_f16", "gemv");
  checkHalves<HalfGemv, Gemv>("gemv_bf16", "gemv");
}

/// The left side as products in f16 want it, and sizes that say so.
std::vector<float> packedLeft(Numbers &numbers, const std::vector<float> &a, ProductSizes &s) {
  const Row pack = rowNamed("pack_a_f16");
  const int64_t entries = s.aBatch == 0 ? 1 : s.batches;
  LeftSizes side{s.rows, s.depth, entries, s.aPitch, s.aBatch};
  s.aBatch = s.aBatch == 0 ? 0 : packedHalfRows(s.rows, s.depth);
  std::vector<float> nan(test::wordsOf(pack.name, entries * packedHalfRows(s.rows, s.depth)),
                         std::nanf(""));
  return test::runSplit<PackLeft>(numbers, nan, side, pack.tile,
                                  [&](float *out, int64_t begin, int64_t end) {
                                    pack({a.data(), out}, nullptr, side, begin, end);
                                  });
}

template <typename Contract> void checkInHalves(const std::string &operation) {
  for (const Row &product : rowsOf(operation)) {
    Numbers numbers(1);
    forProblems<PackHalves>(
        numbers, product,
        [&](const Problem &p, const std::vector<float> &packed, const test::Epilogue &epilogue) {
          Problem inHalves = p;
          inHalves.a = packedLeft(numbers, p.a, inHalves.s);
          auto y = run<Contract>(numbers, product, inHalves, packed, epilogue);
          auto right = [&](int64_t entry, int64_t k, int64_t j) { return p.right(entry, k, j); };
          compareProducts(p.s, p.a, right, epilogue, y, 1.5e-3);
        });
  }
}

TEST(GemmInHalves, AgreesWithDouble) { checkInHalves<GemmInHalves>("gemm_in_f16"); }
TEST(GemvInHalves, AgreesWithDouble) { checkInHalves<GemvInHalves>("gemv_in_f16"); }

/// A deep product of normally distributed numbers whose rows are times `scaleOf(row)`: what it
/// gives, and the norm of each row's error over that of the row.
struct DeepProduct {
  ProductSizes s;
  std::vector<float> a, b, y;

  template <typename Scale>
  DeepProduct(const Row &product, float widthOfRight, const Scale &scaleOf) {
    s = {.rows = std::min<int64_t>(product.tile.rows, 7),
         .columns = 2 * product.tile.columns,
         .depth = 3072,
         .batches = 1,
         .aPitch = 3072,
         .yPitch = 2 * product.tile.columns,
         .aBatch = 0,
         .bBatch = 0,
         .yBatch = 0,
         .yBytes = 4,
         .firstCache = 65536,
         .secondCache = 1 << 20};
    Numbers numbers(7);
    for (int64_t i = 0; i < s.rows * s.depth; ++i)
      a.push_back(numbers.normal() * scaleOf(i / s.depth));
    for (int64_t i = 0; i < s.depth * s.columns; ++i)
      b.push_back(test::roundedTo<f16>(static_cast<double>(numbers.normal() * widthOfRight)));
    multiply(product);
  }

  void multiply(const Row &product) {
    Numbers numbers(1);
    std::vector<float> right(b.size() / 2);
    RightSizes side{s.depth, s.columns, s.columns, 1, 1, 0, product.tile.columns};
    rowNamed(product.packing)({b.data(), right.data()}, nullptr, side, 0, 2);
    y.resize(static_cast<size_t>(s.rows * s.columns));
    ProductSizes sizes = s;
    auto left = packedLeft(numbers, a, sizes);
    test::Epilogue epilogue;
    product({left.data(), right.data(), y.data()}, &epilogue, sizes, 0, 2);
  }

  void addErrors(int64_t row, test::RelativeError &error) const {
    for (int64_t j = 0; j < s.columns; ++j) {
      double sum = 0;
      for (int64_t k = 0; k < s.depth; ++k)
        sum += static_cast<double>(a[static_cast<size_t>(row * s.depth + k)]) *
               static_cast<double>(b[static_cast<size_t>(k * s.columns + j)]);
      error.add(static_cast<double>(y[static_cast<size_t>(row * s.columns + j)]), sum);
    }
  }
  double errorOf(int64_t row) const {
    test::RelativeError error;
    addErrors(row, error);
    return error.value();
  }
  double error() const {
    test::RelativeError error;
    for (int64_t row = 0; row < s.rows; ++row)
      addErrors(row, error);
    return error.value();
  }
};

/// Calls f(row of the table) for all products in f16.
template <typename F> void forEachInHalves(const F &f) {
  for (const char *operation : {"gemm_in_f16", "gemv_in_f16"})
    for (const Row &product : rowsOf(operation))
      f(product);
}

TEST(ProductsInHalves, AreGoodToATenthOfAPercentHoweverDeep) {
  forEachInHalves([](const Row &product) {
    for (float width : {1.0f, 0.02f}) {
      DeepProduct deep(product, width, [](int64_t) { return 1.0f; });
      EXPECT_LE(deep.error(), 1.1e-3) << product.name << ", width " << width;
    }
  });
}

TEST(ProductsInHalves, TakeRowsOfAnyMagnitude) {
  constexpr float scales[] = {1e5f, 1e-6f, 1e20f, 1e-20f, 65504.0f, 1e-30f, 1e30f};
  forEachInHalves([&](const Row &product) {
    DeepProduct deep(product, 0.5f, [&](int64_t row) { return scales[row]; });
    for (int64_t row = 0; row < deep.s.rows; ++row)
      EXPECT_LE(deep.errorOf(row), 1.5e-3) << product.name << " rows of " << scales[row];
  });
}

/// The largest numbers that lowering lets through.
TEST(ProductsInHalves, StayFinite) {
  forEachInHalves([&](const Row &product) {
    DeepProduct deep(product, 0.0f, [](int64_t) { return 0.0f; });
    std::fill(deep.a.begin(), deep.a.end(), 3.999f);
    std::fill(deep.b.begin(), deep.b.end(), test::roundedTo<f16>(mostRight - 0.1));
    deep.multiply(product);
    for (int64_t row = 0; row < deep.s.rows; ++row)
      EXPECT_LE(deep.errorOf(row), 5e-3) << product.name;
  });
}

TEST(ProductsInHalves, KeepWhatIsNoNumberToItsRow) {
  forEachInHalves([&](const Row &product) {
    DeepProduct deep(product, 1.0f, [](int64_t) { return 1.0f; });
    deep.a[5] = std::nanf(""), deep.a[static_cast<size_t>(2 * deep.s.depth + 9)] = INFINITY;
    deep.multiply(product);
    for (int64_t j = 0; j < deep.s.columns; ++j) {
      EXPECT_TRUE(std::isnan(deep.y[static_cast<size_t>(j)])) << product.name;
      EXPECT_TRUE(std::isinf(deep.y[static_cast<size_t>(2 * deep.s.columns + j)])) << product.name;
    }
    EXPECT_LE(deep.errorOf(1), 1.5e-3);
  });
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
