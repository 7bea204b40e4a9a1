// Places of what is true, and what is distinct, against the reference kernel.
#define INGOT_TABLE "kernels/movement/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/movement/counted.h"

namespace ingot::kernels::movement {
namespace {

using test::Numbers;

TEST(TruePlaces, AreThoseThatAreTrueAndThenZeros) {
  Numbers numbers(71);
  for (int round = 0; round < 50; ++round) {
    TruePlacesSizes s{.n = numbers.integer(1, 100)};
    std::vector<uint8_t> condition(static_cast<size_t>(s.n));
    std::vector<int64_t> places(condition.size(), -1), wanted;
    for (size_t i = 0; i < condition.size(); ++i) {
      condition[i] = numbers.integer(0, 9) < round % 11 ? 1 : 0;
      if (condition[i])
        wanted.push_back(static_cast<int64_t>(i));
    }
    int64_t count = -1;
    rowsOf("true_places")[0]({condition.data(), places.data(), &count}, nullptr, s, 0, 1);
    ASSERT_EQ(count, static_cast<int64_t>(wanted.size()));
    wanted.resize(condition.size());
    ASSERT_EQ(places, wanted);
  }
}

TEST(Distinct, IsThatOfTheReference) {
  Numbers numbers(72);
  for (int round = 0; round < 100; ++round) {
    DistinctSizes s{.outer = numbers.integer(1, 3),
                    .n = numbers.integer(1, 60),
                    .inner = numbers.integer(1, 2),
                    .sorted = numbers.coin()};
    std::vector<float> x;
    for (int64_t i = 0; i < s.outer * s.n * s.inner; ++i)
      x.push_back(numbers.integer(0, 9) ? static_cast<float>(numbers.integer(-1, 1)) : NAN);
    auto n = static_cast<size_t>(s.n);
    std::vector<int64_t> scratch(2 * n), firsts(n, -1), inverse(n), counts(n, -1);
    std::vector<int64_t> wantedFirsts(n), wantedInverse(n), wantedCounts(n);
    int64_t count = 0;
    int64_t wanted = unique([&](int64_t i) { return orderKey(x[static_cast<size_t>(i)]); }, s.outer,
                            s.n, s.inner, s.sorted != 0, scratch.data(), scratch.data() + n,
                            wantedFirsts.data(), wantedInverse.data(), wantedCounts.data());
    std::fill(wantedFirsts.begin() + wanted, wantedFirsts.end(), 0);
    std::fill(wantedCounts.begin() + wanted, wantedCounts.end(), 0);
    for (const Row &row : rowsOf("distinct"))
      if (row.name == std::string("distinct_f32"))
        row({x.data(), scratch.data(), firsts.data(), inverse.data(), counts.data(), &count},
            nullptr, s, 0, 1);
    ASSERT_EQ(count, wanted);
    ASSERT_EQ(firsts, wantedFirsts);
    ASSERT_EQ(inverse, wantedInverse);
    ASSERT_EQ(counts, wantedCounts);
  }
}

} // namespace
} // namespace ingot::kernels::movement
