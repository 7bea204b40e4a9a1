// Import rules of reductions.
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {
namespace {

/// The reductions. The axes are an attribute until `axesAreInputSince`, then an input. What an
/// empty list means is settled here where the axes are known.
Status importReduction(Node &n, std::string_view op, int64_t axesAreInputSince) {
  Handle x = n.input(0), axes = n.none();
  bool noop = n.opset >= axesAreInputSince && n.integer("noop_with_empty_axes", 0) != 0;
  bool given = true, allIfEmpty = false;
  if (auto listed = n.integers("axes"))
    axes = n.integersConstant(*listed);
  else if (n.opset >= axesAreInputSince && n.has(1))
    axes = n.input(1);
  else
    given = false;
  auto values = given ? n.integersOf(axes) : std::optional(std::vector<int64_t>());
  if (!values) {
    allIfEmpty = !noop;
  } else if (values->empty()) {
    axes = noop ? n.integersConstant({}) : n.none();
  } else if (auto normal = graph::normalizeAxes(*values, n.rank(x)); normal && n.rank(x) >= 0) {
    axes = n.integersConstant(*normal);
  }
  return n.result(n.emit(
      op, {x, axes}, {{"keepdims", n.integer("keepdims", 1) != 0}, {"all_if_empty", allIfEmpty}}));
}

Status importArg(Node &n, std::string_view op) {
  Handle x = n.input(0);
  return n.result(
      n.emit(op, {x},
             {{"axis", n.axis(x, n.integer("axis", 0))},
              {"keepdims", n.integer("keepdims", 1) != 0},
              {"select_last_index", n.opset >= 12 && n.integer("select_last_index", 0) != 0}}));
}

} // namespace

Status importReduceSum(Node &n) { return importReduction(n, "reduce_sum", 13); }
Status importReduceMean(Node &n) { return importReduction(n, "reduce_mean", 18); }
Status importReduceProd(Node &n) { return importReduction(n, "reduce_prod", 18); }
Status importReduceMax(Node &n) { return importReduction(n, "reduce_max", 18); }
Status importReduceMin(Node &n) { return importReduction(n, "reduce_min", 18); }
Status importReduceL1(Node &n) { return importReduction(n, "reduce_l1", 18); }
Status importReduceL2(Node &n) { return importReduction(n, "reduce_l2", 18); }
Status importReduceLogSum(Node &n) { return importReduction(n, "reduce_log_sum", 18); }
Status importReduceLogSumExp(Node &n) { return importReduction(n, "reduce_log_sum_exp", 18); }
Status importReduceSumSquare(Node &n) { return importReduction(n, "reduce_sum_square", 18); }

Status importArgMax(Node &n) { return importArg(n, "arg_max"); }
Status importArgMin(Node &n) { return importArg(n, "arg_min"); }

} // namespace ingot::onnx
