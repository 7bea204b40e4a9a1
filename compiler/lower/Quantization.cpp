// quantize(x, scale, zero) out of what quantization expands to: see Quantization.h.
#include "compiler/lower/Quantization.h"

#include <algorithm>
#include <cmath>

namespace ingot::lower {
namespace {

using codegen::Expression;
using Node = Expression::Node;
using Kind = Expression::Kind;

const Node &nodeAt(const Expression &expression, int at) {
  return expression.nodes[static_cast<size_t>(at)];
}

/// The formula of f32 at node `at`, if it has this name.
const Node *formulaAt(const Expression &expression, int at, std::string_view name) {
  const Node &node = nodeAt(expression, at);
  bool isIt = node.kind == Kind::Formula && node.name == name && node.type == ElementType::F32;
  return isIt ? &node : nullptr;
}

std::optional<double> numberAt(const Expression &expression, int at) {
  return nodeAt(expression, at).number;
}

bool isSmallInteger(double number) {
  return std::abs(number) <= 0x1p16 && std::trunc(number) == number;
}

/// Whether x * r + x * d, of which Expression::Kind::Quantize says what they are, rounds to the
/// same integers as x / scale, where those are from `least` to `greatest`. Both keep the order of
/// their arguments and are next to each other: only near the middle between two integers can they
/// part.
bool isProductEnough(float scale, double least, double greatest) {
  constexpr int beside = 4; // floats on either side of a middle
  float reciprocal = 1 / scale, lack = std::fma(reciprocal, -scale, 1.0F) * reciprocal;
  for (double middle = least + 0.5; middle < greatest; ++middle) {
    auto x = static_cast<float>(middle * static_cast<double>(scale));
    for (int i = 0; i < beside; ++i)
      x = std::nextafter(x, -HUGE_VALF);
    for (int i = -beside; i <= beside; ++i, x = std::nextafter(x, HUGE_VALF))
      if (std::nearbyint(std::fma(x, reciprocal, x * lack)) != std::nearbyint(x / scale))
        return false;
  }
  return true;
}

/// Takes off what bounds node `at`, and gives the bounds: what is left may be anything, or NaN,
/// which passes them. Nothing where they are not integers.
std::optional<std::pair<double, double>> takeBounds(const Expression &expression, int &at) {
  double least = -HUGE_VAL, greatest = HUGE_VAL;
  while (true) {
    const Node *relu = formulaAt(expression, at, "relu"), *max = formulaAt(expression, at, "max");
    const Node *min = formulaAt(expression, at, "min"), *bound = relu ? relu : max ? max : min;
    auto number = relu    ? std::optional(0.0)
                  : bound ? numberAt(expression, bound->inputs[1])
                          : std::nullopt;
    if (!number || std::isnan(*number))
      break;
    // Outer bounds hold for inner ones.
    (min ? greatest : least) = std::clamp(*number, least, greatest);
    at = bound->inputs[0];
  }
  if (!isSmallInteger(least) || !isSmallInteger(greatest) || least >= greatest)
    return std::nullopt;
  return std::pair(least, greatest);
}

/// The node as a quantization, if it is the cast at the end of one.
std::optional<Node> quantizationAt(const Expression &expression, const Node &cast) {
  if (cast.kind != Kind::Cast || !isInteger(cast.type) || elementBits(cast.type) > 16)
    return std::nullopt;
  int at = cast.inputs[0];
  auto bounds = takeBounds(expression, at);
  double steps = std::ldexp(1.0, static_cast<int>(elementBits(cast.type)));
  bool isSigned = elementClass(cast.type) == ElementClass::Signed;
  // NaN becomes 0: it has to be the least.
  if (!bounds || bounds->first != 0 || bounds->second >= (isSigned ? steps / 2 : steps))
    return std::nullopt;
  Node quantize{
      .kind = Kind::Quantize, .type = cast.type, .parameters = {bounds->first, bounds->second}};
  double moved = 0;
  if (const Node *sum = formulaAt(expression, at, "add")) {
    auto zero = numberAt(expression, sum->inputs[1]);
    if (!zero || !isSmallInteger(*zero))
      return std::nullopt;
    moved = *zero;
    if (moved != 0)
      quantize.inputs = {sum->inputs[1]};
    at = sum->inputs[0];
  }
  const Node *round = formulaAt(expression, at, "round");
  const Node *quotient = round ? formulaAt(expression, round->inputs[0], "div") : nullptr;
  auto scale = quotient ? numberAt(expression, quotient->inputs[1]) : std::nullopt;
  if (!scale || !(*scale >= 0x1p-60 && *scale <= 0x1p60))
    return std::nullopt;
  quantize.inputs.insert(quantize.inputs.begin(), quotient->inputs.begin(), quotient->inputs.end());
  // The integers of 16 bits are too many to look at them all.
  bool isEnough =
      elementBits(cast.type) <= 8 &&
      isProductEnough(static_cast<float>(*scale), bounds->first - moved, bounds->second - moved);
  quantize.parameters.push_back(isEnough ? 1 : 0);
  return quantize;
}

/// Drops nodes that no result needs.
void dropUnused(Expression &expression, std::vector<int> &results) {
  std::vector<bool> isUsed(expression.nodes.size());
  for (int result : results)
    isUsed[static_cast<size_t>(result)] = true;
  for (size_t i = isUsed.size(); i-- > 0;)
    for (int input : expression.nodes[i].inputs)
      if (isUsed[i])
        isUsed[static_cast<size_t>(input)] = true;
  std::vector<int> place(expression.nodes.size());
  std::vector<Node> kept;
  for (size_t i = 0; i < place.size(); ++i) {
    place[i] = static_cast<int>(kept.size());
    if (!isUsed[i])
      continue;
    for (int &input : expression.nodes[i].inputs)
      input = place[static_cast<size_t>(input)];
    kept.push_back(std::move(expression.nodes[i]));
  }
  for (int &result : results)
    result = place[static_cast<size_t>(result)];
  expression.nodes = std::move(kept);
}

} // namespace

void contractQuantization(Expression &expression, std::vector<int> &results) {
  bool any = false;
  for (Node &node : expression.nodes)
    if (auto quantize = quantizationAt(expression, node)) {
      node = std::move(*quantize);
      any = true;
    }
  if (any)
    dropUnused(expression, results);
}

} // namespace ingot::lower
