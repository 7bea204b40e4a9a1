// What the model fuzz targets do with bytes.
#pragma once

#include "ingot/Ingot.h"

namespace ingot::fuzz {

/// Loads; if that works, runs on zeros (unknown dimensions taken as 2) within 64 MiB and 2 seconds.
inline void loadAndRun(std::string_view bytes) {
  auto loaded = Model::loadBytes(bytes, nullptr);
  if (!loaded.model)
    return;
  CompileOptions compileOptions;
  compileOptions.target =
      "interpreter"; // mutants of models go through the cpu target, see mutation
  auto program = loaded.model->compile(compileOptions);
  if (!program.ok())
    return;
  std::vector<Value> inputs;
  for (const Port &port : loaded.model->inputs()) {
    Shape shape = port.type.dims;
    for (int64_t &dim : shape)
      dim = dim < 0 ? 2 : dim;
    auto count = elementCount(shape);
    if (!port.type.isTensor() || !count || *count > 1 << 20)
      return;
    auto tensor = Tensor::allocate(port.type.element, shape);
    if (!tensor.ok())
      return;
    inputs.push_back(tensor.take());
  }
  RunOptions options;
  options.maxMemory = 64 << 20;
  options.timeout = 2;
  (void)program->run(inputs, options).ok();
}

} // namespace ingot::fuzz
