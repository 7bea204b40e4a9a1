// Runs the steps of an executable one after the other.
#include "runtime/engine/Executable.h"

#include <atomic>
#include <cstdint>
#include <cstring>

namespace ingot::runtime {
namespace {

constexpr int64_t arenaAlignment = 64;

/// Treats denormal numbers as zero on this thread for the life of the object.
class DenormalMode {
public:
  explicit DenormalMode(bool flush) : flush(flush) {
    if (flush) {
      before = read();
      write(before | bits);
    }
  }
  ~DenormalMode() {
    if (flush)
      write(before);
  }

private:
#if defined(__x86_64__)
  static constexpr uint64_t bits = 0x8040; // flush results, treat operands as zero
  static uint64_t read() { return __builtin_ia32_stmxcsr(); }
  static void write(uint64_t value) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(value)); }
#elif defined(__aarch64__)
  static constexpr uint64_t bits = 1ull << 24;
  static uint64_t read() {
    uint64_t value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void write(uint64_t value) { asm volatile("msr fpcr, %0" ::"r"(value)); }
#else
  static constexpr uint64_t bits = 0;
  static uint64_t read() { return 0; }
  static void write(uint64_t) {}
#endif
  bool flush;
  uint64_t before = 0;
};

/// What the threads need to run a part of a step.
struct Part {
  StepFunction code;
  char *const *bases;
  const int64_t *table;
  bool flush;
  const HostRun &host;
  std::atomic<int64_t> fault = 0;   ///< the first that was found, as the code gives it
  std::atomic<bool> isOver = false; ///< beyond a limit

  /// Units that the code runs before the limits are looked at again: few at first, since a unit may
  /// be long, then more, since most are not.
  int64_t piece(int64_t last, int64_t units) const {
    constexpr int64_t growth = 4, pieces = 8;
    return host.timeCheck ? std::max<int64_t>(1, std::min(last * growth, units / pieces)) : units;
  }
};

/// Code made at run time has no type that a sanitizer could check before the call.
__attribute__((no_sanitize("function"))) void runPart(void *data, int64_t begin, int64_t end) {
  auto &part = *static_cast<Part *>(data);
  DenormalMode mode(part.flush);
  int64_t fault = 0, units = end - begin, piece = part.piece(0, units);
  while (begin < end && fault == 0 && !part.isOver.load(std::memory_order_relaxed)) {
    int64_t next = std::min(begin + piece, end);
    fault = part.code(part.bases, part.table, begin, next);
    begin = next;
    piece = part.piece(piece, units);
    if (begin < end && !part.host.timeCheck().ok())
      part.isOver.store(true, std::memory_order_relaxed);
  }
  if (fault == 0)
    return;
  int64_t known = part.fault.load(std::memory_order_relaxed);
  while ((known == 0 || fault < known) &&
         !part.fault.compare_exchange_weak(known, fault, std::memory_order_relaxed))
    ;
}

/// How messages name a step.
std::string nodeOf(const Step &step) {
  return str("node '", step.name.empty() ? step.what : step.name, "'");
}

Status faultOf(const Step &step, int64_t fault) {
  std::string text = step.fault;
  if (size_t at = text.find('%'); at != std::string::npos)
    text.replace(at, 1, std::to_string(fault - 1));
  return failure(std::move(text)).within(nodeOf(step));
}

} // namespace

Context::Context(std::shared_ptr<const Executable> executable, const ContextOptions &options)
    : program(std::move(executable)), options(options) {
  bases.resize(PortBase + program->inputs.size() + program->outputs.size());
  for (const Step &step : program->steps) {
    called.emplace_back();
    for (const auto &inner : step.programs)
      called.back().push_back(std::unique_ptr<Context>(new Context(inner, options)));
  }
}

Expected<std::unique_ptr<Context>> Context::create(std::shared_ptr<const Executable> executable,
                                                   const ContextOptions &options,
                                                   std::shared_ptr<MemoryBudget> budget) {
  ContextOptions given = options;
  given.pool = INGOT_TRY(ThreadPool::given(options.pool, options.threads));
  std::unique_ptr<Context> context(new Context(std::move(executable), given));
  const Executable &program = *context->program;
  // Room to align it, and for a vector that is read at the end of its last buffer.
  context->arena = INGOT_TRY(Tensor::allocate(
      ElementType::U8, {program.arenaBytes + 2 * arenaAlignment}, std::move(budget)));
  auto start = reinterpret_cast<uintptr_t>(context->arena.mutableBytes());
  uintptr_t aligned = (start + arenaAlignment - 1) / arenaAlignment * arenaAlignment;
  context->bases[ArenaBase] = reinterpret_cast<char *>(aligned);
  return context;
}

