// Runs a compiled function on values.
#include "compiler/targets/Segment.h"

namespace ingot::target {
namespace {

/// What a context takes beside its arena, generously.
constexpr int64_t contextBytes = 4096;

} // namespace

Segment::~Segment() { dropContexts(); }

void Segment::retire() const {
  isRetired.store(true);
  dropContexts();
}

void Segment::dropContexts() const {
  for (auto &place : idle)
    drop(place.exchange(nullptr));
}

void Segment::drop(runtime::Context *context) const {
  if (context && kept)
    kept->giveBack(program->arenaBytes + contextBytes);
  delete context;
}

Expected<std::unique_ptr<runtime::Context>> Segment::take() const {
  for (auto &place : idle)
    if (place.load(std::memory_order_relaxed))
      if (runtime::Context *context = place.exchange(nullptr)) {
        if (kept)
          kept->giveBack(program->arenaBytes + contextBytes);
        return std::unique_ptr<runtime::Context>(context);
      }
  return runtime::Context::create(program, options);
}

void Segment::giveBack(std::unique_ptr<runtime::Context> context) const {
  if (kept && !kept->take(program->arenaBytes + contextBytes))
    return;
  for (auto &place : idle) {
    runtime::Context *none = nullptr;
    if (place.load(std::memory_order_relaxed) ||
        !place.compare_exchange_strong(none, context.get()))
      continue;
    context.release();
    if (isRetired.load()) // since, perhaps, and nobody looks here again
      drop(place.exchange(nullptr));
    return;
  }
  drop(context.release());
}

Expected<std::vector<Value>> Segment::run(const std::vector<Value> &operands,
                                          const interp::NativeRun &run) const {
  MemoryCharge arena(run.budget);
  INGOT_TRY(arena.add(program->arenaBytes));
  std::vector<Value> results;
  auto context = INGOT_TRY(take());
  for (size_t i = 0; i < operands.size(); ++i) {
    const Tensor &tensor = operands[i].tensor();
    const runtime::Place &place = program->inputs[i];
    // A region may state other sizes than it is given.
    if (tensor.type() != place.type || tensor.elements() != elementCount(place.shape))
      return failure(str("operand ", i, " of compiled code is ", ValueType::of(tensor).text(), ", ",
                         ValueType::tensor(place.type, place.shape).text(), " was stated"));
    context->setInput(i, tensor.bytes());
  }
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
