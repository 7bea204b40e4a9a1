// Memory from the system.
#include "runtime/base/Pages.h"

#include <cstdlib>
#include <sys/mman.h>

namespace ingot {

#if __has_feature(address_sanitizer)
// It watches the ends of what is of the heap.
void *allocatePages(size_t bytes) { return std::calloc(1, bytes); }
void freePages(void *pages, size_t) { std::free(pages); }
#else
void *allocatePages(size_t bytes) {
  void *pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? nullptr : pages;
}

void freePages(void *pages, size_t bytes) { ::munmap(pages, bytes); }
#endif

} // namespace ingot
