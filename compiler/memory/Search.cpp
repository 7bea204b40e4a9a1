// The complete search.
#include "compiler/memory/Search.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace ingot::memory {
namespace {

constexpr int64_t never = std::numeric_limits<int64_t>::max();

/// Links every box to the next one that may be exchanged with it.
std::vector<int> linkTwins(const Packing &packing) {
  std::vector<int> twin(packing.boxes.size(), -1);
  std::map<std::tuple<int, int, int64_t, int64_t>, int> latest;
  for (int b = 0; b < packing.count(); ++b) {
    const Box &box = packing.boxes[b];
    if (box.fixed)
      continue;
    auto [entry, isNew] =
        latest.try_emplace({packing.first[b], packing.last[b], box.size, box.alignment}, b);
    if (!isNew)
      twin[entry->second] = b;
    entry->second = b;
  }
  return twin;
}

} // namespace

Search::Search(const Packing &packing) : packing(packing), twin(linkTwins(packing)) {
  for (int b = 0; b < packing.count(); ++b) {
    const Box &box = packing.boxes[b];
    size.push_back(box.size);
    plain &= packing.granule % box.alignment == 0 && !box.fixed;
    std::vector<int> fixed;
    for (int other : packing.overlaps[b])
      if (packing.boxes[other].fixed)
        fixed.push_back(other);
    std::sort(fixed.begin(), fixed.end(),
              [&](int x, int y) { return *packing.boxes[x].fixed < *packing.boxes[y].fixed; });
    obstacles.begin();
    for (int other : fixed)
      obstacles.add(other);
  }
  obstacles.end();
  int total = 0;
  for (int s = 0; s < packing.live.size(); ++s) {
    sortedAt.push_back(total);
    total += static_cast<int>(packing.live[s].size());
  }
  sortedAt.push_back(total);
}

Outcome Search::run(int64_t wanted, const Preference &chosen, int64_t nodeLimit,
                    const Deadline &until) {
  preference = &chosen;
  deadline = &until;
  limit = nodeLimit;
  visited = 0;
  gaveUp = false;
  bool solved = reset(wanted - wanted % packing.granule) &&
                solveParts(0, static_cast<int>(members.size()), -1);
  if (solved)
    found = offset;
  return solved ? Outcome::Found : gaveUp ? Outcome::Unknown : Outcome::Infeasible;
}

/// Everything open and as low as it can be; false when that alone does not fit.
bool Search::reset(int64_t wanted) {
  int count = packing.count(), sections = packing.live.size();
  capacity = wanted;
  offset.assign(count, 0);
  base.assign(count, 0);
  open.assign(count, 1);
  members.clear();
  sorted.clear();
  openCount.clear();
  changes.clear();
  room.assign(sections, 0);
  crossings.assign(sections + 1, 0);
  marked.assign(sections, 1);
  markedBegin = 0;
  markedEnd = sections;
  for (int s = 0; s < sections; ++s) {
    sorted.insert(sorted.end(), packing.live[s].begin(), packing.live[s].end());
    openCount.push_back(static_cast<int>(packing.live[s].size()));
  }
  for (int b = 0; b < count; ++b) {
    // A fixed box stays open for ever: it counts in its sections but is nobody's choice.
    if (packing.boxes[b].fixed) {
      offset[b] = *packing.boxes[b].fixed;
      if (offset[b] + size[b] > capacity)
        return false;
      continue;
    }
    members.push_back(b);
    for (int s = packing.first[b] + 1; s < packing.last[b]; ++s)
      ++crossings[s];
  }
  for (int b : members) {
    if (offset[b] + size[b] > capacity || !raise(b, settle(b, 0)))
      return false;
    if (twin[b] >= 0 && !raise(twin[b], settle(twin[b], offset[b] + size[b])))
      return false;
  }
  return checkMarked();
}

/// Solves the open boxes members[begin, end); leaves everything as it was when it cannot.
bool Search::solve(int begin, int end) {
  size_t start = changes.size();
  for (;;) {
    if (++visited > limit || ((visited & 1023) == 0 && deadline->passed())) {
      gaveUp = true;
      break;
    }
    int at = pick(begin, end), box = members[at];
    if (isSupported(box)) {
      size_t before = changes.size();
      std::swap(members[at], members[end - 1]);
      if (place(box) && solveParts(begin, end - 1, box))
        return true;
      undo(before);
    }
    if (gaveUp || !postpone(box))
      break;
  }
  undo(start);
  return false;
}

