// Segment: a compiled function as the host calls it.
#pragma once

#include "compiler/interp/Program.h"
#include "runtime/engine/Executable.h"

#include <mutex>

namespace ingot::cpu {

/// Shared by any number of callers; each run has a context to itself, and contexts are kept for the
/// next runs.
class Segment : public interp::NativeCall {
public:
  Segment(std::shared_ptr<const runtime::Executable> executable,
          const runtime::ContextOptions &options)
      : program(std::move(executable)), options(options) {}

  Expected<std::vector<Value>> run(const std::vector<Value> &operands,
                                   const std::shared_ptr<MemoryBudget> &budget,
                                   const std::function<Status()> &timeCheck) const override;
  const std::shared_ptr<const runtime::Executable> &executable() const { return program; }

private:
  Expected<std::unique_ptr<runtime::Context>> take() const;
  void giveBack(std::unique_ptr<runtime::Context> context) const;

  std::shared_ptr<const runtime::Executable> program;
  runtime::ContextOptions options;
  mutable std::mutex mutex;
  mutable std::vector<std::unique_ptr<runtime::Context>> idle;
};

} // namespace ingot::cpu
