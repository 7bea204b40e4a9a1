// Cores: how many threads of this process can run at a time.
#pragma once

#include <string>

namespace ingot {

/// The processors that the process may use: those of its affinity, but no more than the quota of
/// its control groups (versions 1 and 2), rounded up. At least 1. `root` is where the files of the
/// kernel are looked for; it is not empty in tests only.
int usableCores(const std::string &root = "");

} // namespace ingot
