// Contract: what the callers of a tuned kernel must know about it, as plain constants and constexpr
// functions: the operands, the names of the sizes, the number of units of work, and the bytes that
// a range of units reads and writes.
//
//   struct ProductSizes { INGOT_SIZES(INGOT_PRODUCT_SIZES) … };   // int64_t rows; int64_t columns;
//   …
//
//   struct Gemm {
//     using Sizes = ProductSizes;
//     static constexpr Operand operands[] = {{"a", Role::In}, …};
//     static constexpr Pitch pitches[] = {{"a", "aPitch", "batches"}, …}; // where there are any
//     static constexpr int64_t units(const Sizes &, Tile);
//     static constexpr void footprint(const Sizes &, Tile, int64_t begin, int64_t end, Extent *);
//   };
//
// Every kernel is a KernelFunction. Its sizes are an array in memory: where a model fixes them the
// array is constant, and the compiler folds what is read from it.
#pragma once

#include <stdint.h>

namespace ingot::kernels {

/// What a kernel says of its operands: 0 that all is well, else that there is an element that it
/// cannot take, such as an index outside of a dimension, and 1 + its place. Of several the first is
/// told. What is stored then is of no value, but nothing outside of the operands is touched.
using Fault = int64_t;

/// Units [begin, end) of a kernel. `context` is handed to its hooks.
using KernelFunction = Fault (*)(void *const *operands, const void *context, const int64_t *sizes,
                                 int64_t begin, int64_t end);

enum class Role : uint8_t { In, Out };

struct Operand {
  const char *name;
  Role role;
};

/// The size that says how many elements of an operand lie from row to row, where that may be any
/// number with room for a row: the kernel stores nothing between rows, and computes the same. Where
/// `entries` names a size that must be 1: entries of a batch have a distance of their own.
struct Pitch {
  const char *operand, *size;
  const char *entries = nullptr;
};

/// The rows and columns that a kernel keeps in registers; 0 where it has no tile.
struct Tile {
  int64_t rows, columns;
};

/// Bytes [begin, end) of an operand, from its first element; none where they are equal. May be more
/// than is touched, but never less, except for what a vector reads beyond the end of a row.
struct Extent {
  int64_t begin, end;
};

/// Functions that must disappear in the kernel that calls them.
#define INGOT_INLINE __attribute__((always_inline)) inline
/// A part of a kernel that stays a function until the sizes of a model say whether it is needed.
#define INGOT_APART __attribute__((noinline))
/// A part that stays a function for good. What it keeps in registers, such as the constants of a
/// formula, is not kept there around it, where a tile has all of them.
#define INGOT_CALLED __attribute__((noinline, noduplicate))

/// The fields of a struct of sizes and their names, from a list of X(name).
#define INGOT_SIZES(LIST)                                                                          \
  LIST(INGOT_SIZE_FIELD)                                                                           \
  static constexpr const char *names[] = {LIST(INGOT_SIZE_NAME)};
#define INGOT_SIZE_FIELD(name) int64_t name;
#define INGOT_SIZE_NAME(name) #name,

INGOT_INLINE constexpr int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
INGOT_INLINE constexpr int64_t greatest(int64_t a, int64_t b) { return a > b ? a : b; }
/// a / b rounded up, for a >= 0 and b > 0.
INGOT_INLINE constexpr int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// `count` rows of `length` elements, `pitch` apart, from row `first` on, in bytes.
constexpr Extent rowsExtent(int64_t first, int64_t count, int64_t length, int64_t pitch,
                            int64_t elementBytes) {
  if (count <= 0 || length <= 0)
    return {0, 0};
  return {first * pitch * elementBytes, ((first + count - 1) * pitch + length) * elementBytes};
}

} // namespace ingot::kernels
