// The table of tuned kernels, from the kernels.inc of each family.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ingot::codegen {

struct KernelInfo {
  std::string_view name, family;
  std::string_view isas;  ///< the instruction sets it was written for, "neon sse"; "" for all
  std::string_view roles; ///< of its operands: "in in out"
  bool hasPrologue, hasEpilogue;
  std::vector<std::string_view> sizes; ///< the names of its sizes
  unsigned operands;                   ///< how many

  bool isWrittenFor(std::string_view isa) const;
};

std::span<const KernelInfo> kernels();
/// Null when there is none of that name.
const KernelInfo *findKernel(std::string_view name);

} // namespace ingot::codegen
