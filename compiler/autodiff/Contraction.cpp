// Derivatives of sums of products.
#include "compiler/autodiff/ChainRule.h"

namespace ingot::autodiff {
namespace {

Term product(ChainRule &c, Term a, Term b, bool transposeA, bool transposeB) {
  return c.emit("matmul", {a, b}, {{"transpose_a", transposeA}, {"transpose_b", transposeB}});
}

/// An operand as matrices: a vector on the left is a row, on the right a column.
Term asMatrix(ChainRule &c, size_t i) {
  Term x = c.x(i);
  if (c.emitter.rankOf(x.handle) != 1)
    return x;
  return c.emit("unsqueeze", {x, c.integers({static_cast<int64_t>(i)})});
}

/// The gradient of the product with the axes that a vector has taken away.
Term matrixGradient(ChainRule &c) {
  Term g = c.g();
  if (c.emitter.rankOf(c.x(1).handle) == 1)
    g = c.emit("unsqueeze", {g, c.integers({-1})});
  if (c.emitter.rankOf(c.x(0).handle) == 1)
    g = c.emit("unsqueeze", {g, c.integers({-2})});
  return g;
}

/// Sums over the batches along which `operand` was repeated; the matrices themselves are not.
void passMatrix(ChainRule &c, size_t i, Term gradient, Term operand, Term other) {
  if (c.emitter.rankOf(operand.handle) != 2 || c.emitter.rankOf(other.handle) != 2)
    gradient = reducedLike(gradient, operand, {other});
  c.pass(i, reshapedLike(gradient, c.x(i)));
}

/// y = A B gives dA = dy Bᵀ and dB = Aᵀ dy; of an operand that was transposed, the transpose.
void deriveMatmul(ChainRule &c) {
  for (size_t i : {0u, 1u})
    if (c.emitter.rankOf(c.x(i).handle) < 0)
      return c.fail(c.unsupported("the gradient of a product with a tensor of unknown rank: give "
                                  "the shapes of the inputs"));
  bool transposeA = c.attributes().flag("transpose_a");
  bool transposeB = c.attributes().flag("transpose_b");
  Term a = asMatrix(c, 0), b = asMatrix(c, 1), g = matrixGradient(c);
  if (c.wants(0))
    passMatrix(c, 0,
               transposeA ? product(c, b, g, transposeB, true)
                          : product(c, g, b, false, !transposeB),
               a, b);
  if (c.wants(1))
    passMatrix(c, 1,
               transposeB ? product(c, g, a, true, transposeA)
                          : product(c, a, g, !transposeA, false),
               b, a);
}

/// The terms of an equation and its result; nothing where an axis has no letter of its own.
std::optional<std::vector<std::string>> termsOf(std::string equation) {
  std::erase(equation, ' ');
  size_t arrow = equation.find("->");
  if (arrow == std::string::npos || equation.find('.') != std::string::npos)
    return std::nullopt;
  equation.replace(arrow, 2, ",");
  std::vector<std::string> terms(1);
  for (char letter : equation) {
    if (letter == ',')
      terms.emplace_back();
    else if (terms.back().find(letter) != std::string::npos)
      return std::nullopt;
    else
      terms.back() += letter;
  }
  return terms;
}

/// In the place of an operand comes the gradient. Ones in the operand's own shape give their size
/// to the axes that nothing else has.
void deriveEinsum(ChainRule &c) {
  auto terms = termsOf(c.attributes().text("equation"));
  if (!terms)
    return c.fail(c.unsupported("the gradient of einsum '", c.attributes().text("equation"),
                                "', wanted one letter for each axis, and the result"));
  for (size_t i = 0; i + 1 < terms->size(); ++i) {
    if (!c.wants(i))
      continue;
    std::vector<Term> operands{c.g(), filledLike(c.x(i), 1)};
    std::string equation = terms->back() + "," + (*terms)[i];
    for (size_t k = 0; k + 1 < terms->size(); ++k) {
      if (k == i)
        continue;
      operands.push_back(c.x(k));
      equation += "," + (*terms)[k];
    }
    Term gradient = c.emit("einsum", operands, {{"equation", equation + "->" + (*terms)[i]}});
    c.pass(i, reducedLike(gradient, c.x(i), {gradient}));
  }
}

constexpr DerivativeEntry derivatives[] = {{"matmul", deriveMatmul}, {"einsum", deriveEinsum}};
} // namespace

std::span<const DerivativeEntry> contractionDerivatives() { return derivatives; }

} // namespace ingot::autodiff
