// Recognizes arithmetic however an exporter wrote it.
#include "compiler/transforms/graph/Expressions.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace ingot::graph {
namespace {

/// Deeper trees are no formula that somebody wrote down.
constexpr int maxDepth = 8;
/// Constants above this are weights, not numbers of a formula.
constexpr int64_t maxNumberElements = 1 << 16;

Polynomial combine(const Polynomial &a, const Polynomial &b, double sign) {
  Polynomial sum;
  for (size_t i = 0; i < sum.size(); ++i)
    sum[i] = a[i] + sign * b[i];
  return sum;
}

/// Nothing when the degree becomes more than 3.
std::optional<Polynomial> multiply(const Polynomial &a, const Polynomial &b) {
  Polynomial product{};
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j) {
      if (a[i] * b[j] == 0)
        continue;
      if (i + j >= product.size())
        return std::nullopt;
      product[i + j] += a[i] * b[j];
    }
  return product;
}

std::optional<Polynomial> polynomial(mlir::Value value, mlir::Value x, int depth);

std::optional<Polynomial> binary(Operation *op, StringRef name, mlir::Value x, int depth) {
  auto a = polynomial(op->getOperand(0), x, depth), b = polynomial(op->getOperand(1), x, depth);
  if (!a || !b)
    return std::nullopt;
  if (name == "graph.add" || name == "graph.sub")
    return combine(*a, *b, name == "graph.add" ? 1 : -1);
  if (name == "graph.mul")
    return multiply(*a, *b);
  bool isNumber = (*b)[1] == 0 && (*b)[2] == 0 && (*b)[3] == 0;
  if (name == "graph.div" && isNumber && (*b)[0] != 0)
    return multiply(*a, {1 / (*b)[0], 0, 0, 0});
  if (name != "graph.pow" || !isNumber)
    return std::nullopt;
  double exponent = (*b)[0];
  if (exponent == 2)
    return multiply(*a, *a);
  auto square = exponent == 3 ? multiply(*a, *a) : std::nullopt;
  return square ? multiply(*square, *a) : std::nullopt;
}

std::optional<Polynomial> polynomial(mlir::Value value, mlir::Value x, int depth) {
  if (value == x)
    return Polynomial{0, 1, 0, 0};
  if (auto number = numberFor(value, x))
    return Polynomial{*number, 0, 0, 0};
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  if (definedBy(value, "neg")) {
    auto inner = polynomial(op->getOperand(0), x, depth - 1);
    return inner ? std::optional(combine({}, *inner, -1)) : std::nullopt;
  }
  StringRef name = op->getName().getStringRef();
  if (name == "graph.add" || name == "graph.sub" || name == "graph.mul" || name == "graph.div" ||
      name == "graph.pow")
    return binary(op, name, x, depth - 1);
  return std::nullopt;
}

/// One level of a product: the values that are multiplied, and the number.
bool splitProduct(mlir::Value value, SmallVectorImpl<mlir::Value> &parts, double &number) {
  if (Operation *op = definedBy(value, "mul")) {
    for (auto [a, b] : {std::pair(op->getOperand(0), op->getOperand(1)),
                        std::pair(op->getOperand(1), op->getOperand(0))})
      if (auto c = numberFor(a, b)) {
        number *= *c;
        parts.push_back(b);
        return true;
      }
    parts.append({op->getOperand(0), op->getOperand(1)});
    return true;
  }
  if (Operation *op = definedBy(value, "div"))
    if (auto c = numberFor(op->getOperand(1), op->getOperand(0)); c && *c != 0) {
      number /= *c;
      parts.push_back(op->getOperand(0));
      return true;
    }
  if (Operation *op = definedBy(value, "neg")) {
    number = -number;
    parts.push_back(op->getOperand(0));
    return true;
  }
  return false;
}

