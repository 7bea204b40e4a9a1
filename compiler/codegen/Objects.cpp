// Modules to relocatable objects.
#include "compiler/codegen/Objects.h"

#include "compiler/codegen/GeneralStep.h"
#include "compiler/codegen/ObjectCache.h"
#include "compiler/codegen/StepCode.h"
#include "compiler/codegen/StepKey.h"
#include "runtime/base/Cores.h"
#include "runtime/base/Thread.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <unordered_map>
#include <unordered_set>

using namespace llvm;

namespace ingot::codegen {
namespace {

//===--------------------------------------------------------------------------------------------===//
// One step to one object
//===--------------------------------------------------------------------------------------------===//

std::unique_ptr<TargetMachine> targetMachine(const machine::Machine &machine) {
  Triple triple(StringRef(machine.isa->triple.data(), machine.isa->triple.size()));
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  TargetOptions options;
  if (triple.isRISCV()) // as the library was compiled: floats in registers
    options.MCOptions.ABIName = "lp64d";
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(triple, machine.cpu, machine.features, options, Reloc::PIC_,
                                  std::nullopt, CodeGenOptLevel::Default));
}

/// An object while it is made.
struct Made {
  std::string function, key; ///< what it defines, and what the cache knows it by
  ObjectCache::Bytes known;  ///< if the cache has it
  std::string bytes;         ///< if not
  std::string ir, assembly;  ///< if somebody wants to see them
};

Expected<std::string> emit(TargetMachine &machine, Module &module, CodeGenFileType type) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return unsupported("this target has no object files");
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

std::string nameOfContent(StringRef content) {
  return "step_" + toHex(SHA256::hash(arrayRefFromStringRef(content)), /*LowerCase=*/true);
}

/// A name for what a module becomes. It names the machine, too: functions have its features.
std::string nameOf(const Module &module) {
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  return nameOfContent(stream.str());
}

/// The same for the code of a step, before any of it is read.
std::string nameOf(const AnyStep &step, const CodeOptions &options) {
  return nameOfContent(str(keyOf(step, options.level), static_cast<int>(options.level), ' ',
                           options.machine.isa->name, ' ', options.machine.cpu, ' ',
                           options.machine.features));
}

Expected<StepCode> emitStep(LLVMContext &context, const AnyStep &step, const CodeOptions &options) {
  if (const auto *loop = std::get_if<LoopStep>(&step))
    return loopCode(context, *loop, options.machine, options.level);
  return kernelCode(context, std::get<KernelStep>(step), options.machine, options.level);
}

/// Optimizes a module and makes machine code of it.
Status compileModule(Module &module, const CodeOptions &options, Made &object) {
  auto machine = targetMachine(options.machine);
  if (!machine)
    return unsupported("LLVM does not know this machine");
  optimize(module);
  if (options.observe) {
    raw_string_ostream ir(object.ir);
    module.print(ir, nullptr);
    object.assembly =
        INGOT_TRY(emit(*machine, *CloneModule(module), CodeGenFileType::AssemblyFile));
  }
  object.bytes = INGOT_TRY(emit(*machine, module, CodeGenFileType::ObjectFile));
  return success();
}

/// Code that somebody wants to see is made anew, with a name for readers.
Expected<Made> compileStep(const AnyStep &step, const CodeOptions &options,
                           const std::string &name) {
  Made object;
  // All that the code depends on is in the step. Loops that are specialized come to the same code
  // for more than one.
  const bool isNamed =
      options.level == Specialize::None || std::holds_alternative<KernelStep>(step);
  LLVMContext context;
  context.setDiscardValueNames(!options.observe); // nobody reads them
  auto find = [&](auto nameOfCode) {
    object.function = object.key = options.observe ? name : nameOfCode();
    object.known = ObjectCache::shared().find(object.key);
    return object.known != nullptr;
  };
  if (isNamed && find([&] { return nameOf(step, options); }))
    return object;
  StepCode code = INGOT_TRY(emitStep(context, step, options));
  if (!isNamed && find([&] { return nameOf(*code); }))
    return object;
  code->getFunction(stepName)->setName(object.function);
  INGOT_TRY(compileModule(*code, options, object));
  return object;
}

/// A kernel of the library, for steps that are not specialized to call.
Expected<Made> compileKernel(const std::string &kernel, const CodeOptions &options) {
  Made object;
  object.function = kernel;
  object.key = str(kernel, " for ", options.machine.cpu, options.machine.features);
  object.known = options.observe ? nullptr : ObjectCache::shared().find(object.key);
  if (object.known)
    return object;
  LLVMContext context;
  context.setDiscardValueNames(!options.observe);
  auto module = INGOT_TRY(sharedKernelCode(context, kernel, options.machine));
  INGOT_TRY(compileModule(*module, options, object));
  return object;
}

/// A copy of an object, for the next one who needs it, too.
ObjectCache::Bytes keep(const Made &object, const CodeOptions &options) {
  if (object.known)
    return object.known;
  auto bytes = std::make_shared<const std::string>(object.bytes);
  if (!options.observe)
    ObjectCache::shared().add(object.key, bytes);
  return bytes;
}

int64_t codeBytesOf(MemoryBufferRef bytes) {
  auto object = object::ObjectFile::createObjectFile(bytes);
  if (!object) {
    consumeError(object.takeError());
    return 0;
  }
  int64_t size = 0;
  for (const object::SectionRef &section : (*object)->sections())
    if (section.isText())
      size += static_cast<int64_t>(section.getSize());
  return size;
}

//===--------------------------------------------------------------------------------------------===//
// All steps
//===--------------------------------------------------------------------------------------------===//

/// Threads that all do the same, and end. What LLVM leaves free in the heap of a thread goes back
/// to the system then, if nothing in between is kept: a thread also frees what it has made, and
/// others copy what they want of it before. All compilations of the process together have no more
/// of them than there are cores.
class Helpers {
public:
  using Work = std::function<std::deque<Made>()>;

