// The machine this runs on, and whether Ingot works on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ingot {

struct MachineInfo {
  std::string cpu;                         ///< "Intel(R) Xeon(R) …" or "neoverse-v2"
  std::string architecture;                ///< "x86_64", "aarch64"
  std::string system;                      ///< "Linux 6.1.0"
  unsigned cores = 0;                      ///< that this process may use: its affinity and quota
  int64_t memory = 0, availableMemory = 0; ///< bytes
  std::vector<std::string> features;       ///< of the processor, as LLVM names them, sorted
};
MachineInfo thisMachine();

/// "0.1.0", and the version of the LLVM inside.
const char *version();
const char *llvmVersion();

/// What a small built-in model gave on a target.
struct SelfTest {
  std::string target;
  bool passed = false;
  std::string message; ///< why not
  double seconds = 0;
};
/// Runs a built-in model on every target of this build and compares with known numbers.
std::vector<SelfTest> selfTests();

} // namespace ingot