/// Solves members[begin, end), apart where the box just placed was the last to connect them.
bool Search::solveParts(int begin, int end, int placed) {
  if (begin == end)
    return true;
  std::vector<int> cuts;
  int from = placed < 0 ? 0 : packing.first[placed];
  int to = placed < 0 ? packing.live.size() : packing.last[placed];
  for (int s = from + 1; s < to; ++s)
    if (crossings[s] == 0)
      cuts.push_back(s);
  if (cuts.empty())
    return solve(begin, end);
  std::vector<std::pair<int, int>> parts;
  int partBegin = begin;
  for (size_t c = 0; c <= cuts.size(); ++c) {
    auto middle = c == cuts.size()
                      ? members.begin() + end
                      : std::partition(members.begin() + partBegin, members.begin() + end,
                                       [&](int b) { return packing.first[b] < cuts[c]; });
    int partEnd = static_cast<int>(middle - members.begin());
    if (partBegin < partEnd)
      parts.push_back({partBegin, partEnd});
    partBegin = partEnd;
  }
  std::sort(parts.begin(), parts.end(), [](auto a, auto b) {
    return std::pair(a.second - a.first, a.first) < std::pair(b.second - b.first, b.first);
  });
  size_t start = changes.size();
  for (auto [first, last] : parts)
    if (!solve(first, last)) {
      undo(start);
      return false;
    }
  return true;
}

/// The position of the box to decide on: the lowest; of those the preferred one.
int Search::pick(int begin, int end) const {
  int best = begin;
  int64_t bestRoom = -1; // not known
  for (int at = begin + 1; at < end; ++at) {
    int box = members[at], other = members[best];
    if (offset[box] > offset[other])
      continue;
    if (offset[box] < offset[other]) {
      best = at;
      bestRoom = -1;
      continue;
    }
    bool preferred = preference->rank[box] < preference->rank[other];
    if (preference->tightestFirst) {
      if (bestRoom < 0)
        bestRoom = tightest(other);
      int64_t boxRoom = tightest(box);
      preferred = boxRoom != bestRoom ? boxRoom < bestRoom : preferred;
      if (preferred)
        bestRoom = boxRoom;
    }
    if (preferred)
      best = at;
  }
  return best;
}

int64_t Search::tightest(int box) const {
  return *std::min_element(room.begin() + packing.first[box], room.begin() + packing.last[box]);
}

bool Search::place(int box) {
  close(box);
  int64_t top = offset[box] + size[box];
  // In the sections of the box nothing gets tighter: what it takes at the bottom, where it was the
  // lowest, is what the others rise by. With alignments they may rise by more.
  Sections quiet = plain ? Sections{packing.first[box], packing.last[box]} : Sections{};
  for (int other : packing.overlaps[box]) {
    if (!open[other] || base[other] >= top || packing.boxes[other].fixed)
      continue;
    record(Change::Base, other, base[other]);
    base[other] = top;
    if (!raise(other, settle(other, top), quiet))
      return false;
  }
  return checkMarked();
}

/// The box is not where it could be; it rests on something higher.
bool Search::postpone(int box) {
  int64_t to = nextRest(box), lowest = never;
  for (int other : packing.overlaps[box])
    if (open[other] && !packing.boxes[other].fixed) {
      to = std::min(to, offset[other] + size[other]);
      lowest = std::min(lowest, offset[other]);
    }
  // Nobody can take the place that the box does not want.
  if (to == never || lowest >= settle(box, base[box]) + size[box])
    return false;
  return raise(box, settle(box, to)) && checkMarked();
}

/// Sets a new least offset and marks the sections it matters to: all but the quiet ones.
bool Search::raise(int box, int64_t to, Sections quiet) {
  while (to > offset[box]) {
    if (to + size[box] > capacity)
      return false;
    record(Change::Offset, box, offset[box]);
    offset[box] = to;
    int first = packing.first[box], last = packing.last[box];
    mark({first, std::min(last, quiet.begin)});
    mark({std::max(first, quiet.end), last});
    if (twin[box] < 0)
      break;
    quiet = {};
    to = settle(twin[box], to + size[box]);
    box = twin[box];
  }
  return true;
}

