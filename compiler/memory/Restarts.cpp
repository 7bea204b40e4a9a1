// Rounds of searches.
#include "compiler/memory/Restarts.h"

#include <bit>

namespace ingot::memory {
namespace {

constexpr std::string_view keys[] = {"TWA", "TAW", "WAT", "TSW", "SWT", "AWT", "WTA", "ATW"};
constexpr double jitter = 0.3;

Preference preferenceOf(const std::vector<int> &order, bool tightestFirst) {
  Preference preference{std::vector<int>(order.size()), tightestFirst};
  for (size_t i = 0; i < order.size(); ++i)
    preference.rank[order[i]] = static_cast<int>(i);
  return preference;
}

} // namespace

Outcome Restarts::round(int number, int64_t capacity, const Deadline &deadline) {
  Random random(static_cast<uint64_t>(number));
  Outcome outcome = Outcome::Unknown;
  auto attempt = [&](std::string_view key, bool tightestFirst, int64_t nodeLimit) {
    if (outcome != Outcome::Unknown || deadline.passed())
      return;
    auto order = orders.by(key, number == 0 ? 0 : jitter, random);
    outcome = search.run(capacity, preferenceOf(order, tightestFirst), nodeLimit, deadline);
    total += search.nodes();
  };
  for (std::string_view key : keys)
    attempt(key, true, fewNodes);
  if (number % 4 == 0)
    for (std::string_view key : keys)
      attempt(key, false, fewNodes);
  if (std::has_single_bit(static_cast<unsigned>(number)))
    attempt(keys[0], true, number * fewNodes * static_cast<int64_t>(std::size(keys)));
  return outcome;
}

} // namespace ingot::memory
