// Executable: a compiled program as the runtime sees it, and the Context that runs it.
//
//   auto context = INGOT_TRY(Context::create(executable, {.threads = 2}));
//   context->setInput(0, pixels);
//   context->setOutput(0, scores);
//   Status status = context->run();
//
// An Executable is immutable and shared; a Context belongs to one caller at a time. Memory is
// addressed by bases: the step functions get an array of pointers and know constant offsets from
// them. A run allocates nothing, unless a step runs on the host's reference kernels.
#pragma once

#include "ingot/Status.h"
#include "ingot/Value.h"
#include "runtime/engine/Image.h"
#include "runtime/engine/ThreadPool.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ingot::runtime {

/// Machine code for units [begin, end) of a step. The table holds the offsets and sizes that are
/// not part of the code; offsets of weights are their addresses. Gives 0, or 1 + the place of an
/// element that it cannot take.
using StepFunction = int64_t (*)(char *const *bases, const int64_t *table, int64_t begin,
                                 int64_t end);

/// What a host step may use.
struct HostRun {
  std::shared_ptr<MemoryBudget> budget;
  std::function<Status()> timeCheck; ///< asked between steps, too; a failure ends the run
};
using HostFunction = std::function<Status(char *const *bases, const HostRun &run)>;

struct Executable;

struct Step {
  StepFunction code = nullptr; ///< null for a host step and for control flow
  int64_t units = 1;
  std::vector<int64_t> table;
  HostFunction host;
  std::string name;  ///< of the model's node
  std::string what;  ///< the instruction
  std::string fault; ///< what is said of an element that it cannot take: see ImageStep
  Control control;
  std::vector<std::shared_ptr<const Executable>> programs; ///< of the calls; empty without any
};

struct Executable {
  std::vector<Step> steps;
  std::vector<Place> inputs, outputs;
  int64_t arenaBytes = 0;
  int64_t codeBytes = 0;
  std::vector<std::shared_ptr<const void>> owners; ///< of code and weights
};

struct ContextOptions {
  int threads = 1; ///< of them the caller is one
  bool flushDenormals = false;
  std::shared_ptr<ThreadPool> pool = nullptr; ///< null: the process's
};

/// Called around each step with its index.
struct StepTimer {
  virtual ~StepTimer() = default;
  virtual void before(size_t step) = 0;
  virtual void after(size_t step) = 0;
};

class Context {
public:
  /// Fails where the process's pool cannot have that many threads.
  static Expected<std::unique_ptr<Context>> create(std::shared_ptr<const Executable> executable,
                                                   const ContextOptions &options,
                                                   std::shared_ptr<MemoryBudget> budget = nullptr);

  /// Memory as large as the place says, aligned for its type; kept until the run is over.
  void setInput(size_t i, const void *memory);
  void setOutput(size_t i, void *memory);

  Status run(const HostRun &host = {}, StepTimer *timer = nullptr);
  const Executable &executable() const { return *program; }

private:
  Context(std::shared_ptr<const Executable> executable, const ContextOptions &options);

  Status runSteps(ThreadPool::Caller &caller, const HostRun &host, StepTimer *timer);
  Status runStep(size_t i, ThreadPool::Caller &caller, const HostRun &host);
  Status runControl(size_t i, ThreadPool::Caller &caller, const HostRun &host);
  Status runLoop(const Control &control, Context &inner, ThreadPool::Caller &caller,
                 const HostRun &host);
  /// Gives the program of a call its memory for a trip.
  void bind(const Call &call, Context &inner, int64_t trip) const;
  char *at(const Address &address) const;

  std::shared_ptr<const Executable> program;
  ContextOptions options;
  Tensor arena;
  std::vector<char *> bases;
  /// For each step the contexts of the programs that it calls, whose arenas are parts of this one.
  std::vector<std::vector<std::unique_ptr<Context>>> called;
};

} // namespace ingot::runtime
