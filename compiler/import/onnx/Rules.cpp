// The table of import rules, derived from the records, and the generic rule.
#include "compiler/dialect/graph/Operators.h"
#include "compiler/import/onnx/Node.h"

#include <algorithm>

namespace ingot::onnx {

#define INGOT_ONNX_RULE(domain, name, function) Status function(Node &);
#define INGOT_ONNX_DIRECT(domain, name, op)
#include "compiler/dialect/graph/OnnxRules.inc"
#undef INGOT_ONNX_RULE
#undef INGOT_ONNX_DIRECT

namespace {
constexpr RuleEntry rules[] = {
#define INGOT_ONNX_RULE(domain, name, function) {domain, name, function, ""},
#define INGOT_ONNX_DIRECT(domain, name, op) {domain, name, nullptr, op},
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
    return AttributeValue(*n.integers(spec.name));
  case AttributeKind::Numbers:
    return AttributeValue(*n.numbers(spec.name));
  case AttributeKind::Texts:
    return AttributeValue(*n.texts(spec.name));
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

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t next = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = row[j];
      row[j] = next;
    }
  }
  return row[b.size()];
}

} // namespace

const RuleEntry *findRule(std::string_view domain, std::string_view name) {
  auto key = [](const RuleEntry &e) { return std::pair(e.domain, e.name); };
  auto row = std::lower_bound(
      std::begin(rules), std::end(rules), std::pair(domain, name),
      [&](const RuleEntry &e, const auto &wanted) { return key(e) < wanted; });
  return row != std::end(rules) && key(*row) == std::pair(domain, name) ? row : nullptr;
}

std::string suggestRule(std::string_view domain, std::string_view name) {
  // A name of hostile length is not a spelling mistake.
  size_t best = name.size() > 64 ? 0 : name.size() / 3 + 1;
  std::string_view nearest;
  for (const RuleEntry &entry : rules) {
    if (entry.domain != domain || best == 0)
      continue;
    if (size_t distance = editDistance(name, entry.name); distance < best) {
      best = distance;
      nearest = entry.name;
    }
  }
  return std::string(nearest);
}

Status applyRule(const RuleEntry &entry, Node &node) {
  return entry.function ? entry.function(node) : importDirect(node, entry.directOperator);
}

} // namespace ingot::onnx
