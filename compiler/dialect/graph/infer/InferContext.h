// InferContext: what a shape function sees of an operator, and where it puts the result types.
//
// One shape function serves three callers. The importer calls it with what is known statically, the
// verifier with the types in the IR, the interpreter with the exact types and values of a run. So a
// shape function checks every numbered constraint as far as the known dimensions allow, and yields
// unknown dimensions where it cannot know:
//
//   Status inferTranspose(InferContext &c) {
//     const auto &perm = c.attributes.integers("perm");
//     const ValueType &x = c.operand(0);
//     if (!x.ranked)
//       return c.yield(ValueType::tensor(x.element, Shape(perm.size(), unknownDim)));
//     INGOT_TRY(c.require(1, isPermutation(perm, x.rank()), "perm ", perm, " for ", x.text()));
//     ...
//   }
#pragma once

#include "compiler/dialect/graph/Attributes.h"
#include "ingot/Value.h"

#include <functional>

namespace ingot::graph {

/// The types of a region's arguments and of what it yields.
struct RegionTypes {
  std::vector<ValueType> arguments, yields;
};

/// What is known of a small value before the run: some of its elements.
using PartialIntegers = std::vector<std::optional<int64_t>>;
using PartialNumbers = std::vector<std::optional<double>>;

/// A small tensor of which some elements are known.
struct PartialTensor {
  Tensor value;            ///< anything where not known
  std::vector<bool> known; ///< one per element

  static PartialTensor of(Tensor value) {
    std::vector<bool> known(static_cast<size_t>(value.elements()), true);
    return {std::move(value), std::move(known)};
  }
  bool isComplete() const;
};

/// No tensor has more axes; operators refuse to make one.
inline constexpr size_t maxRank = 64;
/// The longest value that is known element by element: bounds of every axis, twice over.
inline constexpr int64_t maxPartial = 4 * maxRank;

class InferContext {
public:
  InferContext(std::string_view op, const Attributes &attributes, std::vector<ValueType> operands)
      : op(op), attributes(attributes), operands(std::move(operands)) {}

  const std::string_view op; ///< the operator's name, for messages
  const Attributes &attributes;
  std::vector<ValueType> operands;
  std::vector<ValueType> results;
  /// The types of each region, as the IR states them; also during a run.
  std::vector<RegionTypes> regions;
  /// Gives the value of an operand where it is known.
  std::function<std::optional<Tensor>(size_t)> valueOf;
  /// Gives what is known of an operand whose value is not.
  std::function<std::optional<PartialTensor>(size_t)> partialOf;
  /// What a shape function knows of the results' values, by position.
  std::vector<std::optional<PartialIntegers>> known;

  size_t operandCount() const { return operands.size(); }
  const ValueType &operand(size_t i) const { return operands[i]; }
  /// Operand `i` was given.
  bool has(size_t i) const { return i < operands.size() && !operands[i].isNone(); }
  std::optional<Tensor> value(size_t i) const {
    return has(i) && valueOf ? valueOf(i) : std::nullopt;
  }
  /// The value of an integer operand, where known.
  std::optional<std::vector<int64_t>> integers(size_t i) const {
    auto tensor = value(i);
    return tensor ? std::optional(tensor->integers()) : std::nullopt;
  }

  /// Between `least` and `most` operands, given or not.
  Status requireCount(size_t least, size_t most) const {
    if (operands.size() >= least && operands.size() <= most)
      return success();
    return badModel(str(op, ": ", operands.size(), " operands, wanted ", least,
                        most == least      ? std::string()
                        : most == SIZE_MAX ? std::string(" or more")
                                           : str(" to ", most)));
  }

  /// The elements of operand `i` of rank 0 or 1, as far as they are known. Nothing when not even
  /// their number is known, or it is over `maxPartial`.
  std::optional<PartialIntegers> partial(size_t i) const;
  std::optional<PartialNumbers> partialNumbers(size_t i) const;

  /// Between `least` and `most` operands, the first `least` of them given, and all of them tensors
  /// or left out. Every shape function of tensors starts with it: importers call it before the
  /// operator exists, with whatever a model file says.
  Status requireTensors(size_t least, size_t most) const {
    INGOT_TRY(requireCount(least, most));
    for (size_t i = 0; i < operands.size(); ++i)
      if (!(operands[i].isTensor() || (i >= least && operands[i].isNone())))
        return badModel(str(op, ": operand ", i, " is ", operands[i].text(), ", wanted a tensor"));
      else if (operands[i].rank() > static_cast<int64_t>(maxRank))
        return ingot::unsupported(str(op, ": operand ", i, " has rank ", operands[i].rank(),
                                      ", at most ", maxRank, " is supported"));
    return success();
  }

  /// Appends a result type.
  Status yield(ValueType type) {
    if (type.rank() > static_cast<int64_t>(maxRank))
      return ingot::unsupported(
          str(op, ": a result of rank ", type.rank(), ", at most ", maxRank, " is supported"));
    results.push_back(std::move(type));
    return success();
  }

  /// Appends an integer result of which this much is known.
  Status yield(ValueType type, PartialIntegers elements) {
    known.resize(results.size());
    known.emplace_back(std::move(elements));
    return yield(std::move(type));
  }

  /// The error for constraint C<number> of this operator when `holds` is false.
  template <typename... Parts> Status require(int number, bool holds, const Parts &...found) {
    return holds ? success() : violated(number, str(found...));
  }

private:
  Status violated(int number, const std::string &found) const;
  std::optional<PartialTensor> partialTensor(size_t i) const;
};

} // namespace ingot::graph
