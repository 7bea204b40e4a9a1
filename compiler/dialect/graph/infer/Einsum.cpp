// Reading einsum equations, and the shape function of einsum.
#include "compiler/dialect/graph/infer/Einsum.h"

#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>
#include <array>

namespace ingot::graph {
namespace {
/// One side of the arrow between commas: labels before and after the ellipsis.
struct Term {
  std::vector<int> before, after;
  bool ellipsis = false;

  size_t letters() const { return before.size() + after.size(); }
};

int labelOf(char letter) {
  if (letter >= 'A' && letter <= 'Z')
    return letter - 'A';
  if (letter >= 'a' && letter <= 'z')
    return letter - 'a' + 26;
  return -1;
}

Expected<Term> parseTerm(std::string_view text) {
  Term term;
  for (size_t i = 0; i < text.size(); ++i) {
    int label = labelOf(text[i]);
    if (label >= 0) {
      (term.ellipsis ? term.after : term.before).push_back(label);
    } else if (text.substr(i, 3) == "..." && !term.ellipsis) {
      term.ellipsis = true;
      i += 2;
    } else {
      return badModel(str("term '", text, "' has an unexpected '", text[i], "'"));
    }
  }
  return term;
}

/// The axes that an ellipsis of `count` axes stands for; the last of them is common to all terms.
void appendTerm(std::vector<int> &labels, const Term &term, int count, int widest) {
  labels.insert(labels.end(), term.before.begin(), term.before.end());
  for (int i = widest - count; term.ellipsis && i < widest; ++i)
    labels.push_back(EinsumPlan::firstBroadcast + i);
  labels.insert(labels.end(), term.after.begin(), term.after.end());
}

struct Equation {
  std::vector<Term> terms;
  std::optional<Term> result;
};

Expected<Equation> parse(const std::string &text) {
  std::string dense;
  std::copy_if(text.begin(), text.end(), std::back_inserter(dense),
               [](char c) { return c != ' '; });
  Equation equation;
  std::string_view left = dense;
  if (size_t arrow = left.find("->"); arrow != std::string_view::npos) {
    equation.result = INGOT_TRY(parseTerm(left.substr(arrow + 2)));
    left = left.substr(0, arrow);
  }
  for (;;) {
    size_t comma = left.find(',');
    equation.terms.push_back(INGOT_TRY(parseTerm(left.substr(0, comma))));
    if (comma == std::string_view::npos)
      return equation;
    left = left.substr(comma + 1);
  }
}

/// Ellipsis axes first, then the letters that occur once, in order.
std::vector<int> impliedResult(const EinsumPlan &plan, int widest) {
  std::array<int, EinsumPlan::firstBroadcast> uses{};
  for (const auto &labels : plan.operands)
    for (int label : labels)
      if (label < EinsumPlan::firstBroadcast)
        ++uses[static_cast<size_t>(label)];
  std::vector<int> result;
  for (int i = 0; i < widest; ++i)
    result.push_back(EinsumPlan::firstBroadcast + i);
  for (int label = 0; label < EinsumPlan::firstBroadcast; ++label)
    if (uses[static_cast<size_t>(label)] == 1)
      result.push_back(label);
  return result;
}

Status checkResult(const EinsumPlan &plan) {
  std::vector<bool> free(plan.sizes.size(), false);
  for (const auto &labels : plan.operands)
    for (int label : labels)
      free[static_cast<size_t>(label)] = true;
  for (int label : plan.result) {
    if (!free[static_cast<size_t>(label)])
      return badModel("the result has a letter twice, or one that no operand has");
    free[static_cast<size_t>(label)] = false;
  }
  return success();
}
} // namespace

Expected<EinsumPlan> planEinsum(const std::string &text, const std::vector<Shape> &operands,
                                int &constraint) {
  constraint = 2;
  Equation equation = INGOT_TRY(parse(text));
  if (equation.terms.size() != operands.size())
    return badModel(str(equation.terms.size(), " terms for ", operands.size(), " operands"));
  constraint = 3;
  int widest = 0;
  std::vector<int> counts;
  for (size_t i = 0; i < operands.size(); ++i) {
    size_t letters = equation.terms[i].letters(), rank = operands[i].size();
    if (letters > rank || (letters < rank && !equation.terms[i].ellipsis))
      return badModel(str("term ", i, " has ", letters, " letters for rank ", rank));
    counts.push_back(static_cast<int>(rank - letters));
    widest = std::max(widest, counts.back());
  }
  EinsumPlan plan;
  plan.sizes.assign(static_cast<size_t>(EinsumPlan::firstBroadcast + widest), 1);
  for (size_t i = 0; i < operands.size(); ++i)
    appendTerm(plan.operands.emplace_back(), equation.terms[i], counts[i], widest);
  constraint = 2;
  if (equation.result)
    appendTerm(plan.result, *equation.result, widest, widest);
  else
    plan.result = impliedResult(plan, widest);
  INGOT_TRY(checkResult(plan));
  constraint = 4;
  for (size_t i = 0; i < operands.size(); ++i)
    for (size_t axis = 0; axis < operands[i].size(); ++axis) {
      int64_t &size = plan.sizes[static_cast<size_t>(plan.operands[i][axis])];
      auto merged = broadcastDim(size, operands[i][axis]);
      if (!merged)
        return badModel(str("operand ", i, " has size ", operands[i][axis], " on axis ", axis,
                            ", others have ", size));
      size = *merged;
    }
  return plan;
}

Status inferEinsum(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, SIZE_MAX));
  std::vector<Shape> shapes;
  bool ranked = true;
  for (const ValueType &operand : c.operands) {
    if (!operand.isTensor())
      return badModel(str(c.op, ": operand is ", operand.text(), ", wanted a tensor"));
    INGOT_TRY(c.require(1, operand.element == c.operand(0).element, "element types ",
                        elementName(c.operand(0).element), " and ", elementName(operand.element)));
    ranked &= operand.ranked;
    shapes.push_back(operand.dims);
  }
  if (!ranked)
    return c.yield(ValueType::unranked(c.operand(0).element));
  int constraint = 0;
  auto plan = planEinsum(c.attributes.text("equation"), shapes, constraint);
  if (!plan.ok())
    return c.require(constraint, false, plan.status().message());
  Shape dims;
  for (int label : plan->result)
    dims.push_back(plan->sizes[static_cast<size_t>(label)]);
  return c.yield(tensorLike(c.operand(0), std::move(dims)));
}

} // namespace ingot::graph
