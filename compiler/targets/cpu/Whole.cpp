// A context whose ports are the ports of its only segment.
#include "compiler/targets/cpu/Whole.h"

#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::cpu {
namespace {

/// The place of a slot in a list of them; nothing when it is not there.
std::optional<size_t> placeOf(int slot, const std::vector<int> &slots) {
  auto found = std::find(slots.begin(), slots.end(), slot);
  return found == slots.end() ? std::nullopt
                              : std::optional(static_cast<size_t>(found - slots.begin()));
}

/// A result of the program of which the run says how much of it is there.
struct CutResult {
  Value tensor, count;
  int64_t axis, bound;

  /// Of the whole, which lies in the tensor's memory, keeps the first slices, close together.
  Status cut() {
    int64_t kept = *count.tensor().data<int64_t>();
    if (kept < 0 || kept > bound)
      return failure(str("a result has ", kept, " slices of at most ", bound));
    Tensor &whole = tensor.tensor();
    whole.resize(axis, kept);
    const Shape &shape = whole.shape();
    auto at = static_cast<size_t>(axis);
    size_t slice = static_cast<size_t>(graph::productOf(shape, at + 1, shape.size())) *
                   elementBytes(whole.type());
    auto *bytes = static_cast<char *>(whole.mutableBytes());
    int64_t outer = graph::productOf(shape, 0, at);
    for (int64_t i = 1; i < outer && kept < bound; ++i)
      std::memmove(bytes + static_cast<size_t>(i * kept) * slice,
                   bytes + static_cast<size_t>(i * bound) * slice,
                   static_cast<size_t>(kept) * slice);
    return success();
  }
};

/// Whether a step cuts off a result of the program.
bool isCut(const interp::Step &step) { return step.op && step.op->name == "prefix"; }

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
    for (int slot : main.results) {
      if (auto place = placeOf(slot, call.results)) {
        outputs.push_back(made[*place]);
        continue;
      }
      const interp::Step &step =
          *std::find_if(main.steps.begin() + 1, main.steps.end(),
                        [slot](const interp::Step &cut) { return cut.results.front() == slot; });
      Value whole = made[*placeOf(step.operands[0], call.results)];
      int64_t axis = *graph::normalizeAxis(step.attributes.integer("axis"), whole.tensor().rank());
      cuts.push_back(
          {whole, made[*placeOf(step.operands[1], call.results)], axis, whole.tensor().dim(axis)});
      outputs.push_back(whole);
    }
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
    if (!timed) {
      INGOT_TRY(context->run(host));
    } else {
      started = interp::Clock::now();
      target::StepWatch watch(context->executable(), timed, started);
      INGOT_TRY(context->run(host, &watch));
    }
    for (CutResult &result : cuts)
      INGOT_TRY(result.cut());
    return success();
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
  std::vector<CutResult> cuts;
  std::vector<size_t> inputOf; ///< for each operand of the segment the model's input
  std::vector<Tensor> copies;  ///< of inputs that are not aligned
};

} // namespace

std::shared_ptr<const target::Segment> wholeSegment(const interp::Program &program) {
  const interp::Body &main = program.main;
  if (main.steps.empty() || !main.steps.front().native)
    return nullptr;
  const interp::Step &call = main.steps.front();
  auto isIn = [](const std::vector<int> &slots) {
    return [&slots](int slot) { return placeOf(slot, slots).has_value(); };
  };
  std::vector<int> given = call.results, cut;
  for (auto step = main.steps.begin() + 1; step != main.steps.end(); ++step) {
    // Each in memory of its own, in which nobody else wants to see more.
    if (!isCut(*step) ||
        !std::all_of(step->operands.begin(), step->operands.end(), isIn(call.results)) ||
        placeOf(step->operands[0], main.results) || placeOf(step->operands[0], cut))
      return nullptr;
    cut.push_back(step->operands[0]);
    given.push_back(step->results.front());
  }
  bool isWhole = std::all_of(call.operands.begin(), call.operands.end(), isIn(main.arguments)) &&
                 std::all_of(main.results.begin(), main.results.end(), isIn(given));
  return isWhole ? std::static_pointer_cast<const target::Segment>(call.native) : nullptr;
}

Expected<std::unique_ptr<Context::Impl>> wholeContext(std::shared_ptr<const Compiled> compiled,
                                                      const RunOptions &options) {
  auto context = std::make_unique<WholeContext>(std::move(compiled), options);
  INGOT_TRY(context->prepare());
  return std::unique_ptr<Context::Impl>(std::move(context));
}

} // namespace ingot::cpu
