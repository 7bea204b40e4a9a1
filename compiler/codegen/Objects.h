// Objects: steps become relocatable machine code for a machine, which need not be this one.
//
// Steps with equal code share it: at Specialize::Shapes two layers of the same sizes are one
// function with two tables. Each distinct step is compiled in an LLVM context of its own, on
// threads that end with it, as many as asked for, unless the process has compiled the same before
// (ObjectCache.h).
#pragma once

#include "compiler/codegen/Steps.h"
#include "compiler/machine/Machine.h"

#include <functional>

namespace ingot::codegen {

struct CodeOptions {
  machine::Machine machine;
  Specialize level = Specialize::Shapes;
  int threads = 1;
  bool isBehind = false; ///< nobody waits: one thread will do, callers have the others
  int64_t maxCodeBytes = int64_t{256} << 20;
  /// Called with how many of the distinct steps, and kernels that they share, are done; from any
  /// thread, one at a time.
  std::function<void(size_t done, size_t all)> progress;
  /// Where the text of each of them goes, if anywhere; from any thread, one at a time.
  std::function<void(const std::string &name, const std::string &ir, const std::string &assembly)>
      observe;
  /// Asked before each of them whether nobody wants them any more; compiling fails then.
  std::function<bool()> isUnwanted;
};

struct Objects {
  std::vector<runtime::Object> objects; ///< one for each distinct code
  std::vector<runtime::CodeCall> calls; ///< one per step
  int64_t codeBytes = 0;
};

Expected<Objects> compile(const std::vector<AnyStep> &steps, const CodeOptions &options);

} // namespace ingot::codegen
