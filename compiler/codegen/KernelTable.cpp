// The table of tuned kernels.
#include "compiler/codegen/KernelTable.h"

#include <algorithm>

namespace ingot::codegen {
namespace {

/// "m, n, k" as written in a row.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> names;
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    names.push_back(name);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return names;
}

KernelInfo row(std::string_view name, std::string_view family, std::string_view needs,
               std::string_view roles, bool hasEpilogue, std::string_view sizes) {
  auto count = 1 + std::count(roles.begin(), roles.end(), ' ');
  return {name, family, needs, roles, hasEpilogue, split(sizes), static_cast<unsigned>(count)};
}

} // namespace

std::span<const KernelInfo> kernels() {
  static const std::vector<KernelInfo> rows = {
#define INGOT_KERNEL(name, family, needs, roles, epilogue, ...)                                    \
  row(#name, #family, needs, roles, epilogue, #__VA_ARGS__),
#include "compiler/codegen/Kernels.inc"
#undef INGOT_KERNEL
  };
  return rows;
}

const KernelInfo *findKernel(std::string_view name) {
  auto all = kernels();
  auto found = std::find_if(all.begin(), all.end(),
                            [&](const KernelInfo &info) { return info.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace ingot::codegen
