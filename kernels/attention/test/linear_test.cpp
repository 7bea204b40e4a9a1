// Linear attention by columns against the reference kernel.
#define INGOT_TABLE "kernels/attention/kernels.inc"
#include "kernels/attention/contract.h"
#include "kernels/attention/linear.h"
#include "kernels/base/test/rows.h"

namespace ingot::kernels::attention {
namespace {

/// Random sizes, with and without what may be missing, in two parts.
template <typename T> void compareWithReference(const Row &row, double tolerance) {
  test::Numbers numbers(71);
  for (int round = 0; round < 40; ++round) {
    LinearAttentionSizes s{.batch = numbers.integer(1, 2),
                           .rows = numbers.integer(1, 5),
                           .queryHeads = 0,
                           .keyHeads = numbers.integer(1, 3),
                           .size = numbers.integer(1, 37),
                           .valueSize = numbers.integer(1, 19),
                           .hasPast = numbers.coin(),
                           .decaySize = 0,
                           .betaHeads = 0,
                           .scaleBits = __builtin_bit_cast(int64_t, 0.3)};
    s.queryHeads = s.keyHeads * numbers.integer(1, 2);
    s.decaySize = numbers.oneOf({0, 1, s.size});
    s.betaHeads = numbers.oneOf({0, 1, s.keyHeads});
    auto some = [&](int64_t count, float low = -1, float high = 1) {
      std::vector<float> found = numbers.floats(count, low, high);
      return std::vector<T>(found.begin(), found.end());
    };
    int64_t lines = s.batch * s.rows, states = s.batch * s.keyHeads * s.size * s.valueSize;
    auto q = some(lines * s.queryHeads * s.size),
         k = some(lines * s.keyHeads * s.size, -0.3f, 0.3f),
         v = some(lines * s.keyHeads * s.valueSize), past = some(states),
         decay = some(lines * s.keyHeads * s.decaySize, -3, 0), beta = some(lines * s.betaHeads);
    std::vector<T> y(static_cast<size_t>(lines * s.queryHeads * s.valueSize)), wantedY(y.size());
    std::vector<T> last(static_cast<size_t>(states)), wantedLast(last.size());
    Linear<T> l{.batch = s.batch,
                .rows = s.rows,
                .queryHeads = s.queryHeads,
                .keyHeads = s.keyHeads,
                .size = s.size,
                .valueSize = s.valueSize,
                .q = q.data(),
                .k = k.data(),
                .v = v.data(),
                .pastState = s.hasPast ? past.data() : nullptr,
                .decay = s.decaySize ? decay.data() : nullptr,
                .beta = s.betaHeads ? beta.data() : nullptr,
                .decaySize = s.decaySize,
                .betaHeads = s.betaHeads,
                .scale = 0.3};
    std::vector<double> state(static_cast<size_t>(s.size * s.valueSize));
    std::vector<double> sums(static_cast<size_t>(s.valueSize));
    linearAttention(l, state.data(), sums.data(), wantedY.data(), wantedLast.data());
    using Contract = LinearAttention<sizeof(T)>;
    int64_t units = Contract::units(s, {}), half = units / 2;
    std::vector<double> scratch(static_cast<size_t>(units * s.scratch()));
    std::vector<const void *> operands = {q.data(),       k.data(),     v.data(),
                                          past.data(),    decay.data(), beta.data(),
                                          scratch.data(), y.data(),     last.data()};
    row(operands, nullptr, s, half, units);
    row(operands, nullptr, s, 0, half);
    for (size_t i = 0; i < y.size(); ++i)
      ASSERT_NEAR(y[i], wantedY[i], tolerance) << row.name;
    for (size_t i = 0; i < last.size(); ++i)
      ASSERT_NEAR(last[i], wantedLast[i], tolerance) << row.name;
  }
}

TEST(LinearAttention, IsThatOfTheReference) {
  for (const Row &row : rowsOf("linear_attention"))
    row.in == "f32" ? compareWithReference<float>(row, 2e-6)
                    : compareWithReference<double>(row, 1e-13);
}

} // namespace
} // namespace ingot::kernels::attention
