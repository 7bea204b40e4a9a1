// Distribution over memories, and the check of what came out.
#include "compiler/memory/Planner.h"

#include "compiler/memory/Check.h"
#include "compiler/memory/Groups.h"

#include <algorithm>
#include <cassert>

namespace ingot::memory {
namespace {

/// What checking a plan takes per buffer, kept back from the time to plan.
constexpr double checkSeconds = 6e-6;
/// Each attempt to fill a memory ends with somebody leaving it: at first one group, after some
/// attempts all that stick out, in the end all that may.
constexpr int patientAttempts = 64, mostAttempts = 72;
/// Rounds of search in an attempt after which somebody may leave.
constexpr int fewRounds = 2;

class Planner {
public:
  Planner(const Problem &problem, std::vector<Group> groups, const PlanOptions &options)
      : problem(problem), groups(std::move(groups)), options(options),
        deadline(options.seconds - checkSeconds * static_cast<double>(problem.buffers.size())) {
    result.plan.resize(problem.buffers.size());
    for (size_t g = 0; g < this->groups.size(); ++g)
      waiting.push_back(static_cast<int>(g));
  }

  PlanResult run();

private:
  bool fill(int memory);
  std::vector<int> takeCandidates(int memory);
  PackResult packGroups(const std::vector<int> &chosen, int memory, bool mustStay) const;
  int pickVictim(const std::vector<int> &chosen, const PackResult &packed, int memory) const;
  std::vector<int> pickVictims(const std::vector<int> &chosen, const PackResult &packed, int memory,
                               int attempt) const;
  void report(int memory, const std::vector<int> &chosen, const PackResult &packed);
  bool mayLeave(int group, int memory) const { return groups[group].memories.back() > memory; }
  bool leavesBefore(int a, int b) const;
  bool areFixedApart();

