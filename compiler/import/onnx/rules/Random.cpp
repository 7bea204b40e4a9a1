// Import rules of random numbers and of what uses them.
#include "compiler/import/onnx/Node.h"

#include <bit>

namespace ingot::onnx {
namespace {

/// Adds the seed if the node has one. It is a float (dropout: an integer): only its bits matter.
void addSeed(const Node &n, Attributes &attributes) {
  if (n.hasAttribute("seed"))
    attributes.set("seed", int64_t{std::bit_cast<int32_t>(n.number("seed", 0))});
}

/// `first` and `second` are the names of the distribution's parameters.
Status importFill(Node &n, std::string_view op, Handle shape, ElementType type, const char *first,
                  const char *second) {
  Attributes attributes{{"to", type}, {first, n.number(first, 0)}, {second, n.number(second, 1)}};
  addSeed(n, attributes);
  return n.result(n.emit(op, {shape}, std::move(attributes)));
}

Status importFillShape(Node &n, std::string_view op, const char *first, const char *second) {
  auto shape = n.integers("shape");
  if (!shape)
    return n.bad("attribute 'shape' is missing");
  ElementType type = INGOT_TRY(n.elementType("dtype", ElementType::F32));
  return importFill(n, op, n.integersConstant(*shape), type, first, second);
}

/// The shape, and unless told otherwise the type, of an input.
Status importFillLike(Node &n, std::string_view op, const char *first, const char *second) {
  Handle like = n.input(0);
  if (!n.type(like).isTensor())
    return n.bad("input 0 is ", n.type(like).text(), ", wanted a tensor");
  ElementType type = INGOT_TRY(n.elementType("dtype", n.element(like)));
  return importFill(n, op, INGOT_TRY(n.emit("shape", {like})), type, first, second);
}
} // namespace

Status importRandomUniform(Node &n) { return importFillShape(n, "random_uniform", "low", "high"); }
Status importRandomNormal(Node &n) { return importFillShape(n, "random_normal", "mean", "scale"); }
Status importRandomUniformLike(Node &n) {
  return importFillLike(n, "random_uniform", "low", "high");
}
Status importRandomNormalLike(Node &n) {
  return importFillLike(n, "random_normal", "mean", "scale");
}

Status importBernoulli(Node &n) {
  Attributes attributes{{"to", INGOT_TRY(n.elementType("dtype", n.element(n.input(0))))}};
  addSeed(n, attributes);
  return n.result(n.emit("bernoulli", {n.input(0)}, std::move(attributes)));
}

Status importMultinomial(Node &n) {
  Attributes attributes{{"to", INGOT_TRY(n.elementType("dtype", ElementType::I32))},
                        {"sample_size", n.integer("sample_size", 1)}};
  addSeed(n, attributes);
  return n.result(n.emit("multinomial", {n.input(0)}, std::move(attributes)));
}

/// Dropout. Before opset 7 `is_test` tells training from inference, up to opset 11 there is only
/// inference, and since then `training_mode` is an input. Before opset 10 the mask has x's type.
Status importDropout(Node &n) {
  Handle x = n.input(0), ratio = n.none(), training = n.none();
  if (!n.type(x).isTensor())
    return n.bad("input 0 is ", n.type(x).text(), ", wanted a tensor");
  if (n.opset >= 12) {
    ratio = n.input(1);
    training = n.input(2);
  } else if (n.opset < 7) {
    ratio = n.constant(Tensor::scalar(n.number("ratio", 0.5f)));
    training = n.constant(Tensor::scalar(n.integer("is_test", 0) == 0));
  }
  auto flag = n.value(training);
  bool infers = n.type(training).isNone() || (flag && flag->type() == ElementType::Bool &&
                                              flag->elements() == 1 && !*flag->data<bool>());
  if (infers && !n.wants(1))
    return n.result(x);
  Attributes attributes;
  if (n.hasAttribute("seed"))
    attributes.set("seed", n.integer("seed", 0));
  auto results = INGOT_TRY(n.emitAll("dropout", {x, ratio, training}, std::move(attributes)));
  n.setOutput(0, infers ? x : results[0]);
  Handle mask = results[1];
  if (n.opset < 10 && n.wants(1))
    mask = INGOT_TRY(n.emit("cast", {mask}, {{"to", n.element(x)}}));
  n.setOutput(1, mask);
  return success();
}

} // namespace ingot::onnx
