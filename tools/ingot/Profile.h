// Profile: where the time of a run goes, by operator, and as a trace for Perfetto.
#pragma once

#include "tools/ingot/Output.h"

namespace ingot::tool {

/// A node of the model with all steps that were made of it.
struct NodeTime {
  std::string node;
  std::string ops;     ///< "conv+add+relu"
  std::string kernels; ///< what its steps were
  double seconds = 0;  ///< of a run; the median over all that were profiled
  double share = 0;    ///< of the sum over all nodes
  std::optional<int64_t> macs = 0;

  /// 10⁹ multiplications and additions a second; nothing for operators that have none.
  std::optional<double> gigaflops() const;
};

/// One run's steps and when it began, in seconds since the first.
struct ProfiledRun {
  double begin = 0;
  std::vector<StepTime> steps;
};

/// Some runs, no more than fit into a second once there are three.
Expected<std::vector<ProfiledRun>> profileRuns(Context &context);

/// The slowest first.
std::vector<NodeTime> nodeTimes(const std::vector<ProfiledRun> &runs, const Model &model,
                                const Report &report);
void printNodeTimes(const std::vector<NodeTime> &nodes);
Json nodeTimesJson(const std::vector<NodeTime> &nodes);

/// The runs as Chrome's trace events, which Perfetto opens.
Json traceJson(const std::vector<ProfiledRun> &runs, const std::string &title);

} // namespace ingot::tool
