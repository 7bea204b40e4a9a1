// malloc and its kin, counted.
#include "tools/ingot/Allocations.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define INGOT_HAS_ALLOCATION_HOOKS 1
#include <sanitizer/allocator_interface.h>
#endif
#endif

namespace {
std::atomic<bool> counting{false};
std::atomic<int64_t> allocations{0};

void countOne() {
  if (counting.load(std::memory_order_relaxed))
    allocations.fetch_add(1, std::memory_order_relaxed);
}
} // namespace

#ifndef INGOT_HAS_ALLOCATION_HOOKS
extern "C" {
// What the C library calls its own.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  countOne();
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  countOne();
  return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  countOne();
  return __libc_realloc(memory, size);
}
void *memalign(size_t alignment, size_t size) {
  countOne();
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  countOne();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  countOne();
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  void *made = __libc_memalign(alignment, size);
  if (!made)
    return ENOMEM;
  *memory = made;
  return 0;
}
}
#endif

namespace ingot::tool {

AllocationCount::AllocationCount() {
#ifdef INGOT_HAS_ALLOCATION_HOOKS
  static const int installed = __sanitizer_install_malloc_and_free_hooks(
      [](const volatile void *, size_t) { countOne(); }, [](const volatile void *) {});
  (void)installed;
#endif
  allocations.store(0);
  counting.store(true);
}

AllocationCount::~AllocationCount() { counting.store(false); }

int64_t AllocationCount::taken() const { return allocations.load(); }

} // namespace ingot::tool
