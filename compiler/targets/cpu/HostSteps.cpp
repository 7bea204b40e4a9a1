// Steps that run on the host: lookups by index, and reference evaluators.
#include "compiler/targets/cpu/HostSteps.h"

#include "compiler/interp/EvalContext.h"

#include <cstring>

namespace ingot::cpu {
namespace {

/// Runs the reference evaluator on views of the memory, and copies its results.
Status evaluate(const HostStep &step, char *const *bases, const runtime::HostRun &run) {
  std::vector<Value> values;
  for (const HostStep::Slot &slot : step.operands)
    values.push_back(slot.type.isNone() ? Value()
                                        : Value(Tensor::view(slot.type.element, slot.type.dims,
                                                             slot.read(bases), nullptr)));
  interp::EvalOptions options;
  options.budget = run.budget;
  options.timeCheck = run.timeCheck;
  auto computed =
      INGOT_TRY(interp::evaluate(*step.op, step.attributes, std::move(values), options));
  for (size_t i = 0; i < step.results.size(); ++i) {
    if (step.results[i].type.isNone())
      continue;
    const Tensor &tensor = computed[i].tensor();
    if (tensor.byteSize() > 0)
      std::memcpy(step.results[i].write(bases), tensor.bytes(), tensor.byteSize());
  }
  return success();
}

/// y[o, k, i] = x[o, indices[k], i]; rows of `bytes`.
struct Gather {
  HostStep::Slot x, indices, y;
  int64_t outer = 1, size = 1, count = 1;
  size_t bytes = 1;

  template <typename Index> Status run(char *const *bases) const {
    const auto *at = reinterpret_cast<const Index *>(indices.read(bases));
    const char *from = x.read(bases);
    char *to = y.write(bases);
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

runtime::HostFunction gather(const HostStep &step) {
  Gather g{step.operands[0], step.operands[1], step.results[0]};
  const Shape &dims = g.x.type.dims;
  int64_t axis = step.attributes.integer("axis");
  auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis);
  for (size_t i = 0; i < at; ++i)
    g.outer *= dims[i];
  g.size = dims[at];
  g.bytes = elementBytes(g.x.type.element);
  for (size_t i = at + 1; i < dims.size(); ++i)
    g.bytes *= static_cast<size_t>(dims[i]);
  g.count = elementCount(g.indices.type.dims).value_or(0);
  if (g.indices.type.element == ElementType::I64)
    return [g](char *const *bases, const runtime::HostRun &) { return g.run<int64_t>(bases); };
  return [g](char *const *bases, const runtime::HostRun &) { return g.run<int32_t>(bases); };
}

} // namespace

runtime::HostFunction hostFunction(HostStep step) {
  if (step.op->name == "gather" && (step.operands[1].type.element == ElementType::I64 ||
                                    step.operands[1].type.element == ElementType::I32))
    return gather(step);
  auto shared = std::make_shared<const HostStep>(std::move(step));
  return [shared](char *const *bases, const runtime::HostRun &run) {
    return evaluate(*shared, bases, run);
  };
}

} // namespace ingot::cpu
