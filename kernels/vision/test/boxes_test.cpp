// Selected boxes against candidates that are sorted as a whole.
// Nothing is contracted, as in the kernels.
#pragma clang fp contract(off)
#define INGOT_TABLE "kernels/vision/kernels.inc"
#include "kernels/base/test/rows.h"
#include "kernels/vision/boxes.h"

#include <algorithm>

namespace ingot::kernels::vision {
namespace {

/// What is selected of one class.
std::vector<int64_t> selected(const SelectBoxesSizes &s, const float *boxes, const float *scores,
                              int64_t most, float overlap, float least, int64_t count) {
  std::vector<int64_t> candidates;
  for (int64_t i = 0; i < (s.hasCount ? count : s.boxes); ++i)
    if (!s.hasLeast || scores[i] > least)
      candidates.push_back(i);
  auto rank = [&](int64_t i) { return std::isnan(scores[i]) ? -INFINITY : scores[i]; };
  std::sort(candidates.begin(), candidates.end(),
            [&](int64_t a, int64_t b) { return rank(a) != rank(b) ? rank(a) > rank(b) : a < b; });
  std::vector<int64_t> kept(static_cast<size_t>(s.boxes));
  int64_t size = suppress(boxes, candidates.data(), static_cast<int64_t>(candidates.size()),
                          s.centred != 0, overlap, std::min(most, s.limit), kept.data());
  kept.resize(static_cast<size_t>(size));
  kept.resize(static_cast<size_t>(s.limit), -1);
  return kept;
}

TEST(SelectBoxes, TakesThoseOfTheReference) {
  test::Numbers numbers(63);
  for (int round = 0; round < 200; ++round) {
    SelectBoxesSizes s{.batch = 2,
                       .classes = numbers.integer(1, 3),
                       .boxes = numbers.integer(1, 80),
                       .limit = 0,
                       .centred = numbers.coin(),
                       .hasLeast = numbers.coin(),
                       .hasCount = numbers.coin()};
    s.limit = numbers.integer(1, s.boxes);
    int64_t most = numbers.integer(-1, s.boxes), count = numbers.integer(0, s.boxes);
    float overlap = numbers.floats(1, 0, 0.6f)[0], least = numbers.floats(1, 0, 0.5f)[0];
    std::vector<float> boxes = numbers.floats(s.batch * s.boxes * 4, 0, 4);
    std::vector<float> scores;
    for (int64_t i = 0; i < s.batch * s.classes * s.boxes; ++i) // some are equal
      scores.push_back(numbers.integer(0, 20) ? static_cast<float>(numbers.integer(0, 20)) / 20
                                              : NAN);
    std::vector<int32_t> scratch(scores.size());
    int64_t units = s.batch * s.classes, cut = numbers.integer(0, units);
    std::vector<int64_t> found(static_cast<size_t>(units * s.limit)), wanted;
    std::vector<const void *> operands = {
        boxes.data(), scores.data(), &most, &overlap, &least, &count, scratch.data(), found.data()};
    rowsOf("select_boxes")[0](operands, nullptr, s, cut, units);
    rowsOf("select_boxes")[0](operands, nullptr, s, 0, cut);
    for (int64_t unit = 0; unit < units; ++unit)
      for (int64_t box : selected(s, boxes.data() + unit / s.classes * s.boxes * 4,
                                  scores.data() + unit * s.boxes, most, overlap, least, count))
        wanted.push_back(box);
    ASSERT_EQ(found, wanted);
  }
}

} // namespace
} // namespace ingot::kernels::vision
