// Walks a trace: forwards for what depends on the variables, backwards for their gradients.
#include "compiler/autodiff/Differentiate.h"

#include "compiler/autodiff/ChainRule.h"
#include "compiler/dialect/graph/Operators.h"

#include <algorithm>

namespace ingot::autodiff {

using importer::Trace;

namespace {

std::map<std::string_view, DerivativeEntry> allDerivatives() {
  std::map<std::string_view, DerivativeEntry> all;
  for (auto table : {elementwiseDerivatives(), reductionDerivatives(), normalizationDerivatives(),
                     contractionDerivatives(), windowDerivatives(), movementDerivatives()})
    for (const DerivativeEntry &entry : table) {
      assert(graph::findOperator(entry.op) && "a derivative of an operator that has no record");
      all.emplace(entry.op, entry);
    }
  return all;
}

const DerivativeEntry *findDerivative(std::string_view op) {
  static const auto all = allDerivatives();
  auto found = all.find(op);
  return found == all.end() ? nullptr : &found->second;
}

bool isFlat(std::string_view op) {
  const DerivativeEntry *entry = findDerivative(op);
  return entry && !entry->derive;
}

/// Integers, truth values and texts change in jumps, if at all.
bool isContinuous(const ValueType &type) {
  return !type.isNone() &&
         (!type.isTensor() || (!isInteger(type.element) && type.element != ElementType::Bool &&
                               type.element != ElementType::String));
}

bool anyActive(const std::vector<Handle> &values, const Gradients &gradients) {
  return std::any_of(values.begin(), values.end(),
                     [&](Handle value) { return gradients.isActive(value); });
}

void findActive(const Emitter &emitter, const Trace &trace, Gradients &gradients) {
  for (const Emission &emission : trace.emissions)
    if (anyActive(emission.operands, gradients) && !isFlat(emission.op))
      for (Handle result : emission.results)
        if (isContinuous(emitter.typeOf(result)))
          gradients.active.insert(result.id);
}

/// The emissions through which the output depends on a variable, the last one first.
std::vector<const Emission *> pathsBack(const Trace &trace, const Gradients &gradients) {
  std::vector<const Emission *> path;
  std::set<int> needed{trace.outputs[0].id};
  for (auto emission = trace.emissions.rbegin(); emission != trace.emissions.rend(); ++emission) {
    bool leadsOn =
        std::any_of(emission->results.begin(), emission->results.end(), [&](Handle result) {
          return needed.count(result.id) && gradients.isActive(result);
        });
    if (!leadsOn)
      continue;
    path.push_back(&*emission);
    for (Handle operand : emission->operands)
      needed.insert(operand.id);
  }
  return path;
}

Status checkDerivatives(const std::vector<const Emission *> &path) {
  std::set<std::string_view> missing;
  for (const Emission *emission : path)
    if (!findDerivative(emission->op))
      missing.insert(emission->op);
  if (missing.empty())
    return success();
  std::string names;
  for (std::string_view name : missing)
    names += (names.empty() ? "" : ", ") + std::string(name);
  return unsupported(
      str("no derivative is known of ", names, ": export the gradient as operators instead"));
}

} // namespace

Expected<std::vector<Handle>> differentiate(Emitter &emitter, const Trace &trace,
                                            const std::vector<Handle> &variables,
                                            const std::vector<bool> &wanted) {
  Gradients gradients;
  for (size_t i = 0; i < variables.size(); ++i)
    if (wanted[i])
      gradients.active.insert(variables[i].id);
  findActive(emitter, trace, gradients);
  auto path = pathsBack(trace, gradients);
  INGOT_TRY(checkDerivatives(path));

  const Emission ends{"", variables, trace.outputs, {}};
  ChainRule outer(emitter, ends, gradients);
  if (gradients.isActive(trace.outputs[0]))
    gradients.of[trace.outputs[0].id] = filledLike(outer.y(), 1).handle;
  for (const Emission *emission : path) {
    ChainRule rule(emitter, *emission, gradients);
    findDerivative(emission->op)->derive(rule);
    INGOT_TRY(std::move(rule.failed));
  }
  std::vector<Handle> results(variables.size(), emitter.none());
  for (size_t i = 0; i < variables.size(); ++i) {
    auto found = gradients.of.find(variables[i].id);
    if (found != gradients.of.end())
      results[i] = found->second;
    else if (wanted[i])
      results[i] = filledLike(outer.x(i), 0).handle;
  }
  INGOT_TRY(std::move(outer.failed));
  return results;
}

} // namespace ingot::autodiff
