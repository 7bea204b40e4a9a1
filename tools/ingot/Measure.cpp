// The loop of bench, and what its times say.
#include "tools/ingot/Measure.h"

#include "tools/ingot/Allocations.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace ingot::tool {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs that fit into the duration, generously: there is room for their times before they begin.
size_t mostRuns(const MeasureOptions &options, double fastest) {
  constexpr auto most = static_cast<double>(MeasureOptions::mostIterations);
  if (options.iterations > 0)
    return static_cast<size_t>(options.iterations);
  double guess = fastest > 0 ? 2 * options.duration / fastest + 1000 : most;
  return static_cast<size_t>(std::min(guess, most));
}

} // namespace

double Measurement::percentile(double share) const {
  auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(seconds.size())));
  return seconds[std::clamp<size_t>(rank, 1, seconds.size()) - 1];
}

double Measurement::mean() const {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
}

bool Measurement::isNoisy() const {
  constexpr double tolerated = 1.25;
  return percentile(0.9) > tolerated * seconds.front();
}

Expected<Measurement> measure(Context &context, const MeasureOptions &options) {
  double fastest = 0;
  for (int64_t i = 0; i < options.warmup; ++i) {
    auto start = Clock::now();
    INGOT_TRY(context.run());
    fastest = i == 0 ? since(start) : std::min(fastest, since(start));
  }
  Measurement result;
  size_t most = mostRuns(options, fastest);
  result.seconds.reserve(most);
  Status status;
  {
    AllocationCount count;
    auto begin = Clock::now();
    while (status.ok() && result.seconds.size() < most) {
      auto start = Clock::now();
      status = context.run();
      result.seconds.push_back(since(start));
      if (options.iterations == 0 && since(begin) >= options.duration)
        break;
    }
    result.wall = since(begin);
    result.allocations = count.taken();
  }
  INGOT_TRY(std::move(status));
  std::sort(result.seconds.begin(), result.seconds.end());
  return result;
}

} // namespace ingot::tool
