// The products of 8-bit integers against sums in 64 bits, bit for bit: signs, zero points, tails.
#define INGOT_TABLE "kernels/contraction/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/contraction/contract.h"

namespace ingot::kernels::contraction {
namespace {

using test::Numbers;

int64_t valueOf(uint8_t byte, bool isSigned) {
  return isSigned ? static_cast<int8_t>(byte) : int64_t{byte};
}

/// Random bytes, or the ends of the range only.
std::vector<uint8_t> bytes(Numbers &numbers, int64_t count) {
  auto result = numbers.integers<uint8_t>(count);
  if (numbers.integer(0, 3) == 0)
    for (uint8_t &byte : result)
      byte = byte % 4 == 0 ? 0 : byte % 4 == 1 ? 127 : byte % 4 == 2 ? 128 : 255;
  return result;
}

struct Problem {
  IntegerProductSizes s;
  bool aSigned, transposed;
  uint8_t aZero, bZero;
  std::vector<uint8_t> a, b;
  std::vector<float> packed; ///< words

  Problem(Numbers &numbers, const Row &product, int64_t mostRows) {
    const int64_t panel = product.tile.columns;
    s.rows = numbers.integer(1, mostRows);
    s.columns = numbers.coin() ? numbers.integer(1, 150) : panel * numbers.integer(1, 5);
    if (numbers.integer(0, 19) == 0)
      s.columns = 1100; // several column blocks
    s.depth = numbers.oneOf({0, 1, 2, 3, 4, 5, 31, 64, 65, 100, 255, 256, 515, 1025});
    s.batches = numbers.integer(1, 3);
    s.aPitch = s.depth + numbers.integer(0, 5);
    s.yPitch = s.columns + numbers.oneOf({0, 0, 3, 8});
    s.aBatch = numbers.coin() ? 0 : s.rows * s.aPitch;
    s.bBatch = packedWords(s.depth, s.columns, 1, panel);
    s.yBatch = s.rows * s.yPitch;
    s.yBytes = numbers.oneOf({4, 2, 1});
    s.firstCache = numbers.oneOf({4096, 32768});
    s.secondCache = numbers.oneOf({65536, 1 << 20});
    s.bSigned = numbers.coin();
    aSigned = product.in == "i8";
    // The zero point that need not be looked at is 0 as it is packed.
    bool packedSigned = product.packing.starts_with("pack_b_s8");
    s.rowSums = numbers.coin();
    aZero = static_cast<uint8_t>(numbers.integer(0, 255));
    bZero = s.rowSums ? static_cast<uint8_t>(numbers.integer(0, 255))
                      : static_cast<uint8_t>(packedSigned == (s.bSigned != 0) ? 0 : 128);
    transposed = numbers.coin();
    a = bytes(numbers, s.batches * s.rows * s.aPitch);
    b = bytes(numbers, s.batches * s.depth * s.columns);
    pack(numbers, product);
  }

  void pack(Numbers &numbers, const Row &product) {
    int64_t rowStride = transposed ? 1 : s.columns, columnStride = transposed ? s.depth : 1;
    IntegerRightSizes side{s.depth,
                           s.columns,
                           rowStride,
                           columnStride,
                           s.batches,
                           s.depth * s.columns,
                           product.tile.columns,
                           s.bSigned};
    std::vector<float> fresh(static_cast<size_t>(s.bBatch * s.batches), 77);
    for (const Row &row : rowsOf("pack_right_integer"))
      if (row.name == product.packing)
        packed = test::runSplit<PackIntegerRight>(numbers, fresh, side, row.tile,
                                                  [&](float *out, int64_t begin, int64_t end) {
                                                    row({b.data(), out}, nullptr, side, begin, end);
                                                  });
  }

  uint32_t sum(int64_t entry, int64_t row, int64_t column) const {
    const uint8_t *left = a.data() + entry * s.aBatch + row * s.aPitch;
    const uint8_t *right = b.data() + entry * s.depth * s.columns;
    int64_t total = 0;
    for (int64_t k = 0; k < s.depth; ++k)
      total += (valueOf(left[k], aSigned) - valueOf(aZero, aSigned)) *
               (valueOf(right[transposed ? column * s.depth + k : k * s.columns + column],
                        s.bSigned != 0) -
                valueOf(bZero, s.bSigned != 0));
    return static_cast<uint32_t>(total);
  }
};

/// Compares the columns of the output, and expects that nothing beside them was written.
void compare(const Problem &p, const test::IntegerEpilogue &epilogue, const std::vector<float> &y,
             const std::vector<float> &fresh) {
  const IntegerProductSizes &s = p.s;
  const auto size = static_cast<size_t>(s.yBytes);
  for (int64_t entry = 0; entry < s.batches; ++entry)
    for (int64_t i = 0; i < s.rows; ++i)
      for (int64_t j = 0; j < s.yPitch; ++j) {
        auto offset = static_cast<size_t>(entry * s.yBatch + i * s.yPitch + j) * size;
        uint32_t wanted = 0, found = 0;
        std::memcpy(&found, reinterpret_cast<const char *>(y.data()) + offset, size);
        if (j >= s.columns)
          std::memcpy(&wanted, reinterpret_cast<const char *>(fresh.data()) + offset, size);
        else
          wanted = epilogue(p.sum(entry, i, j), entry * s.rows + i, j);
        if (s.yBytes < 4)
          wanted &= (1u << (8 * s.yBytes)) - 1;
        ASSERT_EQ(found, wanted) << "entry " << entry << " row " << i << " column " << j;
      }
}

template <typename Contract> void check(const Row &product, int64_t mostRows) {
  Numbers numbers(1);
  for (int i = 0; i < 80 && !testing::Test::HasFailure(); ++i) {
    Problem p(numbers, product, mostRows);
    const IntegerProductSizes &s = p.s;
    test::RandomIntegerEpilogue random(numbers, s.batches * s.rows, s.columns);
    SCOPED_TRACE(testing::Message()
                 << product.name << " " << s.batches << " * [" << s.rows << ", " << s.depth
                 << "] * [" << s.depth << ", " << s.columns << "] pitch " << s.yPitch << " bytes "
                 << s.yBytes << " signed " << s.bSigned << " row sums " << s.rowSums);
    std::vector<float> fresh(static_cast<size_t>(s.batches * s.yBatch), 77);
    auto y = test::runSplit<Contract>(
        numbers, fresh, s, product.tile, [&](float *out, int64_t begin, int64_t end) {
          product({p.a.data(), p.packed.data(), &p.aZero, &p.bZero, out}, &random.epilogue, s,
                  begin, end);
        });
    compare(p, random.epilogue, y, fresh);
  }
}

TEST(IntegerGemm, IsExact) {
  for (const Row &row : rowsOf("gemm_integer"))
    check<IntegerGemm>(row, 40);
}

TEST(IntegerGemv, IsExact) {
  for (const Row &row : rowsOf("gemv_integer"))
    check<IntegerGemv>(row, row.tile.rows);
}

} // namespace
} // namespace ingot::kernels::contraction
