// Vectors of f32 as wide as the machine's registers, and what every vector kernel needs around
// them.
//
// Everything is written with clang's vector extensions, so that one source serves NEON (16 bytes),
// AVX2 (32) and AVX-512 (64); INGOT_VECTOR_BYTES says which, and follows from the instruction set
// unless it is given. Freestanding: kernels are compiled to bitcode, their arguments are replaced
// by constants, and all functions below are inlined.
#pragma once

#include "kernels/base/contract.h"

#ifndef INGOT_VECTOR_BYTES
#if defined(__AVX512F__)
#define INGOT_VECTOR_BYTES 64
#elif defined(__AVX__)
#define INGOT_VECTOR_BYTES 32
#else
#define INGOT_VECTOR_BYTES 16
#endif
#endif

/// As INGOT_INLINE for a lambda, after its parameters.
#define INGOT_INLINED __attribute__((always_inline))
/// Loops over the registers of a tile: after unrolling, its sums are values and not memory.
#define INGOT_UNROLL _Pragma("clang loop unroll(full)")
/// Loops that stay loops, to keep the code short.
#define INGOT_ROLLED _Pragma("clang loop unroll(disable) vectorize(disable)")
/// Loops over neighbours that become vectors when the library is built; no other loop does.
#define INGOT_VECTORIZED _Pragma("clang loop vectorize(enable)")

