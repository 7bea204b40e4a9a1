// Derivatives of elementwise operators. At a kink they are what PyTorch takes.
#include "compiler/autodiff/ChainRule.h"

#include <numbers>

namespace ingot::autodiff {
namespace {

Term square(Term x) { return x * x; }
double number(const ChainRule &c, std::string_view name) {
  return static_cast<double>(c.attributes().number(name));
}

//===--------------------------------------------------------------------------------------------===//
// Activations
//===--------------------------------------------------------------------------------------------===//

/// The derivative of x * sigmoid(alpha * x).
Term swishSlope(Term x, double alpha) {
  Term s = call("sigmoid", x * alpha);
  return s + x * alpha * s * (1 - s);
}

/// (1 + erf(x / √2)) / 2 + x * density(x), or the derivative of the approximation
/// x / 2 * (1 + tanh(√(2/π) * (x + 0.044715 x³))).
void deriveGelu(ChainRule &c) {
  using namespace std::numbers;
  Term x = c.x();
  if (c.attributes().flag("approximate")) {
    constexpr double scale = sqrt2 * inv_sqrtpi, cubic = 0.044715;
    Term t = call("tanh", (x + x * square(x) * cubic) * scale);
    Term inner = (square(x) * (3 * cubic) + 1) * scale;
    return c.pass(0, c.g() * ((t + 1) * 0.5 + x * 0.5 * (1 - square(t)) * inner));
  }
  Term below = (call("erf", x * (1 / sqrt2)) + 1) * 0.5;
  Term density = call("exp", square(x) * -0.5) * (inv_sqrtpi / sqrt2);
  c.pass(0, c.g() * (below + x * density));
}

void deriveMish(ChainRule &c) {
  Term t = call("tanh", call("softplus", c.x()));
  c.pass(0, c.g() * (t + c.x() * (1 - square(t)) * call("sigmoid", c.x())));
}

void deriveHardSwish(ChainRule &c) {
  Term x = c.x(), slope = where(x > 3, 1, x * (1.0 / 3) + 0.5);
  c.pass(0, c.g() * where(x < -3, 0, slope));
}

void deriveSelu(ChainRule &c) {
  double alpha = number(c, "alpha"), gamma = number(c, "gamma");
  c.pass(0, c.g() * where(c.x() > 0, gamma, call("exp", c.x()) * (alpha * gamma)));
}

void deriveHardSigmoid(ChainRule &c) {
  Term slope = where(c.y() > 0, c.g() * number(c, "alpha"), 0);
  c.pass(0, where(c.y() < 1, slope, 0));
}

void derivePrelu(ChainRule &c) {
  if (c.wants(0))
    c.pass(0, where(c.x() > 0, c.g(), c.g() * c.x(1)));
  if (c.wants(1))
    c.passReduced(1, where(c.x() > 0, 0, c.g() * c.x()));
}

void deriveSwiglu(ChainRule &c) {
  double alpha = number(c, "alpha");
  Term x = c.x();
  if (c.wants(0))
    c.passReduced(0, c.g() * c.x(1) * swishSlope(x, alpha));
  if (c.wants(1))
    c.passReduced(1, c.g() * x * call("sigmoid", x * alpha));
}

//===--------------------------------------------------------------------------------------------===//
// Several operands
//===--------------------------------------------------------------------------------------------===//

void deriveMul(ChainRule &c) {
  for (size_t i : {0u, 1u})
    if (c.wants(i))
      c.passReduced(i, c.g() * c.x(1 - i));
}

void deriveDiv(ChainRule &c) {
  if (c.wants(0))
    c.passReduced(0, c.g() / c.x(1));
  if (c.wants(1))
    c.passReduced(1, -(c.g() * c.y()) / c.x(1));
}

/// y * x^(y-1), and x^y * log(x); 0 where y, or 0^y, does not change with its neighbours.
void derivePow(ChainRule &c) {
  Term x = c.x(), y = castLike(c.x(1), x);
  if (c.wants(0)) {
    Term slope = y * c.emit("pow", {x, y + -1.0});
    Term flat = c.emit("equal", {y, c.scalarLike(y, 0)});
    c.passReduced(0, where(flat, 0, c.g() * slope));
  }
  if (c.wants(1)) {
    Term zero = c.scalarLike(x, 0);
    Term flat =
        c.emit("bit_and", {c.emit("equal", {x, zero}), c.emit("greater_or_equal", {y, zero})});
    Term gradient = where(flat, 0, c.g() * c.y() * call("log", x));
    c.passReduced(1, castLike(gradient, c.x(1)));
  }
}

/// All to the one that was chosen; half to each where they are equal.
void deriveExtreme(ChainRule &c, std::string_view chooses) {
  Term tie = c.emit("equal", {c.x(0), c.x(1)});
  for (size_t i : {0u, 1u}) {
    if (!c.wants(i))
      continue;
    Term chosen = c.emit(chooses, {c.x(i), c.x(1 - i)});
    c.passReduced(i, where(tie, c.g() * 0.5, where(chosen, c.g(), 0)));
  }
}

void deriveWhere(ChainRule &c) {
  if (c.wants(1))
    c.passReduced(1, where(c.x(), c.g(), 0));
  if (c.wants(2))
    c.passReduced(2, where(c.x(), 0, c.g()));
}

constexpr DerivativeEntry derivatives[] = {
    {"identity", [](ChainRule &c) { c.pass(0, c.g()); }},
    {"cast", [](ChainRule &c) { c.pass(0, castLike(c.g(), c.x())); }},

    {"sign", nullptr},
    {"ceil", nullptr},
    {"floor", nullptr},
    {"round", nullptr},
    {"abs", [](ChainRule &c) { c.pass(0, c.g() * call("sign", c.x())); }},
    {"neg", [](ChainRule &c) { c.pass(0, -c.g()); }},
    {"reciprocal", [](ChainRule &c) { c.pass(0, -(c.g() * square(c.y()))); }},
    {"sqrt", [](ChainRule &c) { c.pass(0, c.g() / (c.y() * 2)); }},
    {"exp", [](ChainRule &c) { c.pass(0, c.g() * c.y()); }},
    {"log", [](ChainRule &c) { c.pass(0, c.g() / c.x()); }},
    {"erf",
     [](ChainRule &c) {
       c.pass(0, c.g() * call("exp", -square(c.x())) * (2 * std::numbers::inv_sqrtpi));
     }},

    {"sin", [](ChainRule &c) { c.pass(0, c.g() * call("cos", c.x())); }},
    {"cos", [](ChainRule &c) { c.pass(0, -(c.g() * call("sin", c.x()))); }},
    {"tan", [](ChainRule &c) { c.pass(0, c.g() * (square(c.y()) + 1)); }},
    {"asin", [](ChainRule &c) { c.pass(0, c.g() / call("sqrt", 1 - square(c.x()))); }},
    {"acos", [](ChainRule &c) { c.pass(0, -(c.g() / call("sqrt", 1 - square(c.x())))); }},
    {"atan", [](ChainRule &c) { c.pass(0, c.g() / (square(c.x()) + 1)); }},
    {"sinh", [](ChainRule &c) { c.pass(0, c.g() * call("cosh", c.x())); }},
    {"cosh", [](ChainRule &c) { c.pass(0, c.g() * call("sinh", c.x())); }},
    {"tanh", [](ChainRule &c) { c.pass(0, c.g() * (1 - square(c.y()))); }},
    {"asinh", [](ChainRule &c) { c.pass(0, c.g() / call("sqrt", square(c.x()) + 1)); }},
    {"acosh", [](ChainRule &c) { c.pass(0, c.g() / call("sqrt", square(c.x()) + -1.0)); }},
    {"atanh", [](ChainRule &c) { c.pass(0, c.g() / (1 - square(c.x()))); }},

    {"relu", [](ChainRule &c) { c.pass(0, where(c.x() > 0, c.g(), 0)); }},
    {"leaky_relu",
     [](ChainRule &c) { c.pass(0, where(c.x() > 0, c.g(), c.g() * number(c, "alpha"))); }},
    {"thresholded_relu",
     [](ChainRule &c) { c.pass(0, where(c.x() > number(c, "alpha"), c.g(), 0)); }},
    {"elu",
     [](ChainRule &c) {
       c.pass(0, c.g() * where(c.x() > 0, 1, call("exp", c.x()) * number(c, "alpha")));
     }},
    {"celu",
     [](ChainRule &c) {
       c.pass(0, c.g() * where(c.x() > 0, 1, call("exp", c.x() * (1 / number(c, "alpha")))));
     }},
    {"shrink",
     [](ChainRule &c) { c.pass(0, where(call("abs", c.x()) > number(c, "lambd"), c.g(), 0)); }},
    {"selu", deriveSelu},
    {"sigmoid", [](ChainRule &c) { c.pass(0, c.g() * c.y() * (1 - c.y())); }},
    {"hard_sigmoid", deriveHardSigmoid},
    {"swish", [](ChainRule &c) { c.pass(0, c.g() * swishSlope(c.x(), number(c, "alpha"))); }},
    {"hard_swish", deriveHardSwish},
    {"softplus", [](ChainRule &c) { c.pass(0, c.g() * call("sigmoid", c.x())); }},
    {"softsign", [](ChainRule &c) { c.pass(0, c.g() / square(call("abs", c.x()) + 1)); }},
    {"gelu", deriveGelu},
    {"mish", deriveMish},
    {"prelu", derivePrelu},
    {"swiglu", deriveSwiglu},

    {"add",
     [](ChainRule &c) {
       for (size_t i : {0u, 1u})
         if (c.wants(i))
           c.passReduced(i, c.g());
     }},
    {"sub",
     [](ChainRule &c) {
       if (c.wants(0))
         c.passReduced(0, c.g());
       if (c.wants(1))
         c.passReduced(1, -c.g());
     }},
    {"mul", deriveMul},
    {"div", deriveDiv},
    {"pow", derivePow},
    {"max", [](ChainRule &c) { deriveExtreme(c, "greater"); }},
    {"min", [](ChainRule &c) { deriveExtreme(c, "less"); }},
    {"where", deriveWhere},
};
} // namespace

std::span<const DerivativeEntry> elementwiseDerivatives() { return derivatives; }

} // namespace ingot::autodiff
