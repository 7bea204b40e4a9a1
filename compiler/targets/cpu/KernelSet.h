// KernelSet: the kernels for all sizes that programs of a model have taken.
//
// While the set has them, the process does not forget them, whatever else it compiles: a size that
// no program is made for finds them. They are few, and do not count as memory of programs.
#pragma once

#include "compiler/targets/cpu/Compile.h"

#include <mutex>

namespace ingot::cpu {

/// Safe from many threads.
class KernelSet {
public:
  void add(const Compiled &program);
  size_t count() const;
  int64_t codeBytes() const;

private:
  mutable std::mutex mutex;
  std::map<std::string, runtime::Object> kernels;
};

} // namespace ingot::cpu
