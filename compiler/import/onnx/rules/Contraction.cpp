// Import rules of matrix products.
#include "compiler/import/onnx/rules/Contraction.h"

#include <cmath>

namespace ingot::onnx {

Expected<Handle> scaled(const Node &n, Handle x, float factor) {
  if (factor == 1)
    return x;
  if (!isFloat(n.element(x)) && factor != std::trunc(factor))
    return n.unsupported("a factor of ", factor, " on ", n.type(x).text(), ", wanted a whole one");
  return n.emit("mul", {x, INGOT_TRY(n.scalarLike(x, static_cast<double>(factor)))});
}

Expected<Handle> emitGemm(const Node &n, Handle a, Handle b, Handle c) {
  // Gemm is for matrices alone; matmul would take more.
  for (Handle x : {a, b})
    if (n.rank(x) >= 0 && n.rank(x) != 2)
      return n.bad("wanted a matrix, found ", n.type(x).text());
  Handle y = INGOT_TRY(n.emit("matmul", {a, b},
                              {{"transpose_a", n.integer("transA", 0) != 0},
                               {"transpose_b", n.integer("transB", 0) != 0}}));
  y = INGOT_TRY(scaled(n, y, n.number("alpha", 1)));
  float beta = n.number("beta", 1);
  // A factor of 0 means that c is not looked at, not even for NaN.
  if (n.type(c).isNone() || beta == 0)
    return y;
  return n.emit("add", {y, INGOT_TRY(scaled(n, c, beta))});
}

Status importMatMul(Node &n) { return n.result(n.emit("matmul", {n.input(0), n.input(1)})); }

/// Gemm. Before opset 7 c broadcasts only when asked; where a model asks for nothing, its shape is
/// the result's and broadcasting does not matter.
Status importGemm(Node &n) { return n.result(emitGemm(n, n.input(0), n.input(1), n.input(2))); }

Status importEinsum(Node &n) {
  std::vector<Handle> operands;
  for (size_t i = 0; i < n.inputCount(); ++i)
    operands.push_back(n.input(i));
  if (!n.hasAttribute("equation"))
    return n.bad("attribute 'equation' is missing");
  return n.result(n.emit("einsum", operands, {{"equation", n.text("equation", "")}}));
}

} // namespace ingot::onnx
