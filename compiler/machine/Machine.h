// Machine: what code is made for. A description is detected, follows from the name of a processor,
// or is read from a file:
//
//   { "cpu": "neoverse-n1", "triple": "aarch64-unknown-linux-gnu", "features": "+dotprod",
//     "caches": [65536, 1048576], "clock": 3.0e9, "bandwidth": 4.0e10 }
//
// Everything but the processor and the triple may be left out and has the value of a processor of
// that name. Lowering, fusion and the blocking of kernels read it; nobody asks the host. The same
// description gives the same code on any host.
#pragma once

#include "ingot/Status.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::machine {

/// A set of instructions that there is a kernel library for: a row of kernels/base/isas.inc.
struct Isa {
  std::string_view name;     ///< as the rows of kernels say what they need
  std::string_view triple;   ///< of the kernel library
  std::string_view takes;    ///< another one whose rows it has as well, or "none"
  std::string_view features; ///< that a machine must have, separated by spaces
  int vectorBytes, vectorRegisters;
  int multiplyAdds; ///< vectors of them in a cycle
  int64_t firstCache, secondCache;

  /// Whether its library has the rows that are written for `other`, or for "any".
  bool has(std::string_view other) const;
  /// How many others are taken in on the way to `other`: 0 for its own name. What is written for
  /// "any" comes last, and `other` is one that it has.
  int stepsTo(std::string_view other) const;
  /// Whether every machine that has it multiplies and adds in one instruction, which rounds once.
  bool fuses() const;
  /// The last on that way, whose library has what is written for "any".
  const Isa &base() const;
};

/// All that there are libraries for, of every architecture; the widest of each first.
std::span<const Isa> isas();
/// Null when there is none of that name.
const Isa *findIsa(std::string_view name);

struct Machine {
  const Isa *isa = nullptr;
  std::string cpu = {};      ///< as LLVM names it
  std::string features = {}; ///< as LLVM writes them: "+sse,-avx"
  /// Bytes of the caches of one core, the nearest first; the last may be shared.
  std::vector<int64_t> caches = {};
  double clock = 0;     ///< Hz; 0: not known
  double bandwidth = 0; ///< bytes of memory in a second; 0: not known

  int64_t cache(size_t level) const {
    return caches.empty() ? 0 : caches[std::min(level, caches.size() - 1)];
  }
  /// f32 operations in a cycle, all vector units busy.
  double f32PerCycle() const { return 2.0 * isa->multiplyAdds * isa->vectorBytes / 4; }
  bool operator==(const Machine &) const = default;
};

/// LLVM's code generators for all machines; needed before anything is asked of them.
void initializeLlvm();

/// The machine this process runs on. With the name of a processor: code is made for that one, less
/// what this machine cannot run.
Expected<Machine> hostMachine(const std::string &cpu = "");
/// A machine with a processor of this name, of any architecture.
Expected<Machine> machineNamed(const std::string &cpu);
/// The machine that a file describes.
Expected<Machine> machineFromFile(const std::string &path);
/// The same from the text of a file; `name` is for messages.
Expected<Machine> machineFromText(std::string_view text, const std::string &name);

/// A machine with this processor, and features that it has or lacks beside ("+v,-zba").
Expected<Machine> machineOf(std::string_view triple, const std::string &cpu,
                            const std::string &features);

/// The machine less what this one cannot run; fails where nothing of it runs here.
Expected<Machine> runnableHere(Machine machine);

} // namespace ingot::machine
