// The prologue and epilogue that the vector kernels of the tests are linked with.
#include "kernels/base/test/vector_support.h"

namespace ingot::kernels {

extern "C" Vector ingot_epilogue(Vector sums, int64_t row, int64_t column, const void *context) {
  const auto &epilogue = *static_cast<const test::Epilogue *>(context);
  if (epilogue.bias)
    sums += load(epilogue.bias + column);
  if (epilogue.residual)
    sums += load(epilogue.residual + row * epilogue.residualPitch + column);
  return epilogue.relu ? __builtin_elementwise_max(sums, Vector(0)) : sums;
}

extern "C" Vector ingot_prologue(Vector x, int64_t row, int64_t column, const void *context) {
  const test::Prologue *prologue = static_cast<const test::Epilogue *>(context)->prologue;
  return prologue ? x * load(prologue->factors + row * prologue->pitch + column) : x;
}

} // namespace ingot::kernels
