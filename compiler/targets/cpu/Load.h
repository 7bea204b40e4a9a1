// Load: an image becomes an executable of this process.
#pragma once

#include "runtime/engine/Executable.h"

namespace ingot::cpu {

/// Links the code, which is for this machine, and copies the weights. `placed` is called after each
/// of them, in their order: nobody needs the tensor any more.
Expected<std::shared_ptr<const runtime::Executable>>
load(runtime::Image image, const std::function<void(size_t weight)> &placed);

} // namespace ingot::cpu
