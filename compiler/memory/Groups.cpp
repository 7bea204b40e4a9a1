// Unites aliases.
#include "compiler/memory/Groups.h"

#include <algorithm>
#include <numeric>

namespace ingot::memory {
namespace {

/// For each buffer the one at the end of its chain of aliases.
std::vector<int> rootsOf(const Problem &problem) {
  std::vector<int> root(problem.buffers.size(), -1), path;
  for (size_t start = 0; start < root.size(); ++start) {
    path.clear();
    int at = static_cast<int>(start);
    while (root[at] < 0 && problem.buffers[at].alias >= 0) {
      path.push_back(at);
      at = problem.buffers[at].alias;
    }
    int end = root[at] < 0 ? at : root[at];
    root[at] = end;
    for (int seen : path)
      root[seen] = end;
  }
  return root;
}

std::vector<int> memoriesOf(const Problem &problem, const Buffer &buffer) {
  std::vector<int> memories = buffer.memories;
  if (memories.empty()) {
    memories.resize(problem.memories.size());
    std::iota(memories.begin(), memories.end(), 0);
  }
  std::sort(memories.begin(), memories.end());
  memories.erase(std::unique(memories.begin(), memories.end()), memories.end());
  return memories;
}

Status add(Group &group, const Problem &problem, int index) {
  const Buffer &buffer = problem.buffers[index];
  auto memories = memoriesOf(problem, buffer);
  group.buffers.push_back(index);
  if (__builtin_add_overflow(group.weight, buffer.weight, &group.weight))
    return badModel("the weights exceed 64 bits together");
  if (group.buffers.size() == 1) {
    group.box = {buffer.lower, buffer.upper, buffer.size, buffer.alignment, buffer.fixed};
    group.memories = std::move(memories);
    return success();
  }
  Box &box = group.box;
  box.lower = std::min(box.lower, buffer.lower);
  box.upper = std::max(box.upper, buffer.upper);
  box.size = std::max(box.size, buffer.size);
  int64_t factor = buffer.alignment / std::gcd(box.alignment, buffer.alignment);
  if (__builtin_mul_overflow(box.alignment, factor, &box.alignment) || box.alignment > maxBytes)
    return badModel("its alignment and that of what it shares memory with exceed 2^60");
  if (box.fixed && buffer.fixed && *box.fixed != *buffer.fixed)
    return badModel(
        str("is fixed at ", *buffer.fixed, ", but shares memory with a buffer at ", *box.fixed));
  box.fixed = box.fixed ? box.fixed : buffer.fixed;
  std::erase_if(group.memories, [&](int memory) {
    return !std::binary_search(memories.begin(), memories.end(), memory);
  });
  if (group.memories.empty())
    return badModel("may lie in none of the memories of what it shares memory with");
  return success();
}

/// What uniting can break although every buffer is right by itself.
Status validateBox(const Box &box) {
  if (!box.fixed)
    return success();
  if (*box.fixed % box.alignment != 0)
    return badModel(str("offset ", *box.fixed, " is not a multiple of ", box.alignment,
                        ", the alignment of what it shares memory with"));
  if (*box.fixed > maxBytes - box.size)
    return badModel(str("offset ", *box.fixed, " puts the end of an alias beyond 2^60"));
  return success();
}

} // namespace

Expected<std::vector<Group>> groupAliases(const Problem &problem) {
  auto roots = rootsOf(problem);
  std::vector<Group> groups;
  std::vector<int> groupOf(problem.buffers.size(), -1);
  int64_t total = 0;
  for (size_t i = 0; i < roots.size(); ++i) {
    int &group = groupOf[roots[i]];
    if (group < 0) {
      group = static_cast<int>(groups.size());
      groups.emplace_back();
    }
    Status added = add(groups[group], problem, static_cast<int>(i));
    if (!added.ok())
      return std::move(added).within(str("buffer '", problem.buffers[i].id, "'"));
  }
  for (Group &group : groups) {
    if (group.box.fixed) // elsewhere the same offset would mean another place
      group.memories.resize(1);
    Status valid = validateBox(group.box);
    if (!valid.ok())
      return std::move(valid).within(
          str("buffer '", problem.buffers[group.buffers.front()].id, "'"));
    if (group.box.size + group.box.alignment > maxBytes - total)
      return badModel("the sizes and alignments exceed 2^60 together");
    total += group.box.size + group.box.alignment;
  }
  return groups;
}

} // namespace ingot::memory
