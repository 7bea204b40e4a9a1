// Types of run-time values and their text.
#include "ingot/Value.h"

#include <algorithm>

namespace ingot {

ValueType ValueType::of(const Value &value) {
  if (value.isTensor())
    return tensor(value.tensor().type(), value.tensor().shape());
  if (!value.isSequence())
    return none();
  const auto &items = value.sequence();
  if (items.empty())
    return sequence(none());
  ValueType item = of(items.front());
  // Items may differ in shape; what they share is the element type.
  for (const Value &other : items)
    if (item.isTensor() && item.ranked && other.isTensor() && other.tensor().shape() != item.dims)
      item = unranked(item.element);
  return sequence(item);
}

bool ValueType::isStatic() const {
  return kind == Kind::Tensor && ranked &&
         std::none_of(dims.begin(), dims.end(), [](int64_t d) { return d < 0; });
}

std::string ValueType::text() const {
  switch (kind) {
  case Kind::None:
    return "none";
  case Kind::Tensor: {
    std::string dimensions;
    for (size_t i = 0; i < dims.size(); ++i)
      dimensions += (i ? "," : "") + (dims[i] < 0 ? std::string("?") : std::to_string(dims[i]));
    std::string text = str(elementName(element), "[", ranked ? dimensions : std::string("*"), "]");
    if (!quantization)
      return text;
    if (quantization->axis >= 0)
      return text + str(" quantized along axis ", quantization->axis);
    return text + str(" quantized ", quantization->scales[0], ":", quantization->zeroPoints[0]);
  }
  case Kind::Sequence:
    return str("sequence<", inner->text(), ">");
  case Kind::Optional:
    return str("optional<", inner->text(), ">");
  }
  return "";
}

} // namespace ingot
