// A context whose ports are the ports of its only segment.
#include "compiler/targets/cpu/Whole.h"

#include <algorithm>

namespace ingot::cpu {
namespace {

/// The place of a slot in a list of them; nothing when it is not there.
std::optional<size_t> placeOf(int slot, const std::vector<int> &slots) {
  auto found = std::find(slots.begin(), slots.end(), slot);
  return found == slots.end() ? std::nullopt
                              : std::optional(static_cast<size_t>(found - slots.begin()));
}

class WholeContext : public Context::Impl {
public:
  WholeContext(std::shared_ptr<const Compiled> compiled, const RunOptions &options)
      : compiled(std::move(compiled)), timeout(options.timeout) {
    host.budget = std::make_shared<MemoryBudget>(options.maxMemory);
  }

  Status prepare() {
    const interp::Body &main = compiled->program->main;
    const interp::Step &call = main.steps.front();
    auto segment = wholeSegment(*compiled->program);
    context = INGOT_TRY(
        runtime::Context::create(segment->executable(), segment->contextOptions(), host.budget));
    for (int slot : call.operands)
      inputOf.push_back(*placeOf(slot, main.arguments));
    copies.resize(inputOf.size());
    std::vector<Value> made;
    for (const runtime::Place &place : context->executable().outputs) {
      Tensor tensor = INGOT_TRY(Tensor::allocate(place.type, place.shape, host.budget));
      context->setOutput(made.size(), tensor.mutableBytes());
      made.push_back(std::move(tensor));
    }
    for (int slot : main.results)
      outputs.push_back(made[*placeOf(slot, call.results)]);
    report = compiled->report;
    return success();
  }

  Status run(const std::function<void(const StepTime &)> &timed) override {
    if (timeout > 0)
      started = interp::Clock::now();
    host.timeCheck = nullptr;
    if (timeout > 0 || limits.isLimited())
      host.timeCheck = [this] { return checkTime(); };
    for (size_t i = 0; i < inputOf.size(); ++i)
      INGOT_TRY(bind(i));
    if (!timed)
      return context->run(host);
    started = interp::Clock::now();
    target::StepWatch watch(context->executable(), timed, started);
    return context->run(host, &watch);
  }

private:
  Status checkTime() const {
    INGOT_TRY(limits.check());
    if (timeout <= 0 ||
        std::chrono::duration<double>(interp::Clock::now() - started).count() < timeout)
      return success();
    return failure(str("the run took longer than the limit of ", timeout, " s"));
  }

  /// Gives the segment its operand number i.
  Status bind(size_t i) {
    const Tensor &tensor = inputs[inputOf[i]].tensor();
    auto address = reinterpret_cast<uintptr_t>(tensor.bytes());
    if (address % elementBytes(tensor.type()) == 0) {
      context->setInput(i, tensor.bytes());
      return success();
    }
    copies[i] = INGOT_TRY(tensor.aligned());
    context->setInput(i, copies[i].bytes());
    return success();
  }

  std::shared_ptr<const Compiled> compiled;
  double timeout;
  runtime::HostRun host;
  interp::Clock::time_point started;
  std::unique_ptr<runtime::Context> context;
  std::vector<size_t> inputOf; ///< for each operand of the segment the model's input
  std::vector<Tensor> copies;  ///< of inputs that are not aligned
};

} // namespace

std::shared_ptr<const target::Segment> wholeSegment(const interp::Program &program) {
  const interp::Body &main = program.main;
  if (main.steps.size() != 1 || !main.steps.front().native)
    return nullptr;
  const interp::Step &call = main.steps.front();
  auto isIn = [](const std::vector<int> &slots) {
    return [&slots](int slot) { return placeOf(slot, slots).has_value(); };
  };
  bool isWhole = std::all_of(call.operands.begin(), call.operands.end(), isIn(main.arguments)) &&
                 std::all_of(main.results.begin(), main.results.end(), isIn(call.results));
  return isWhole ? std::static_pointer_cast<const target::Segment>(call.native) : nullptr;
}

Expected<std::unique_ptr<Context::Impl>> wholeContext(std::shared_ptr<const Compiled> compiled,
                                                      const RunOptions &options) {
  auto context = std::make_unique<WholeContext>(std::move(compiled), options);
  INGOT_TRY(context->prepare());
  return std::unique_ptr<Context::Impl>(std::move(context));
}

} // namespace ingot::cpu
