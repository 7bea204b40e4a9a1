// Fuzz target: any bytes as an ONNX model; what loads is run on zeros with tight limits.
#include "tests/fuzz/RunModel.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ingot::fuzz::loadAndRun({reinterpret_cast<const char *>(data), size});
  return 0;
}
