// Isa: the instruction set that code is made for, and the kernel library that was built for it.
#pragma once

#include "ingot/Status.h"

#include <span>
#include <string>
#include <string_view>

namespace ingot::codegen {

/// One family of instruction sets with its library of kernels.
struct Isa {
  std::string_view name;     ///< "neon", "avx2", "avx512", as kernel tables say what they need
  std::string_view triple;   ///< of the kernel bitcode
  std::string_view features; ///< that a machine must have, separated by commas
  int vectorBytes;
  int vectorRegisters;
  std::span<const unsigned char> bitcode; ///< all kernels, optimized once for specialization
};

/// All that this build has, the widest first.
std::span<const Isa> isas();

/// What to make code for: a family, and the processor it is tuned to.
struct Machine {
  const Isa *isa;
  std::string cpu;      ///< as LLVM names it
  std::string features; ///< as LLVM writes them: "+sse,+avx"
};

/// LLVM's code generator for this machine; needed before anything is asked of it.
void initializeLlvm();

/// The machine this process runs on. With the name of a processor ("haswell", "cortex-a72"): code
/// is made for that one, less what this machine cannot run.
Expected<Machine> hostMachine(const std::string &cpu = "");

} // namespace ingot::codegen
