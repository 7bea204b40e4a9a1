// Allocations: how often this process asks for memory, by malloc and all that is built on it.
//
//   AllocationCount count;
//   context.run();
//   count.taken();   // by every thread, since the object was made
//
// Linking Allocations.cpp replaces malloc and its kin in the whole program; a sanitizer that has
// replaced them already is asked instead.
#pragma once

#include <cstdint>

namespace ingot::tool {

/// One at a time.
class AllocationCount {
public:
  AllocationCount();
  ~AllocationCount();
  AllocationCount(const AllocationCount &) = delete;
  AllocationCount &operator=(const AllocationCount &) = delete;

  int64_t taken() const;
};

} // namespace ingot::tool
