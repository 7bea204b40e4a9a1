// Weights that 16 bits hold exactly: they are kept so, and become f32 in the registers of a kernel.
// What it computes has the same bits, and half is read from memory.
#pragma once

#include "compiler/lower/LowerContext.h"
#include "kernels/base/halves.h"

namespace ingot::lower {

/// The type that an operand of f32 is kept in: if it is constant, f16 or bf16 where that loses
/// nothing and they are more than the first-level cache has room for; else f32.
ElementType keptType(const LowerContext &c, size_t operand);

/// Whether a constant operand that is kept in f16 can be the right side of a product in f16: no sum
/// of f16 goes beyond it.
bool fitsProductInHalves(const LowerContext &c, size_t operand);

/// "gemm" for weights kept in f32, "gemm_f16" for f16.
std::string operationOn(std::string_view operation, ElementType kept);

/// Calls pack(memory) with a pointer to elements of the type that weights are kept in.
template <typename Pack> void packInto(void *memory, ElementType kept, Pack &&pack) {
  if (kept == ElementType::F16)
    pack(static_cast<kernels::F16 *>(memory));
  else if (kept == ElementType::BF16)
    pack(static_cast<kernels::BF16 *>(memory));
  else
    pack(static_cast<float *>(memory));
}

} // namespace ingot::lower
