// Import rules of support vector machines.
#include "compiler/import/onnx/rules/Scores.h"

namespace ingot::onnx {
namespace {

using Numbers = std::vector<float>;

/// The kernel matrix of the input and `count` support vectors, or, without any, the input itself.
Expected<Handle> kernelMatrix(const Node &n, Handle x, int64_t count) {
  Numbers vectors = n.numbers("support_vectors").value_or(Numbers());
  Numbers parameters = n.numbers("kernel_params").value_or(Numbers());
  parameters.resize(3);
  auto size = static_cast<int64_t>(vectors.size());
  if (size % count != 0)
    return n.bad(size, " numbers for ", count, " support vectors");
  Handle matrix = n.constant(Tensor::of<float>({count, size / count}, vectors));
  return n.emit("svm_kernel", {x, matrix},
                {{"kernel", n.text("kernel_type", "LINEAR")},
                 {"gamma", parameters[0]},
                 {"coef0", parameters[1]},
                 {"degree", parameters[2]}});
}

/// The matrix times the rows of `weights`, plus a number.
Expected<Handle> weighted(const Node &n, Handle matrix, const Numbers &weights, int64_t rows,
                          float plus) {
  auto size = static_cast<int64_t>(weights.size());
  if (rows < 1 || size % rows != 0)
    return n.bad(size, " coefficients for ", rows, " scores");
  matrix = INGOT_TRY(castTo(n, matrix, ElementType::F64));
  Handle factors = INGOT_TRY(
      castTo(n, n.constant(Tensor::of<float>({rows, size / rows}, weights)), ElementType::F64));
  Handle sums = INGOT_TRY(n.emit("matmul", {matrix, factors}, {{"transpose_b", true}}));
  Handle constant = n.constant(Tensor::scalar(static_cast<double>(plus)));
  return castTo(n, INGOT_TRY(n.emit("add", {sums, constant})), ElementType::F32);
}

} // namespace

/// SVMRegressor. Without support vectors the coefficients are those of a linear model. A one-class
/// machine says 1 or -1.
Status importMlSVMRegressor(Node &n) {
  Handle x = INGOT_TRY(rowsOf(n, n.input(0)));
  int64_t count = n.integer("n_supports", 0);
  Numbers rho = n.numbers("rho").value_or(Numbers());
  if (count < 0 || rho.empty())
    return n.bad("'n_supports' is ", count, ", 'rho' has ", rho.size(), " values, wanted 1");
  Handle matrix = count > 0 ? INGOT_TRY(kernelMatrix(n, x, count)) : x;
  Handle score =
      INGOT_TRY(weighted(n, matrix, n.numbers("coefficients").value_or(Numbers()), 1, rho[0]));
  if (n.integer("one_class", 0) != 0) {
    Handle inside = INGOT_TRY(n.emit("less", {n.constant(Tensor::scalar(0.0f)), score}));
    return n.result(n.emit(
        "where", {inside, n.constant(Tensor::scalar(1.0f)), n.constant(Tensor::scalar(-1.0f))}));
  }
  return n.result(transformed(n, score, n.text("post_transform", "NONE")));
}

/// SVMClassifier. Without support vectors every class has a linear score; the one rho is added to
/// all.
Status importMlSVMClassifier(Node &n) {
  Handle x = INGOT_TRY(rowsOf(n, n.input(0)));
  Tensor labels = INGOT_TRY(classLabels(n, "classlabels_ints", "classlabels_strings"));
  auto counts = n.integers("vectors_per_class").value_or(std::vector<int64_t>());
  Numbers coefficients = n.numbers("coefficients").value_or(Numbers());
  Numbers rho = n.numbers("rho").value_or(Numbers());
  int64_t vectors = 0;
  for (int64_t count : counts)
    if (count < 0 || __builtin_add_overflow(vectors, count, &vectors))
      return n.bad("'vectors_per_class' is ", counts);
  if (vectors == 0) {
    if (rho.empty())
      return n.bad("'rho' is missing");
    Handle scores = INGOT_TRY(weighted(n, x, coefficients, labels.elements(), rho[0]));
    return classify(n, scores, labels);
  }
  if (static_cast<int64_t>(counts.size()) != labels.elements())
    return n.bad("'vectors_per_class' has ", counts.size(), " entries for ", labels.elements(),
                 " classes");
  auto decided = INGOT_TRY(n.emitAll("svm_classify", {INGOT_TRY(kernelMatrix(n, x, vectors))},
                                     {{"vectors_per_class", counts},
                                      {"coefficients", std::move(coefficients)},
                                      {"rho", std::move(rho)},
                                      {"prob_a", n.numbers("prob_a").value_or(Numbers())},
                                      {"prob_b", n.numbers("prob_b").value_or(Numbers())}}));
  Handle scores = decided[1];
  // One decision between two classes becomes a score of each.
  if (n.type(scores).dims.size() == 2 && n.type(scores).dims[1] == 1) {
    Handle other = INGOT_TRY(n.emit("neg", {scores}));
    scores = INGOT_TRY(n.emit("concat", {other, scores}, {{"axis", int64_t{1}}}));
  }
  n.setOutput(0, INGOT_TRY(labelsAt(n, labels, decided[0])));
  n.setOutput(1, INGOT_TRY(transformed(n, scores, n.text("post_transform", "NONE"))));
  return success();
}

} // namespace ingot::onnx
