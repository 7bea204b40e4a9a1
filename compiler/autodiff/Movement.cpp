// Derivatives of data movement: what was read once gets the gradient, what was read more often the
// sum of the gradients, and what was not read zero.
#include "compiler/autodiff/ChainRule.h"

namespace ingot::autodiff {
namespace {

void deriveReshaped(ChainRule &c) { c.pass(0, reshapedLike(c.g(), c.x())); }

void deriveTranspose(ChainRule &c) {
  const auto &perm = c.attributes().integers("perm");
  std::vector<int64_t> inverse(perm.size());
  for (size_t i = 0; i < perm.size(); ++i)
    inverse[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  c.pass(0, c.emit("transpose", {c.g()}, {{"perm", inverse}}));
}

/// Where shape may say anything, any axis of x may have been repeated.
void deriveExpand(ChainRule &c) { c.pass(0, reducedLike(c.g(), c.x(), {c.y()})); }

void deriveConcat(ChainRule &c) {
  int64_t axis = c.attributes().integer("axis");
  std::vector<Term> sizes;
  for (size_t i = 0; i < c.emission.operands.size(); ++i)
    sizes.push_back(c.emit("shape", {c.x(i)}, {{"start", axis}, {"end", axis + 1}}));
  Term all = c.emit("concat", sizes, {{"axis", int64_t{0}}});
  auto parts =
      c.emitAll("split", {c.g(), all},
                {{"axis", axis}, {"parts", static_cast<int64_t>(sizes.size())}}, sizes.size());
  for (size_t i = 0; i < parts.size(); ++i)
    if (c.wants(i))
      c.pass(i, parts[i]);
}

void deriveSplit(ChainRule &c) {
  std::vector<Term> parts;
  for (size_t i = 0; i < c.emission.results.size(); ++i)
    parts.push_back(c.g(i));
  c.pass(0, c.emit("concat", parts, {{"axis", c.attributes().integer("axis")}}));
}

/// For any operator whose result has elements of its first operand and nothing else: moves their
/// numbers instead, which tell where each gradient belongs.
void deriveByNumber(ChainRule &c) {
  Term x = c.x(), count = call("size", x);
  Term numbers = c.emit("range", {c.scalarLike(count, 0), count, c.scalarLike(count, 1)});
  std::vector<Term> operands{reshapedLike(numbers, x)};
  for (size_t i = 1; i < c.emission.operands.size(); ++i)
    operands.push_back(c.x(i));
  c.pass(0, scatteredLike(c.g(), c.emit(c.emission.op, operands, c.attributes()), x));
}

/// Rows of a table need no number for each of their elements.
void deriveGather(ChainRule &c) {
  if (c.attributes().integer("axis") != 0)
    return deriveByNumber(c);
  Term tuples = c.emit("unsqueeze", {c.x(1), c.integers({-1})});
  c.pass(0, c.emit("scatter_nd", {filledLike(c.x(), 0), tuples, c.g()},
                   {{"reduction", std::string("add")}}));
}

/// pads of `slice` as an operand of pad, where its bounds are known and it leaves out nothing
/// between them.
std::optional<std::vector<int64_t>> padsOfSlice(ChainRule &c) {
  const ValueType &from = c.emitter.typeOf(c.x().handle), &to = c.emitter.typeOf(c.y().handle);
  auto starts = c.emitter.integersOf(c.x(1).handle), axes = c.emitter.integersOf(c.x(3).handle);
  auto steps = c.emitter.integersOf(c.x(4).handle);
  bool stepsLeftOut = c.emitter.typeOf(c.x(4).handle).isNone(),
       axesLeftOut = c.emitter.typeOf(c.x(3).handle).isNone();
  if (!starts || !from.isStatic() || !to.isStatic() || (!axes && !axesLeftOut) ||
      (!steps && !stepsLeftOut))
    return std::nullopt;
  size_t rank = from.dims.size();
  std::vector<int64_t> pads(2 * rank);
  for (size_t i = 0; i < starts->size(); ++i) {
    if (steps && (*steps)[i] != 1)
      return std::nullopt;
    auto axis = axes ? static_cast<size_t>(c.emitter.axisOf(c.x().handle, (*axes)[i])) : i;
    int64_t dim = from.dims[axis], start = (*starts)[i];
    pads[axis] = std::clamp(start < 0 ? start + dim : start, int64_t{0}, dim - to.dims[axis]);
    pads[rank + axis] = dim - to.dims[axis] - pads[axis];
  }
  return pads;
}

void deriveSlice(ChainRule &c) {
  auto pads = padsOfSlice(c);
  if (!pads)
    return deriveByNumber(c);
  Term none = c.term(c.emitter.none());
  c.pass(0, c.emit("pad", {c.g(), c.integers(*pads), none, none}));
}

/// What was added is removed again; a negative pad removed elements, which get zeros.
void derivePad(ChainRule &c) {
  if (c.wants(2))
    c.fail(c.unsupported("the gradient of pad by the value that it adds"));
  if (c.attributes().text("mode") != "constant")
    return deriveByNumber(c);
  c.pass(0, c.emit("pad", {c.g(), -c.x(1), c.term(c.emitter.none()), c.x(3)}));
}

/// `gathers` reads what this scatter writes.
void deriveScatter(ChainRule &c, std::string_view gathers) {
  Attributes gathering, scattering{{"reduction", std::string("none")}};
  if (c.attributes().has("axis")) {
    gathering.set("axis", c.attributes().integer("axis"));
    scattering.set("axis", c.attributes().integer("axis"));
  }
  const std::string &reduction = c.attributes().text("reduction");
  if (reduction != "none" && reduction != "add")
    return c.fail(c.unsupported("the gradient of ", c.emission.op, " with reduction ", reduction,
                                ", wanted none or add"));
  if (c.wants(0))
    c.pass(0, reduction == "add"
                  ? c.g()
                  : c.emit(c.emission.op, {c.g(), c.x(1), filledLike(c.x(2), 0)}, scattering));
  if (c.wants(2))
    c.pass(2, c.emit(gathers, {c.g(), c.x(1)}, gathering));
}

void deriveCumSum(ChainRule &c) {
  c.pass(0, c.emit("cum_sum", {c.g(), c.x(1)},
                   {{"exclusive", c.attributes().flag("exclusive")},
                    {"reverse", !c.attributes().flag("reverse")}}));
}

void deriveTrilu(ChainRule &c) {
  c.pass(0, c.emit("trilu", {c.g(), c.x(1)}, {{"upper", c.attributes().flag("upper")}}));
}

constexpr DerivativeEntry derivatives[] = {
    {"reshape", deriveReshaped},
    {"flatten", deriveReshaped},
    {"squeeze", deriveReshaped},
    {"unsqueeze", deriveReshaped},
    {"transpose", deriveTranspose},
    {"expand", deriveExpand},
    {"concat", deriveConcat},
    {"split", deriveSplit},
    {"slice", deriveSlice},
    {"pad", derivePad},
    {"tile", deriveByNumber},
    {"depth_to_space", deriveByNumber},
    {"channel_shuffle", deriveByNumber},
    {"space_to_depth", deriveByNumber},
    {"reverse_sequence", deriveByNumber},
    {"compress", deriveByNumber},
    {"gather", deriveGather},
    {"gather_elements", deriveByNumber},
    {"gather_nd", deriveByNumber},
    {"scatter_elements", [](ChainRule &c) { deriveScatter(c, "gather_elements"); }},
    {"scatter_nd", [](ChainRule &c) { deriveScatter(c, "gather_nd"); }},
    {"cum_sum", deriveCumSum},
    {"trilu", deriveTrilu},
    {"eye_like", nullptr},
};
} // namespace

std::span<const DerivativeEntry> movementDerivatives() { return derivatives; }

} // namespace ingot::autodiff
