// Tables over the element types, all from ElementType.inc.
#include "ingot/ElementType.h"

namespace ingot {
namespace {
struct Row {
  ElementClass cls;
  uint8_t bits, bytes, onnx;
  std::string_view text;
};
template <typename T> constexpr uint8_t bytesOf = sizeof(T);
template <> constexpr uint8_t bytesOf<std::string> = 0;

constexpr Row rows[] = {
#define INGOT_ELEMENT_TYPE(name, ctype, class_, bits, onnx, text)                                  \
  {ElementClass::class_, bits, bytesOf<ctype>, onnx, text},
#include "ingot/ElementType.inc"
#undef INGOT_ELEMENT_TYPE
};
constexpr size_t rowCount = sizeof rows / sizeof rows[0];
const Row &row(ElementType type) { return rows[static_cast<size_t>(type)]; }
} // namespace

ElementClass elementClass(ElementType type) { return row(type).cls; }
unsigned elementBits(ElementType type) { return row(type).bits; }
size_t elementBytes(ElementType type) { return row(type).bytes; }
std::string_view elementName(ElementType type) { return row(type).text; }
int onnxNumber(ElementType type) { return row(type).onnx; }

std::optional<ElementType> elementFromName(std::string_view name) {
  for (size_t i = 0; i < rowCount; ++i)
    if (rows[i].text == name)
      return static_cast<ElementType>(i);
  return std::nullopt;
}

std::optional<ElementType> elementFromOnnx(int64_t number) {
  for (size_t i = 0; i < rowCount; ++i)
    if (rows[i].onnx == number)
      return static_cast<ElementType>(i);
  return std::nullopt;
}

} // namespace ingot
