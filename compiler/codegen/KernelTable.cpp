// The table of tuned kernels.
#include "compiler/codegen/KernelTable.h"

#include <algorithm>

namespace ingot::codegen {
namespace {

/// "m, n, k" or "neon sse" as written in a row.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> names;
  while (!text.empty()) {
    size_t end = text.find(separator);
    std::string_view name = text.substr(0, end);
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    names.push_back(name);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return names;
}

bool contains(std::string_view list, std::string_view name) {
  auto names = split(list, ' ');
  return std::find(names.begin(), names.end(), name) != names.end();
}

KernelInfo row(std::string_view name, std::string_view family, std::string_view isas,
               std::string_view roles, std::string_view hooks, std::string_view sizes) {
  auto count = 1 + std::count(roles.begin(), roles.end(), ' ');
  return {name,
          family,
          isas,
          roles,
          contains(hooks, "prologue"),
          contains(hooks, "epilogue"),
          split(sizes, ','),
          static_cast<unsigned>(count)};
}

} // namespace

bool KernelInfo::isWrittenFor(std::string_view isa) const {
  return isas.empty() || contains(isas, isa);
}

std::span<const KernelInfo> kernels() {
  static const std::vector<KernelInfo> rows = {
#define INGOT_KERNEL(name, family, isas, roles, hooks, ...)                                        \
  row(#name, #family, isas, roles, hooks, #__VA_ARGS__),
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
