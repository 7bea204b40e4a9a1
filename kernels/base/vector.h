// Vectors of f32 as wide as the machine's registers, and what every vector kernel needs around
// them.
//
// Everything is written with clang's vector extensions, so that one source serves NEON (16 bytes),
// AVX2 (32) and AVX-512 (64); INGOT_VECTOR_BYTES says which, and follows from the instruction set
// unless it is given. Freestanding: kernels are compiled to bitcode, their arguments are replaced
// by constants, and all functions below are inlined.
#pragma once

#include <stdint.h>

#ifndef INGOT_VECTOR_BYTES
#if defined(__AVX512F__)
#define INGOT_VECTOR_BYTES 64
#elif defined(__AVX__)
#define INGOT_VECTOR_BYTES 32
#else
#define INGOT_VECTOR_BYTES 16
#endif
#endif

/// Functions that must disappear in the kernel that calls them.
#define INGOT_INLINE __attribute__((always_inline)) inline
/// The same for a lambda, after its parameters.
#define INGOT_INLINED __attribute__((always_inline))
/// Loops over the registers of a tile: after unrolling, its sums are values and not memory.
#define INGOT_UNROLL _Pragma("clang loop unroll(full)")
/// Loops that stay loops, to keep the code short.
#define INGOT_ROLLED _Pragma("clang loop unroll(disable) vectorize(disable)")

namespace ingot::kernels {

inline constexpr int lanes = INGOT_VECTOR_BYTES / 4;

typedef float Vector __attribute__((ext_vector_type(lanes)));
typedef int32_t IntVector __attribute__((ext_vector_type(lanes)));
/// A Vector anywhere in memory.
typedef Vector VectorInMemory __attribute__((aligned(4)));
typedef float Pair __attribute__((ext_vector_type(2)));
typedef Pair PairInMemory __attribute__((aligned(4)));

/// What the blocking formulas take for the sizes of the caches, in bytes.
#if INGOT_VECTOR_BYTES == 64
inline constexpr int64_t firstCache = 48 << 10, secondCache = 1 << 20;
#elif INGOT_VECTOR_BYTES == 32
inline constexpr int64_t firstCache = 32 << 10, secondCache = 512 << 10;
#else
inline constexpr int64_t firstCache = 64 << 10, secondCache = 1 << 20;
#endif

/// What becomes of finished results: defined per fusion by the compiler and always inlined. `row`
/// and `column` (of the first lane) count in the logical output matrix; lanes beyond its last
/// column hold nothing of value, and what is returned for them is dropped.
extern "C" Vector ingot_epilogue(Vector results, int64_t row, int64_t column, const void *context);
/// The same for the elements of a kernel's first operand as they are read, with the rows and
/// columns of that.
extern "C" Vector ingot_prologue(Vector x, int64_t row, int64_t column, const void *context);

INGOT_INLINE int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
INGOT_INLINE int64_t greatest(int64_t a, int64_t b) { return a > b ? a : b; }
/// a / b rounded up, for a >= 0 and b > 0.
INGOT_INLINE constexpr int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

INGOT_INLINE Vector load(const float *p) { return *reinterpret_cast<const VectorInMemory *>(p); }
INGOT_INLINE void store(float *p, Vector x) { *reinterpret_cast<VectorInMemory *>(p) = x; }

/// The first `count` lanes from memory, which may be all; the others are 0.
INGOT_INLINE Vector loadPart(const float *p, int64_t count) {
  if (count >= lanes)
    return load(p);
  Vector x = Vector(0);
  INGOT_ROLLED
  for (int64_t i = 0; i < count; ++i)
    x[i] = p[i];
  return x;
}

/// The first `count` lanes to memory, which may be all.
INGOT_INLINE void storePart(float *p, Vector x, int64_t count) {
  if (count >= lanes)
    return store(p, x);
  INGOT_ROLLED
  for (int64_t i = 0; i < count; ++i)
    p[i] = x[i];
}

/// A place in the first operand of a kernel with a prologue.
struct Input {
  const float *x;
  int64_t row, column;
  const void *context;

  /// The first `count` lanes, which may be all, of the vector `i` elements further along the row.
  INGOT_INLINE Vector get(int64_t i, int64_t count) const {
    return ingot_prologue(loadPart(x + i, count), row, column + i, context);
  }
};

/// A place in the output of a kernel with an epilogue.
struct Output {
  float *y;
  int64_t row, column;
  const void *context;

  /// Finishes the vector `i` elements further along the row and stores its first `count` lanes,
  /// which may be all.
  INGOT_INLINE void put(int64_t i, Vector value, int64_t count) const {
    storePart(y + i, ingot_epilogue(value, row, column + i, context), count);
  }
};

/// a * b + c, rounded once where the machine can.
INGOT_INLINE Vector multiplyAdd(Vector a, Vector b, Vector c) {
#if defined(__FMA__) || defined(__AVX512F__) || defined(__ARM_FEATURE_FMA) || defined(__riscv)
  return __builtin_elementwise_fma(a, b, c);
#else
  return a * b + c;
#endif
}

} // namespace ingot::kernels
