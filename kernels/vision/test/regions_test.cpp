// Regions of interest against the reference kernel, and regions of images that are none.
// Nothing is contracted, as in the kernels.
#pragma clang fp contract(off)
#define INGOT_TABLE "kernels/vision/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/vision/regions.h"

namespace ingot::kernels::vision {
namespace {

TEST(RoiAlign, IsThatOfTheReference) {
  test::Numbers numbers(61);
  for (int round = 0; round < 30; ++round) {
    RoiAlignPlan plan = {3, 7, 5, 2, 3, numbers.integer(0, 3), 0.5, numbers.coin(), numbers.coin()};
    RoiAlignSizes s{.batch = 2,
                    .channels = 3,
                    .height = 7,
                    .width = 5,
                    .regions = 4,
                    .outHeight = 2,
                    .outWidth = 3,
                    .samplingRatio = plan.samplingRatio,
                    .scaleBits = __builtin_bit_cast(int64_t, plan.scale),
                    .halfPixel = plan.halfPixel,
                    .isMax = plan.isMax,
                    .indexBytes = 4};
    std::vector<float> x = numbers.floats(2 * 3 * 7 * 5), rois = numbers.floats(16, -2, 12);
    std::vector<float> y(4 * 3 * 2 * 3), wanted(y.size());
    std::vector<int32_t> images = {0, 1, 1, 0};
    for (int64_t region = 0; region < 4; ++region)
      roiAlign(x.data() + images[static_cast<size_t>(region)] * 3 * 7 * 5, rois.data() + region * 4,
               wanted.data() + region * 3 * 2 * 3, plan, [] { return true; });
    const void *operands[] = {x.data(), rois.data(), images.data(), y.data()};
    auto run = [&](int64_t begin, int64_t end) {
      return rowsOf("roi_align")[0].function(const_cast<void *const *>(operands), nullptr,
                                             reinterpret_cast<const int64_t *>(&s), begin, end);
    };
    ASSERT_EQ(run(26, 72), 0);
    ASSERT_EQ(run(0, 26), 0);
    ASSERT_EQ(y, wanted);
    images[2] = 2;
    ASSERT_EQ(run(0, 72), 3);
  }
}

} // namespace
} // namespace ingot::kernels::vision
