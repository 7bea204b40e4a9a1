// Load: an image becomes an executable of this process.
#pragma once

#include "compiler/targets/cpu/WeightStore.h"
#include "runtime/engine/Executable.h"

namespace ingot::cpu {

struct Loaded {
  std::shared_ptr<const runtime::Executable> executable;
  std::vector<std::shared_ptr<const WeightBlock>> weights; ///< that it uses, and owns
};

/// Links the code, which is for this machine, and places the weights. `placed` is called after each
/// of them: nobody needs the tensor any more.
Expected<Loaded> load(runtime::Image image, WeightStore &store,
                      const std::function<void(size_t weight)> &placed);

} // namespace ingot::cpu
