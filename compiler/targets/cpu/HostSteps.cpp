// Steps that run on the host: reference evaluators.
#include "compiler/targets/cpu/HostSteps.h"

#include "compiler/dialect/graph/Operators.h"
#include "compiler/interp/EvalContext.h"

#include <cstring>

namespace ingot::cpu {
namespace {

using runtime::HostCall;

char *write(const HostCall::Slot &slot, char *const *bases) {
  // In integers: the base of weights is null, and their offsets are addresses.
  auto base = reinterpret_cast<uintptr_t>(bases[slot.address.base]);
  return reinterpret_cast<char *>(base + static_cast<uintptr_t>(slot.address.offset));
}
const char *read(const HostCall::Slot &slot, char *const *bases) { return write(slot, bases); }

/// A call whose operator was found.
struct Evaluation {
  const graph::OperatorInfo *op;
  graph::Attributes attributes;
  std::vector<HostCall::Slot> operands, results;

  /// Runs the reference evaluator on views of the memory, and copies its results.
  Status run(char *const *bases, const runtime::HostRun &run) const {
    std::vector<Value> values;
    for (const HostCall::Slot &slot : operands)
      values.push_back(slot.isThere
                           ? Value(Tensor::view(slot.type, slot.dims, read(slot, bases), nullptr))
                           : Value());
    interp::EvalOptions options;
    options.budget = run.budget;
    options.timeCheck = run.timeCheck;
    auto computed = INGOT_TRY(interp::evaluate(*op, attributes, std::move(values), options));
    for (size_t i = 0; i < results.size(); ++i) {
      if (!results[i].isThere)
        continue;
      const Tensor &tensor = computed[i].tensor();
      // A model may state a size that depends on data, and be wrong.
      if (tensor.shape() != results[i].dims)
        return failure(str(op->name, ": result ", i, " has shape ", tensor.shape(), ", ",
                           results[i].dims, " was stated"));
      if (tensor.byteSize() > 0)
        std::memcpy(write(results[i], bases), tensor.bytes(), tensor.byteSize());
    }
    return success();
  }
};

} // namespace

Expected<runtime::HostFunction> hostFunction(HostCall call) {
  Evaluation step{graph::findOperator("graph." + call.operation),
                  {},
                  std::move(call.operands),
                  std::move(call.results)};
  if (!step.op)
    return failure(str("no operator '", call.operation, "' runs on the host"));
  for (auto &[name, value] : call.attributes)
    step.attributes.set(std::move(name), std::move(value));
  auto shared = std::make_shared<const Evaluation>(std::move(step));
  return runtime::HostFunction([shared](char *const *bases, const runtime::HostRun &run) {
    return shared->run(bases, run);
  });
}

} // namespace ingot::cpu
