// Modules to objects to functions in this process.
#include "compiler/codegen/Jit.h"

#include "compiler/codegen/ObjectCache.h"
#include "compiler/codegen/StepCode.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

using namespace llvm;

namespace ingot::codegen {
namespace {

Status asStatus(Error error) { return failure(llvm::toString(std::move(error))); }

//===--------------------------------------------------------------------------------------------===//
// Which steps have equal code
//===--------------------------------------------------------------------------------------------===//

/// Everything about a step that its code depends on, as text.
class Key {
public:
  explicit Key(Specialize level) : level(level) {}

  std::string of(const AnyStep &step) {
    std::visit([&](const auto &s) { add(s); }, step);
    return text.str();
  }

private:
  void list(const std::vector<int64_t> &values) {
    for (int64_t value : values)
      text << value << ',';
    text << ';';
  }
  void add(const Address &address) {
    text << 'b' << address.base;
    if (level == Specialize::All)
      text << '+' << address.offset;
  }
  void add(const Operand &operand) {
    add(operand.address);
    text << elementName(operand.type);
    list(operand.strides);
  }
  void add(const Expression &expression) {
    for (const Expression::Node &node : expression.nodes) {
      text << static_cast<int>(node.kind) << elementName(node.type) << node.index << node.name;
      for (int input : node.inputs)
        text << ' ' << input;
      for (double parameter : node.parameters)
        text << '#' << __builtin_bit_cast(uint64_t, parameter);
      text << ';';
    }
  }
  void add(const LoopStep &step) {
    text << "loop";
    list(step.dims);
    for (size_t k = 0; k < step.operands.size(); ++k) {
      add(step.operands[k]);
      // Operands at one address share a pointer in the code.
      for (size_t j = 0; j < k; ++j)
        if (step.operands[j].address.base == step.operands[k].address.base &&
            step.operands[j].address.offset == step.operands[k].address.offset)
          text << '=' << j;
    }
    add(step.expression);
    for (size_t r = 0; r < step.results.size(); ++r)
      text << step.results[r] << '>' << step.outputs[r] << ';';
  }
  void add(const Hook &hook) {
    add(hook.expression);
    for (const Operand &extra : hook.extras)
      add(extra);
    text << hook.result << ')';
  }
  void add(const KernelStep &step) {
    text << step.kernel << '(';
    for (const Address &operand : step.operands)
      add(operand);
    list(step.sizes);
    for (const Hook *hook : step.hooks())
      add(*hook);
  }

  Specialize level;
  std::ostringstream text;
};

std::vector<int64_t> offsetsOf(const AnyStep &step) {
  std::vector<int64_t> offsets;
  if (const auto *loop = std::get_if<LoopStep>(&step)) {
    for (const Operand &operand : loop->operands)
      offsets.push_back(operand.address.offset);
    return offsets;
  }
  const auto &kernel = std::get<KernelStep>(step);
  for (const Address &operand : kernel.operands)
    offsets.push_back(operand.offset);
  for (const Hook *hook : kernel.hooks())
    for (const Operand &extra : hook->extras)
      offsets.push_back(extra.address.offset);
  return offsets;
}

//===--------------------------------------------------------------------------------------------===//
// One step to one object
//===--------------------------------------------------------------------------------------------===//

std::unique_ptr<TargetMachine> targetMachine(const Machine &machine) {
  Triple triple(StringRef(machine.isa->triple.data(), machine.isa->triple.size()));
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, machine.cpu, machine.features, TargetOptions(), Reloc::PIC_, std::nullopt,
      CodeGenOptLevel::Default, /*JIT=*/true));
}

