// Runs the steps of an executable one after the other.
#include "runtime/engine/Executable.h"

#include <atomic>
#include <cstdint>

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
  std::atomic<int64_t> fault = 0; ///< the first that was found, as the code gives it
};

/// Code made at run time has no type that a sanitizer could check before the call.
__attribute__((no_sanitize("function"))) void runPart(void *data, int64_t begin, int64_t end) {
  auto &part = *static_cast<Part *>(data);
  DenormalMode mode(part.flush);
  int64_t fault = part.code(part.bases, part.table, begin, end);
  if (fault == 0)
    return;
  int64_t known = part.fault.load(std::memory_order_relaxed);
  while ((known == 0 || fault < known) &&
         !part.fault.compare_exchange_weak(known, fault, std::memory_order_relaxed))
    ;
}

Status faultOf(const Step &step, int64_t fault) {
  std::string text = step.fault;
  if (size_t at = text.find('%'); at != std::string::npos)
    text.replace(at, 1, std::to_string(fault - 1));
  return failure(std::move(text)).within(str("node '", step.name, "'"));
}

} // namespace

Context::Context(std::shared_ptr<const Executable> executable, const ContextOptions &options)
    : program(std::move(executable)), options(options) {}

Expected<std::unique_ptr<Context>> Context::create(std::shared_ptr<const Executable> executable,
                                                   const ContextOptions &options,
                                                   std::shared_ptr<MemoryBudget> budget) {
  std::unique_ptr<Context> context(new Context(std::move(executable), options));
  context->options.pool = INGOT_TRY(ThreadPool::given(options.pool, options.threads));
  const Executable &program = *context->program;
  // Room to align it, and for a vector that is read at the end of its last buffer.
  context->arena = INGOT_TRY(Tensor::allocate(
      ElementType::U8, {program.arenaBytes + 2 * arenaAlignment}, std::move(budget)));
  auto start = reinterpret_cast<uintptr_t>(context->arena.mutableBytes());
  uintptr_t aligned = (start + arenaAlignment - 1) / arenaAlignment * arenaAlignment;
  context->bases.resize(PortBase + program.inputs.size() + program.outputs.size());
  context->bases[WeightBase] = nullptr; // their offsets are addresses
  context->bases[ArenaBase] = reinterpret_cast<char *>(aligned);
  return context;
}

void Context::setInput(size_t i, const void *memory) {
  bases[PortBase + i] = static_cast<char *>(const_cast<void *>(memory));
}

void Context::setOutput(size_t i, void *memory) {
  bases[PortBase + program->inputs.size() + i] = static_cast<char *>(memory);
}

Status Context::run(const HostRun &host, StepTimer *timer) {
  if (host.timeCheck)
    INGOT_TRY(host.timeCheck());
  ThreadPool::Caller caller(*options.pool);
  for (size_t i = 0; i < program->steps.size(); ++i) {
    const Step &step = program->steps[i];
    if (timer)
      timer->before(i);
    if (step.code) {
      Part part{step.code, bases.data(), step.table.data(), options.flushDenormals};
      caller.run(step.units, options.threads, &part, runPart);
      if (int64_t fault = part.fault.load(std::memory_order_relaxed))
        return faultOf(step, fault);
    } else {
      Status status = step.host(bases.data(), host);
      if (!status.ok())
        return std::move(status).within(str("node '", step.name, "'"));
    }
    if (timer)
      timer->after(i);
    if (host.timeCheck)
      INGOT_TRY(host.timeCheck());
  }
  return success();
}

} // namespace ingot::runtime
