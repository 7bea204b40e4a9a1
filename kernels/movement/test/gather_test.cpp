// Rows by index against the plain loop, and what becomes of indices that are none.
#define INGOT_TABLE "kernels/movement/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/movement/gather.h"

namespace ingot::kernels::movement {
namespace {

using test::Numbers;

template <typename T, typename Index> struct Problem {
  GatherSizes sizes;
  std::vector<T> x, y;
  std::vector<Index> indices;

  explicit Problem(Numbers &numbers)
      : sizes{.outer = numbers.integer(1, 4),
              .size = numbers.integer(1, 20),
              .count = numbers.integer(1, 30),
              .inner = numbers.oneOf({1, 3, 16, 64, 67, 300}),
              .indexBytes = sizeof(Index)} {
    x.resize(static_cast<size_t>(sizes.outer * sizes.size * sizes.inner));
    y.resize(static_cast<size_t>(sizes.outer * sizes.count * sizes.inner), T(99));
    for (T &value : x)
      value = static_cast<T>(numbers.integer(0, 1 << 30));
    for (int64_t k = 0; k < sizes.count; ++k)
      indices.push_back(static_cast<Index>(numbers.integer(-sizes.size, sizes.size - 1)));
  }

  Fault run(int64_t begin, int64_t end) {
    const void *operands[] = {x.data(), indices.data(), y.data()};
    for (const Row &row : rowsOf("gather"))
      if (row.name == "gather_" + std::to_string(8 * sizeof(T)))
        return row.function(const_cast<void *const *>(operands), nullptr,
                            reinterpret_cast<const int64_t *>(&sizes), begin, end);
    return -1;
  }

  T wanted(int64_t outer, int64_t k, int64_t i) const {
    int64_t index = indices[static_cast<size_t>(k)];
    index += index < 0 ? sizes.size : 0;
    return x[static_cast<size_t>((outer * sizes.size + index) * sizes.inner + i)];
  }
};

template <typename T, typename Index> void check(Numbers &numbers) {
  Problem<T, Index> p(numbers);
  const GatherSizes &s = p.sizes;
  int64_t units = s.outer * s.count, cut = numbers.integer(0, units);
  ASSERT_EQ(p.run(cut, units), 0);
  ASSERT_EQ(p.run(0, cut), 0);
  size_t at = 0;
  for (int64_t o = 0; o < s.outer; ++o)
    for (int64_t k = 0; k < s.count; ++k)
      for (int64_t i = 0; i < s.inner; ++i)
        ASSERT_EQ(p.y[at++], p.wanted(o, k, i));
}

TEST(Gather, TakesRowsByIndex) {
  Numbers numbers(11);
  for (int round = 0; round < 50; ++round) {
    check<uint8_t, int64_t>(numbers);
    check<uint16_t, int32_t>(numbers);
    check<uint32_t, int64_t>(numbers);
    check<uint64_t, int32_t>(numbers);
  }
}

TEST(Gather, TellsTheFirstIndexThatIsNone) {
  Numbers numbers(12);
  Problem<uint32_t, int64_t> p(numbers);
  p.indices.assign(static_cast<size_t>(p.sizes.count), 0);
  int64_t units = p.sizes.outer * p.sizes.count;
  for (int64_t none : {p.sizes.size, -p.sizes.size - 1, INT64_MAX, INT64_MIN}) {
    p.indices.back() = none;
    EXPECT_EQ(p.run(0, units), p.sizes.count);
    EXPECT_EQ(p.run(0, p.sizes.count - 1), 0);
  }
}

} // namespace
} // namespace ingot::kernels::movement
