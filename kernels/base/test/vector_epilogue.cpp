// The prologue and epilogue that the vector kernels of the tests are linked with.
#include "kernels/base/test/vector_support.h"

namespace ingot::kernels {

bool test::hasLongEpilogue = false;
extern "C" bool ingot_has_long_epilogue() { return test::hasLongEpilogue; }

static Bits finished(Vector sums, int64_t row, int64_t column, const void *context) {
  const auto &epilogue = *static_cast<const test::Epilogue *>(context);
  if (epilogue.bias)
    sums += load(epilogue.bias + column);
  if (epilogue.residual)
    sums += load(epilogue.residual + row * epilogue.residualPitch + column);
  if (epilogue.relu)
    sums = __builtin_elementwise_max(sums, Vector(0));
  Bits bits = __builtin_bit_cast(Bits, sums);
  return epilogue.yBytes == 2 ? bits >> 16 : bits;
}

static Bits finished(IntVector sums, int64_t row, int64_t column, const void *context) {
  const auto &epilogue = *static_cast<const test::IntegerEpilogue *>(context);
  if (epilogue.bias)
    sums += __builtin_bit_cast(IntVector, loadBits(epilogue.bias + column, 4, lanes));
  if (epilogue.residual)
    sums ^= __builtin_bit_cast(
        IntVector, loadBits(epilogue.residual + row * epilogue.residualPitch + column, 4, lanes));
  Bits bits = __builtin_bit_cast(Bits, sums);
  return bits >> static_cast<uint32_t>(epilogue.shift);
}

static Vector prepared(Bits x, int64_t row, int64_t column, const void *context) {
  const test::Prologue *prologue = static_cast<const test::Epilogue *>(context)->prologue;
  if (prologue && prologue->xBytes == 2)
    x <<= 16;
  Vector value = __builtin_bit_cast(Vector, x);
  return prologue && prologue->factors
             ? value * load(prologue->factors + row * prologue->pitch + column)
             : value;
}

#if defined(__riscv)
extern "C" void ingot_epilogue_f32(const Vector *sums, Bits *stored, int64_t row, int64_t column,
                                   const void *context) {
  *stored = finished(*sums, row, column, context);
}
extern "C" void ingot_epilogue_i32(const IntVector *sums, Bits *stored, int64_t row, int64_t column,
                                   const void *context) {
  *stored = finished(*sums, row, column, context);
}
extern "C" void ingot_prologue_f32(const Bits *x, Vector *to, int64_t row, int64_t column,
                                   const void *context) {
  *to = prepared(*x, row, column, context);
}
#else
extern "C" Bits ingot_epilogue_f32(Vector sums, int64_t row, int64_t column, const void *context) {
  return finished(sums, row, column, context);
}
extern "C" Bits ingot_epilogue_i32(IntVector sums, int64_t row, int64_t column,
                                   const void *context) {
  return finished(sums, row, column, context);
}
extern "C" Vector ingot_prologue_f32(Bits x, int64_t row, int64_t column, const void *context) {
  return prepared(x, row, column, context);
}
#endif

} // namespace ingot::kernels
