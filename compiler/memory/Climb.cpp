// Hill climbing over the order of boxes.
#include "compiler/memory/Climb.h"

#include "compiler/memory/Greedy.h"
#include "compiler/memory/Random.h"

#include <algorithm>

namespace ingot::memory {
namespace {

/// A tenth of a second or so: each step looks at every overlap once.
constexpr int64_t workLimit = int64_t{1} << 23;
constexpr int64_t mostSteps = 2000;

/// A box at the top, or one that it rests on by any number of steps.
int pickCulprit(const Packing &packing, const Offsets &offsets, int64_t height, Random &random) {
  std::vector<int> candidates;
  for (int b = 0; b < packing.count(); ++b)
    if (offsets[b] + packing.boxes[b].size == height)
      candidates.push_back(b);
  int box = candidates[random.below(static_cast<int>(candidates.size()))];
  while (random.below(2) == 0) {
    candidates.clear();
    for (int other : packing.overlaps[box])
      if (offsets[other] < offsets[box] &&
          offsets[other] + packing.boxes[other].size >= offsets[box])
        candidates.push_back(other);
    if (candidates.empty())
      break;
    box = candidates[random.below(static_cast<int>(candidates.size()))];
  }
  return box;
}

} // namespace

Offsets climb(const Packing &packing, std::vector<int> order, Offsets start, int64_t goal,
              const Deadline &deadline) {
  Random random(1);
  Offsets current = std::move(start);
  int64_t height = heightOf(packing, current);
  int64_t steps =
      std::min(mostSteps, workLimit / std::max<int64_t>(1, packing.overlaps.total() * 4));
  for (int64_t step = 0; step < steps && height > goal && !deadline.passed(); ++step) {
    int culprit = pickCulprit(packing, current, height, random);
    auto at = std::find(order.begin(), order.end(), culprit);
    if (at == order.begin())
      continue;
    auto to = order.begin() + random.below(static_cast<int>(at - order.begin()));
    std::rotate(to, at, at + 1);
    Offsets next = placeInOrder(packing, order, Fit::First, height, deadline);
    if (next.empty()) {
      std::rotate(to, to + 1, at + 1);
      continue;
    }
    height = heightOf(packing, next);
    current = std::move(next);
  }
  return current;
}

} // namespace ingot::memory
