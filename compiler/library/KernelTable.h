// The table of tuned kernels: a Kernel for each row of the families' kernels.inc, with the
// functions of its contract. Lowering chooses from it, instr.kernel is verified by it, code
// generation takes its signature from it, and tests and benchmarks go through it.
#pragma once

#include "ingot/ElementType.h"
#include "kernels/base/contract.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ingot::machine {
struct Isa;
}

namespace ingot::library {

struct Kernel {
  std::string_view name, family, operation;
  std::string_view needs;        ///< the instruction set it is written for, or "any"
  std::string_view in, sum, out; ///< the types of its row: "f32", "bits8", "any"
  kernels::Tile tile;
  std::string_view packing; ///< the kernel that packs its second operand, or "none"
  bool hasPrologue, hasEpilogue;
  std::span<const kernels::Operand> operands;
  std::span<const char *const> sizes; ///< their names, in order
  std::span<const kernels::Pitch> pitches;

  bool hasContext() const { return hasPrologue || hasEpilogue; }
  /// The type that its hooks compute in.
  ElementType sumType() const;
  /// Whether its first operand may have elements of this type.
  bool reads(ElementType type) const;
  /// Whether its last operand may have elements of this type.
  bool writes(ElementType type) const;
  /// Where the size of this name is among `sizes`; nothing when there is none.
  std::optional<size_t> placeOf(std::string_view size) const;

  /// Where the size is that is this operand's pitch and may be another, with these sizes.
  std::optional<size_t> pitchOf(size_t operand, std::span<const int64_t> values) const;

  /// The bytes of a row of an operand whose pitch is at this place.
  int64_t rowBytes(size_t operand, size_t pitch, std::span<const int64_t> values) const;

  /// How many units of work there are with these sizes.
  int64_t units(std::span<const int64_t> values) const { return countUnits(values.data(), tile); }
  /// The bytes of each operand that units [begin, end) touch; there is at least one unit.
  std::vector<kernels::Extent> footprint(std::span<const int64_t> values, int64_t begin,
                                         int64_t end) const;

  int64_t (*countUnits)(const int64_t *sizes, kernels::Tile tile);
  void (*findFootprint)(const int64_t *sizes, kernels::Tile tile, int64_t begin, int64_t end,
                        kernels::Extent *extents);
};

std::span<const Kernel> allKernels();
/// Null when there is none of that name.
const Kernel *findKernel(std::string_view name);
/// The kernels that compute this, of those that a library for the instruction set has.
std::vector<const Kernel *> kernelsOf(std::string_view operation, const machine::Isa &isa);

/// The values of a struct of sizes, in the order of their names.
template <typename Sizes> std::vector<int64_t> valuesOf(const Sizes &sizes) {
  static_assert(sizeof(Sizes) == std::size(Sizes::names) * sizeof(int64_t));
  const auto *values = reinterpret_cast<const int64_t *>(&sizes);
  return {values, values + std::size(Sizes::names)};
}

} // namespace ingot::library
