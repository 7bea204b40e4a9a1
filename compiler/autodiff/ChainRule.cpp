// Terms of derivatives, and how gradients reach operands.
#include "compiler/autodiff/ChainRule.h"

#include <numeric>

namespace ingot::autodiff {

//===--------------------------------------------------------------------------------------------===//
// ChainRule
//===--------------------------------------------------------------------------------------------===//

void ChainRule::fail(Status status) {
  if (failed.ok())
    failed = std::move(status);
}

Term ChainRule::emit(std::string_view op, const std::vector<Term> &operands,
                     Attributes attributes) {
  return emitAll(op, operands, std::move(attributes), 1).front();
}

std::vector<Term> ChainRule::emitAll(std::string_view op, const std::vector<Term> &operands,
                                     Attributes attributes, size_t results) {
  std::vector<Term> terms(results, term(emitter.none()));
  if (!failed.ok())
    return terms;
  std::vector<Handle> handles;
  for (Term operand : operands)
    handles.push_back(operand.handle);
  auto emitted = emitter.emit(op, handles, std::move(attributes), {});
  if (!emitted.ok()) {
    fail(emitted.takeStatus());
    return terms;
  }
  for (size_t i = 0; i < results; ++i)
    terms[i] = term((*emitted)[i]);
  return terms;
}

Term ChainRule::scalarLike(Term like, double value) {
  auto scalar = emitter.scalarLike(like.handle, value);
  if (scalar.ok())
    return term(*scalar);
  fail(scalar.takeStatus());
  return term(emitter.none());
}

Term ChainRule::g(size_t i) {
  auto found = gradients.of.find(emission.results[i].id);
  return found == gradients.of.end() ? filledLike(y(i), 0) : term(found->second);
}

void ChainRule::pass(size_t i, Term gradient) {
  auto [place, first] = gradients.of.emplace(emission.operands[i].id, gradient.handle);
  if (!first)
    place->second = (term(place->second) + gradient).handle;
}

void ChainRule::passReduced(size_t i, Term gradient) {
  std::vector<Term> others;
  for (size_t k = 0; k < emission.operands.size(); ++k)
    if (k != i)
      others.push_back(x(k));
  pass(i, reducedLike(gradient, x(i), others));
}

//===--------------------------------------------------------------------------------------------===//
// Terms
//===--------------------------------------------------------------------------------------------===//

namespace {
const ValueType &typeOf(Term x) { return x.rule->emitter.typeOf(x.handle); }

bool sameShape(Term a, Term b) {
  const ValueType &s = typeOf(a), &t = typeOf(b);
  return s.isStatic() && t.isStatic() && s.dims == t.dims;
}

/// Whether one of the terms may be larger than 1 along an axis, counted from the last one.
bool anyMayRepeat(const std::vector<Term> &terms, size_t fromEnd) {
  return std::any_of(terms.begin(), terms.end(), [&](Term t) {
    const ValueType &type = typeOf(t);
    if (!type.ranked)
      return true;
    return fromEnd < type.dims.size() && type.dims[type.dims.size() - 1 - fromEnd] != 1;
  });
}

/// The axes along which `like` has size 1 during the run, counted in a tensor with `leading` axes
/// more, and these axes.
Term axesOfSizeOne(Term like, const std::vector<int64_t> &leading) {
  ChainRule &c = *like.rule;
  Term ones = c.emit("equal", {shapeOf(like), c.integers({1})});
  Term places = c.emit("reshape", {c.emit("non_zero", {ones}), c.integers({-1})});
  Term moved = places + c.integers({static_cast<int64_t>(leading.size())});
  return c.emit("concat", {c.integers(leading), moved}, {{"axis", int64_t{0}}});
}
} // namespace

Term operator+(Term a, Term b) { return a.rule->emit("add", {a, b}); }
Term operator-(Term a, Term b) { return a.rule->emit("sub", {a, b}); }
Term operator*(Term a, Term b) { return a.rule->emit("mul", {a, b}); }
Term operator/(Term a, Term b) { return a.rule->emit("div", {a, b}); }
Term operator-(Term a) { return call("neg", a); }
Term operator+(Term a, double b) { return a + a.rule->scalarLike(a, b); }
Term operator-(double a, Term b) { return b.rule->scalarLike(b, a) - b; }
Term operator*(Term a, double b) { return a * a.rule->scalarLike(a, b); }
Term operator>(Term a, Term b) { return a.rule->emit("greater", {a, b}); }
Term operator>(Term a, double b) { return a > a.rule->scalarLike(a, b); }
Term operator<(Term a, double b) { return a.rule->emit("less", {a, a.rule->scalarLike(a, b)}); }

Term call(std::string_view op, Term x) { return x.rule->emit(op, {x}); }
Term where(Term condition, Term x, Term y) { return x.rule->emit("where", {condition, x, y}); }
Term where(Term condition, Term x, double y) {
  return where(condition, x, x.rule->scalarLike(x, y));
}
Term where(Term condition, double x, Term y) {
  return where(condition, y.rule->scalarLike(y, x), y);
}

Term shapeOf(Term x) { return x.rule->emit("shape", {x}); }
Term filledLike(Term like, double value) {
  return expandedLike(like.rule->scalarLike(like, value), like);
}
Term expandedLike(Term x, Term like) {
  return sameShape(x, like) ? x : x.rule->emit("expand", {x, shapeOf(like)});
}
Term reshapedLike(Term x, Term like) {
  if (sameShape(x, like))
    return x;
  return x.rule->emit("reshape", {x, shapeOf(like)}, {{"allowzero", true}});
}
Term castLike(Term x, Term like) {
  ElementType to = typeOf(like).element;
  return typeOf(x).element == to ? x : x.rule->emit("cast", {x}, {{"to", to}});
}

Term sumAlong(Term x, const std::vector<int64_t> &axes) {
  return x.rule->emit("reduce_sum", {x, x.rule->integers(axes)}, {{"keepdims", true}});
}

Term scatteredLike(Term x, Term numbers, Term like) {
  ChainRule &c = *x.rule;
  Term vector = c.integers({-1}), count = c.emit("reshape", {call("size", like), vector});
  Term zeros = c.emit("expand", {c.scalarLike(like, 0), count});
  Term sums = c.emit("scatter_elements",
                     {zeros, c.emit("reshape", {numbers, vector}), c.emit("reshape", {x, vector})},
                     {{"axis", int64_t{0}}, {"reduction", std::string("add")}});
  return reshapedLike(sums, like);
}

Term reducedLike(Term x, Term like, const std::vector<Term> &others) {
  ChainRule &c = *x.rule;
  if (!c.failed.ok() || sameShape(x, like))
    return x;
  const ValueType &from = typeOf(x), &to = typeOf(like);
  if (!from.ranked || !to.ranked) {
    c.fail(c.unsupported("the gradient of a broadcast of ", to.text(), " to ", from.text(),
                         ": give the ranks of the inputs"));
    return x;
  }
  std::vector<int64_t> leading(from.dims.size() - to.dims.size());
  std::iota(leading.begin(), leading.end(), 0);
  std::vector<int64_t> axes = leading;
  bool computed = false;
  for (size_t i = 0; i < to.dims.size(); ++i) {
    size_t axis = leading.size() + i;
    if (from.dims[axis] == 1 || !anyMayRepeat(others, to.dims.size() - 1 - i))
      continue;
    if (to.dims[i] == 1)
      axes.push_back(static_cast<int64_t>(axis));
    computed |= to.dims[i] < 0;
  }
  if (axes.empty() && !computed)
    return x;
  Term along = computed ? axesOfSizeOne(like, leading) : c.integers(axes);
  return reshapedLike(c.emit("reduce_sum", {x, along}, {{"keepdims", true}}), like);
}

} // namespace ingot::autodiff
