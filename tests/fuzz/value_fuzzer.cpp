// Fuzz target: any bytes as an ONNX .pb value, as a tensor, a sequence and an optional.
#include "ingot/Ingot.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace ingot;
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  ValueType tensor = ValueType::unranked(ElementType::BF16); // the only element that is looked at
  for (const ValueType &type : {tensor, ValueType::sequence(tensor), ValueType::optional(tensor)}) {
    auto value = readOnnxValueBytes(bytes, nullptr, type);
    if (value.ok())
      (void)ValueType::of(*value).text();
  }
  return 0;
}
