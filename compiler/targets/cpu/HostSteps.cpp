// Steps that run on the host: lookups by index, and reference evaluators.
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
      if (tensor.byteSize() > 0)
        std::memcpy(write(results[i], bases), tensor.bytes(), tensor.byteSize());
    }
    return success();
  }
};

/// y[o, k, i] = x[o, indices[k], i]; rows of `bytes`.
struct Gather {
  HostCall::Slot x, indices, y;
  int64_t outer = 1, size = 1, count = 1;
  size_t bytes = 1;

  template <typename Index> Status run(char *const *bases) const {
    const auto *at = reinterpret_cast<const Index *>(read(indices, bases));
    const char *from = read(x, bases);
    char *to = write(y, bases);
    for (int64_t o = 0; o < outer; ++o, from += static_cast<size_t>(size) * bytes)
      for (int64_t k = 0; k < count; ++k, to += bytes) {
        int64_t index = at[k] < 0 ? at[k] + size : at[k];
        if (index < 0 || index >= size)
          return failure(str("index ", at[k], " is out of range for a dimension of ", size));
        std::memcpy(to, from + static_cast<size_t>(index) * bytes, bytes);
      }
    return success();
  }
};

runtime::HostFunction gather(const Evaluation &step) {
  Gather g{step.operands[0], step.operands[1], step.results[0]};
  const Shape &dims = g.x.dims;
  int64_t axis = step.attributes.integer("axis");
  auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis);
  for (size_t i = 0; i < at; ++i)
    g.outer *= dims[i];
  g.size = dims[at];
  g.bytes = elementBytes(g.x.type);
  for (size_t i = at + 1; i < dims.size(); ++i)
    g.bytes *= static_cast<size_t>(dims[i]);
  g.count = elementCount(g.indices.dims).value_or(0);
  if (g.indices.type == ElementType::I64)
    return [g](char *const *bases, const runtime::HostRun &) { return g.run<int64_t>(bases); };
  return [g](char *const *bases, const runtime::HostRun &) { return g.run<int32_t>(bases); };
}

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
  if (call.operation == "gather" &&
      (step.operands[1].type == ElementType::I64 || step.operands[1].type == ElementType::I32))
    return gather(step);
  auto shared = std::make_shared<const Evaluation>(std::move(step));
  return runtime::HostFunction([shared](char *const *bases, const runtime::HostRun &run) {
    return shared->run(bases, run);
  });
}

} // namespace ingot::cpu
