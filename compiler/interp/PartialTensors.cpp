// How operators pass on what is known of their operands' elements.
#include "compiler/interp/PartialTensors.h"

#include "compiler/interp/EvalContext.h"

#include <algorithm>

namespace ingot::interp {
namespace {

using graph::Category;
using graph::maxPartial;
using graph::PartialTensor;
using Operands = std::vector<std::optional<PartialTensor>>;

bool isSmall(const ValueType &type) {
  auto count = type.isStatic() ? elementCount(type.dims) : std::nullopt;
  return count && *count <= maxPartial;
}

/// Whether each element is known, as numbers 1 and 0 of the value's own type.
std::optional<Tensor> maskOf(const PartialTensor &partial) {
  auto mask = Tensor::allocate(partial.value.type(), partial.value.shape());
  if (!mask.ok())
    return std::nullopt;
  bool done = dispatchNumeric(mask->type(), [&]<typename T> {
    for (size_t i = 0; i < partial.known.size(); ++i)
      mask->mutableData<T>()[i] =
          kernels::store<T>(static_cast<kernels::Compute<T>>(partial.known[i] ? 1 : 0));
  });
  return done ? std::optional(mask.take()) : std::nullopt;
}

std::optional<std::vector<Tensor>> run(const graph::OperatorInfo &op,
                                       const graph::Attributes &attributes,
                                       std::vector<Value> operands) {
  EvalOptions options;
  options.budget = std::make_shared<MemoryBudget>(int64_t{1} << 20);
  // An error here depends on values that are not known; the run will tell.
  auto computed = evaluate(op, attributes, std::move(operands), options);
  if (!computed.ok())
    return std::nullopt;
  std::vector<Tensor> tensors;
  for (const Value &value : *computed) {
    if (!value.isTensor())
      return std::nullopt;
    tensors.push_back(value.tensor());
  }
  return tensors;
}

/// Of an elementwise operator: known where all operands are. Only operands of the result's shape or
/// of one element, so that it does not matter how the operator aligns others.
std::optional<std::vector<bool>> elementwiseMask(const Operands &operands, const Tensor &result) {
  std::vector<bool> known(static_cast<size_t>(result.elements()), true);
  for (const auto &operand : operands) {
    if (!operand)
      continue;
    bool single = operand->value.elements() == 1;
    if (!single && operand->value.shape() != result.shape())
      return std::nullopt;
    for (size_t i = 0; i < known.size(); ++i)
      known[i] = known[i] && operand->known[single ? 0 : i];
  }
  return known;
}

/// Of an injective operator: where the known elements go, found by moving marks instead.
std::optional<std::vector<std::vector<bool>>> injectiveMasks(const graph::OperatorInfo &op,
                                                             const graph::Attributes &attributes,
                                                             const Operands &operands) {
  std::vector<Value> marks;
  for (size_t i = 0; i < operands.size(); ++i) {
    bool moves = op.dataOperands < 0 || i < static_cast<size_t>(op.dataOperands);
    if (!operands[i]) {
      marks.emplace_back();
      continue;
    }
    if (!moves && !operands[i]->isComplete())
      return std::nullopt;
    auto mask = moves ? maskOf(*operands[i]) : operands[i]->value;
    if (!mask)
      return std::nullopt;
    marks.emplace_back(std::move(*mask));
  }
  auto moved = run(op, attributes, std::move(marks));
  if (!moved)
    return std::nullopt;
  std::vector<std::vector<bool>> masks;
  for (const Tensor &mask : *moved) {
    auto &known = masks.emplace_back();
    for (int64_t i = 0; i < mask.elements(); ++i)
      known.push_back(mask.integerAt(i) != 0);
  }
  return masks;
}

} // namespace

std::optional<PartialTensor> fromIntegers(const graph::PartialIntegers &values,
                                          const ValueType &type) {
  if (type.element != ElementType::I64 || !isSmall(type) ||
      elementCount(type.dims) != static_cast<int64_t>(values.size()))
    return std::nullopt;
  std::vector<int64_t> numbers;
  std::vector<bool> known;
  for (const auto &value : values) {
    numbers.push_back(value.value_or(1)); // 1 is harmless in every operator that may use it
    known.push_back(value.has_value());
  }
  return PartialTensor{Tensor::of<int64_t>(type.dims, numbers), std::move(known)};
}

std::optional<std::vector<PartialTensor>> propagate(const graph::OperatorInfo &op,
                                                    const graph::Attributes &attributes,
                                                    const std::vector<ValueType> &types,
                                                    const Operands &operands,
                                                    const std::vector<ValueType> &results) {
  bool elementwise = op.category == Category::Elementwise;
  if (!op.foldable || (!elementwise && op.category != Category::Injective) ||
      !std::all_of(results.begin(), results.end(), isSmall))
    return std::nullopt;
  std::vector<Value> values;
  bool anything = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i] && !types[i].isNone())
      return std::nullopt;
    values.push_back(operands[i] ? Value(operands[i]->value) : Value());
    anything = anything || operands[i];
  }
  auto computed = anything ? run(op, attributes, std::move(values)) : std::nullopt;
  if (!computed)
    return std::nullopt;
  auto masks = elementwise ? std::optional(std::vector<std::vector<bool>>())
                           : injectiveMasks(op, attributes, operands);
  for (size_t i = 0; elementwise && i < computed->size(); ++i) {
    auto mask = elementwiseMask(operands, (*computed)[i]);
    if (!mask)
      return std::nullopt;
    masks->push_back(std::move(*mask));
  }
  if (!masks)
    return std::nullopt;
  std::vector<PartialTensor> partials;
  for (size_t i = 0; i < computed->size(); ++i) {
    if ((*computed)[i].elements() != static_cast<int64_t>((*masks)[i].size()))
      return std::nullopt;
    partials.push_back({(*computed)[i], std::move((*masks)[i])});
  }
  return partials;
}

} // namespace ingot::interp