void Context::setInput(size_t i, const void *memory) {
  bases[PortBase + i] = static_cast<char *>(const_cast<void *>(memory));
}

void Context::setOutput(size_t i, void *memory) {
  bases[PortBase + program->inputs.size() + i] = static_cast<char *>(memory);
}

/// In integers: the base of weights is null, since their offsets are addresses.
char *Context::at(const Address &address) const {
  auto base = reinterpret_cast<uintptr_t>(bases[static_cast<size_t>(address.base)]);
  return reinterpret_cast<char *>(base + static_cast<uintptr_t>(address.offset));
}

Status Context::run(const HostRun &host, StepTimer *timer) {
  if (host.timeCheck)
    INGOT_TRY(host.timeCheck());
  ThreadPool::Caller caller(*options.pool);
  return runSteps(caller, host, timer);
}

Status Context::runSteps(ThreadPool::Caller &caller, const HostRun &host, StepTimer *timer) {
  for (size_t i = 0; i < program->steps.size(); ++i) {
    if (timer)
      timer->before(i);
    INGOT_TRY(runStep(i, caller, host));
    if (timer)
      timer->after(i);
    if (host.timeCheck)
      INGOT_TRY(host.timeCheck());
  }
  return success();
}

Status Context::runStep(size_t i, ThreadPool::Caller &caller, const HostRun &host) {
  const Step &step = program->steps[i];
  if (step.code) {
    Part part{step.code, bases.data(), step.table.data(), options.flushDenormals, host};
    caller.run(step.units, options.threads, &part, runPart);
    int64_t fault = part.fault.load(std::memory_order_relaxed);
    if (fault)
      return faultOf(step, fault);
    return part.isOver ? host.timeCheck().within(nodeOf(step)) : success();
  }
  if (!step.programs.empty())
    return runControl(i, caller, host);
  Status status = step.host(bases.data(), host);
  return status.ok() ? success() : std::move(status).within(nodeOf(step));
}

void Context::bind(const Call &call, Context &inner, int64_t trip) const {
  auto place = [&](const Call::Port &port) { return at(port.address) + trip * port.stride; };
  inner.bases[ArenaBase] = at(call.arena);
  char **ports = inner.bases.data() + PortBase;
  for (const Call::Port &port : call.inputs)
    *ports++ = place(port);
  for (const Call::Port &port : call.outputs)
    *ports++ = place(port);
}

Status Context::runControl(size_t i, ThreadPool::Caller &caller, const HostRun &host) {
  const Control &control = program->steps[i].control;
  if (control.calls.size() == 1)
    return runLoop(control, *called[i][0], caller, host);
  size_t taken = *at(*control.condition) ? 0 : 1;
  Context &inner = *called[i][taken];
  bind(control.calls[taken], inner, 0);
  return inner.runSteps(caller, host, nullptr);
}

Status Context::runLoop(const Control &control, Context &inner, ThreadPool::Caller &caller,
                        const HostRun &host) {
  int64_t most = control.trips;
  if (control.count)
    std::memcpy(&most, at(*control.count), sizeof most);
  if (control.condition && !*at(*control.condition))
    most = 0;
  if (control.holds)
    *at(*control.holds) = 1;
  // Where a value is before a trip: the last of all writes it to its result.
  auto before = [&](const Carried &value, int64_t trip) {
    return at(trip == 0 ? value.initial : (most - trip) % 2 == 0 ? value.result : value.other);
  };
  const Call &call = control.calls[0];
  char **inputs = inner.bases.data() + PortBase, **outputs = inputs + call.inputs.size();
  int64_t trip = 0;
  for (bool goesOn = true; goesOn && trip < most; ++trip) {
    bind(call, inner, trip);
    for (const Carried &value : control.carried) {
      inputs[value.input] = before(value, trip);
      outputs[value.output] = before(value, trip + 1);
    }
    if (control.trip)
      std::memcpy(at(*control.trip), &trip, sizeof trip);
    INGOT_TRY(inner.runSteps(caller, host, nullptr));
    goesOn = !control.next || *at(*control.next);
    if (host.timeCheck)
      INGOT_TRY(host.timeCheck());
  }
  for (const Carried &value : control.carried)
    // Without a trip, or where the last was not the last that there could have been.
    if (char *last = before(value, trip); last != at(value.result))
      std::memcpy(at(value.result), last, static_cast<size_t>(value.bytes));
  return success();
}

} // namespace ingot::runtime
