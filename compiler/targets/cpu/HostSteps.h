// HostSteps: the operators of an image that the host runs become functions of this process.
#pragma once

#include "runtime/engine/Executable.h"

namespace ingot::cpu {

/// The function that runs it: one that allocates nothing for operators that can fail and thus have
/// no kernel, the reference evaluator for all others.
Expected<runtime::HostFunction> hostFunction(runtime::HostCall call);

} // namespace ingot::cpu
