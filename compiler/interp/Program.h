// Program: a graph function as the interpreter runs it.
//
// Built once from the IR (Build.cpp), immutable, shared by any number of runs. Values live in
// numbered slots; a step reads and writes slots; a slot is cleared after its last use, so that a
// run holds no more tensors than it must.
#pragma once

#include "compiler/interp/EvalContext.h"
#include "ingot/Ingot.h"

#include <chrono>

namespace ingot::interp {

struct Step;

using Clock = std::chrono::steady_clock;

/// What a compiled part may use and whom it tells.
struct NativeRun {
  std::shared_ptr<MemoryBudget> budget;
  std::function<Status()> timeCheck;
  std::function<void(const StepTime &)> timed; ///< may be empty
  Clock::time_point started;                   ///< what the times count from
};

/// A part of a program that was compiled: runs in place of the function it was made from.
class NativeCall {
public:
  virtual ~NativeCall() = default;
  virtual Expected<std::vector<Value>> run(const std::vector<Value> &operands,
                                           const NativeRun &run) const = 0;
};

/// A list of steps with arguments and results: a function body or a region.
struct Body {
  std::vector<int> arguments;
  std::vector<Step> steps;
  std::vector<int> results;
  std::vector<int> dying; ///< result slots that nothing reads after the body has run
};

struct Step {
  const graph::OperatorInfo *op = nullptr;  ///< null for a call
  const Body *callee = nullptr;             ///< of a call
  std::shared_ptr<const NativeCall> native; ///< of a call that was compiled
  Attributes attributes;
  std::vector<int> operands, results;
  std::vector<Body> regions;
  std::vector<graph::RegionTypes> regionTypes; ///< of each region, as the IR states them
  std::vector<int> dying;                      ///< slots that nothing reads after this step
  std::string where;                           ///< the model's own node name
  std::string what;      ///< the operator, also of a call that is one operator; else empty
  bool constant = false; ///< a constant, or none
};

struct Program {
  Body main;
  std::vector<std::pair<std::string, std::unique_ptr<Body>>> functions;
  int slots = 0;
  std::vector<std::string> inputNames, outputNames;
  std::vector<ValueType> inputTypes, outputTypes;
  std::shared_ptr<const void> owner; ///< keeps constants alive
};

using RunOptions = ingot::RunOptions;

Expected<std::vector<Value>> run(const Program &program, const std::vector<Value> &inputs,
                                 const RunOptions &options);

} // namespace ingot::interp
