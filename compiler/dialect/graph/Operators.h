// The table of operators, derived from the records: what each is and how its types are inferred.
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"

#include <span>

namespace ingot::graph {

enum class Category : uint8_t {
  Elementwise,
  Injective,
  Reduction,
  Contraction,
  Opaque,
  Structural,
};

using InferFunction = Status (*)(InferContext &);
/// Multiply-accumulates of an operator whose result types are set; nothing when a size is unknown.
using MacsFunction = std::optional<int64_t> (*)(const InferContext &);

struct OperatorInfo {
  std::string_view name; ///< without the dialect: "conv"
  Category category;
  InferFunction infer;
  bool widen;        ///< small floats are widened to f32 for the evaluator
  bool ownsResults;  ///< the evaluator provides the results itself
  bool foldable;     ///< may run at import when all operands are constant
  bool random;       ///< the result depends on random draws
  int dataOperands;  ///< if injective: how many leading operands its elements come from; -1: all
  MacsFunction macs; ///< null for operators that multiply and accumulate nothing
  int index;         ///< in the table
};

/// "elementwise", as the documentation spells it.
std::string_view categoryName(Category category);

/// The kinds of attribute, in the order of AttributeValue's alternatives.
enum class AttributeKind : uint8_t {
  Integer,
  Number,
  Flag,
  Text,
  Integers,
  Numbers,
  Texts,
  Type,
  Tensor,
};

struct AttributeSpec {
  std::string_view name;
  AttributeKind kind;
  bool optional;
  std::optional<AttributeValue> defaultValue;
};

/// The attributes of an operator, as its record declares them.
std::span<const AttributeSpec> attributesOf(const OperatorInfo &op);
/// Adds the record's defaults for what is not given.
void fillDefaults(const OperatorInfo &op, Attributes &attributes);

/// `name` with or without "graph."; null when there is no such operator.
const OperatorInfo *findOperator(std::string_view name);

} // namespace ingot::graph