namespace ingot::kernels {

inline constexpr int lanes = INGOT_VECTOR_BYTES / 4;

typedef float Vector __attribute__((ext_vector_type(lanes)));
typedef int32_t IntVector __attribute__((ext_vector_type(lanes)));
/// A Vector anywhere in memory.
typedef Vector VectorInMemory __attribute__((aligned(4)));
typedef float Pair __attribute__((ext_vector_type(2)));
typedef Pair PairInMemory __attribute__((aligned(4)));

/// Elements as they lie in memory, one in the low bits of each lane, whatever their type.
typedef uint32_t Bits __attribute__((ext_vector_type(lanes)));

/// What becomes of finished results: defined per fusion by the compiler and always inlined. It
/// gives the elements that are stored, of any type of at most 4 bytes. `row` and `column` (of the
/// first lane) count in the logical output matrix; lanes beyond its last column hold nothing of
/// value, and what is returned for them is dropped.
///
/// Where clang passes vectors as integers, they go through memory, which inlining removes.
#if defined(__riscv)
extern "C" void ingot_epilogue_f32(const Vector *results, Bits *stored, int64_t row, int64_t column,
                                   const void *context);
INGOT_INLINE Bits epilogue(Vector results, int64_t row, int64_t column, const void *context) {
  Bits stored;
  ingot_epilogue_f32(&results, &stored, row, column, context);
  return stored;
}
extern "C" void ingot_epilogue_i32(const IntVector *results, Bits *stored, int64_t row,
                                   int64_t column, const void *context);
INGOT_INLINE Bits epilogue(IntVector results, int64_t row, int64_t column, const void *context) {
  Bits stored;
  ingot_epilogue_i32(&results, &stored, row, column, context);
  return stored;
}
#else
extern "C" Bits ingot_epilogue_f32(Vector results, int64_t row, int64_t column,
                                   const void *context);
INGOT_INLINE Bits epilogue(Vector results, int64_t row, int64_t column, const void *context) {
  return ingot_epilogue_f32(results, row, column, context);
}
extern "C" Bits ingot_epilogue_i32(IntVector results, int64_t row, int64_t column,
                                   const void *context);
INGOT_INLINE Bits epilogue(IntVector results, int64_t row, int64_t column, const void *context) {
  return ingot_epilogue_i32(results, row, column, context);
}
#endif

/// Whether the epilogue is so long that a kernel should have it once, in a loop over what it
/// stores: written down for every register of a tile it would not fit into the instruction cache.
/// The compiler defines it, too.
extern "C" __attribute__((const)) bool ingot_has_long_epilogue();

/// The same for the elements of a kernel's first operand as they are read, of any type of at most 4
/// bytes, with the rows and columns of that.
#if defined(__riscv)
extern "C" void ingot_prologue_f32(const Bits *x, Vector *prepared, int64_t row, int64_t column,
                                   const void *context);
INGOT_INLINE Vector prologue(Bits x, int64_t row, int64_t column, const void *context) {
  Vector prepared;
  ingot_prologue_f32(&x, &prepared, row, column, context);
  return prepared;
}
#else
extern "C" Vector ingot_prologue_f32(Bits x, int64_t row, int64_t column, const void *context);
INGOT_INLINE Vector prologue(Bits x, int64_t row, int64_t column, const void *context) {
  return ingot_prologue_f32(x, row, column, context);
}
#endif

INGOT_INLINE Vector load(const float *p) { return *reinterpret_cast<const VectorInMemory *>(p); }
INGOT_INLINE void store(float *p, Vector x) { *reinterpret_cast<VectorInMemory *>(p) = x; }

/// Whether the machine loads and stores some lanes of a vector as fast as all.
#if INGOT_VECTOR_BYTES == 64 && defined(__AVX512BW__) && defined(__AVX512VL__)
inline constexpr bool hasMasks = true;
#else
inline constexpr bool hasMasks = false;
#endif

typedef bool Mask __attribute__((ext_vector_type(lanes)));

/// The first `count` lanes, which may be all or none.
INGOT_INLINE Mask firstLanes(int64_t count) {
  IntVector numbers;
  INGOT_UNROLL
  for (int i = 0; i < lanes; ++i)
    numbers[i] = i;
  return __builtin_convertvector(numbers < static_cast<int32_t>(least(count, lanes)), Mask);
}

/// The first `count` lanes from memory, which may be all; the others are 0.
INGOT_INLINE Vector loadPart(const float *p, int64_t count) {
  if (count >= lanes)
    return load(p);
  if constexpr (hasMasks)
    return __builtin_masked_load(firstLanes(count), p, Vector(0));
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
  if constexpr (hasMasks)
    return __builtin_masked_store(firstLanes(count), x, p);
  INGOT_ROLLED
  for (int64_t i = 0; i < count; ++i)
    p[i] = x[i];
}

namespace detail {
template <typename T> struct Narrow {
  typedef T Type __attribute__((ext_vector_type(lanes)));
  typedef Type InMemory __attribute__((aligned(sizeof(T)), may_alias));
  typedef T Element __attribute__((may_alias));
};

template <typename T> INGOT_INLINE Bits loadLanes(const void *p) {
  return __builtin_convertvector(*static_cast<const typename Narrow<T>::InMemory *>(p), Bits);
}
template <typename T> INGOT_INLINE void storeLanes(void *p, Bits x) {
  *static_cast<typename Narrow<T>::InMemory *>(p) =
      __builtin_convertvector(x, typename Narrow<T>::Type);
}
template <typename T> INGOT_INLINE Bits loadFirst(const void *p, int64_t count) {
  using Element = typename Narrow<T>::Element;
  return __builtin_convertvector(__builtin_masked_load(firstLanes(count),
                                                       static_cast<const Element *>(p),
                                                       typename Narrow<T>::Type(0)),
                                 Bits);
}
template <typename T> INGOT_INLINE void storeFirst(void *p, Bits x, int64_t count) {
  using Element = typename Narrow<T>::Element;
  // Not masked: LLVM 22 makes a store of all 32 bits of a lane of one that narrows and has a mask
  // of a single lane, if it knows the mask.
  if (count == 1)
    return static_cast<void>(static_cast<Element *>(p)[0] = static_cast<T>(x[0]));
  __builtin_masked_store(firstLanes(count), __builtin_convertvector(x, typename Narrow<T>::Type),
                         static_cast<Element *>(p));
}
template <typename T> INGOT_INLINE uint32_t loadElement(const void *p, int64_t i) {
  return static_cast<const typename Narrow<T>::Element *>(p)[i];
}
template <typename T> INGOT_INLINE void storeElement(void *p, int64_t i, uint32_t x) {
  static_cast<typename Narrow<T>::Element *>(p)[i] = static_cast<T>(x);
}
} // namespace detail

/// The first `count` lanes, which may be all, of elements of 1, 2 or 4 bytes; the others are 0.
INGOT_INLINE Bits loadBits(const void *p, int64_t bytes, int64_t count) {
  using namespace detail;
  if (count >= lanes)
    return bytes == 4   ? loadLanes<uint32_t>(p)
           : bytes == 2 ? loadLanes<uint16_t>(p)
                        : loadLanes<uint8_t>(p);
  if constexpr (hasMasks)
    return bytes == 4   ? loadFirst<uint32_t>(p, count)
           : bytes == 2 ? loadFirst<uint16_t>(p, count)
                        : loadFirst<uint8_t>(p, count);
  Bits x = Bits(0);
  INGOT_ROLLED
  for (int64_t i = 0; i < count; ++i)
    x[i] = bytes == 4   ? loadElement<uint32_t>(p, i)
           : bytes == 2 ? loadElement<uint16_t>(p, i)
                        : loadElement<uint8_t>(p, i);
  return x;
}
INGOT_INLINE void storeBits(void *p, Bits x, int64_t bytes, int64_t count) {
  using namespace detail;
  if (count >= lanes)
    return bytes == 4   ? storeLanes<uint32_t>(p, x)
           : bytes == 2 ? storeLanes<uint16_t>(p, x)
                        : storeLanes<uint8_t>(p, x);
  if constexpr (hasMasks)
    return bytes == 4   ? storeFirst<uint32_t>(p, x, count)
           : bytes == 2 ? storeFirst<uint16_t>(p, x, count)
                        : storeFirst<uint8_t>(p, x, count);
  INGOT_ROLLED
  for (int64_t i = 0; i < count; ++i)
    bytes == 4   ? storeElement<uint32_t>(p, i, x[i])
    : bytes == 2 ? storeElement<uint16_t>(p, i, x[i])
                 : storeElement<uint8_t>(p, i, x[i]);
}

/// `elements` elements of `bytes` further.
INGOT_INLINE const void *at(const void *p, int64_t elements, int64_t bytes) {
  return static_cast<const char *>(p) + elements * bytes;
}
INGOT_INLINE void *at(void *p, int64_t elements, int64_t bytes) {
  return static_cast<char *>(p) + elements * bytes;
}

/// A place in the first operand of a kernel with a prologue.
struct Input {
  const void *x;
  int64_t bytes; ///< of an element
  int64_t row, column;
  const void *context;

  /// The first `count` lanes, which may be all, of the vector `i` elements further along the row.
  INGOT_INLINE Vector get(int64_t i, int64_t count) const {
    return prologue(loadBits(at(x, i, bytes), bytes, count), row, column + i, context);
  }
};

/// A place in the output of a kernel with an epilogue.
struct Output {
  void *y;
  int64_t bytes; ///< of an element
  int64_t row, column;
  const void *context;

  /// Whether f32 can wait here until it is finished.
  INGOT_INLINE bool holdsSums() const { return bytes == 4; }
  INGOT_INLINE float *sums() const { return static_cast<float *>(y); }

  /// Finishes the vector `i` elements further along the row and stores its first `count` lanes,
  /// which may be all.
  template <typename Results> INGOT_INLINE void put(int64_t i, Results value, int64_t count) const {
    storeBits(at(y, i, bytes), epilogue(value, row, column + i, context), bytes, count);
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
