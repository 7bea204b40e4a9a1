// A sweep over time with the live intervals of each memory in order.
#include "compiler/memory/Check.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ingot::memory {
namespace {

std::string name(const Problem &problem, int buffer) {
  return str("buffer '", problem.buffers[buffer].id, "'");
}

Status checkAlone(const Problem &problem, const Plan &plan, int index) {
  const Buffer &buffer = problem.buffers[index];
  const Placement &place = plan[index];
  if (place.memory < 0 || place.memory >= static_cast<int>(problem.memories.size()))
    return failure(str("lies in memory ", place.memory, ", which does not exist"));
  const Memory &memory = problem.memories[place.memory];
  if (!buffer.memories.empty() && std::find(buffer.memories.begin(), buffer.memories.end(),
                                            place.memory) == buffer.memories.end())
    return failure(str("may not lie in memory '", memory.name, "'"));
  if (place.offset < 0 || place.offset > maxBytes)
    return failure(str("offset ", place.offset, " is not between 0 and 2^60"));
  if (place.offset + buffer.size > memory.capacity)
    return failure(str("ends at ", place.offset + buffer.size, ", beyond the capacity ",
                       memory.capacity, " of memory '", memory.name, "'"));
  if (place.offset % buffer.alignment != 0)
    return failure(
        str("offset ", place.offset, " is not a multiple of its alignment ", buffer.alignment));
  if (buffer.fixed && place.offset != *buffer.fixed)
    return failure(str("offset ", place.offset, ", but it is fixed at ", *buffer.fixed));
  if (buffer.alias >= 0 &&
      (plan[buffer.alias].offset != place.offset || plan[buffer.alias].memory != place.memory))
    return failure(str("does not share the memory of '", problem.buffers[buffer.alias].id, "'"));
  return success();
}

/// What is in use: a buffer together with all of its aliases.
struct Use {
  int buffer = -1; ///< one of them, for messages
  int64_t lower = maxBytes, upper = -maxBytes, size = 0;
};

std::vector<Use> usesOf(const Problem &problem) {
  std::vector<int> owner(problem.buffers.size());
  for (size_t i = 0; i < owner.size(); ++i)
    owner[i] = problem.buffers[i].alias < 0 ? static_cast<int>(i) : problem.buffers[i].alias;
  std::vector<Use> uses(problem.buffers.size());
  for (size_t i = 0; i < owner.size(); ++i) {
    int end = owner[i];
    while (owner[end] != end)
      end = owner[end];
    // The whole chain learns where it ends, so that no chain is walked twice.
    for (int at = static_cast<int>(i); owner[at] != end;)
      at = std::exchange(owner[at], end);
    const Buffer &buffer = problem.buffers[i];
    Use &use = uses[owner[i]];
    use.buffer = owner[i];
    use.lower = std::min(use.lower, buffer.lower);
    use.upper = std::max(use.upper, buffer.upper);
    use.size = std::max(use.size, buffer.size);
  }
  std::erase_if(uses, [](const Use &use) { return use.size == 0; });
  return uses;
}

struct Event {
  int64_t time;
  bool starts; ///< at equal times ends come first
  int use;
};

std::vector<Event> eventsOf(const std::vector<Use> &uses) {
  std::vector<Event> events;
  for (size_t u = 0; u < uses.size(); ++u) {
    events.push_back({uses[u].lower, true, static_cast<int>(u)});
    events.push_back({uses[u].upper, false, static_cast<int>(u)});
  }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return a.time != b.time ? a.time < b.time : a.starts < b.starts;
  });
  return events;
}

Status overlap(const Problem &problem, const Plan &plan, const Use &a, const Use &b, int64_t time) {
  auto interval = [&](const Use &use) {
    int64_t offset = plan[use.buffer].offset;
    return str("[", offset, ", ", offset + use.size, ")");
  };
  return failure(str(name(problem, a.buffer), " at ", interval(a), " overlaps ",
                     name(problem, b.buffer), " at ", interval(b), " at time ", time));
}

Status sweep(const Problem &problem, const Plan &plan) {
  auto uses = usesOf(problem);
  std::vector<std::map<int64_t, int>> live(problem.memories.size()); ///< offset → use
  for (const Event &event : eventsOf(uses)) {
    const Use &use = uses[event.use];
    auto &intervals = live[plan[use.buffer].memory];
    int64_t offset = plan[use.buffer].offset;
    if (!event.starts) {
      intervals.erase(offset);
      continue;
    }
    auto above = intervals.lower_bound(offset);
    if (above != intervals.end() && above->first < offset + use.size)
      return overlap(problem, plan, use, uses[above->second], event.time);
    if (above != intervals.begin()) {
      auto below = std::prev(above);
      if (below->first + uses[below->second].size > offset)
        return overlap(problem, plan, use, uses[below->second], event.time);
    }
    intervals.emplace_hint(above, offset, event.use);
  }
  return success();
}

} // namespace

Status checkPlan(const Problem &problem, const Plan &plan) {
  if (plan.size() != problem.buffers.size())
    return failure(
        str("the plan has ", plan.size(), " placements for ", problem.buffers.size(), " buffers"));
  for (size_t i = 0; i < plan.size(); ++i) {
    Status alone = checkAlone(problem, plan, static_cast<int>(i));
    if (!alone.ok())
      return std::move(alone).within(name(problem, static_cast<int>(i)));
  }
  return sweep(problem, plan);
}

} // namespace ingot::memory