void collectFactors(mlir::Value value, SmallVectorImpl<mlir::Value> &found, int depth) {
  SmallVector<mlir::Value, 2> parts;
  double number = 1;
  if (depth == 0 || !splitProduct(value, parts, number))
    return;
  for (mlir::Value part : parts) {
    found.push_back(part);
    collectFactors(part, found, depth - 1);
  }
}

bool takeProduct(mlir::Value value, SmallVectorImpl<mlir::Value> &open, double &number, int depth) {
  if (auto *at = llvm::find(open, value); at != open.end()) {
    open.erase(at);
    return true;
  }
  SmallVector<mlir::Value, 2> parts;
  if (depth == 0 || !splitProduct(value, parts, number))
    return false;
  return llvm::all_of(parts,
                      [&](mlir::Value part) { return takeProduct(part, open, number, depth - 1); });
}

} // namespace

bool isNear(double found, double wanted) {
  return std::fabs(found - wanted) <= 1e-6 * std::fabs(wanted);
}

bool isNear(const Polynomial &found, const Polynomial &wanted) {
  return std::equal(found.begin(), found.end(), wanted.begin(),
                    [](double a, double b) { return isNear(a, b); });
}

Operation *definedBy(mlir::Value value, StringRef name) {
  Operation *op = value.getDefiningOp();
  return op && op->getName().getDialectNamespace() == "graph" &&
                 op->getName().stripDialect() == name
             ? op
             : nullptr;
}

std::optional<double> smallNumber(mlir::Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  bool isSmall = type && type.hasStaticShape() && type.getNumElements() <= maxNumberElements;
  return isSmall && isConstant(value) ? uniformNumber(value) : std::nullopt;
}

std::optional<double> numberFor(mlir::Value value, mlir::Value x) {
  return broadcastsInto(value, x) ? smallNumber(value) : std::nullopt;
}

std::optional<Polynomial> polynomialIn(mlir::Value value, mlir::Value x) {
  return polynomial(value, x, maxDepth);
}

SmallVector<mlir::Value> factorsOf(mlir::Value root) {
  SmallVector<mlir::Value> found;
  collectFactors(root, found, 4);
  return found;
}

std::optional<double> productOf(mlir::Value root, ArrayRef<mlir::Value> factors) {
  SmallVector<mlir::Value, 4> open(factors);
  double number = 1;
  bool matched = takeProduct(root, open, number, maxDepth) && open.empty();
  return matched ? std::optional(number) : std::nullopt;
}

bool findGate(mlir::Value root, function_ref<bool(mlir::Value)> isGate,
              function_ref<bool(mlir::Value, mlir::Value, double)> accept) {
  SmallVector<mlir::Value> factors = factorsOf(root);
  for (mlir::Value gate : factors) {
    if (!isGate(gate))
      continue;
    for (mlir::Value x : factors)
      if (auto number = x == gate ? std::nullopt : productOf(root, {x, gate}))
        if (accept(x, gate, *number))
          return true;
  }
  return false;
}

std::optional<Affine> affineOf(mlir::Value value, StringRef innerName) {
  // a + b * u as a polynomial in u, for each candidate u that the expression is made of.
  SmallVector<mlir::Value> open{value};
  for (size_t i = 0; i < open.size() && i < 16; ++i) {
    Operation *op = open[i].getDefiningOp();
    if (!op)
      continue;
    if (definedBy(open[i], innerName)) {
      auto p = polynomialIn(value, open[i]);
      if (p && (*p)[2] == 0 && (*p)[3] == 0)
        return Affine{(*p)[0], (*p)[1], op};
      continue;
    }
    StringRef name = op->getName().stripDialect();
    if (name == "add" || name == "sub" || name == "mul" || name == "div" || name == "neg")
      open.append(op->operand_begin(), op->operand_end());
  }
  return std::nullopt;
}

