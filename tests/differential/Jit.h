// The interpreter against compiled code, on random graphs.
//
// A graph is compiled with nothing, sizes, and everything about it fixed in the code, and for 1, 2
// and 4 threads; the three must give the same bits, and all must be what rounding explains of the
// interpreter's results (Rounding.h). So must a variant of the graph that means the same, and for
// every fourth graph the code without optimizations. A graph that does not run is a fault, and so
// is a run of many graphs in which the judge was not sharp (Sharpness.h).
#pragma once

#include "tests/differential/RandomGraph.h"
#include "tests/differential/Rounding.h"

namespace ingot::differential {

struct JitTotals {
  int64_t graphs = 0, operators = 0, programs = 0, variants = 0, variantsInSameBits = 0;
  Sharpness sharpness;
  double furthest = -0.5; ///< Rounding::furthest
  void add(const JitTotals &other);
};

/// The graph of a seed: most are networks, every fourth is one for the optimizer's rewrites, with
/// infinities and NaN among its inputs.
RandomGraph makeGraph(mlir::MLIRContext &context, uint64_t seed);

/// What is wrong with compiled code for a graph, and for a variant of it where `varied`; "" when
/// nothing is. The seed decides how it is varied and whether it is compiled without optimizations.
std::string checkCompiled(const RandomGraph &graph, uint64_t seed, bool varied, JitTotals &totals);

struct JitOptions {
  uint64_t seed = 1, count = 0;
  int jobs = 0;       ///< processes at a time; 0: one a core
  std::string folder; ///< where failing graphs are written
  bool verbose = false;
};
/// Checks graphs in processes of their own; prints what is wrong. The number of faults.
int64_t checkCompiledGraphs(const JitOptions &options);
/// Checks a graph that was written.
std::string checkWrittenGraph(const std::string &path);

} // namespace ingot::differential