  const Problem &problem;
  std::vector<Group> groups;
  const PlanOptions &options;
  Deadline deadline;
  std::vector<int> waiting; ///< groups that lie nowhere yet
  PlanResult result;
};

PlanResult Planner::run() {
  if (!areFixedApart())
    return std::move(result);
  for (size_t m = 0; m < problem.memories.size(); ++m)
    if (!fill(static_cast<int>(m))) {
      result.plan.clear();
      return std::move(result);
    }
  assert(waiting.empty() && "the last memory takes or refuses everything");
  result.outcome = Outcome::Found;
  Status checked = checkPlan(problem, result.plan);
  assert(checked.ok() && "a plan with an overlap");
  if (!checked.ok()) {
    // Never hand out a wrong plan, not even where assertions are off.
    result.outcome = Outcome::Unknown;
    result.plan.clear();
    result.reason = "the plan is wrong, which is a defect of the planner: " + checked.message();
  }
  return std::move(result);
}

/// Fixed offsets may contradict each other, which no planning can mend.
bool Planner::areFixedApart() {
  Problem fixed;
  Plan plan;
  fixed.memories = problem.memories;
  for (const Group &group : groups)
    if (group.box.fixed) {
      const Box &box = group.box;
      fixed.buffers.push_back({problem.buffers[group.buffers.front()].id, box.lower, box.upper,
                               box.size, box.alignment, box.fixed, -1, group.memories, 0});
      plan.push_back({group.memories.front(), *box.fixed});
    }
  Status apart = checkPlan(fixed, plan);
  if (apart.ok())
    return true;
  result.outcome = Outcome::Infeasible;
  result.plan.clear();
  result.reason = apart.message();
  return false;
}

/// Who leaves a memory first: less traffic per byte; of equals the larger, then the later.
bool Planner::leavesBefore(int a, int b) const {
  const Group &x = groups[a], &y = groups[b];
  auto left = static_cast<__int128>(x.weight) * y.box.size;
  auto right = static_cast<__int128>(y.weight) * x.box.size;
  if (left != right)
    return left < right;
  return x.box.size != y.box.size ? x.box.size > y.box.size : a > b;
}

std::vector<int> Planner::takeCandidates(int memory) {
  std::vector<int> chosen, others;
  for (int g : waiting) {
    const auto &memories = groups[g].memories;
    bool here = std::binary_search(memories.begin(), memories.end(), memory);
    (here ? chosen : others).push_back(g);
  }
  waiting = std::move(others);
  return chosen;
}

PackResult Planner::packGroups(const std::vector<int> &chosen, int memory, bool mustStay) const {
  std::vector<Box> boxes;
  for (int g : chosen)
    if (groups[g].box.size > 0)
      boxes.push_back(groups[g].box);
  int64_t capacity = problem.memories[memory].capacity;
  bool unlimited = capacity == maxBytes;
  int rounds = !options.search ? 0 : mustStay || unlimited ? unlimitedRounds : fewRounds;
  PackResult packed =
      pack(boxes, {.capacity = capacity, .minimize = unlimited, .rounds = rounds}, deadline);
  // One offset per group, also for those without a size.
  Offsets offsets;
  size_t at = 0;
  for (int g : chosen)
    offsets.push_back(groups[g].box.size > 0 ? packed.offsets[at++]
                                             : groups[g].box.fixed.value_or(0));
  packed.offsets = std::move(offsets);
  return packed;
}

/// The group to leave: of those that stick out the one with the least traffic per byte; where none
/// of those may leave, of all that live together with one. -1: nobody can make room.
int Planner::pickVictim(const std::vector<int> &chosen, const PackResult &packed,
                        int memory) const {
  int victim = -1, stuck = -1;
  for (size_t i = 0; i < chosen.size(); ++i) {
    int g = chosen[i];
    if (packed.offsets[i] + groups[g].box.size <= problem.memories[memory].capacity)
      continue;
    if (!mayLeave(g, memory))
      stuck = g;
    else if (victim < 0 || leavesBefore(g, victim))
      victim = g;
  }
  if (victim >= 0 || stuck < 0)
    return victim;
  const Box &box = groups[stuck].box;
  for (int g : chosen)
    if (mayLeave(g, memory) && groups[g].box.size > 0 && groups[g].box.lower < box.upper &&
        box.lower < groups[g].box.upper && (victim < 0 || leavesBefore(g, victim)))
      victim = g;
  return victim;
}

/// Chooses who leaves, ever more of them when that takes long. Nobody: nobody may.
std::vector<int> Planner::pickVictims(const std::vector<int> &chosen, const PackResult &packed,
                                      int memory, int attempt) const {
  if (attempt < patientAttempts) {
    int victim = pickVictim(chosen, packed, memory);
    return victim < 0 ? std::vector<int>{} : std::vector<int>{victim};
  }
  std::vector<int> high, all;
  for (size_t i = 0; i < chosen.size(); ++i)
    if (mayLeave(chosen[i], memory)) {
      all.push_back(chosen[i]);
      if (packed.offsets[i] + groups[chosen[i]].box.size > problem.memories[memory].capacity)
        high.push_back(chosen[i]);
    }
  return attempt < mostAttempts && !high.empty() ? high : all;
}

/// Places what stays in the memory and leaves the rest waiting; false when something must stay and
/// does not fit.
bool Planner::fill(int memory) {
  auto chosen = takeCandidates(memory);
  bool mustStay =
      std::none_of(chosen.begin(), chosen.end(), [&](int g) { return mayLeave(g, memory); });
  PackResult packed = packGroups(chosen, memory, mustStay);
  for (int attempt = 0; packed.outcome != Outcome::Found && !mustStay; ++attempt) {
    auto victims = pickVictims(chosen, packed, memory, deadline.passed() ? mostAttempts : attempt);
    mustStay = victims.empty();
    std::sort(victims.begin(), victims.end());
    std::erase_if(chosen,
                  [&](int g) { return std::binary_search(victims.begin(), victims.end(), g); });
    waiting.insert(waiting.end(), victims.begin(), victims.end());
    packed = packGroups(chosen, memory, mustStay);
  }
  report(memory, chosen, packed);
  for (size_t i = 0; i < chosen.size(); ++i)
    for (int buffer : groups[chosen[i]].buffers)
      result.plan[buffer] = {memory, packed.offsets[i]};
  result.outcome = packed.outcome;
  return packed.outcome == Outcome::Found;
}

void Planner::report(int memory, const std::vector<int> &chosen, const PackResult &packed) {
  MemoryReport report{0, packed.height, packed.lowerBound, packed.method, packed.nodes};
  for (int g : chosen)
    report.buffers += static_cast<int64_t>(groups[g].buffers.size());
  result.memories.push_back(report);
  int64_t capacity = problem.memories[memory].capacity;
  if (packed.outcome == Outcome::Infeasible)
    result.reason =
        str("no plan fits into ", capacity, ": at least ", packed.lowerBound, " are needed");
  else if (packed.outcome == Outcome::Unknown)
    result.reason =
        str("found no plan that fits into ", capacity, " before the deadline; the best takes ",
            packed.height, ", and at least ", packed.lowerBound, " are needed");
}

} // namespace

Expected<PlanResult> plan(const Problem &problem, const PlanOptions &options) {
  INGOT_TRY(validate(problem));
  auto groups = INGOT_TRY(groupAliases(problem));
  return Planner(problem, std::move(groups), options).run();
}

} // namespace ingot::memory
