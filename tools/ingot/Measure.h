// Measure: runs a context again and again and takes the time of each run.
#pragma once

#include "ingot/Ingot.h"

namespace ingot::tool {

/// How long to measure.
struct MeasureOptions {
  static constexpr int64_t mostIterations = 20'000'000; ///< the time of each is kept

  int64_t iterations = 0; ///< 0: as many as fit into the duration
  double duration = 2;    ///< seconds
  int64_t warmup = 5;     ///< runs before the first that counts
};

struct Measurement {
  std::vector<double> seconds; ///< of each run, in rising order
  double wall = 0;             ///< of all runs together
  int64_t allocations = 0;     ///< of the whole process during the runs

  /// The smallest time that this share of the runs did not exceed; 0.5: the median.
  double percentile(double share) const;
  double mean() const;
  /// The slowest tenth took so much longer than the fastest run that something else was running.
  bool isNoisy() const;
};

/// At least one run.
Expected<Measurement> measure(Context &context, const MeasureOptions &options);

} // namespace ingot::tool
