// Affinity and the quota of control groups.
//
// /proc/self/cgroup says in which group the process is, "0::/user/job" in version 2 and
// "4:cpu,cpuacct:/user/job" in version 1; /proc/self/mountinfo says where the tree of groups is
// mounted, and which group the top of the mount is. A quota holds for all groups below it, so that
// the least one on the way up counts.
#include "runtime/base/Cores.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <sched.h>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace ingot {
namespace {

int affinityCores() {
  // The mask must be as large as the kernel's; no machine has more than this.
  for (int most = 1024; most <= 1 << 16; most *= 4) {
    size_t bytes = CPU_ALLOC_SIZE(most);
    std::vector<char> memory(bytes);
    auto *mask = reinterpret_cast<cpu_set_t *>(memory.data());
    if (::sched_getaffinity(0, bytes, mask) == 0)
      return CPU_COUNT_S(bytes, mask);
  }
  return static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
}

bool hasItem(const std::string &list, std::string_view wanted) {
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');)
    if (item == wanted)
      return true;
  return false;
}

/// A tree of control groups that has to do with processors.
struct Tree {
  std::string mount; ///< where it is
  std::string top;   ///< the group that lies there
  bool isSecond = false;
};

std::vector<Tree> treesOf(const std::string &root) {
  std::vector<Tree> trees;
  std::ifstream file(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    // "31 24 0:27 /top /mount rw,… shared:9 - cgroup2 cgroup2 rw,…"
    std::istringstream words(line);
    std::string skipped, top, mount, type, source, options;
    words >> skipped >> skipped >> skipped >> top >> mount;
    while (words >> skipped && skipped != "-") {
    }
    words >> type >> source >> options;
    if (type == "cgroup2" || (type == "cgroup" && hasItem(options, "cpu")))
      trees.push_back({mount, top, type == "cgroup2"});
  }
  return trees;
}

/// The group of the process in such a tree; empty when it is in none.
std::string groupIn(const Tree &tree, const std::string &root) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    if (tree.isSecond ? controllers.empty() : hasItem(controllers, "cpu"))
      return line.substr(second + 1);
  }
  return "";
}

std::optional<double> ratio(const std::string &quota, double period) {
  char *end = nullptr;
  double time = std::strtod(quota.c_str(), &end);
  bool isNumber = !quota.empty() && *end == 0;
  return isNumber && time > 0 && period > 0 ? std::optional(time / period) : std::nullopt;
}

/// Cores that the files of one group allow; nothing when they set no limit.
std::optional<double> quotaOf(const std::string &folder, bool isSecond) {
  std::string quota;
  double period = 0;
  if (isSecond) {
    std::ifstream(folder + "/cpu.max") >> quota >> period;
  } else {
    std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  }
  return ratio(quota, period);
}

double quotaCores(const std::string &root) {
  double least = std::numeric_limits<double>::infinity();
  for (const Tree &tree : treesOf(root)) {
    std::string group = groupIn(tree, root);
    // Seen from inside a container the group may be named from outside; its own is the top then.
    if (tree.top != "/" && group.starts_with(tree.top))
      group = group.substr(tree.top.size());
    for (;;) {
      if (auto quota = quotaOf(root + tree.mount + group, tree.isSecond))
        least = std::min(least, *quota);
      if (group.empty() || group == "/")
        break;
      group.resize(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
    }
  }
  return least;
}

} // namespace

int usableCores(const std::string &root) {
  double cores = std::min<double>(affinityCores(), std::ceil(quotaCores(root)));
  return std::max(1, static_cast<int>(cores));
}

} // namespace ingot
