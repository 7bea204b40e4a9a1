// Segment: a compiled function as the host calls it.
#pragma once

#include "compiler/interp/Program.h"
#include "runtime/engine/Executable.h"

#include <array>
#include <atomic>

namespace ingot::target {

/// Shared by any number of callers; each run has a context to itself. Contexts are kept for the
/// next runs, as far as the memory for that goes; taking one and giving it back takes no lock.
class Segment : public interp::NativeCall {
public:
  /// `kept` counts the bytes of contexts that wait for their next run; null: all are kept.
  Segment(std::shared_ptr<const runtime::Executable> executable,
          const runtime::ContextOptions &options, std::shared_ptr<MemoryBudget> kept)
      : program(std::move(executable)), options(options), kept(std::move(kept)) {}
  ~Segment() override;

  Expected<std::vector<Value>> run(const std::vector<Value> &operands,
                                   const interp::NativeRun &run) const override;
  const std::shared_ptr<const runtime::Executable> &executable() const { return program; }
  const runtime::ContextOptions &contextOptions() const { return options; }
  /// Keeps no contexts from now on: there are hardly more runs to come.
  void retire() const;

private:
  Expected<std::unique_ptr<runtime::Context>> take() const;
  void giveBack(std::unique_ptr<runtime::Context> context) const;
  void drop(runtime::Context *context) const;
  void dropContexts() const;

  std::shared_ptr<const runtime::Executable> program;
  runtime::ContextOptions options;
  std::shared_ptr<MemoryBudget> kept;
  mutable std::array<std::atomic<runtime::Context *>, 64> idle{};
  mutable std::atomic<bool> isRetired{false};
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
