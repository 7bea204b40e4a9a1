// Placement in a given order, and placement by time.
#include "compiler/memory/Greedy.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace ingot::memory {
namespace {

constexpr int64_t notPlaced = -1;

using Interval = std::pair<int64_t, int64_t>;

/// Where the box goes between the occupied intervals, which are sorted.
int64_t findGap(const Box &box, std::span<const Interval> occupied, Fit fit) {
  int64_t end = 0, best = notPlaced, bestGap = std::numeric_limits<int64_t>::max();
  for (auto [lower, upper] : occupied) {
    int64_t at = roundUp(end, box.alignment), gap = lower - end;
    if (at + box.size <= lower && gap < bestGap) {
      if (fit == Fit::First)
        return at;
      best = at;
      bestGap = gap;
    }
    end = std::max(end, upper);
  }
  return best != notPlaced ? best : roundUp(end, box.alignment);
}

/// The free gaps of an endless memory.
class Gaps {
public:
  explicit Gaps(int64_t start) { add(start, endless); }

  int64_t take(int64_t size, int64_t alignment) {
    auto fit = bySize.lower_bound({size + alignment - 1, 0});
    auto [length, start] = *fit;
    remove(start, length);
    int64_t at = roundUp(start, alignment);
    if (at > start)
      add(start, at - start);
    add(at + size, start + length - at - size);
    return at;
  }

  void giveBack(int64_t start, int64_t length) {
    auto after = byStart.lower_bound(start);
    if (after != byStart.end() && after->first == start + length) {
      length += after->second;
      remove(after->first, after->second);
    }
    auto next = byStart.lower_bound(start);
    if (next != byStart.begin()) {
      auto [before, beforeLength] = *std::prev(next);
      if (before + beforeLength == start) {
        remove(before, beforeLength);
        start = before;
        length += beforeLength;
      }
    }
    add(start, length);
  }

private:
  static constexpr int64_t endless = int64_t{1} << 62;

  void add(int64_t start, int64_t length) {
    if (length == 0)
      return;
    byStart.emplace(start, length);
    bySize.emplace(length, start);
  }
  void remove(int64_t start, int64_t length) {
    byStart.erase(start);
    bySize.erase({length, start});
  }

  std::map<int64_t, int64_t> byStart;
  std::set<std::pair<int64_t, int64_t>> bySize;
};

/// A time, and the box that starts then or the complement of the one that ends.
using Event = std::pair<int64_t, int>;

/// Puts every box that still starts on top of all.
void stackRest(std::span<const Box> boxes, std::span<const Event> events, int64_t ceiling,
               Offsets &offsets) {
  for (auto [time, which] : events)
    if (which >= 0) {
      offsets[which] = roundUp(ceiling, boxes[which].alignment);
      ceiling = offsets[which] + boxes[which].size;
    }
}

} // namespace

Offsets placeInOrder(const Packing &packing, std::span<const int> order, Fit fit, int64_t ceiling,
                     const Deadline &deadline) {
  Offsets offsets(packing.boxes.size(), notPlaced);
  for (size_t b = 0; b < offsets.size(); ++b)
    offsets[b] = packing.boxes[b].fixed.value_or(notPlaced);
  std::vector<Interval> occupied;
  for (size_t i = 0; i < order.size(); ++i) {
    int b = order[i];
    const Box &box = packing.boxes[b];
    if (box.fixed)
      continue;
    if (i % 256 == 255 && deadline.passed())
      return {};
    occupied.clear();
    for (int other : packing.overlaps[b])
      if (offsets[other] != notPlaced)
        occupied.push_back({offsets[other], offsets[other] + packing.boxes[other].size});
    std::sort(occupied.begin(), occupied.end());
    offsets[b] = findGap(box, occupied, fit);
    if (offsets[b] + box.size > ceiling)
      return {};
  }
  return offsets;
}

Offsets placeByTime(std::span<const Box> boxes, const Deadline &deadline) {
  Offsets offsets(boxes.size(), 0);
  int64_t ground = 0;
  std::vector<Event> events; // sorted, ends come before starts of the same time
  for (size_t b = 0; b < boxes.size(); ++b) {
    if (boxes[b].fixed) {
      offsets[b] = *boxes[b].fixed;
      ground = std::max(ground, *boxes[b].fixed + boxes[b].size);
      continue;
    }
    events.push_back({boxes[b].lower, static_cast<int>(b)});
    events.push_back({boxes[b].upper, ~static_cast<int>(b)});
  }
  std::sort(events.begin(), events.end());
  Gaps gaps(ground);
  int64_t ceiling = ground;
  for (size_t e = 0; e < events.size(); ++e) {
    if (e % 4096 == 0 && deadline.passed()) {
      stackRest(boxes, std::span(events).subspan(e), ceiling, offsets);
      break;
    }
    int which = events[e].second;
    if (which < 0) {
      gaps.giveBack(offsets[~which], boxes[~which].size);
      continue;
    }
    offsets[which] = gaps.take(boxes[which].size, boxes[which].alignment);
    ceiling = std::max(ceiling, offsets[which] + boxes[which].size);
  }
  return offsets;
}

} // namespace ingot::memory
