// Link: relocatable objects become functions of this process.
#pragma once

#include "runtime/engine/Executable.h"

#include <map>

namespace ingot::codegen {

struct LinkedCode {
  std::map<std::string, runtime::StepFunction, std::less<>> functions; ///< by symbol
  std::shared_ptr<const void> owner;
};

/// The objects are for this machine; `symbols` are those that are wanted.
Expected<LinkedCode> link(const std::vector<runtime::Object> &objects,
                          const std::vector<std::string> &symbols);

} // namespace ingot::codegen
