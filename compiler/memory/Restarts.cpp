// Rounds of searches.
#include "compiler/memory/Restarts.h"

#include <algorithm>
#include <cmath>

namespace ingot::memory {
namespace {

constexpr std::string_view keys[] = {"TWA", "TAW", "WAT", "TSW", "SWT", "AWT", "WTA", "ATW"};
constexpr double firstNodes = 2000, growth = 1.3, jitter = 0.2, mostNodes = 1e15;

Preference preferenceOf(const std::vector<int> &order, bool tightestFirst) {
  Preference preference{std::vector<int>(order.size()), tightestFirst};
  for (size_t i = 0; i < order.size(); ++i)
    preference.rank[order[i]] = static_cast<int>(i);
  return preference;
}

} // namespace

Outcome Restarts::round(int number, int64_t capacity, const Deadline &deadline) {
  Random random(static_cast<uint64_t>(number));
  auto nodeLimit = static_cast<int64_t>(std::min(firstNodes * std::pow(growth, number), mostNodes));
  for (std::string_view key : keys)
    for (bool tightestFirst : {false, true}) {
      auto order = orders.by(key, number == 0 ? 0 : jitter, random);
      Outcome outcome =
          search.run(capacity, preferenceOf(order, tightestFirst), nodeLimit, deadline);
      total += search.nodes();
      if (outcome != Outcome::Unknown || deadline.passed())
        return outcome;
    }
  return Outcome::Unknown;
}

} // namespace ingot::memory
