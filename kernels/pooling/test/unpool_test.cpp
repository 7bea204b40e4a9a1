// Elements put back against the reference kernel, and indices that are none.
#define INGOT_TABLE "kernels/pooling/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/pooling/reference.h"
#include "kernels/pooling/unpool.h"

namespace ingot::kernels::pooling {
namespace {

TEST(MaxUnpool, IsThatOfTheReference) {
  test::Numbers numbers(71);
  for (int round = 0; round < 30; ++round) {
    int64_t from[] = {2, 3, 4, 5}, to[] = {2, 3, numbers.integer(4, 6), numbers.integer(5, 7)};
    MaxUnpoolSizes s = {.from = {1, 1, 1, 1, 2, 3, 4, 5},
                        .to = {1, 1, 1, 1, 2, 3, to[2], to[3]},
                        .count = 20,
                        .slabs = 6,
                        .slab = to[2] * to[3]};
    std::vector<float> x = numbers.floats(s.count);
    std::vector<float> y(static_cast<size_t>(s.slabs * s.slab), 9), wanted(y.size());
    std::vector<int64_t> indices;
    for (int64_t i = 0; i < s.count; ++i)
      indices.push_back(numbers.integer(0, 2 * 3 * 4 * 5 - 1));
    maxUnpool(x.data(), indices.data(), s.count, wanted.data(), from, to, 4);
    const void *operands[] = {x.data(), indices.data(), y.data()};
    auto run = [&](int64_t begin, int64_t end) {
      for (const Row &row : rowsOf("max_unpool"))
        if (row.name == "max_unpool_32")
          return row.function(const_cast<void *const *>(operands), nullptr,
                              reinterpret_cast<const int64_t *>(&s), begin, end);
      return Fault{-1};
    };
    ASSERT_EQ(run(2, 6), 0);
    ASSERT_EQ(run(0, 2), 0);
    ASSERT_EQ(y, wanted);
    for (int64_t none : {int64_t{-1}, int64_t{120}}) {
      indices[7] = none;
      ASSERT_EQ(run(0, 6), 8);
    }
  }
}

} // namespace
} // namespace ingot::kernels::pooling
