// Elements by tuples of indices against the plain loop, in parts, and tuples that point nowhere.
#define INGOT_TABLE "kernels/movement/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/movement/lookup.h"
#include "kernels/movement/reference.h"

namespace ingot::kernels::movement {
namespace {

using test::Numbers;

/// Pairs of indices into the last two of x [3, 5, 4, inner], for places [3, 7], of which the first
/// axis is one of x: what gather_nd does with one shared axis.
struct Problem {
  int64_t inner;
  std::vector<int64_t> indices, offsets;
  std::vector<float> x, updates;

  explicit Problem(Numbers &numbers) : inner(numbers.oneOf({1, 3, 16, 65, 5000})) {
    x = numbers.floats(3 * 5 * 4 * inner);
    updates = numbers.floats(3 * 7 * inner);
    for (int64_t place = 0; place < 3 * 7; ++place) {
      int64_t i = numbers.integer(-5, 4), j = numbers.integer(-4, 3);
      indices.insert(indices.end(), {i, j});
      offsets.push_back(((place / 7 * 5 + (i + 5) % 5) * 4 + (j + 4) % 4) * inner);
    }
  }

  template <typename Sizes> Sizes sizes(int firstAxis) const {
    Sizes s = {};
    std::fill_n(s.dims, copyAxes, 1);
    s.dims[firstAxis] = 3, s.strides[firstAxis] = 20 * inner;
    s.dims[copyAxes - 1] = 7;
    s.bounds[0] = 5, s.steps[0] = 4 * inner;
    s.bounds[1] = 4, s.steps[1] = inner;
    s.length = 2, s.inner = inner, s.indexBytes = 8;
    return s;
  }
};

template <typename Sizes>
Fault run(const std::string &name, std::vector<const void *> operands, const Sizes &sizes,
          int64_t begin, int64_t end) {
  for (const char *operation :
       {"gather_at", "scatter_at", "scatter_combined", "tensor_scatter", "reverse_sequence"})
    for (const Row &row : rowsOf(operation))
      if (row.name == name)
        return row.function(const_cast<void *const *>(operands.data()), nullptr,
                            reinterpret_cast<const int64_t *>(&sizes), begin, end);
  return -1;
}

TEST(Lookup, GathersWhatTuplesPointTo) {
  Numbers numbers(21);
  for (int round = 0; round < 30; ++round) {
    Problem p(numbers);
    auto s = p.sizes<GatherAtSizes>(copyAxes - 2);
    std::vector<float> y(p.updates.size(), 99), wanted(y.size());
    gatherAt(p.x.data(), p.offsets.data(), 3 * 7, p.inner, wanted.data());
    int64_t units = GatherAt<4>::units(s, {}), cut = numbers.integer(0, units);
    ASSERT_EQ(run("gather_at_32", {p.x.data(), p.indices.data(), y.data()}, s, cut, units), 0);
    ASSERT_EQ(run("gather_at_32", {p.x.data(), p.indices.data(), y.data()}, s, 0, cut), 0);
    ASSERT_EQ(y, wanted);
  }
}

/// In slabs that the first axis of places names, or in slabs of one run each.
void checkScatter(Numbers &numbers, bool splits, Combine combine) {
  Problem p(numbers);
  auto s = p.sizes<ScatterAtSizes>(splits ? 0 : copyAxes - 2);
  s.slab = splits ? 20 * p.inner : p.inner;
  s.slabs = splits ? 3 : 60;
  s.combine = static_cast<int64_t>(combine);
  std::vector<float> y(p.x.size(), 99), wanted = p.x;
  scatterAt(wanted.data(), p.offsets.data(), 3 * 7, p.inner, p.updates.data(),
            [&](float a, float b) {
              return combine == Combine::None  ? b
                     : combine == Combine::Add ? a + b
                     : combine == Combine::Mul ? a * b
                     : combine == Combine::Max ? std::max(a, b)
                                               : std::min(a, b);
            });
  const char *name = combine == Combine::None ? "scatter_at_32" : "scatter_combined_f32";
  std::vector<const void *> operands = {p.x.data(), p.indices.data(), p.updates.data(), y.data()};
  int64_t cut = numbers.integer(0, s.slabs);
  ASSERT_EQ(run(name, operands, s, cut, s.slabs), 0);
  ASSERT_EQ(run(name, operands, s, 0, cut), 0);
  ASSERT_EQ(y, wanted);
}

TEST(Lookup, ScattersToWhatTuplesPointTo) {
  Numbers numbers(22);
  for (int round = 0; round < 10; ++round)
    for (bool splits : {false, true})
      for (Combine combine :
           {Combine::None, Combine::Add, Combine::Mul, Combine::Max, Combine::Min})
        checkScatter(numbers, splits, combine);
}

TEST(Lookup, TellsTheFirstIndexThatIsNone) {
  Numbers numbers(23);
  Problem p(numbers);
  auto s = p.sizes<GatherAtSizes>(copyAxes - 2);
  std::vector<float> y(p.updates.size());
  for (int64_t none : {int64_t{4}, int64_t{-5}, INT64_MAX, INT64_MIN}) {
    p.indices[2 * 16 + 1] = none;
    EXPECT_EQ(run("gather_at_32", {p.x.data(), p.indices.data(), y.data()}, s, 0,
                  GatherAt<4>::units(s, {})),
              1 + 2 * 16 + 1);
  }
}

TEST(TensorScatter, WritesFromAPositionOn) {
  TensorScatterSizes s{.outer = 2,
                       .perPosition = 1,
                       .size = 4,
                       .steps = 2,
                       .inner = 1,
                       .circular = 1,
                       .indexBytes = 4};
  std::vector<uint16_t> x = {0, 1, 2, 3, 4, 5, 6, 7}, updates = {10, 11, 12, 13}, y(8);
  std::vector<int32_t> positions = {1, 3};
  std::vector<const void *> operands = {x.data(), updates.data(), positions.data(), y.data()};
  EXPECT_EQ(run("tensor_scatter_16", operands, s, 0, 2), 0);
  EXPECT_EQ(y, (std::vector<uint16_t>{0, 10, 11, 3, 13, 5, 6, 12}));
  s.circular = 0;
  EXPECT_EQ(run("tensor_scatter_16", operands, s, 0, 2), 2);
  EXPECT_EQ(run("tensor_scatter_16", operands, s, 0, 1), 0);
}

void checkReverse(Numbers &numbers, bool batchFirst) {
  ReverseSequenceSizes s{.outer = numbers.integer(1, 6),
                         .middle = numbers.integer(1, 6),
                         .inner = numbers.oneOf({1, 3, 20}),
                         .batchFirst = batchFirst,
                         .indexBytes = 8};
  int64_t batch = batchFirst ? s.outer : s.middle, steps = batchFirst ? s.middle : s.outer;
  std::vector<float> x = numbers.floats(s.outer * s.middle * s.inner), y(x.size()),
                     wanted(x.size());
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < batch; ++i)
    lengths.push_back(numbers.integer(0, steps));
  reverseSequence(x.data(), s.outer, s.middle, s.inner, lengths.data(), batchFirst, wanted.data());
  std::vector<const void *> operands = {x.data(), lengths.data(), y.data()};
  ASSERT_EQ(run("reverse_sequence_32", operands, s, 0, s.outer * s.middle), 0);
  ASSERT_EQ(y, wanted);
  lengths.back() = steps + 1;
  ASSERT_EQ(run("reverse_sequence_32", operands, s, 0, s.outer * s.middle), batch);
}

TEST(ReverseSequence, IsThatOfTheReference) {
  Numbers numbers(24);
  for (int round = 0; round < 50; ++round)
    checkReverse(numbers, numbers.coin());
}

} // namespace
} // namespace ingot::kernels::movement
