// Import rules of operators that repeat, pad and regroup elements.
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// Tile. In opset 1 the second and third inputs are a number of copies and an axis.
Status importTile(Node &n) {
  Handle x = n.input(0);
  if (n.opset >= 6)
    return n.result(n.emit("tile", {x, n.input(1)}));
  auto tiles = n.integersOf(n.input(1)), axis = n.integersOf(n.input(2));
  if (n.rank(x) < 0 || !tiles || !axis)
    return n.unsupported("Tile of opset 1 with a rank, tiles or axis that are not constant");
  auto at = axis->size() == 1 ? graph::normalizeAxis((*axis)[0], n.rank(x)) : std::nullopt;
  if (tiles->size() != 1 || !at)
    return n.bad("tiles ", *tiles, " and axis ", *axis, " for rank ", n.rank(x));
  std::vector<int64_t> repeats(static_cast<size_t>(n.rank(x)), 1);
  repeats[static_cast<size_t>(*at)] = (*tiles)[0];
  return n.result(n.emit("tile", {x, n.integersConstant(repeats)}));
}

/// Pad. Before opset 11 pads (in opset 1 `paddings`) and value are attributes.
Status importPad(Node &n) {
  Handle x = n.input(0);
  Attributes mode{{"mode", n.text("mode", "constant")}};
  if (n.opset >= 11)
    return n.result(n.emit("pad", {x, n.input(1), n.input(2), n.input(3)}, std::move(mode)));
  auto pads = n.integers(n.opset == 1 ? "paddings" : "pads");
  if (!pads)
    return n.bad("the pads are missing");
  Handle value =
      n.hasAttribute("value") ? INGOT_TRY(n.scalarLike(x, n.number("value", 0))) : n.none();
  return n.result(n.emit("pad", {x, n.integersConstant(*pads), value, n.none()}, std::move(mode)));
}

/// Pad of com.microsoft: the pads may also be a matrix of one row.
Status importMicrosoftPad(Node &n) {
  Handle pads = INGOT_TRY(n.emit("reshape", {n.input(1), n.integersConstant({-1})}));
  return n.result(n.emit("pad", {n.input(0), pads, n.input(2), n.none()},
                         {{"mode", n.text("mode", "constant")}}));
}

/// CenterCropPad: half of the difference before, the rest after. Halving towards zero rounds the
/// start of the window down both where it crops and where it pads.
Status importCenterCropPad(Node &n) {
  Handle x = n.input(0);
  Handle target = INGOT_TRY(n.emit("cast", {n.input(1)}, {{"to", ElementType::I64}}));
  Handle dims = INGOT_TRY(n.emit("shape", {x}));
  auto given = n.integers("axes");
  Handle axes = given ? n.integersConstant(*given) : n.none();
  if (given)
    dims = INGOT_TRY(n.emit("gather", {dims, axes}, {{"axis", int64_t{0}}}));
  Handle difference = INGOT_TRY(n.emit("sub", {target, dims}));
  Handle before = INGOT_TRY(n.emit("div", {difference, n.integersConstant({2})}));
  Handle after = INGOT_TRY(n.emit("sub", {difference, before}));
  Handle pads = INGOT_TRY(n.emit("concat", {before, after}, {{"axis", int64_t{0}}}));
  return n.result(n.emit("pad", {x, pads, n.none(), axes}));
}

Status importReverseSequence(Node &n) {
  Handle x = n.input(0);
  return n.result(n.emit("reverse_sequence", {x, n.input(1)},
                         {{"batch_axis", n.axis(x, n.integer("batch_axis", 1))},
                          {"time_axis", n.axis(x, n.integer("time_axis", 0))}}));
}

/// Col2Im: what is left out is 1, or 0 for the pads.
Status importCol2Im(Node &n) {
  size_t rank = 0;
  for (size_t i : {1, 2})
    if (const ValueType &type = n.type(n.input(i)); type.rank() == 1 && type.dims[0] > 0)
      rank = static_cast<size_t>(type.dims[0]);
  if (rank == 0 || rank > graph::maxRank)
    return n.unsupported("Col2Im with an unknown number of image axes");
  auto list = [&](std::string_view name, size_t length, int64_t otherwise) {
    return n.integers(name).value_or(std::vector<int64_t>(length, otherwise));
  };
  return n.result(n.emit("col2im", {n.input(0), n.input(1), n.input(2)},
                         {{"strides", list("strides", rank, 1)},
                          {"dilations", list("dilations", rank, 1)},
                          {"pads", list("pads", 2 * rank, 0)}}));
}

} // namespace ingot::onnx
