// A map by the names of kernels.
#include "compiler/targets/cpu/KernelSet.h"

namespace ingot::cpu {

void KernelSet::add(const Compiled &program) {
  std::scoped_lock lock(mutex);
  for (const runtime::Object &kernel : program.kernels)
    kernels.try_emplace(kernel.name, kernel);
}

size_t KernelSet::count() const {
  std::scoped_lock lock(mutex);
  return kernels.size();
}

int64_t KernelSet::codeBytes() const {
  std::scoped_lock lock(mutex);
  int64_t bytes = 0;
  for (const auto &[name, kernel] : kernels)
    bytes += kernel.codeBytes;
  return bytes;
}

} // namespace ingot::cpu
