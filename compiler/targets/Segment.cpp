// Runs a compiled function on values.
#include "compiler/targets/Segment.h"

namespace ingot::target {

Expected<std::unique_ptr<runtime::Context>> Segment::take() const {
  {
    std::scoped_lock lock(mutex);
    if (!idle.empty()) {
      auto context = std::move(idle.back());
      idle.pop_back();
      return context;
    }
  }
  return runtime::Context::create(program, options);
}

void Segment::giveBack(std::unique_ptr<runtime::Context> context) const {
  std::scoped_lock lock(mutex);
  idle.push_back(std::move(context));
}

Expected<std::vector<Value>> Segment::run(const std::vector<Value> &operands,
                                          const interp::NativeRun &run) const {
  MemoryCharge arena(run.budget);
  INGOT_TRY(arena.add(program->arenaBytes));
  std::vector<Value> results;
  auto context = INGOT_TRY(take());
  for (size_t i = 0; i < operands.size(); ++i)
    context->setInput(i, operands[i].tensor().bytes());
  for (size_t i = 0; i < program->outputs.size(); ++i) {
    const runtime::Place &place = program->outputs[i];
    Tensor tensor = INGOT_TRY(Tensor::allocate(place.type, place.shape, run.budget));
    context->setOutput(i, tensor.mutableBytes());
    results.push_back(std::move(tensor));
  }
  StepWatch watch(*program, run.timed, run.started);
  Status status = context->run({run.budget, run.timeCheck}, run.timed ? &watch : nullptr);
  giveBack(std::move(context));
  if (!status.ok())
    return status;
  return results;
}

} // namespace ingot::target
