// Segment: a compiled function as the host calls it.
#pragma once

#include "compiler/interp/Program.h"
#include "runtime/engine/Executable.h"

#include <mutex>

namespace ingot::target {

/// Shared by any number of callers; each run has a context to itself, and contexts are kept for the
/// next runs.
class Segment : public interp::NativeCall {
public:
  Segment(std::shared_ptr<const runtime::Executable> executable,
          const runtime::ContextOptions &options)
      : program(std::move(executable)), options(options) {}

  Expected<std::vector<Value>> run(const std::vector<Value> &operands,
                                   const interp::NativeRun &run) const override;
  const std::shared_ptr<const runtime::Executable> &executable() const { return program; }
  const runtime::ContextOptions &contextOptions() const { return options; }

private:
  Expected<std::unique_ptr<runtime::Context>> take() const;
  void giveBack(std::unique_ptr<runtime::Context> context) const;

  std::shared_ptr<const runtime::Executable> program;
  runtime::ContextOptions options;
  mutable std::mutex mutex;
  mutable std::vector<std::unique_ptr<runtime::Context>> idle;
};

/// Tells the time of each step.
class StepWatch : public runtime::StepTimer {
public:
  StepWatch(const runtime::Executable &program, const std::function<void(const StepTime &)> &timed,
            interp::Clock::time_point started)
      : program(program), timed(timed), started(started) {}
  void before(size_t) override { begin = now(); }
  void after(size_t step) override {
    timed({program.steps[step].name, program.steps[step].what, begin, now()});
  }

private:
  double now() const {
    return std::chrono::duration<double>(interp::Clock::now() - started).count();
  }
  const runtime::Executable &program;
  const std::function<void(const StepTime &)> &timed;
  interp::Clock::time_point started;
  double begin = 0;
};

} // namespace ingot::target
