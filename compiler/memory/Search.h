// The complete search: packs boxes below a capacity or proves that it cannot be done.
//
// Take a plan in which no box can be moved to a lower free place, so that each rests on the ground,
// on a fixed box, or on another one. The search builds it by ascending offset. For every open box
// it keeps the least offset the box can still have. The box i with the least of these is either
// there, or it rests on some other open box that it meets:
//
//   place i at offset[i]    all open boxes that i meets are at least at its top
//   postpone i              offset[i] >= min over open j that i meets: offset[j] + size[j]
//
// A postponed box floats: it cannot be placed before a box is that it can rest on, and until then
// is postponed again without a choice. There is no postponing when all boxes that i meets are at
// its top or above: then nobody takes the place, and the plan could be lowered. Alignments and
// fixed boxes only round up what is said above, so the search is complete with them, too.
//
//   capacity 5; a lives [0,2), size 2; b [0,4), size 1; c [2,4), size 4
//                      least offsets
//                      a 0, b 0, c 0
//   place b at 0       a 1, c 1         fits: a ends at 3, c at 5
//   or postpone b      b 2              it rests on a (top 2) or c (top 4)
//   place a at 0       b 2, c 0
//   place c at 0       b 4              and b at 4 ends at 5
//
// A branch is given up when for some section and some t the boxes at t or above do not fit:
// t + sum of the sizes of the section's open boxes with offset >= t must not exceed the capacity.
// When no open box crosses a point in time, both sides are solved apart, and the first side
// without a solution ends the branch.
#pragma once

#include "compiler/memory/Deadline.h"
#include "compiler/memory/Packing.h"

namespace ingot::memory {

enum class Outcome { Found, Infeasible, Unknown };

/// How to choose between boxes with the same least offset.
struct Preference {
  std::vector<int> rank;      ///< a permutation; smaller goes first
  bool tightestFirst = false; ///< before the rank: those of the section with least room to spare
};

/// Sections [begin, end).
struct Sections {
  int begin = 0, end = 0;
};

class Search {
public:
  explicit Search(const Packing &packing);

  /// Looks for offsets below `capacity`. Gives up (Unknown) after `nodeLimit` nodes or at the
  /// deadline. Infeasible is a proof.
  Outcome run(int64_t capacity, const Preference &preference, int64_t nodeLimit,
              const Deadline &deadline);

  /// Of the last run that found any.
  const Offsets &offsets() const { return found; }
  /// Of the last run.
  int64_t nodes() const { return visited; }

private:
  /// What a step changed, to be taken back.
  struct Change {
    enum Kind { Offset, Base, Room, Placed } kind;
    int index;
    int64_t before;
  };

  bool reset(int64_t capacity);
  bool solve(int begin, int end);
  bool solveParts(int begin, int end, int placed);
  int pick(int begin, int end) const;
  int64_t tightest(int box) const;

  bool place(int box);
  bool postpone(int box);
  bool raise(int box, int64_t to, Sections quiet = {});
  void mark(Sections sections);
  bool isSupported(int box) const;
  int64_t settle(int box, int64_t from) const;
  int64_t nextRest(int box) const;
  void close(int box);
  void reopen(int box);
  bool checkMarked();
  bool checkSection(int section);
  void record(Change::Kind kind, int index, int64_t before) {
    changes.push_back({kind, index, before});
  }
  void undo(size_t to);

  const Packing &packing;
  bool plain = true;     ///< no alignments, no fixed boxes
  Lists obstacles;       ///< the fixed boxes that a box meets, by offset
  std::vector<int> twin; ///< the next box of equal shape, which is placed later; or -1
  std::vector<int64_t> size;

  int64_t capacity = 0;
  const Preference *preference = nullptr;
  const Deadline *deadline = nullptr;
  int64_t limit = 0, visited = 0;
  bool gaveUp = false;

  std::vector<int64_t> offset; ///< the least that a box can have; final once it is placed
  std::vector<int64_t> base;   ///< the top of the placed boxes that a box meets
  std::vector<char> open;
  std::vector<int> members;  ///< the open boxes; a part of the problem is a range of it
  std::vector<int> sorted;   ///< for each section its boxes: open ones first, by falling offset
  std::vector<int> sortedAt; ///< where a section starts in it
  std::vector<int> openCount;
  std::vector<int64_t> room;  ///< what a section has to spare
  std::vector<int> crossings; ///< open boxes that live in both sections s-1 and s
  std::vector<char> marked;   ///< sections to check
  int markedBegin = 0, markedEnd = 0;
  std::vector<Change> changes;
  Offsets found;
};

} // namespace ingot::memory
