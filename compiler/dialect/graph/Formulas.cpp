// The table of formulas, derived from the records.
#include "compiler/dialect/graph/Formulas.h"

#include <algorithm>

namespace ingot::graph {

const FormulaInfo *findFormula(std::string_view name) {
  static const std::vector<FormulaInfo> rows = {
#define INGOT_FORMULA(name, arity, f, i, u, isBool, ...)                                           \
  {#name, arity, f, i, u, isBool, __VA_ARGS__},
#include "compiler/dialect/graph/FormulaRows.inc"
#undef INGOT_FORMULA
  };
  auto row = std::find_if(rows.begin(), rows.end(),
                          [&](const FormulaInfo &info) { return info.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

double parameterValue(const Attributes &attributes, std::string_view name) {
  const AttributeValue *value = attributes.find(name);
  if (const auto *number = std::get_if<float>(value))
    return *number;
  if (const auto *integer = std::get_if<int64_t>(value))
    return static_cast<double>(*integer);
  return std::get<bool>(*value);
}

kernels::Narrowing narrowingOf(const Attributes &attributes) {
  const std::string &mode = attributes.text("round_mode");
  return {attributes.flag("saturate"), mode == "down" ? kernels::ScaleRounding::Down
                                       : mode == "up" ? kernels::ScaleRounding::Up
                                                      : kernels::ScaleRounding::Nearest};
}

} // namespace ingot::graph
