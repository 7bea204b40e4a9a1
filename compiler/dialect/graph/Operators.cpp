// The operator table.
#include "compiler/dialect/graph/Operators.h"

#include "compiler/dialect/graph/infer/Cost.h"

#include <algorithm>

namespace ingot::graph {

#define INGOT_OPERATOR(name, category, infer, eval, ...) Status infer(InferContext &);
#include "compiler/dialect/graph/Operators.inc"
#undef INGOT_OPERATOR

namespace {
enum Index {
#define INGOT_OPERATOR(name, category, infer, eval, ...) Index_##name,
#include "compiler/dialect/graph/Operators.inc"
#undef INGOT_OPERATOR
};
constexpr OperatorInfo table[] = {
#define INGOT_OPERATOR(name, category, infer, eval, ...)                                           \
  {#name, Category::category, infer, __VA_ARGS__, Index_##name},
#include "compiler/dialect/graph/Operators.inc"
#undef INGOT_OPERATOR
};
} // namespace

std::span<const AttributeSpec> attributesOf(const OperatorInfo &op) {
  static const std::vector<std::vector<AttributeSpec>> specs = {
#include "compiler/dialect/graph/AttributeSpecs.inc"
  };
  return specs[static_cast<size_t>(op.index)];
}

void fillDefaults(const OperatorInfo &op, Attributes &attributes) {
  for (const AttributeSpec &spec : attributesOf(op))
    if (spec.defaultValue && !attributes.has(spec.name))
      attributes.set(std::string(spec.name), *spec.defaultValue);
}

std::string_view categoryName(Category category) {
  static constexpr std::string_view names[] = {"elementwise", "injective", "reduction",
                                               "contraction", "opaque",    "structural"};
  return names[static_cast<size_t>(category)];
}

namespace {
struct Constraint {
  std::string_view op;
  int number;
  std::string_view text;
};
constexpr Constraint constraints[] = {
#include "compiler/dialect/graph/Constraints.inc"
};
} // namespace

Status InferContext::violated(int number, const std::string &found) const {
  Status status = badModel(str(op, " C", number, ": ", found));
  for (const Constraint &constraint : constraints)
    if (constraint.op == op && constraint.number == number)
      return std::move(status).hint(str("the rule is that ", constraint.text));
  return status;
}

const OperatorInfo *findOperator(std::string_view name) {
  if (name.starts_with("graph."))
    name.remove_prefix(6);
  auto row = std::lower_bound(std::begin(table), std::end(table), name,
                              [](const OperatorInfo &a, std::string_view b) { return a.name < b; });
  return row != std::end(table) && row->name == name ? row : nullptr;
}

} // namespace ingot::graph
