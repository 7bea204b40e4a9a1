// Validation of problems.
#include "compiler/memory/Problem.h"

#include <unordered_set>

namespace ingot::memory {
namespace {

constexpr int64_t maxAlignment = int64_t{1} << 32;

Status validateBuffer(const Buffer &buffer) {
  if (buffer.size < 0 || buffer.size > maxBytes)
    return badModel(str("size ", buffer.size, " is not between 0 and 2^60"));
  if (buffer.lower < -maxBytes || buffer.upper > maxBytes)
    return badModel(str("lifetime [", buffer.lower, ", ", buffer.upper, ") exceeds ±2^60"));
  if (buffer.lower >= buffer.upper)
    return badModel(
        str("lower ", buffer.lower, " is not less than upper ", buffer.upper, ": it never lives"));
  if (buffer.alignment < 1 || buffer.alignment > maxAlignment)
    return badModel(str("alignment ", buffer.alignment, " is not between 1 and 2^32"));
  if (buffer.weight < 0)
    return badModel(str("weight ", buffer.weight, " is negative"));
  if (!buffer.fixed)
    return success();
  if (*buffer.fixed < 0 || *buffer.fixed > maxBytes - buffer.size)
    return badModel(str("offset ", *buffer.fixed, " is negative or puts its end beyond 2^60"));
  if (*buffer.fixed % buffer.alignment != 0)
    return badModel(
        str("offset ", *buffer.fixed, " is not a multiple of its alignment ", buffer.alignment));
  return success();
}

/// Every chain of aliases ends at a buffer that is nobody's alias.
Status validateAliases(const Problem &problem) {
  auto count = static_cast<int>(problem.buffers.size());
  enum State : char { Unseen, OnPath, Done };
  std::vector<State> state(problem.buffers.size(), Unseen);
  std::vector<int> path;
  for (int start = 0; start < count; ++start) {
    path.clear();
    int at = start;
    while (at >= 0 && state[at] == Unseen) {
      state[at] = OnPath;
      path.push_back(at);
      at = problem.buffers[at].alias;
      if (at >= count)
        return badModel(str("buffer '", problem.buffers[path.back()].id, "': no buffer ", at));
    }
    if (at >= 0 && state[at] == OnPath)
      return badModel(str("buffer '", problem.buffers[at].id, "': is an alias of itself"));
    for (int seen : path)
      state[seen] = Done;
  }
  return success();
}

Status validateMemories(const Problem &problem) {
  if (problem.memories.empty())
    return badModel("there is no memory");
  for (const Memory &memory : problem.memories)
    if (memory.capacity < 0 || memory.capacity > maxBytes)
      return badModel(str("memory '", memory.name, "': capacity ", memory.capacity,
                          " is not between 0 and 2^60"));
  auto count = static_cast<int>(problem.memories.size());
  for (const Buffer &buffer : problem.buffers)
    for (int memory : buffer.memories)
      if (memory < 0 || memory >= count)
        return badModel(str("buffer '", buffer.id, "': no memory ", memory));
  return success();
}

} // namespace

Status validate(const Problem &problem) {
  if (problem.buffers.size() > size_t{1} << 26)
    return badModel(str(problem.buffers.size(), " buffers are more than 2^26"));
  std::unordered_set<std::string_view> ids;
  int64_t total = 0;
  for (const Buffer &buffer : problem.buffers) {
    Status valid = validateBuffer(buffer);
    if (valid.ok() && !ids.insert(buffer.id).second)
      valid = badModel("there are two buffers of this id");
    if (!valid.ok())
      return std::move(valid).within(str("buffer '", buffer.id, "'"));
    total += buffer.size + buffer.alignment - 1;
    if (total > maxBytes)
      return badModel(str("buffer '", buffer.id, "': the sizes up to here exceed 2^60 together"));
  }
  INGOT_TRY(validateAliases(problem));
  return validateMemories(problem);
}

} // namespace ingot::memory
