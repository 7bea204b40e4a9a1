// The anytime packing of one memory.
#include "compiler/memory/Pack.h"

#include "compiler/memory/Climb.h"
#include "compiler/memory/Greedy.h"
#include "compiler/memory/Restarts.h"

#include <algorithm>
#include <memory>

namespace ingot::memory {
namespace {

constexpr int64_t unbounded = std::numeric_limits<int64_t>::max();

/// Boxes connected in time, and the best that is known about them.
class Part {
public:
  Part(std::span<const Box> all, std::vector<int> indices, const Deadline &deadline);

  void placeGreedily(int64_t goal, const Deadline &deadline);
  void climbTo(int64_t goal, const Deadline &deadline);
  /// One round of searches below a capacity. Improves the height or, by a proof, the lower bound.
  Outcome searchRound(int number, int64_t capacity, const Deadline &deadline);
  bool canSearch() const { return packing.detailed && packing.count() <= maxSearched; }

  int64_t height() const { return best; }
  int64_t lowerBound() const { return packing.lowerBound; }
  int64_t granule() const { return packing.granule; }
  Method method() const { return bestMethod; }
  int64_t nodes() const { return restarts ? restarts->nodes() : 0; }
  void copyTo(Offsets &all) const;

private:
  void keep(Offsets found, Method method);

  std::vector<int> indices; ///< of the boxes among all
  Packing packing;
  Offsets offsets;
  int64_t best = 0;
  Method bestMethod = Method::None;
  std::vector<int> bestOrder; ///< of the best first fit
  std::unique_ptr<Restarts> restarts;
};

std::vector<Box> selected(std::span<const Box> all, std::span<const int> indices) {
  std::vector<Box> boxes;
  for (int i : indices)
    boxes.push_back(all[i]);
  return boxes;
}

Part::Part(std::span<const Box> all, std::vector<int> indices, const Deadline &deadline)
    : indices(std::move(indices)), packing(makePacking(selected(all, this->indices))) {
  offsets = placeByTime(packing.boxes, deadline);
  best = heightOf(packing, offsets);
  bestMethod = Method::ByTime;
}

void Part::keep(Offsets found, Method method) {
  if (found.empty())
    return;
  int64_t height = heightOf(packing, found);
  if (height >= best)
    return;
  best = height;
  bestMethod = method;
  offsets = std::move(found);
}

void Part::placeGreedily(int64_t goal, const Deadline &deadline) {
  if (!packing.detailed || best <= goal)
    return;
  Orders orders(packing);
  int64_t lowest = best;
  for (std::string_view keys : {"SWT", "AWT", "TSW", "WSA"})
    for (Fit fit : {Fit::First, Fit::Best}) {
      if (best <= goal || deadline.passed())
        return;
      auto order = orders.by(keys);
      keep(placeInOrder(packing, order, fit, best, deadline),
           fit == Fit::First ? Method::FirstFit : Method::BestFit);
      if (bestOrder.empty() || (fit == Fit::First && best < lowest))
        bestOrder = std::move(order);
      lowest = best;
    }
}

void Part::climbTo(int64_t goal, const Deadline &deadline) {
  if (bestOrder.empty() || best <= goal || deadline.passed())
    return;
  // The best placement may be another kind's; the climb starts from where first fit got.
  auto start = placeInOrder(packing, bestOrder, Fit::First, unbounded, deadline);
  if (!start.empty())
    keep(climb(packing, bestOrder, std::move(start), goal, deadline), Method::HillClimbing);
}

Outcome Part::searchRound(int number, int64_t capacity, const Deadline &deadline) {
  if (!restarts)
    restarts = std::make_unique<Restarts>(packing);
  Outcome outcome = restarts->round(number, capacity, deadline);
  if (outcome == Outcome::Found)
    keep(restarts->offsets(), Method::Search);
  if (outcome == Outcome::Infeasible)
    packing.lowerBound = std::max(packing.lowerBound, roundUp(capacity + 1, packing.granule));
  return outcome;
}

void Part::copyTo(Offsets &all) const {
  for (size_t i = 0; i < indices.size(); ++i)
    all[indices[i]] = offsets[i];
}

class Packer {
public:
  Packer(std::span<const Box> boxes, const PackOptions &options, const Deadline &deadline)
      : options(options), deadline(deadline), boxCount(boxes.size()) {
    for (auto &group : connectedGroups(boxes))
      parts.emplace_back(boxes, std::move(group), deadline);
  }

  PackResult run() {
    int64_t goal = options.minimize ? lowerBound() : options.capacity;
    for (Part &part : parts)
      part.placeGreedily(goal, deadline);
    for (Part &part : parts)
      part.climbTo(goal, deadline);
    if (lowerBound() <= options.capacity)
      reachCapacity();
    if (options.minimize)
      minimize();
    return result();
  }

private:
  int64_t lowerBound() const {
    int64_t bound = 0;
    for (const Part &part : parts)
      bound = std::max(bound, part.lowerBound());
    return bound;
  }
  Part &highest() {
    return *std::max_element(parts.begin(), parts.end(),
                             [](const Part &a, const Part &b) { return a.height() < b.height(); });
  }

  void reachCapacity();
  void minimize();
  bool bisect(Part &part, int round);
  PackResult result();

  PackOptions options;
  const Deadline &deadline;
  size_t boxCount;
  std::vector<Part> parts;
};

void Packer::reachCapacity() {
  for (Part &part : parts)
    for (int round = 0; part.canSearch() && part.height() > options.capacity; ++round)
      if (round == options.rounds || deadline.passed() ||
          part.searchRound(round, options.capacity, deadline) == Outcome::Infeasible)
        return;
}

/// Lowers the highest part again and again; every pass over the capacities in between takes more
/// nodes than the last.
void Packer::minimize() {
  if (parts.empty())
    return;
  for (int round = 0; round < options.rounds && !deadline.passed();) {
    Part &part = highest();
    if (part.height() <= lowerBound() || !part.canSearch())
      return;
    if (!bisect(part, round))
      ++round;
  }
}

/// Halves the way between what is proved and what is reached, taking a capacity for too low when
/// one round finds no plan. Whether anything was learned.
bool Packer::bisect(Part &part, int round) {
  int64_t before = part.height() - part.lowerBound();
  int64_t low = lowerBound();
  // Often the bound itself can be reached.
  int64_t capacity = low;
  while (low < part.height() && !deadline.passed()) {
    if (part.searchRound(round, capacity, deadline) != Outcome::Found)
      low = capacity + part.granule();
    int64_t steps = (part.height() - low) / part.granule();
    capacity = low + steps / 2 * part.granule();
  }
  return part.height() - part.lowerBound() < before;
}

PackResult Packer::result() {
  PackResult result;
  result.lowerBound = lowerBound();
  result.offsets.resize(boxCount);
  for (const Part &part : parts) {
    part.copyTo(result.offsets);
    result.nodes += part.nodes();
  }
  if (!parts.empty()) {
    result.height = highest().height();
    result.method = highest().method();
  }
  result.outcome = result.height <= options.capacity      ? Outcome::Found
                   : result.lowerBound > options.capacity ? Outcome::Infeasible
                                                          : Outcome::Unknown;
  return result;
}

} // namespace

const char *nameOf(Method method) {
  static constexpr const char *names[] = {"none",     "by time",       "first fit",
                                          "best fit", "hill climbing", "search"};
  return names[static_cast<int>(method)];
}

PackResult pack(std::span<const Box> boxes, const PackOptions &options, const Deadline &deadline) {
  return Packer(boxes, options, deadline).run();
}

} // namespace ingot::memory
