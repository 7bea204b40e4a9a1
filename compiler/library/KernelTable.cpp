// The table of tuned kernels.
#include "compiler/library/KernelTable.h"

#include "compiler/library/Contracts.inc"
#include "compiler/machine/Machine.h"

#include <algorithm>
#include <string>

namespace ingot::library {
namespace {

template <typename Contract> int64_t countUnits(const int64_t *sizes, kernels::Tile tile) {
  return Contract::units(*reinterpret_cast<const typename Contract::Sizes *>(sizes), tile);
}

template <typename Contract>
void findFootprint(const int64_t *sizes, kernels::Tile tile, int64_t begin, int64_t end,
                   kernels::Extent *extents) {
  Contract::footprint(*reinterpret_cast<const typename Contract::Sizes *>(sizes), tile, begin, end,
                      extents);
}

template <typename Contract> constexpr std::span<const kernels::Pitch> pitchesOf() {
  if constexpr (requires { Contract::pitches; })
    return Contract::pitches;
  else
    return {};
}

template <typename Contract>
constexpr Kernel row(std::string_view name, std::string_view family, std::string_view operation,
                     std::string_view needs, std::string_view in, std::string_view sum,
                     std::string_view out, kernels::Tile tile, std::string_view packing,
                     std::string_view hooks) {
  return {.name = name,
          .family = family,
          .operation = operation,
          .needs = needs,
          .in = in,
          .sum = sum,
          .out = out,
          .tile = tile,
          .packing = packing,
          .hasPrologue = hooks == "both",
          .hasEpilogue = hooks != "none",
          .operands = Contract::operands,
          .sizes = Contract::Sizes::names,
          .pitches = pitchesOf<Contract>(),
          .countUnits = countUnits<Contract>,
          .findFootprint = findFootprint<Contract>};
}

constexpr Kernel rows[] = {
#define INGOT_KERNEL(name, family, operation, needs, in, sum, out, tileRows, tileColumns, packing, \
                     hooks, contract, ...)                                                         \
  row<kernels::contract>(#name, #family, #operation, #needs, #in, #sum, #out,                      \
                         {tileRows, tileColumns}, #packing, #hooks),
#include "compiler/library/Kernels.inc"
#undef INGOT_KERNEL
};

/// Whether elements of this type fit where a row says `text`.
bool fits(std::string_view text, ElementType type, ElementType sum) {
  if (text == "any")
    return elementBytes(type) <= elementBytes(sum);
  if (text.starts_with("bits"))
    return std::to_string(8 * elementBytes(type)) == text.substr(4);
  return text == elementName(type);
}

} // namespace

ElementType Kernel::sumType() const { return elementFromName(sum).value_or(ElementType::F32); }

bool Kernel::reads(ElementType type) const { return fits(in, type, sumType()); }
bool Kernel::writes(ElementType type) const { return fits(out, type, sumType()); }

std::optional<size_t> Kernel::placeOf(std::string_view size) const {
  auto found = std::find(sizes.begin(), sizes.end(), size);
  return found == sizes.end() ? std::nullopt
                              : std::optional(static_cast<size_t>(found - sizes.begin()));
}

std::optional<size_t> Kernel::pitchOf(size_t operand, std::span<const int64_t> values) const {
  for (const kernels::Pitch &pitch : pitches)
    if (std::string_view(pitch.operand) == operands[operand].name &&
        (!pitch.entries || values[*placeOf(pitch.entries)] == 1))
      return placeOf(pitch.size);
  return std::nullopt;
}

std::vector<kernels::Extent> Kernel::footprint(std::span<const int64_t> values, int64_t begin,
                                               int64_t end) const {
  std::vector<kernels::Extent> extents(operands.size());
  findFootprint(values.data(), tile, begin, end, extents.data());
  return extents;
}

int64_t Kernel::rowBytes(size_t operand, size_t pitch, std::span<const int64_t> values) const {
  std::vector<int64_t> sizes(values.begin(), values.end());
  const int64_t count = units(sizes);
  if (count == 0)
    return 0;
  auto bytes = [&] { return footprint(sizes, 0, count)[operand].end; };
  // All rows but the last are as long as the pitch.
  const int64_t all = bytes();
  ++sizes[pitch];
  return all - (bytes() - all) * values[pitch];
}

std::span<const Kernel> allKernels() { return rows; }

const Kernel *findKernel(std::string_view name) {
  auto found = std::ranges::find(rows, name, &Kernel::name);
  return found == std::end(rows) ? nullptr : found;
}

std::vector<const Kernel *> kernelsOf(std::string_view operation, const machine::Isa &isa) {
  std::vector<const Kernel *> found;
  for (const Kernel &kernel : rows)
    if (kernel.operation == operation && isa.has(kernel.needs))
      found.push_back(&kernel);
  return found;
}

} // namespace ingot::library
