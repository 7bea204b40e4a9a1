// Import rules of constants.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// Constant: a tensor, or since opset 12 numbers and strings written as attributes.
Status importConstant(Node &n) {
  for (const char *name : {"value", "sparse_value"})
    if (auto tensor = INGOT_TRY(n.tensor(name)))
      return n.result(n.constant(*tensor));
  if (n.hasAttribute("value_float"))
    return n.result(n.constant(Tensor::scalar(n.number("value_float", 0))));
  if (n.hasAttribute("value_int"))
    return n.result(n.constant(Tensor::scalar(n.integer("value_int", 0))));
  if (n.hasAttribute("value_string"))
    return n.result(n.constant(Tensor::scalar(n.text("value_string", ""))));
  if (auto values = n.numbers("value_floats"))
    return n.result(n.constant(Tensor::of<float>({static_cast<int64_t>(values->size())}, *values)));
  if (auto values = n.integers("value_ints"))
    return n.result(n.integersConstant(*values));
  if (auto values = n.texts("value_strings"))
    return n.result(
        n.constant(Tensor::of<std::string>({static_cast<int64_t>(values->size())}, *values)));
  return n.bad("the node has no value");
}

} // namespace ingot::onnx