struct Object {
  std::string function;
  ObjectCache::Bytes bytes;
  std::vector<int64_t> sizes;
  std::string ir, assembly; ///< if somebody wants to see them
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

/// A name for what a module becomes. It names the machine, too: functions have its features.
std::string nameOf(const Module &module) {
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  return "step_" + toHex(SHA256::hash(arrayRefFromStringRef(stream.str())), /*LowerCase=*/true);
}

Expected<StepCode> emitStep(LLVMContext &context, const AnyStep &step, const JitOptions &options) {
  if (const auto *loop = std::get_if<LoopStep>(&step))
    return loopCode(context, *loop, options.machine, options.level);
  return kernelCode(context, std::get<KernelStep>(step), options.machine, options.level);
}

/// Optimizes a module and makes machine code of it.
Status compileModule(Module &module, const JitOptions &options, Object &object) {
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
  object.bytes = std::make_shared<const std::string>(
      INGOT_TRY(emit(*machine, module, CodeGenFileType::ObjectFile)));
  return success();
}

/// Code that somebody wants to see is made anew, with a name for readers.
Expected<Object> compileStep(const AnyStep &step, const JitOptions &options,
                             const std::string &name) {
  LLVMContext context;
  StepCode code = INGOT_TRY(emitStep(context, step, options));
  Object object;
  object.function = options.observe ? name : nameOf(*code.module);
  object.sizes = std::move(code.sizes);
  object.bytes = ObjectCache::shared().find(object.function);
  if (object.bytes)
    return object;
  code.module->getFunction(stepName)->setName(object.function);
  INGOT_TRY(compileModule(*code.module, options, object));
  if (!options.observe)
    ObjectCache::shared().add(object.function, object.bytes);
  return object;
}

/// A kernel of the library, for steps that are not specialized to call.
Expected<Object> compileKernel(const std::string &kernel, const JitOptions &options) {
  std::string key = str(kernel, " for ", options.machine.cpu, options.machine.features);
  Object object;
  object.function = kernel;
  object.bytes = options.observe ? nullptr : ObjectCache::shared().find(key);
  if (object.bytes)
    return object;
  LLVMContext context;
  auto module = INGOT_TRY(sharedKernelCode(context, kernel, options.machine));
  INGOT_TRY(compileModule(*module, options, object));
  ObjectCache::shared().add(key, object.bytes);
  return object;
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

/// Compiles distinct objects on several threads; `compileOne` gives the one of a number.
class Compilation {
public:
  using CompileOne = std::function<Expected<Object>(size_t)>;

  Compilation(size_t count, const JitOptions &options, CompileOne compileOne)
      : options(options), compileOne(std::move(compileOne)), objects(count) {}

  Expected<std::vector<Object>> run() {
    std::vector<std::thread> threads;
    int count = std::min<int>(options.threads, static_cast<int>(objects.size()));
    for (int i = 1; i < count; ++i)
      threads.emplace_back([this] { work(); });
    work();
    for (std::thread &thread : threads)
      thread.join();
    if (!problem.ok())
      return std::move(problem);
    return std::move(objects);
  }

private:
  void work() {
    for (size_t i; (i = next++) < objects.size();) {
      auto object = compileOne(i);
      std::scoped_lock lock(mutex);
      if (!object.ok()) {
        problem = object.takeStatus();
        next = objects.size();
        return;
      }
      objects[i] = object.take();
      if (options.observe)
        options.observe(objects[i].function, objects[i].ir, objects[i].assembly);
      if (options.progress)
        options.progress(++done, objects.size());
    }
  }

  const JitOptions &options;
  CompileOne compileOne;
  std::vector<Object> objects;
  std::atomic<size_t> next{0};
  std::mutex mutex;
  size_t done = 0;
  Status problem;
};

} // namespace

Expected<JitResult> compile(const std::vector<AnyStep> &steps, const JitOptions &options) {
  initializeLlvm();
  std::map<std::string, size_t> known;
  std::vector<const AnyStep *> distinct;
  std::vector<size_t> codeOf;
  for (const AnyStep &step : steps) {
    std::string key = Key(options.level).of(step);
    if (options.level == Specialize::None)
      key += str("@", codeOf.size()); // sizes are in the table, in an order of their own
    auto [entry, isNew] = known.try_emplace(std::move(key), distinct.size());
    if (isNew)
      distinct.push_back(&step);
    codeOf.push_back(entry->second);
  }
  // What is not specialized calls kernels that are objects, too, behind those of the steps.
  std::set<std::string> kernels;
  for (const AnyStep *step : distinct)
    if (const auto *kernel = std::get_if<KernelStep>(step);
        kernel && options.level == Specialize::None)
      kernels.insert(kernel->kernel);
  std::vector<std::string> names(kernels.begin(), kernels.end());
  auto compileOne = [&](size_t i) {
    return i < distinct.size() ? compileStep(*distinct[i], options, str("step", i))
                               : compileKernel(names[i - distinct.size()], options);
  };
  std::vector<Object> objects =
      INGOT_TRY(Compilation(distinct.size() + names.size(), options, compileOne).run());
  auto jit = orc::LLJITBuilder().create();
  if (!jit)
    return asStatus(jit.takeError());
  JitResult result;
  std::vector<runtime::StepFunction> functions;
  std::set<std::string_view> linked;
  for (const Object &object : objects) {
    if (!linked.insert(object.function).second)
      continue;
    MemoryBufferRef bytes(*object.bytes, object.function);
    result.codeBytes += codeBytesOf(bytes);
    if (result.codeBytes > options.maxCodeBytes)
      return failure(str("the code is larger than the limit of ", options.maxCodeBytes, " bytes"));
    if (Error error = (*jit)->addObjectFile(MemoryBuffer::getMemBuffer(bytes, false)))
      return asStatus(std::move(error));
  }
  for (const Object &object : objects) {
    auto symbol = (*jit)->lookup(object.function);
    if (!symbol)
      return asStatus(symbol.takeError());
    functions.push_back(symbol->toPtr<runtime::StepFunction>());
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    std::vector<int64_t> table = offsetsOf(steps[i]);
    const auto &sizes = objects[codeOf[i]].sizes;
    table.insert(table.end(), sizes.begin(), sizes.end());
    result.steps.push_back({functions[codeOf[i]], std::move(table)});
  }
  result.distinct = linked.size();
  result.owner = std::shared_ptr<const void>(std::move(*jit));
  return result;
}

} // namespace ingot::codegen
