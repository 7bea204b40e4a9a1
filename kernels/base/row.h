// Row: what one line of a family's kernels.inc becomes in the file that is compiled to bitcode.
//
//   INGOT_KERNEL(name, family, operation, needs, in, sum, out, rows, columns, packing, hooks,
//                contract, body)
//
//   name       of the function
//   family     the folder
//   operation  what it computes: lowering chooses among the rows of one operation
//   needs      the instruction set it is written for, `any` for all; INGOT_WHEN_<needs> says
//   whether
//              this library has it (compiler/library/CMakeLists.txt, which lists them)
//   in         the type of its first operand: f32, i8, ui8, bits8 … bits64 (any type of that size),
//              or `any` where the prologue makes f32 of it
//   sum        the type it computes in: f32, i32, or the same as `in`
//   out        the type it stores, or `any` where the epilogue makes it from a sum
//   rows, columns  its tile, 0 where it has none
//   packing    the kernel that packs its second operand, or none
//   hooks      none, epilogue, or both: the functions of the compiler that it calls
//   contract   operands, sizes, units and footprint: see contract.h
//   body       the function that runs it: body(operands…, context, sizes, begin, end), which gives
//              a Fault or nothing
#pragma once

#include "kernels/base/transpose.h"

namespace ingot::kernels {

/// An operand of a type that the kernel knows.
struct Pointer {
  void *address;
  template <typename T> INGOT_INLINE operator T *() const { return static_cast<T *>(address); }
};

/// What a body gives that may give nothing. Without a constructor, which would be called.
struct Outcome {
  Fault fault;
  friend INGOT_INLINE Outcome operator,(Fault fault, Outcome) { return {fault}; }
};

template <typename Sizes, typename Body, int... I>
INGOT_INLINE Fault callBody(Body &&body, void *const *operands, const void *context,
                            const int64_t *sizes, int64_t begin, int64_t end,
                            detail::Indices<int, I...>) {
  const Sizes s = *reinterpret_cast<const Sizes *>(sizes);
  return (body(Pointer{operands[I]}..., context, s, begin, end), Outcome{0}).fault;
}

template <typename T, int N> constexpr int lengthOf(const T (&)[N]) { return N; }

} // namespace ingot::kernels

#define INGOT_KERNEL(name, family, operation, needs, in, sum, out, rows, columns, packing, hooks,  \
                     contract, ...)                                                                \
  INGOT_WHEN_##needs(INGOT_DEFINE_KERNEL(name, contract, __VA_ARGS__))
#define INGOT_DEFINE_KERNEL(name, contract, ...)                                                   \
  extern "C" Fault name(void *const *operands, const void *context, const int64_t *sizes,          \
                        int64_t begin, int64_t end) {                                              \
    return callBody<contract::Sizes>(                                                              \
        [](auto... given) INGOT_INLINED { return __VA_ARGS__(given...); }, operands, context,      \
        sizes, begin, end, detail::IndicesTo<lengthOf(contract::operands)>());                     \
  }
#ifndef INGOT_WHEN_any
#define INGOT_WHEN_any(...) __VA_ARGS__
#endif
