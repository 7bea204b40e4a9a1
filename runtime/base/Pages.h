// Pages: memory outside of the heap, which goes back to the system when it is freed.
//
// For what is large. A C library that has seen large memory go keeps as much at the end of its
// heaps from then on, and takes the next from them, too: megabytes that the process never gets rid
// of.
#pragma once

#include <cstddef>

namespace ingot {

/// Zeros; null if there is no memory. There is at least one byte.
void *allocatePages(size_t bytes);
void freePages(void *pages, size_t bytes);

} // namespace ingot
