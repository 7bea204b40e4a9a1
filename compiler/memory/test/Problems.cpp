// Random problems and brute force.
#include "compiler/memory/test/Problems.h"

namespace ingot::memory {
namespace {

bool meet(const Buffer &a, const Buffer &b) { return a.lower < b.upper && b.lower < a.upper; }

bool placeRest(const Problem &problem, std::vector<int64_t> &offsets, int64_t capacity) {
  size_t at = offsets.size();
  if (at == problem.buffers.size())
    return true;
  const Buffer &buffer = problem.buffers[at];
  int64_t from = buffer.fixed.value_or(0), to = buffer.fixed.value_or(capacity - buffer.size);
  for (int64_t offset = from; offset <= std::min(to, capacity - buffer.size);
       offset += buffer.alignment) {
    bool free = true;
    for (size_t other = 0; other < at && free; ++other)
      free = !meet(buffer, problem.buffers[other]) || offsets[other] >= offset + buffer.size ||
             offset >= offsets[other] + problem.buffers[other].size;
    if (!free)
      continue;
    offsets.push_back(offset);
    if (placeRest(problem, offsets, capacity))
      return true;
    offsets.pop_back();
  }
  return false;
}

} // namespace

Problem randomProblem(const Shape &shape, Random &random) {
  Problem problem;
  for (int i = 0; i < shape.buffers; ++i) {
    Buffer buffer;
    buffer.id = std::to_string(i);
    buffer.lower = random.below(shape.times - 1);
    buffer.upper =
        buffer.lower + 1 + random.below(shape.times - static_cast<int>(buffer.lower) - 1);
    buffer.size = 1 + random.below(shape.mostSize);
    buffer.alignment = 1 + random.below(shape.mostAlignment);
    if (i < shape.fixed)
      buffer.fixed = buffer.alignment * random.below(6);
    problem.buffers.push_back(std::move(buffer));
  }
  return problem;
}

bool fitsByBruteForce(const Problem &problem, int64_t capacity) {
  std::vector<int64_t> offsets;
  return placeRest(problem, offsets, capacity);
}

int64_t leastByBruteForce(const Problem &problem) {
  int64_t capacity = 0;
  while (!fitsByBruteForce(problem, capacity))
    ++capacity;
  return capacity;
}

} // namespace ingot::memory
