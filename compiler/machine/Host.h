// Host: what the processor of this process can do.
#pragma once

#include "llvm/ADT/StringMap.h"

namespace ingot::machine {

/// Under LLVM's names; false where it is known not to have one.
llvm::StringMap<bool> hostFeatures();

} // namespace ingot::machine
