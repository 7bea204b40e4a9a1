// Memory from the system.
#include "runtime/base/Pages.h"

#include <algorithm>
#include <sys/mman.h>

namespace ingot {

Expected<std::shared_ptr<char>> allocatePages(int64_t bytes) {
  auto size = static_cast<size_t>(std::max<int64_t>(bytes, 1));
  void *memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return failure(str("cannot allocate ", bytes, " bytes"));
  return std::shared_ptr<char>(static_cast<char *>(memory), [size](char *p) { ::munmap(p, size); });
}

} // namespace ingot