namespace {
/// The other operand of op(u, number).
std::optional<std::pair<mlir::Value, double>> withNumber(Operation *op) {
  std::optional<std::pair<mlir::Value, double>> found;
  eitherOrder(op, [&](mlir::Value u, mlir::Value c) {
    auto number = numberFor(c, u);
    if (number)
      found = std::pair(u, *number);
    return number.has_value();
  });
  return found;
}

/// u of max(u, 0).
mlir::Value aboveZero(mlir::Value value) {
  if (Operation *relu = definedBy(value, "relu"))
    return relu->getOperand(0);
  Operation *max = definedBy(value, "max");
  auto parts = max ? withNumber(max) : std::nullopt;
  return parts && parts->second == 0 ? parts->first : mlir::Value();
}
} // namespace

std::optional<Clipped> clippedFromZero(mlir::Value value) {
  if (Operation *min = definedBy(value, "min")) {
    auto outer = withNumber(min);
    mlir::Value operand = outer ? aboveZero(outer->first) : mlir::Value();
    return operand && outer->second > 0 ? std::optional(Clipped{operand, outer->second})
                                        : std::nullopt;
  }
  mlir::Value inner = aboveZero(value);
  Operation *min = inner ? definedBy(inner, "min") : nullptr;
  auto parts = min ? withNumber(min) : std::nullopt;
  return parts && parts->second > 0 ? std::optional(Clipped{parts->first, parts->second})
                                    : std::nullopt;
}

std::optional<std::vector<int64_t>> reducedAxes(Operation *reduction) {
  auto dims = dimsOf(reduction->getOperand(0));
  if (!dims)
    return std::nullopt;
  auto rank = static_cast<int64_t>(dims->size());
  std::vector<int64_t> axes;
  bool all = isNone(reduction->getOperand(1));
  if (!all) {
    auto given = constantIntegers(reduction->getOperand(1));
    if (!given)
      return std::nullopt;
    all = given->empty() && cast<BoolAttr>(reduction->getAttr("all_if_empty")).getValue();
    axes = *given;
  }
  for (int64_t axis = 0; all && axis < rank; ++axis)
    axes.push_back(axis);
  for (int64_t &axis : axes)
    axis += axis < 0 ? rank : 0;
  std::sort(axes.begin(), axes.end());
  return axes;
}

namespace {
/// The result of a reduction that drops its axes, put back with size 1 where they were.
bool putsBack(mlir::Value value, Operation *reduction, const std::vector<int64_t> &axes) {
  auto full = dimsOf(reduction->getOperand(0)), dims = dimsOf(value);
  if (!full || !dims || dims->size() != full->size())
    return false;
  if (Operation *unsqueeze = definedBy(value, "unsqueeze")) {
    auto inserted = constantIntegers(unsqueeze->getOperand(1));
    if (!inserted)
      return false;
    for (int64_t &axis : *inserted)
      axis += axis < 0 ? static_cast<int64_t>(dims->size()) : 0;
    std::sort(inserted->begin(), inserted->end());
    return *inserted == axes;
  }
  // A reshape that keeps the order of elements; with one unknown size there is no other way.
  int unknown = 0;
  for (size_t i = 0; i < dims->size(); ++i) {
    bool reduced = llvm::is_contained(axes, static_cast<int64_t>(i));
    if ((*dims)[i] != (reduced ? 1 : (*full)[i]))
      return false;
    unknown += ShapedType::isDynamic((*dims)[i]);
  }
  return unknown <= 1;
}
} // namespace

Operation *keptReduction(mlir::Value value, StringRef name) {
  if (Operation *reduction = definedBy(value, name))
    return cast<BoolAttr>(reduction->getAttr("keepdims")).getValue() ? reduction : nullptr;
  Operation *reshape = definedBy(value, "unsqueeze");
  reshape = reshape ? reshape : definedBy(value, "reshape");
  Operation *reduction = reshape ? definedBy(reshape->getOperand(0), name) : nullptr;
  if (!reduction || cast<BoolAttr>(reduction->getAttr("keepdims")).getValue())
    return nullptr;
  auto axes = reducedAxes(reduction);
  return axes && putsBack(value, reduction, *axes) ? reduction : nullptr;
}

} // namespace ingot::graph
