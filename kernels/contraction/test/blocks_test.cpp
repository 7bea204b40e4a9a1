// Products with a right side of codes against sums in double, over shapes with tails of every kind.
#define INGOT_TABLE "kernels/contraction/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/contraction/blocks.h"
#include "kernels/contraction/test/products.h"

namespace ingot::kernels::contraction {
namespace {

using test::Numbers;

struct Problem {
  BlockProductSizes s;
  PackBlocksSizes side;
  std::vector<float> a, scale, zero;
  std::vector<uint8_t> b;
  std::vector<char> packed;

  Problem(Numbers &numbers, const Row &product, int64_t mostRows, int bits) {
    const int64_t panel = product.tile.columns;
    s.rows = numbers.integer(1, mostRows);
    s.columns = numbers.coin() ? numbers.integer(1, 150) : panel * numbers.integer(1, 5);
    s.depth = numbers.oneOf({1, 2, 3, 8, 31, 64, 100, 255, 256, 257, 400, 515, 777, 1500});
    s.block = numbers.oneOf({1, 7, 16, 32, 128, 1024});
    s.batches = numbers.integer(1, 3);
    s.aPitch = s.depth + numbers.integer(0, 5);
    s.yPitch = s.columns + numbers.oneOf({0, 0, 3, 8});
    s.aBatch = numbers.coin() ? 0 : s.rows * s.aPitch;
    s.bBatch = 0;
    s.yBatch = s.rows * s.yPitch;
    s.yBytes = numbers.oneOf({4, 4, 2});
    s.firstCache = numbers.oneOf({4096, 32768});
    s.secondCache = numbers.oneOf({65536, 1 << 20});
    int64_t blocks = ceilDiv(s.depth, s.block), sourceBits = bits == 4 ? numbers.oneOf({2, 4}) : 8;
    s.centered = sourceBits == bits && numbers.coin();
    side = {.depth = s.depth,
            .columns = s.columns,
            .block = s.block,
            .rowBytes = ceilDiv(s.depth * sourceBits, 8) + numbers.integer(0, 2),
            .bits = sourceBits,
            .zeros = s.centered || numbers.coin() ? 1 : s.columns * blocks,
            .centered = s.centered,
            .panel = panel};
    a = numbers.floats(s.batches * s.rows * s.aPitch);
    scale = numbers.floats(s.columns * blocks, 0.01f, 0.1f);
    for (int64_t i = 0; i < side.zeros; ++i)
      zero.push_back(static_cast<float>(s.centered ? 1 << (bits - 1)
                                                   : numbers.integer(0, (1 << sourceBits) - 1)));
    for (int64_t i = 0; i < s.columns * side.rowBytes; ++i)
      b.push_back(static_cast<uint8_t>(numbers.integer(0, 255)));
    packed.resize(static_cast<size_t>(ceilDiv(s.columns, panel) *
                                      codedPanelBytes(s.depth, s.block, panel, bits, s.centered)));
    for (const Row &pack : rowsOf("pack_codes"))
      if (pack.name == product.packing) {
        int64_t units = ceilDiv(s.columns, panel), half = units / 2;
        const void *operands[] = {b.data(), scale.data(), zero.data(), packed.data()};
        for (auto [begin, end] : {std::pair(half, units), std::pair(int64_t{0}, half)})
          pack({operands[0], operands[1], operands[2], operands[3]}, nullptr, side, begin, end);
      }
  }

  double right(int64_t k, int64_t column) const {
    int64_t at = column * ceilDiv(s.depth, s.block) + k / s.block;
    uint32_t code = codeAt(b.data() + column * side.rowBytes, k, side.bits);
    float number = (static_cast<float>(code) - zero[side.zeros == 1 ? 0 : size_t(at)]) *
                   scale[static_cast<size_t>(at)];
    return static_cast<double>(number);
  }
};

template <typename Contract> void check(const Row &product, int64_t mostRows, int bits) {
  Numbers numbers(5);
  for (int i = 0; i < 60 && !testing::Test::HasFailure(); ++i) {
    Problem p(numbers, product, mostRows, bits);
    const BlockProductSizes &s = p.s;
    test::RandomEpilogue random(numbers, s.batches * s.rows, s.columns);
    random.epilogue.yBytes = s.yBytes;
    SCOPED_TRACE(testing::Message() << product.name << " " << s.batches << " * [" << s.rows << ", "
                                    << s.depth << "] * [" << s.depth << ", " << s.columns
                                    << "] blocks of " << s.block << ", " << p.side.bits << " bits");
    std::vector<float> fresh(static_cast<size_t>(s.batches * s.yBatch), 77);
    auto y = test::runSplit<Contract>(
        numbers, fresh, s, product.tile, [&](float *out, int64_t begin, int64_t end) {
          product({p.a.data(), p.packed.data(), out}, &random.epilogue, s, begin, end);
        });
    auto right = [&](int64_t, int64_t k, int64_t j) { return p.right(k, j); };
    compareProducts(s, p.a, right, random.epilogue, y, 1e-6);
  }
}

TEST(Codes, MultiplyManyRows) {
  for (const Row &product : rowsOf("gemm_codes4"))
    check<BlockGemm<4>>(product, 60, 4);
  for (const Row &product : rowsOf("gemm_codes8"))
    check<BlockGemm<8>>(product, 60, 8);
}

TEST(Codes, MultiplyFewRows) {
  for (const Row &product : rowsOf("gemv_codes4"))
    check<BlockGemv<4>>(product, 4, 4);
  for (const Row &product : rowsOf("gemv_codes8"))
    check<BlockGemv<8>>(product, 4, 8);
}

} // namespace
} // namespace ingot::kernels::contraction
