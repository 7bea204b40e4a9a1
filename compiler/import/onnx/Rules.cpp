// The table of import rules, derived from the records, and the generic rule.
#include "compiler/dialect/graph/Operators.h"
#include "compiler/import/onnx/Node.h"
#include "ingot/Diagnostic.h"

#include <algorithm>

namespace ingot::onnx {

#define INGOT_ONNX_RULE(domain, name, function, ...) Status function(Node &);
#define INGOT_ONNX_DIRECT(domain, name, op)
#include "compiler/dialect/graph/OnnxRules.inc"
#undef INGOT_ONNX_RULE
#undef INGOT_ONNX_DIRECT

namespace {
constexpr RuleEntry rules[] = {
#define INGOT_ONNX_RULE(domain, name, function, widens, f32Outputs)                                \
  {domain, name, function, "", widens, f32Outputs},
#define INGOT_ONNX_DIRECT(domain, name, op) {domain, name, nullptr, op, false, 0},
#include "compiler/dialect/graph/OnnxRules.inc"
#undef INGOT_ONNX_RULE
#undef INGOT_ONNX_DIRECT
};

/// Before opset 7 a binary operator broadcast only when asked, with y's axes placed at `axis` of x.
Expected<Handle> legacyBroadcast(const Node &n, Handle x, Handle y) {
  int64_t rx = n.rank(x), ry = n.rank(y);
  if (n.integer("broadcast", 0) == 0 || !n.hasAttribute("axis"))
    return y;
  if (rx < 0 || ry < 0)
    return n.unsupported("broadcast at an axis with operands of unknown rank");
  int64_t axis = n.axis(x, n.integer("axis", 0));
  if (axis < 0 || axis > rx - ry)
    return n.bad("axis ", axis, " does not place rank ", ry, " inside rank ", rx);
  std::vector<int64_t> axes;
  for (int64_t i = axis + ry; i < rx; ++i)
    axes.push_back(i - axis);
  return axes.empty() ? Expected<Handle>(y) : n.emit("unsqueeze", {y, n.integersConstant(axes)});
}

Expected<graph::AttributeValue> readAttribute(const Node &n, const graph::AttributeSpec &spec) {
  using graph::AttributeKind;
  using graph::AttributeValue;
  switch (spec.kind) {
  case AttributeKind::Integer:
    return AttributeValue(n.integer(spec.name, 0));
  case AttributeKind::Number:
    return AttributeValue(n.number(spec.name, 0));
  case AttributeKind::Flag:
    return AttributeValue(n.integer(spec.name, 0) != 0);
  case AttributeKind::Text:
    return AttributeValue(n.text(spec.name, ""));
  case AttributeKind::Integers:
    return AttributeValue(n.integers(spec.name).value_or(std::vector<int64_t>()));
  case AttributeKind::Numbers:
    return AttributeValue(n.numbers(spec.name).value_or(std::vector<float>()));
  case AttributeKind::Texts:
    return AttributeValue(n.texts(spec.name).value_or(std::vector<std::string>()));
  case AttributeKind::Type:
    return AttributeValue(INGOT_TRY(n.elementType(spec.name, ElementType::F32)));
  case AttributeKind::Tensor:
    return AttributeValue(*INGOT_TRY(n.tensor(spec.name)));
  }
  return n.bad("attribute '", spec.name, "' cannot be read");
}

/// Operands by position, attributes by name with the record's defaults.
Status importDirect(Node &n, std::string_view name) {
  const graph::OperatorInfo *op = graph::findOperator(name);
  Attributes attributes;
  for (const graph::AttributeSpec &spec : graph::attributesOf(*op)) {
    if (n.hasAttribute(spec.name))
      attributes.set(std::string(spec.name), INGOT_TRY(readAttribute(n, spec)));
    else if (!spec.defaultValue && !spec.optional)
      return n.bad("attribute '", spec.name, "' is missing");
  }
  std::vector<Handle> operands;
  for (size_t i = 0; i < n.inputCount(); ++i)
    operands.push_back(n.input(i));
  if (n.opset < 7 && operands.size() == 2)
    operands[1] = INGOT_TRY(legacyBroadcast(n, operands[0], operands[1]));
  return n.result(n.emitAll(name, operands, std::move(attributes)));
}

} // namespace

const RuleEntry *findRule(std::string_view domain, std::string_view name) {
  auto key = [](const RuleEntry &e) { return std::pair(e.domain, e.name); };
  auto row =
      std::lower_bound(std::begin(rules), std::end(rules), std::pair(domain, name),
                       [&](const RuleEntry &e, const auto &wanted) { return key(e) < wanted; });
  return row != std::end(rules) && key(*row) == std::pair(domain, name) ? row : nullptr;
}

std::string suggestRule(std::string_view domain, std::string_view name) {
  std::vector<std::string> names;
  for (const RuleEntry &entry : rules)
    if (entry.domain == domain)
      names.emplace_back(entry.name);
  return nearestName(name, names);
}

Status applyRule(const RuleEntry &entry, Node &node) {
  if (entry.widens)
    INGOT_TRY(node.widenInputs());
  Status status = entry.function ? entry.function(node) : importDirect(node, entry.directOperator);
  if (status.ok() && entry.widens)
    status = node.roundOutputs(entry.f32Outputs);
  return node.attributeError().empty() ? std::move(status) : node.bad(node.attributeError());
}

} // namespace ingot::onnx
