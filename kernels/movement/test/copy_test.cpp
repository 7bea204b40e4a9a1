// The tuned copies against the plain loop, for every permutation, with slices and broadcasts.
#define INGOT_TABLE "kernels/movement/kernels.inc"
#include "kernels/base/index.h"
#include "kernels/base/test/rows.h"
#include "kernels/movement/copy.h"

#include <algorithm>
#include <numeric>

namespace ingot::kernels::movement {
namespace {

using test::Numbers;

/// The kernel for elements of this many bits.
Row kernelFor(size_t bits) {
  for (Row &row : rowsOf("copy_strided"))
    if (row.name == "copy_strided_" + std::to_string(bits))
      return row;
  return {};
}

template <typename T> void check(Numbers &numbers) {
  int rank = static_cast<int>(numbers.integer(0, 6));
  std::vector<int64_t> dims(static_cast<size_t>(rank)), in = dims, out = dims;
  std::vector<int> order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(),
               std::mt19937(static_cast<unsigned>(numbers.integer(0, 9999))));
  int64_t outSize = 1, inSize = 1;
  for (size_t axis = dims.size(); axis-- > 0;) {
    dims[axis] = rank <= 2 ? numbers.oneOf({1, 5, 16, 33, 100, 300})
                           : numbers.integer(1, rank <= 4 ? 20 : 6);
    out[axis] = outSize;
    outSize *= dims[axis] + numbers.oneOf({0, 0, 0, 2}); // a slice of something larger
  }
  for (size_t i = dims.size(); i-- > 0;) {
    auto axis = static_cast<size_t>(order[i]);
    bool isBroadcast = numbers.integer(0, 9) == 0;
    in[axis] = isBroadcast ? 0 : inSize;
    inSize *= isBroadcast ? 1 : dims[axis] + numbers.oneOf({0, 0, 0, 1});
  }
  std::vector<T> x(static_cast<size_t>(inSize)), wanted(static_cast<size_t>(outSize), T(99));
  for (T &value : x)
    value = static_cast<T>(numbers.integer(0, 1 << 30));
  std::vector<T> found = wanted;
  std::vector<int64_t> index(dims.size(), 0);
  do {
    int64_t from = 0, to = 0;
    for (size_t axis = 0; axis < dims.size(); ++axis)
      from += index[axis] * in[axis], to += index[axis] * out[axis];
    wanted[static_cast<size_t>(to)] = x[static_cast<size_t>(from)];
  } while (nextIndex(index.data(), dims.data(), rank));
  CopySizes plan = planCopy(dims.data(), in.data(), out.data(), rank);
  const Row kernel = kernelFor(8 * sizeof(T));
  int64_t units = Copy<sizeof(T)>::units(plan, kernel.tile), cut = numbers.integer(0, units);
  kernel({x.data(), found.data()}, nullptr, plan, cut, units);
  kernel({x.data(), found.data()}, nullptr, plan, 0, cut);
  ASSERT_EQ(found, wanted);
}

TEST(Copy, AgreesWithPlainLoop) {
  Numbers numbers(12);
  for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i) {
    check<uint8_t>(numbers);
    check<uint16_t>(numbers);
    check<uint32_t>(numbers);
    check<uint64_t>(numbers);
  }
}

TEST(Copy, PlansImagesToDenseChannels) {
  // [2, 64, 7, 9] → [2, 7, 9, 64]: 63 pixels by 64 channels are transposed for each image.
  int64_t dims[] = {2, 7, 9, 64}, in[] = {64 * 63, 9, 1, 63}, out[] = {64 * 63, 9 * 64, 64, 1};
  CopySizes plan = planCopy(dims, in, out, 4);
  EXPECT_EQ(plan.dims[5], 2);
  EXPECT_EQ(plan.dims[6], 63);
  EXPECT_EQ(plan.dims[7], 64);
  EXPECT_EQ(plan.inStrides[6], 1);
  EXPECT_EQ(plan.outStrides[7], 1);
}

} // namespace
} // namespace ingot::kernels::movement
