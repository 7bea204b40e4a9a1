// Report: what a compilation made of a model, and Profile: where the time of a run goes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ingot {

/// An instruction of a segment: a kernel, a loop, or an operator that the reference evaluates.
struct StepReport {
  std::string node;  ///< the model's name of it; of several that were fused, of the first
  std::string what;  ///< "gemm_f32_14x32", "map add relu", "host topk"
  std::string host;  ///< why the reference evaluates it; empty if it is machine code
  int64_t units = 1; ///< pieces of work that threads share
  std::vector<std::pair<std::string, int64_t>> sizes; ///< of a kernel, by name
  int64_t liveBytes = 0;                              ///< of the arena, in use while it runs
};

/// Operators that were compiled as one.
struct SegmentReport {
  std::string name;
  std::vector<StepReport> steps;
  int64_t weightBytes = 0, arenaBytes = 0, codeBytes = 0;
  bool isInner = false; ///< control flow of another one, whose arena has its own
};

/// An operator of the optimized graph; a group is one.
struct OperatorReport {
  std::string node;
  std::vector<std::string> ops;    ///< "conv", "add", "relu": more than one for a group
  std::vector<std::string> nodes;  ///< the model's names of them
  std::string group;               ///< the kind of the group; empty for a single operator
  std::string reason;              ///< why these were fused; empty for a single operator
  std::string host;                ///< why it is not compiled; empty if it is
  std::optional<int64_t> macs = 0; ///< multiply-accumulates; nothing when a size is not known
};

/// Two operators of which one reads what the other makes, and that were not fused.
struct UnfusedReport {
  std::string producer, producerOp, consumer, consumerOp, reason;
};

struct StageReport {
  std::string stage; ///< "optimize", "lower", "code"
  double seconds = 0;
};

/// How much of a model is machine code; the rest runs on the reference.
struct CompiledShare {
  int64_t operators = 0, compiledOperators = 0;
  double macs = 0, compiledMacs = 0; ///< multiply-accumulates
  bool areMacsKnown = true;          ///< also of all that is not compiled

  bool isWhole() const { return operators == compiledOperators; }
  /// From 0 to 1; 1 where there is nothing to compile, 0 where nobody knows how much.
  double ofOperators() const;
  double ofMacs() const;
};

/// What was made for CompileOptions::ranges.
struct AheadReport {
  int64_t sizes = 0;     ///< for which kernels were made; those between them need no others
  int64_t refused = 0;   ///< sizes in the ranges that were tried and that the model does not take
  int64_t codeBytes = 0; ///< of the kernels
  double seconds = 0;
};

/// Empty but for the target where nothing is compiled before it runs.
struct Report {
  std::string target;
  std::vector<std::string> inputs = {}; ///< the types it was compiled for
  std::vector<StageReport> stages = {}; ///< in their order
  std::vector<OperatorReport> operators = {};
  std::vector<UnfusedReport> unfused = {};
  std::vector<SegmentReport> segments = {};
  bool whole = false;     ///< one segment is all there is: a run of a Context never enters the host
  AheadReport ahead = {}; ///< of a Program; empty for its contexts

  /// Whether the target makes machine code at all.
  bool compiles() const { return !operators.empty() || !segments.empty(); }
  CompiledShare compiled() const;
  int64_t weightBytes() const;
  int64_t arenaBytes() const;
  int64_t codeBytes() const;
  double seconds() const;
};

/// When a step of a run began and ended, in seconds since the run began. Steps of a loop's body lie
/// inside the loop's.
struct StepTime {
  std::string node;
  std::string what;
  double begin = 0, end = 0;
};

} // namespace ingot
