// The complete search, tried again and again with other preferences and more nodes.
#pragma once

#include "compiler/memory/Order.h"
#include "compiler/memory/Search.h"

namespace ingot::memory {

/// A search soon loses itself below an early choice that was wrong, so it is stopped after a few
/// nodes and started with another preference: first by every order of keys, then by orders whose
/// keys are jittered. In rounds 1, 2, 4, 8, … one search gets as many nodes as all before it had
/// together, so that in the end the search is complete.
class Restarts {
public:
  explicit Restarts(const Packing &packing)
      : orders(packing), search(packing), fewNodes(3 * packing.count() + 200) {}

  /// Each order once, tightest first; in every fourth round also without. Rounds count from 0.
  Outcome round(int number, int64_t capacity, const Deadline &deadline);

  const Offsets &offsets() const { return search.offsets(); }
  /// Of all rounds so far.
  int64_t nodes() const { return total; }

private:
  Orders orders;
  Search search;
  int64_t fewNodes;
  int64_t total = 0;
};

/// More boxes than this are not searched: the recursion would be too deep.
constexpr int maxSearched = 10000;

} // namespace ingot::memory
