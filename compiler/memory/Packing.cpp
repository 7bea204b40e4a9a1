// Sections, overlaps and lower bounds of boxes.
#include "compiler/memory/Packing.h"

#include <algorithm>
#include <numeric>

namespace ingot::memory {
namespace {

std::vector<int> orderByStart(std::span<const Box> boxes) {
  std::vector<int> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const Box &x = boxes[a], &y = boxes[b];
    return x.lower != y.lower ? x.lower < y.lower : a < b;
  });
  return order;
}

/// The times at which a largest set of boxes lives: a start that is followed by an end before the
/// next start.
std::vector<int64_t> sectionTimes(std::span<const Box> boxes) {
  std::vector<int64_t> starts, ends, times;
  for (const Box &box : boxes) {
    starts.push_back(box.lower);
    ends.push_back(box.upper);
  }
  std::sort(starts.begin(), starts.end());
  std::sort(ends.begin(), ends.end());
  size_t end = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    while (ends[end] <= starts[i])
      ++end;
    if (i + 1 == starts.size() || ends[end] <= starts[i + 1])
      times.push_back(starts[i]);
  }
  return times;
}

/// False when the lists would be too long.
bool addSections(Packing &packing) {
  auto times = sectionTimes(packing.boxes);
  int64_t total = 0;
  auto indexOf = [&](int64_t time) {
    return static_cast<int>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
  };
  for (const Box &box : packing.boxes) {
    packing.first.push_back(indexOf(box.lower));
    packing.last.push_back(indexOf(box.upper));
    total += packing.last.back() - packing.first.back();
  }
  if (total > maxLive)
    return false;
  std::vector<std::vector<int>> live(times.size());
  for (int b = 0; b < packing.count(); ++b)
    for (int s = packing.first[b]; s < packing.last[b]; ++s)
      live[s].push_back(b);
  for (const auto &boxes : live) {
    packing.live.begin();
    for (int b : boxes)
      packing.live.add(b);
  }
  packing.live.end();
  return true;
}

/// False when the lists would be too long.
bool addOverlaps(Packing &packing) {
  auto order = orderByStart(packing.boxes);
  std::vector<std::vector<int>> lists(packing.boxes.size());
  std::vector<int> alive;
  int64_t total = 0;
  for (int b : order) {
    const Box &box = packing.boxes[b];
    std::erase_if(alive, [&](int a) { return packing.boxes[a].upper <= box.lower; });
    total += 2 * static_cast<int64_t>(alive.size());
    if (total > maxOverlaps)
      return false;
    for (int a : alive) {
      lists[a].push_back(b);
      lists[b].push_back(a);
    }
    alive.push_back(b);
  }
  for (const auto &list : lists) {
    packing.overlaps.begin();
    for (int b : list)
      packing.overlaps.add(b);
  }
  packing.overlaps.end();
  return true;
}

/// The greatest number that divides every offset a plan without loose boxes can have.
int64_t granuleOf(std::span<const Box> boxes) {
  int64_t granule = 0;
  for (const Box &box : boxes)
    granule = std::gcd(std::gcd(granule, box.size), box.fixed.value_or(0));
  // An alignment that divides the granule holds by itself; another one makes offsets of its own.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Box &box : boxes)
      if (granule % box.alignment != 0) {
        int64_t next = std::gcd(granule, box.alignment);
        changed |= next != granule;
        granule = next;
      }
  }
  return std::max<int64_t>(granule, 1);
}

/// What the boxes alive at one time need at least: every one but the topmost fills whole units of
/// the alignment that all of them have.
class Load {
public:
  void add(const Box &box) {
    sum += roundUp(box.size, unit);
    mostPadding = std::max(mostPadding, roundUp(box.size, unit) - box.size);
  }
  explicit Load(int64_t unit) : unit(unit) {}
  int64_t need() const { return sum - mostPadding; }

private:
  int64_t unit, sum = 0, mostPadding = 0;
};

int64_t sectionBound(const Packing &packing, int section) {
  int64_t unit = 0;
  for (int b : packing.live[section])
    unit = std::gcd(unit, packing.boxes[b].alignment);
  Load load(unit);
  for (int b : packing.live[section])
    load.add(packing.boxes[b]);
  return load.need();
}

/// The most live bytes over time; needs no lists.
int64_t peakOf(std::span<const Box> boxes) {
  std::vector<std::pair<int64_t, int64_t>> events;
  for (const Box &box : boxes) {
    events.push_back({box.lower, box.size});
    events.push_back({box.upper, -box.size});
  }
  std::sort(events.begin(), events.end()); // at equal times ends come first
  int64_t live = 0, peak = 0;
  for (auto [time, change] : events)
    peak = std::max(peak, live += change);
  return peak;
}

} // namespace

Packing makePacking(std::vector<Box> boxes) {
  Packing packing;
  packing.boxes = std::move(boxes);
  packing.detailed = addSections(packing) && addOverlaps(packing);
  packing.lowerBound = peakOf(packing.boxes);
  if (packing.detailed)
    for (int s = 0; s < packing.live.size(); ++s)
      packing.lowerBound = std::max(packing.lowerBound, sectionBound(packing, s));
  for (const Box &box : packing.boxes)
    if (box.fixed)
      packing.lowerBound = std::max(packing.lowerBound, *box.fixed + box.size);
  packing.granule = granuleOf(packing.boxes);
  packing.lowerBound = roundUp(packing.lowerBound, packing.granule);
  return packing;
}

std::vector<std::vector<int>> connectedGroups(std::span<const Box> boxes) {
  std::vector<std::vector<int>> groups;
  int64_t end = 0;
  for (int b : orderByStart(boxes)) {
    const Box &box = boxes[b];
    if (groups.empty() || box.lower >= end)
      groups.emplace_back();
    end = groups.back().empty() ? box.upper : std::max(end, box.upper);
    groups.back().push_back(b);
  }
  for (auto &group : groups)
    std::sort(group.begin(), group.end());
  return groups;
}

int64_t heightOf(const Packing &packing, const Offsets &offsets) {
  int64_t height = 0;
  for (size_t b = 0; b < offsets.size(); ++b)
    height = std::max(height, offsets[b] + packing.boxes[b].size);
  return height;
}

} // namespace ingot::memory
