// Jit: steps to machine code in this process.
//
// Steps with equal code share it: at Specialize::Shapes two layers of the same sizes are one
// function with two tables. Each distinct step is compiled in an LLVM context of its own, on as
// many threads as asked for, unless the process has compiled the same before (ObjectCache.h).
#pragma once

#include "compiler/codegen/Isa.h"
#include "compiler/codegen/Steps.h"
#include "runtime/engine/Executable.h"

#include <functional>
#include <variant>

namespace ingot::codegen {

using AnyStep = std::variant<LoopStep, KernelStep>;

struct JitOptions {
  Machine machine;
  Specialize level = Specialize::Shapes;
  int threads = 1;
  int64_t maxCodeBytes = int64_t{256} << 20;
  /// Called with how many of the distinct steps, and kernels that they share, are done; from any
  /// thread, one at a time.
  std::function<void(size_t done, size_t all)> progress;
  /// Where the text of each of them goes, if anywhere; from any thread, one at a time.
  std::function<void(const std::string &name, const std::string &ir, const std::string &assembly)>
      observe;
};

struct JitResult {
  struct Code {
    runtime::StepFunction function;
    std::vector<int64_t> table;
  };
  std::vector<Code> steps; ///< one per step
  std::shared_ptr<const void> owner;
  int64_t codeBytes = 0;
  size_t distinct = 0; ///< functions
};

Expected<JitResult> compile(const std::vector<AnyStep> &steps, const JitOptions &options);

} // namespace ingot::codegen
