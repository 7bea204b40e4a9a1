// Pages: memory outside of the heap, which goes back to the system when it is freed.
//
// For what is large and lives only for a while, like packed weights on their way into a program:
// the heap would keep its place for the rest of the process.
#pragma once

#include "ingot/Status.h"

#include <memory>

namespace ingot {

/// Zeros, aligned to a page.
Expected<std::shared_ptr<char>> allocatePages(int64_t bytes);

} // namespace ingot
