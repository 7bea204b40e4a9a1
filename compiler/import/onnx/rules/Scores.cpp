// Matrices, labels and scores of classifiers and regressors.
#include "compiler/import/onnx/rules/Scores.h"

namespace ingot::onnx {

Expected<Handle> rowsOf(const Node &n, Handle x) {
  if (n.rank(x) == 1)
    return n.emit("unsqueeze", {x, n.integersConstant({0})});
  return x;
}

Expected<Tensor> classLabels(const Node &n, const char *integers, const char *texts) {
  auto numbers = n.integers(integers).value_or(std::vector<int64_t>());
  auto names = n.texts(texts).value_or(std::vector<std::string>());
  if (numbers.empty() == names.empty())
    return n.bad("wanted class labels in one of '", integers, "' and '", texts, "'");
  if (!numbers.empty())
    return Tensor::ofInts(numbers);
  return Tensor::of<std::string>({static_cast<int64_t>(names.size())}, names);
}

Expected<Handle> transformed(const Node &n, Handle scores, const std::string &mode) {
  return mode == "NONE" ? Expected<Handle>(scores)
                        : n.emit("score_transform", {scores}, {{"mode", mode}});
}

Expected<Handle> labelsAt(const Node &n, const Tensor &labels, Handle positions) {
  return n.emit("gather", {n.constant(labels), positions}, {{"axis", int64_t{0}}});
}

Status classify(Node &n, Handle scores, const Tensor &labels) {
  Handle best = INGOT_TRY(n.emit("arg_max", {scores}, {{"axis", int64_t{1}}, {"keepdims", false}}));
  n.setOutput(0, INGOT_TRY(labelsAt(n, labels, best)));
  n.setOutput(1, INGOT_TRY(transformed(n, scores, n.text("post_transform", "NONE"))));
  return success();
}

Status classifyBinary(Node &n, Handle score, const Tensor &labels, float threshold, Second second) {
  std::string mode = n.text("post_transform", "NONE");
  Handle limit = n.constant(Tensor::scalar(threshold));
  Handle above = INGOT_TRY(castTo(n, INGOT_TRY(n.emit("less", {limit, score})), ElementType::I64));
  Handle position = INGOT_TRY(n.emit("squeeze", {above, n.integersConstant({1})}));
  n.setOutput(0, INGOT_TRY(labelsAt(n, labels, position)));
  Handle other = INGOT_TRY(n.emit("neg", {score}));
  bool complement = mode == "PROBIT" || (mode == "NONE" && second == Second::Complement);
  if (complement)
    other = INGOT_TRY(n.emit("add", {other, n.constant(Tensor::scalar(1.0f))}));
  Handle both = INGOT_TRY(n.emit("concat", {other, score}, {{"axis", int64_t{1}}}));
  n.setOutput(1, INGOT_TRY(transformed(n, both, mode)));
  return success();
}

} // namespace ingot::onnx
