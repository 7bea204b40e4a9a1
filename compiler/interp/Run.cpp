// Runs a Program: one reference evaluator after the other.
#include "compiler/interp/Program.h"

#include "compiler/dialect/graph/infer/Shapes.h"

#include <unistd.h>

namespace ingot::interp {
namespace {

int64_t defaultMemory() {
  int64_t pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? pages * size / 2 : int64_t{1} << 32;
}

std::string place(const Step &step) { return str("node '", step.where, "'"); }

class Run {
public:
  Run(const RunOptions &options, std::shared_ptr<MemoryBudget> budget)
      : options(options), budget(std::move(budget)), started(Clock::now()) {}

  Expected<std::vector<Value>> body(const Body &body, std::vector<Value> &slots,
                                    std::vector<Value> arguments, int depth);

private:
  Expected<std::vector<Value>> step(const Step &step, std::vector<Value> &slots, int depth);
  Expected<std::vector<Value>> evaluated(const Step &step, std::vector<Value> &slots,
                                         std::vector<Value> operands, int depth);
  /// A step, and whoever wants to know of it.
  Expected<std::vector<Value>> watched(const Step &step, std::vector<Value> &slots, int depth);
  double now() const { return std::chrono::duration<double>(Clock::now() - started).count(); }
  Status checkTime() const;

  static constexpr int maxDepth = 128; ///< of regions and calls
  const RunOptions &options;
  std::shared_ptr<MemoryBudget> budget;
  Clock::time_point started;
  uint64_t steps = 0;
};

Status Run::checkTime() const {
  INGOT_TRY(options.limits.check());
  if (options.timeout <= 0)
    return success();
  return now() < options.timeout
             ? success()
             : failure(str("the run took longer than the limit of ", options.timeout, " s"));
}

Expected<std::vector<Value>> Run::step(const Step &step, std::vector<Value> &slots, int depth) {
  std::vector<Value> operands;
  for (int slot : step.operands)
    operands.push_back(slots[static_cast<size_t>(slot)]);
  if (step.native) // says itself which of its nodes failed
    return step.native->run(operands,
                            {budget, [this] { return checkTime(); }, options.timed, started});
  auto results = step.callee ? body(*step.callee, slots, std::move(operands), depth + 1)
                             : evaluated(step, slots, std::move(operands), depth);
  if (!results.ok())
    return results.takeStatus().within(place(step));
  return results;
}

Expected<std::vector<Value>> Run::evaluated(const Step &step, std::vector<Value> &slots,
                                            std::vector<Value> operands, int depth) {
  EvalOptions evalOptions;
  evalOptions.budget = budget;
  evalOptions.seed = options.seed + steps++;
  evalOptions.regionTypes = step.regionTypes;
  evalOptions.timeCheck = [this] { return checkTime(); };
  if (!step.regions.empty())
    evalOptions.runRegion = [&](size_t index, std::vector<Value> arguments) {
      return body(step.regions[index], slots, std::move(arguments), depth + 1);
    };
  auto results = evaluate(*step.op, step.attributes, std::move(operands), evalOptions);
  INGOT_TRY(checkTime());
  return results;
}

Expected<std::vector<Value>> Run::watched(const Step &step, std::vector<Value> &slots, int depth) {
  double begin = options.timed ? now() : 0;
  auto results = INGOT_TRY(this->step(step, slots, depth));
  // The steps of a compiled part have been told one by one.
  if (options.timed && step.op)
    options.timed({step.where, "host " + std::string(step.op->name), begin, now()});
  if (options.observe)
    if (Status status = options.observe({step.where, step.what, results}); !status.ok())
      return std::move(status).within(place(step));
  return results;
}

Expected<std::vector<Value>> Run::body(const Body &body, std::vector<Value> &slots,
                                       std::vector<Value> arguments, int depth) {
  // A loop whose body is empty must end in time, too.
  INGOT_TRY(checkTime());
  if (depth > maxDepth)
    return failure("regions and calls are nested too deeply");
  if (arguments.size() != body.arguments.size())
    return failure(str("wanted ", body.arguments.size(), " values, given ", arguments.size()));
  for (size_t i = 0; i < arguments.size(); ++i)
    slots[static_cast<size_t>(body.arguments[i])] = std::move(arguments[i]);
  for (const Step &current : body.steps) {
    auto results = current.constant ? step(current, slots, depth) : watched(current, slots, depth);
    if (!results.ok())
      return results.takeStatus();
    for (size_t i = 0; i < current.results.size(); ++i)
      slots[static_cast<size_t>(current.results[i])] = std::move((*results)[i]);
    for (int slot : current.dying)
      slots[static_cast<size_t>(slot)] = Value();
  }
  std::vector<Value> results;
  for (int slot : body.results)
    results.push_back(slots[static_cast<size_t>(slot)]);
  for (int slot : body.dying)
    slots[static_cast<size_t>(slot)] = Value();
  return results;
}

/// Whether a value may enter at a port of this type; shapes are the operators' to check.
bool accepts(const ValueType &port, const Value &value) {
  if (value.isNone())
    return port.isOptional() || port.isNone();
  auto common = graph::commonType(port, ValueType::of(value));
  return common && common->kind == port.kind;
}

} // namespace

Expected<std::vector<Value>> run(const Program &program, const std::vector<Value> &inputs,
                                 const RunOptions &options) {
  for (size_t i = 0; i < std::min(inputs.size(), program.inputTypes.size()); ++i)
    if (!accepts(program.inputTypes[i], inputs[i]))
      return failure(str("input '", program.inputNames[i], "' is ", ValueType::of(inputs[i]).text(),
                         ", wanted ", program.inputTypes[i].text()),
                     ErrorKind::Usage);
  auto budget =
      std::make_shared<MemoryBudget>(options.maxMemory > 0 ? options.maxMemory : defaultMemory());
  std::vector<Value> slots(static_cast<size_t>(program.slots));
  return Run(options, budget).body(program.main, slots, inputs, 0);
}

} // namespace ingot::interp