/// Whether the box can stay at its least offset: something is right below it.
bool Search::isSupported(int box) const {
  if (plain)
    return offset[box] == base[box];
  if (offset[box] == settle(box, base[box]))
    return true;
  return std::any_of(obstacles[box].begin(), obstacles[box].end(), [&](int other) {
    return offset[box] == settle(box, offset[other] + size[other]);
  });
}

/// The lowest place at `from` or above that is aligned and free of fixed boxes.
int64_t Search::settle(int box, int64_t from) const {
  if (plain)
    return from;
  int64_t at = roundUp(from, packing.boxes[box].alignment);
  for (int other : obstacles[box])
    if (offset[other] < at + size[box] && at < offset[other] + size[other])
      at = roundUp(offset[other] + size[other], packing.boxes[box].alignment);
  return at;
}

/// The lowest place on a fixed box that is higher than where the box could be now.
int64_t Search::nextRest(int box) const {
  int64_t rest = never;
  if (!plain)
    for (int other : obstacles[box])
      if (int64_t at = settle(box, offset[other] + size[other]); at > offset[box])
        rest = std::min(rest, at);
  return rest;
}

/// The box is decided: it leaves the open ones of its sections.
void Search::close(int box) {
  record(Change::Placed, box, 0);
  open[box] = 0;
  int first = packing.first[box], last = packing.last[box];
  for (int s = first; s < last; ++s) {
    int *begin = sorted.data() + sortedAt[s], *back = begin + --openCount[s];
    int *at = back;
    while (*at != box)
      --at;
    std::rotate(at, at + 1, back + 1);
    if (s > first)
      --crossings[s];
  }
  if (!plain)
    mark({first, last});
}

void Search::mark(Sections sections) {
  if (sections.begin >= sections.end)
    return;
  markedBegin = std::min(markedBegin, sections.begin);
  markedEnd = std::max(markedEnd, sections.end);
  std::fill(marked.begin() + sections.begin, marked.begin() + sections.end, 1);
}

void Search::reopen(int box) {
  open[box] = 1;
  for (int s = packing.first[box]; s < packing.last[box]; ++s)
    ++openCount[s];
  for (int s = packing.first[box] + 1; s < packing.last[box]; ++s)
    ++crossings[s];
}

bool Search::checkMarked() {
  bool fits = true;
  if (markedBegin >= markedEnd)
    return fits;
  for (int s = markedBegin; s < markedEnd && fits; ++s)
    if (marked[s])
      fits = checkSection(s);
  std::fill(marked.begin() + markedBegin, marked.begin() + markedEnd, 0);
  markedBegin = packing.live.size();
  markedEnd = 0;
  return fits;
}

/// Whether the open boxes above any height still fit; updates the section's room.
bool Search::checkSection(int section) {
  int *boxes = sorted.data() + sortedAt[section];
  int64_t sum = 0, highest = 0;
  for (int i = 0; i < openCount[section]; ++i) {
    int box = boxes[i], at = i;
    for (; at > 0 && offset[boxes[at - 1]] < offset[box]; --at)
      boxes[at] = boxes[at - 1];
    boxes[at] = box;
  }
  for (int i = 0; i < openCount[section]; ++i) {
    sum += size[boxes[i]];
    highest = std::max(highest, offset[boxes[i]] + sum);
  }
  if (highest > capacity)
    return false;
  if (room[section] != capacity - highest) {
    record(Change::Room, section, room[section]);
    room[section] = capacity - highest;
  }
  return true;
}

void Search::undo(size_t to) {
  while (changes.size() > to) {
    auto [kind, index, before] = changes.back();
    changes.pop_back();
    switch (kind) {
    case Change::Offset:
      offset[index] = before;
      break;
    case Change::Base:
      base[index] = before;
      break;
    case Change::Room:
      room[index] = before;
      break;
    case Change::Placed:
      reopen(index);
      break;
    }
  }
}

} // namespace ingot::memory
