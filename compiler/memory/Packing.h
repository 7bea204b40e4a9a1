// What the planners work on: boxes of one memory, as wide as their lifetime and as high as their
// size, to be moved up and down only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ingot::memory {

/// A buffer, or several that share their memory. Every time and size is below 2^61, so that the sum
/// of two never overflows.
struct Box {
  int64_t lower = 0, upper = 0; ///< lives during [lower, upper), which is not empty
  int64_t size = 0;             ///< more than 0
  int64_t alignment = 1;
  std::optional<int64_t> fixed; ///< the only offset it may have
};

/// A list of lists in one array.
class Lists {
public:
  void begin() { starts.push_back(static_cast<int64_t>(entries.size())); }
  void add(int entry) { entries.push_back(entry); }
  /// After the last list.
  void end() { begin(); }
  std::span<const int> operator[](int list) const {
    auto at = static_cast<size_t>(list);
    return {entries.data() + starts[at], static_cast<size_t>(starts[at + 1] - starts[at])};
  }
  int size() const { return static_cast<int>(starts.size()) - 1; }
  int64_t total() const { return static_cast<int64_t>(entries.size()); }

private:
  std::vector<int> entries;
  std::vector<int64_t> starts;
};

/// Boxes that are connected in time, and who meets whom when.
///
/// A *section* is a time at which a largest set of boxes lives: every other time's boxes are among
/// those of some section, so nothing else needs to be looked at. A box lives in consecutive ones.
struct Packing {
  std::vector<Box> boxes;
  std::vector<int> first, last; ///< box b lives in sections [first[b], last[b])
  Lists live;                   ///< the boxes of each section
  Lists overlaps;               ///< the boxes that live together with a box at some time
  int64_t lowerBound = 0;       ///< no plan is lower
  int64_t granule = 1;          ///< every offset and height worth trying is a multiple of it

  int count() const { return static_cast<int>(boxes.size()); }
  /// Whether sections and overlaps are known; without them there is only the sweep placement.
  bool detailed = false;
};

/// Above these a packing is not detailed: the lists would not fit into memory.
constexpr int64_t maxLive = int64_t{1} << 23, maxOverlaps = int64_t{1} << 24;

/// Builds the sections, overlaps and bounds of boxes.
Packing makePacking(std::vector<Box> boxes);

/// Groups boxes so that those of different groups never live at the same time. Each group lists
/// indices in ascending order; groups are in the order of time.
std::vector<std::vector<int>> connectedGroups(std::span<const Box> boxes);

inline int64_t roundUp(int64_t value, int64_t alignment) {
  return alignment <= 1 ? value : (value + alignment - 1) / alignment * alignment;
}

using Offsets = std::vector<int64_t>;

/// The highest end of a box.
int64_t heightOf(const Packing &packing, const Offsets &offsets);

} // namespace ingot::memory