  /// As many as can be had, which may be none.
  Helpers(int wanted, Work work) : work(std::move(work)) {
    while (count() < wanted && start())
      ;
  }
  ~Helpers() {
    {
      std::scoped_lock lock(mutex);
      isOver = true;
    }
    changed.notify_all();
    int ended = count();
    threads.clear(); // joins them
    running -= ended;
  }
  Helpers(const Helpers &) = delete;
  Helpers &operator=(const Helpers &) = delete;

  int count() const { return static_cast<int>(threads.size()); }

  /// For all work to be done. What was made is there until the end of this object.
  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return through == count(); });
  }

private:
  bool start() {
    static const int most = usableCores();
    bool isFree = running++ < most;
    auto thread = isFree ? Thread::start([this] { help(); }) : failure("every core has its helper");
    if (!thread.ok()) {
      --running;
      return false;
    }
    threads.push_back(thread.take());
    return true;
  }

  void help() {
    std::deque<Made> made = work();
    std::unique_lock lock(mutex);
    ++through;
    changed.notify_all();
    changed.wait(lock, [&] { return isOver; });
  }

  static inline std::atomic<int> running{0};
  Work work;
  std::vector<Thread> threads;
  std::mutex mutex; ///< of what follows
  std::condition_variable changed;
  int through = 0;
  bool isOver = false;
};

/// Compiles distinct objects on several threads; `compileOne` gives the one of a number.
class Compilation {
public:
  using CompileOne = std::function<Expected<Made>(size_t)>;
  /// Copies what it wants of the objects.
  using Take = std::function<Status(const std::vector<const Made *> &)>;

  Compilation(size_t count, const CodeOptions &options, CompileOne compileOne)
      : options(options), compileOne(std::move(compileOne)), objects(count) {}

  Status run(const Take &take) {
    int wanted = options.isBehind ? 1 : options.threads;
    Helpers helpers(std::min<int>(wanted, static_cast<int>(objects.size())),
                    [this] { return make(); });
    std::deque<Made> own;
    if (helpers.count() == 0)
      own = make();
    helpers.wait();
    if (!problem.ok())
      return std::move(problem);
    return take(objects);
  }

private:
  /// Objects that nobody else makes.
  std::deque<Made> make() {
    std::deque<Made> made;
    for (size_t i; (i = next++) < objects.size();) {
      bool isUnwanted = options.isUnwanted && options.isUnwanted();
      auto object = isUnwanted ? failure("nobody wants the code any more") : compileOne(i);
      std::scoped_lock lock(mutex);
      if (!object.ok()) {
        problem = object.takeStatus();
        next = objects.size();
        break;
      }
      objects[i] = &made.emplace_back(object.take());
      if (options.observe)
        options.observe(objects[i]->function, objects[i]->ir, objects[i]->assembly);
      if (options.progress)
        options.progress(++done, objects.size());
    }
    return made;
  }

  const CodeOptions &options;
  CompileOne compileOne;
  std::vector<const Made *> objects;
  std::atomic<size_t> next{0};
  std::mutex mutex;
  size_t done = 0;
  Status problem;
};

} // namespace

Expected<Objects> compile(const std::vector<AnyStep> &steps, const CodeOptions &options) {
  machine::initializeLlvm();
  const bool isGeneral = options.level == Specialize::None;
  std::vector<GeneralStep> general;
  if (isGeneral)
    for (const AnyStep &step : steps)
      general.push_back(generalFormOf(step));
  std::unordered_map<std::string, size_t> known;
  std::vector<const AnyStep *> distinct;
  std::vector<size_t> codeOf;
  for (size_t i = 0; i < steps.size(); ++i) {
    const AnyStep &step = isGeneral ? general[i].step : steps[i];
    auto [entry, isNew] = known.try_emplace(keyOf(step, options.level), distinct.size());
    if (isNew)
      distinct.push_back(&step);
    codeOf.push_back(entry->second);
  }
  // What is not specialized calls kernels that are objects, too, behind those of the steps.
  std::set<std::string> kernels;
  for (const AnyStep *step : distinct)
    if (const auto *kernel = std::get_if<KernelStep>(step); kernel && isGeneral)
      kernels.insert(kernel->kernel);
  std::vector<std::string> names(kernels.begin(), kernels.end());
  auto compileOne = [&](size_t i) {
    return i < distinct.size() ? compileStep(*distinct[i], options, str("step", i))
                               : compileKernel(names[i - distinct.size()], options);
  };
  Objects result;
  auto take = [&](const std::vector<const Made *> &made) -> Status {
    std::unordered_set<std::string_view> taken;
    for (const Made *object : made) {
      if (!taken.insert(object->function).second)
        continue;
      ObjectCache::Bytes bytes = keep(*object, options);
      int64_t codeBytes = codeBytesOf(MemoryBufferRef(*bytes, object->function));
      result.codeBytes += codeBytes;
      if (result.codeBytes > options.maxCodeBytes)
        return failure(
            str("the code is larger than the limit of ", options.maxCodeBytes, " bytes"));
      result.objects.push_back({object->function, std::move(bytes), codeBytes});
    }
    for (size_t i = 0; i < steps.size(); ++i)
      result.calls.push_back({made[codeOf[i]]->function, operandsOf(steps[i]),
                              isGeneral ? general[i].sizes : std::vector<int64_t>()});
    return success();
  };
  INGOT_TRY(Compilation(distinct.size() + names.size(), options, compileOne).run(take));
  return result;
}

} // namespace ingot::codegen
