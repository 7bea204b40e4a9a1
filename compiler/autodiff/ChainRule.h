// ChainRule: one operator of a trace, seen from its derivative.
//
// A derivative gets the gradient of what the operator gave and passes gradients on to what it was
// given. It is written as a formula over terms, each of which emits an operator:
//
//   {"tanh", [](ChainRule &c) { c.pass(0, c.g() * (1 - c.y() * c.y())); }},
//
// The first emission that fails is kept and makes every later one do nothing.
#pragma once

#include "compiler/import/base/Emitter.h"

#include <map>
#include <set>
#include <span>

namespace ingot::autodiff {

using graph::Attributes;
using importer::Emission;
using importer::Emitter;
using importer::Handle;

class ChainRule;

/// A value in a formula.
struct Term {
  ChainRule *rule;
  Handle handle;
};

/// What is known in the course of a walk back through a trace, by the id of a handle.
struct Gradients {
  std::set<int> active; ///< values that depend on a variable, smoothly as far as we know
  std::map<int, Handle> of;

  bool isActive(Handle value) const { return active.count(value.id) != 0; }
};

class ChainRule {
public:
  ChainRule(Emitter &emitter, const Emission &emission, Gradients &gradients)
      : emitter(emitter), emission(emission), gradients(gradients) {}

  Emitter &emitter;
  const Emission &emission;
  Status failed;

  //===--- the operator ---===//
  /// Operand, result, and the gradient of a result (zeros when nothing depends on it).
  Term x(size_t i = 0) { return {this, emission.operands[i]}; }
  Term y(size_t i = 0) { return {this, emission.results[i]}; }
  Term g(size_t i = 0);
  const Attributes &attributes() const { return emission.attributes; }
  /// Whether anybody asks for the gradient of an operand.
  bool wants(size_t i) const { return gradients.isActive(emission.operands[i]); }
  bool hasGradient(size_t i) const { return gradients.of.count(emission.results[i].id) != 0; }

  //===--- its gradients ---===//
  /// Adds to the gradient of operand `i`, of whose shape and element type the term is.
  void pass(size_t i, Term gradient);
  /// The same where the operands broadcast to the shape of the term.
  void passReduced(size_t i, Term gradient);
  void fail(Status status);
  template <typename... Parts> Status unsupported(const Parts &...message) const {
    return ingot::unsupported(str(message...));
  }

  //===--- terms ---===//
  Term term(Handle handle) { return {this, handle}; }
  Term integers(const std::vector<int64_t> &values) {
    return term(emitter.integersConstant(values));
  }
  Term scalarLike(Term like, double value);
  Term emit(std::string_view op, const std::vector<Term> &operands, Attributes attributes = {});
  std::vector<Term> emitAll(std::string_view op, const std::vector<Term> &operands,
                            Attributes attributes, size_t results);

private:
  Gradients &gradients;
};

Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term operator-(Term a);
Term operator+(Term a, double b);
Term operator-(double a, Term b);
Term operator*(Term a, double b);
Term operator>(Term a, Term b);
Term operator>(Term a, double b);
Term operator<(Term a, double b);

/// An elementwise operator of one operand.
Term call(std::string_view op, Term x);
Term where(Term condition, Term x, Term y);
Term where(Term condition, Term x, double y);
Term where(Term condition, double x, Term y);
Term shapeOf(Term x);
/// `value` everywhere, in the shape and element type of `like`.
Term filledLike(Term like, double value);
/// x repeated to the shape of `like`.
Term expandedLike(Term x, Term like);
Term reshapedLike(Term x, Term like);
Term castLike(Term x, Term like);
/// The sum along some axes, which stay with size 1.
Term sumAlong(Term x, const std::vector<int64_t> &axes);
/// The sum of all that was repeated when `like` was broadcast, along with `others`, to the shape of
/// x.
Term reducedLike(Term x, Term like, const std::vector<Term> &others);

/// Zeros in the shape of `like`, with each element of x added to the element of this number.
Term scatteredLike(Term x, Term numbers, Term like);

using Derivative = void (*)(ChainRule &);
struct DerivativeEntry {
  std::string_view op;
  Derivative derive; ///< null where the derivative is zero wherever there is one
};
std::span<const DerivativeEntry> elementwiseDerivatives();
std::span<const DerivativeEntry> reductionDerivatives();
std::span<const DerivativeEntry> normalizationDerivatives();
std::span<const DerivativeEntry> windowDerivatives();
std::span<const DerivativeEntry> contractionDerivatives();
std::span<const DerivativeEntry> movementDerivatives();

} // namespace ingot::autodiff
