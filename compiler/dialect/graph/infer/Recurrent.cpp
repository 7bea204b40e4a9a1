// Shape functions of recurrent layers.
#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/recurrent/activation.h"

#include <cstdint>

namespace ingot::graph {
namespace {

/// What one layer kind has and its siblings have not.
struct LayerKind {
  int64_t gates;
  size_t activations; ///< per direction
  size_t states;      ///< initial states from operand 5 on, and last states from result 1 on
  bool peepholes;     ///< operand 7
};

/// `factor` * `hidden`; nothing when it overflows.
std::optional<int64_t> rowsOf(int64_t factor, int64_t hidden) {
  if (hidden < 0)
    return unknownDim;
  int64_t rows;
  if (__builtin_mul_overflow(factor, hidden, &rows))
    return std::nullopt;
  return rows;
}

int64_t dimOf(const ValueType &type, size_t axis) {
  return axis < type.dims.size() ? type.dims[axis] : unknownDim;
}

/// Operand `i`, where given, may have these dims.
Status requireDims(InferContext &c, int constraint, size_t i, const char *name,
                   std::initializer_list<std::optional<int64_t>> dims) {
  if (!c.has(i) || !c.operand(i).ranked)
    return success();
  const Shape &found = c.operand(i).dims;
  bool fits = found.size() == dims.size();
  Shape wanted;
  for (auto dim : dims) {
    if (!dim)
      return c.require(constraint, false, name, " of ", shapeText(found), " is too large");
    fits = fits && compatible(*dim, found[wanted.size()]);
    wanted.push_back(*dim);
  }
  return c.require(constraint, fits, name, " is ", shapeText(found), ", wanted ",
                   shapeText(wanted));
}

Status requireElements(InferContext &c) {
  for (size_t i = 0; i < c.operandCount(); ++i) {
    if (!c.has(i))
      continue;
    ElementType type = c.operand(i).element;
    if (i == 4)
      INGOT_TRY(c.require(5, type == ElementType::I32 || type == ElementType::I64, "lengths are ",
                          elementName(type)));
    else
      INGOT_TRY(c.require(9, isFloat(type) && type == c.operand(0).element, "operand ", i, " is ",
                          elementName(type), ", x is ", elementName(c.operand(0).element)));
  }
  return success();
}

Status requireActivations(InferContext &c, size_t wanted) {
  const auto &names = c.attributes.texts("activations");
  size_t alphas = c.attributes.numbers("alpha").size(), betas = c.attributes.numbers("beta").size();
  INGOT_TRY(c.require(8, names.size() == wanted && alphas == wanted && betas == wanted,
                      names.size(), " activations with ", alphas, " alpha and ", betas,
                      " beta, wanted ", wanted));
  for (const std::string &name : names)
    INGOT_TRY(c.require(8,
                        kernels::recurrent::findActivation(name.data(), name.size()) !=
                            kernels::recurrent::Activation::Unknown,
                        "no activation is named '", name, "'"));
  return success();
}

Status inferLayer(InferContext &c, const LayerKind &kind) {
  INGOT_TRY(c.requireTensors(3, 5 + kind.states + (kind.peepholes ? 1 : 0)));
  INGOT_TRY(requireElements(c));
  const std::string &direction = c.attributes.text("direction");
  INGOT_TRY(
      c.require(7, direction == "forward" || direction == "reverse" || direction == "bidirectional",
                "direction is '", direction, "'"));
  int64_t directions = direction == "bidirectional" ? 2 : 1;
  INGOT_TRY(requireActivations(c, kind.activations * static_cast<size_t>(directions)));

  const ValueType &x = c.operand(0);
  INGOT_TRY(c.require(1, !x.ranked || x.rank() == 3, "x has rank ", x.rank()));
  int64_t steps = dimOf(x, 0), batch = dimOf(x, 1);
  int64_t hidden = dimOf(c.operand(2), 2);
  for (size_t i = 5; i < 5 + kind.states; ++i)
    if (c.has(i)) {
      hidden = mergeDim(hidden, dimOf(c.operand(i), 2));
      batch = mergeDim(batch, dimOf(c.operand(i), 1));
    }
  auto rows = rowsOf(kind.gates, hidden);
  INGOT_TRY(requireDims(c, 2, 1, "w", {directions, rows, dimOf(x, 2)}));
  INGOT_TRY(requireDims(c, 3, 2, "r", {directions, rows, hidden}));
  INGOT_TRY(requireDims(c, 4, 3, "b", {directions, rowsOf(2 * kind.gates, hidden)}));
  INGOT_TRY(requireDims(c, 5, 4, "lengths", {batch}));
  for (size_t i = 5; i < 5 + kind.states; ++i)
    INGOT_TRY(requireDims(c, 6, i, "an initial state", {directions, batch, hidden}));
  if (kind.peepholes)
    INGOT_TRY(requireDims(c, 10, 7, "peepholes", {directions, rowsOf(3, hidden)}));

  INGOT_TRY(c.yield(tensorLike(x, {steps, directions, batch, hidden})));
  for (size_t i = 0; i < kind.states; ++i)
    INGOT_TRY(c.yield(tensorLike(x, {directions, batch, hidden})));
  return success();
}

} // namespace

Status inferRnn(InferContext &c) { return inferLayer(c, {1, 1, 1, false}); }
Status inferGru(InferContext &c) { return inferLayer(c, {3, 2, 1, false}); }
Status inferLstm(InferContext &c) { return inferLayer(c, {4, 3, 2, true}); }

} // namespace ingot::graph
