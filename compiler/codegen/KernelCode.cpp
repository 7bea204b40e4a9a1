// Kernel steps as LLVM IR: a call of a library kernel with its sizes, and the hooks that it calls,
// its prologue and epilogue.
//
// The kernel's module is taken from the library, a step function that calls it and the bodies of
// the hooks are added, and everything is inlined into the step function: what the library says in
// general becomes code for one shape. A kernel has parts that are functions of their own, such as
// its tiles of each height: those that these sizes do not need are never read.
//
// Where nothing is specialized the step only calls the kernel, whose code is the same for all: it
// finds the hooks in the context.
#include "compiler/codegen/Emitter.h"
#include "compiler/codegen/StepCode.h"
#include "compiler/codegen/Widen.h"
#include "compiler/library/KernelTable.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ingot::codegen {

namespace {

/// What a hook is given: a pointer to the array of bases, the table, and, where the kernel is not
/// specialized, the hooks themselves.
enum ContextEntry : unsigned { ContextBases, ContextTable, ContextHooks };

Value *contextEntry(IRBuilder<> &builder, Value *context, unsigned entry) {
  return builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), context, entry);
}

/// The elements that an extra operand has where a vector of the matrix lies.
Value *loadExtra(Emitter &emit, Value *pointer, const Operand &operand, Value *row, Value *column,
                 unsigned lanes) {
  IRBuilder<> &builder = emit.builder;
  Type *type = emit.storageType(operand.type);
  bool isSideBySide = operand.strides[1] == 0 || operand.strides[1] == 1;
  Value *pitch = isSideBySide ? builder.getInt64(static_cast<uint64_t>(operand.strides[1]))
                              : emit.size(operand.strides[1]);
  Value *offset = builder.CreateAdd(builder.CreateMul(row, emit.size(operand.strides[0])),
                                    builder.CreateMul(column, pitch));
  Value *at = builder.CreateInBoundsGEP(type, pointer, offset);
  Align align(elementBytes(operand.type));
  if (operand.strides[1] == 0)
    return builder.CreateVectorSplat(lanes, builder.CreateAlignedLoad(type, at, align));
  if (operand.strides[1] == 1)
    return builder.CreateAlignedLoad(widened(type, lanes), at, align);
  Value *vector = PoisonValue::get(widened(type, lanes));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Value *element =
        builder.CreateInBoundsGEP(type, at, builder.CreateMul(builder.getInt64(lane), pitch));
    vector =
        builder.CreateInsertElement(vector, builder.CreateAlignedLoad(type, element, align), lane);
  }
  return vector;
}

/// The vectors that hooks pass: of numbers as the kernel computes with them, and of elements as
/// they lie in memory, in the low bits of as many lanes.
struct HookTypes {
  Type *sums, *bits;

  HookTypes(LLVMContext &context, const library::Kernel &kernel, const machine::Isa &isa) {
    auto bytes = static_cast<unsigned>(elementBytes(kernel.sumType()));
    auto lanes = static_cast<unsigned>(isa.vectorBytes) / bytes;
    Type *integer = IntegerType::get(context, 8 * bytes);
    bits = FixedVectorType::get(integer, lanes);
    sums =
        isFloat(kernel.sumType()) ? FixedVectorType::get(Type::getFloatTy(context), lanes) : bits;
  }
};

/// Elements of this type out of the low bits of lanes, and back into them. Where the element is as
/// wide as a lane both are the same bits.
Value *fromBits(Emitter &emit, Value *bits, ElementType type, unsigned lanes) {
  Type *storage = emit.storageType(type);
  Value *narrow = emit.builder.CreateTrunc(
      bits, widened(emit.builder.getIntNTy(storage->getPrimitiveSizeInBits()), lanes));
  return emit.builder.CreateBitCast(narrow, widened(storage, lanes));
}
Value *toBits(Emitter &emit, Value *value, Type *bits) {
  auto *type = cast<FixedVectorType>(value->getType());
  auto *narrow =
      FixedVectorType::get(emit.builder.getIntNTy(type->getElementType()->getPrimitiveSizeInBits()),
                           type->getNumElements());
  return emit.builder.CreateZExt(emit.builder.CreateBitCast(value, narrow), bits);
}

/// A hook while it is written: to hook(from values, i64 row, i64 column, ptr context), or
/// void hook(ptr from, ptr to, …) where the machine does not pass vectors.
struct HookFunction {
  Function *function;
  Type *from, *to;

  bool isInMemory() const { return function->getReturnType()->isVoidTy(); }
  Value *argument(unsigned i) const { return function->getArg(i + isInMemory()); }
  Value *row() const { return argument(1); }
  Value *column() const { return argument(2); }
  Value *context() const { return argument(3); }
  Value *given(IRBuilder<> &builder) const {
    Value *first = function->getArg(0);
    return isInMemory() ? builder.CreateLoad(from, first) : first;
  }
  void finish(IRBuilder<> &builder, Value *value) const {
    if (!isInMemory()) {
      builder.CreateRet(value);
      return;
    }
    builder.CreateStore(value, function->getArg(1));
    builder.CreateRetVoid();
  }
};

/// The body of a hook; `firstExtra` is the place of its operands in the table.
Status defineHook(Emitter &emit, const HookFunction &to, const Hook &hook, bool isPrologue,
                  size_t firstExtra) {
  unsigned lanes = cast<FixedVectorType>(to.to)->getNumElements();
  emit.builder.SetInsertPoint(BasicBlock::Create(emit.module.getContext(), "entry", to.function));
  Value *given = to.given(emit.builder);
  if (hook.expression.nodes.empty()) {
    to.finish(emit.builder, emit.builder.CreateBitCast(given, to.to));
    return success();
  }
  auto fromContext = [&](ContextEntry entry) {
    return emit.builder.CreateLoad(emit.builder.getPtrTy(),
                                   contextEntry(emit.builder, to.context(), entry));
  };
  emit.enter(fromContext(ContextBases), fromContext(ContextTable));
  auto values = INGOT_TRY(emit.expression(hook.expression, lanes, [&](const auto &node) -> Value * {
    if (node.index < 0)
      return isPrologue ? fromBits(emit, given, node.type, lanes) : given;
    auto k = static_cast<size_t>(node.index);
    return loadExtra(emit, emit.pointer(hook.extras[k].address, firstExtra + k), hook.extras[k],
                     to.row(), to.column(), lanes);
  }));
  Value *result = values[static_cast<size_t>(hook.result)];
  to.finish(emit.builder, isPrologue ? result : toBits(emit, result, to.to));
  return success();
}

/// Instructions of an epilogue that a kernel has once for every register of a tile. A tile has up
/// to 28, an instruction 7 bytes, the instruction cache 32 KiB.
constexpr unsigned longestUnrolled = 48;

/// Instructions that every register of a tile needs: those on vectors that are not the same for all
/// lanes. What is, a tile has once, and addresses it has once for a column.
unsigned lengthOf(const Function &hook) {
  SmallPtrSet<const Value *, 32> different;
  unsigned length = 0;
  for (const Instruction &instruction : instructions(hook)) {
    bool isLoad = isa<LoadInst>(instruction) && instruction.getType()->isVectorTy();
    if (!isLoad && none_of(instruction.operands(), [&](const Use &operand) {
          return different.contains(operand) ||
                 (isa<Argument>(operand) && operand->getType()->isVectorTy());
        }))
      continue;
    different.insert(&instruction);
    length += !isa<CmpInst, BitCastInst>(instruction); // comparisons are part of what selects
  }
  return length;
}

/// Answers what a kernel of the module asks.
void defineLongEpilogue(Module &module, bool isLong) {
  Function *function = module.getFunction(longEpilogueName);
  if (!function)
    return;
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", function));
  builder.CreateRet(builder.getInt1(isLong));
  function->setLinkage(GlobalValue::InternalLinkage);
  function->addFnAttr(Attribute::AlwaysInline);
}

std::string hookName(size_t i, const library::Kernel &kernel) {
  return str(hookNames[i], elementName(kernel.sumType()));
}

/// A module for the hooks of a kernel that lies elsewhere.
std::unique_ptr<Module> moduleForHooks(LLVMContext &context, const library::Kernel &kernel,
                                       const Library &library, const machine::Machine &machine) {
  auto module = emptyModule(context, library, machine);
  const bool isCalled[] = {kernel.hasPrologue, kernel.hasEpilogue};
  for (size_t i = 0; i < hookNames.size(); ++i)
    if (isCalled[i])
      module->getOrInsertFunction(hookName(i, kernel), library.typeOf(hookName(i, kernel)));
  return module;
}

/// Defines the hooks that the kernel calls.
Status defineHooks(Emitter &emit, const KernelStep &step, const library::Kernel &kernel,
                   const machine::Machine &machine) {
  size_t extras = step.operands.size();
  HookTypes types(emit.module.getContext(), kernel, *machine.isa);
  const bool isCalled[] = {kernel.hasPrologue, kernel.hasEpilogue};
  for (size_t i = 0; i < hookNames.size(); ++i) {
    const Hook &hook = *step.hooks()[i];
    if (isCalled[i]) {
      HookFunction function{emit.module.getFunction(hookName(i, kernel)), types.sums, types.bits};
      bool isPrologue = i == 0;
      if (isPrologue)
        std::swap(function.from, function.to);
      INGOT_TRY(defineHook(emit, function, hook, isPrologue, extras));
      if (!isPrologue)
        defineLongEpilogue(emit.module, lengthOf(*function.function) > longestUnrolled);
      function.function->setLinkage(GlobalValue::InternalLinkage);
      setMachine(*function.function, machine);
    }
    extras += hook.extras.size();
  }
  return success();
}

/// The hook number i of a module, if it calls or has it.
Function *findHook(Module &module, size_t i) {
  for (Function &function : module)
    if (function.getName().starts_with(hookNames[i]))
      return &function;
  return nullptr;
}

/// The array of pointers to operands.
Value *operandArray(Emitter &emit, const KernelStep &step) {
  IRBuilder<> &builder = emit.builder;
  Value *array =
      builder.CreateAlloca(builder.getPtrTy(), builder.getInt32(uint32_t(step.operands.size())));
  for (size_t k = 0; k < step.operands.size(); ++k)
    builder.CreateStore(emit.pointer(step.operands[k], k),
                        builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), array, k));
  return array;
}

/// What the kernel hands to its hooks.
Value *hookContext(Emitter &emit, Function *step, bool isShared) {
  IRBuilder<> &builder = emit.builder;
  Value *context =
      builder.CreateAlloca(builder.getPtrTy(), builder.getInt32(ContextHooks + hookNames.size()));
  builder.CreateStore(step->getArg(0), contextEntry(builder, context, ContextBases));
  builder.CreateStore(step->getArg(1), contextEntry(builder, context, ContextTable));
  for (unsigned i = 0; i < hookNames.size() && isShared; ++i)
    if (Function *hook = findHook(emit.module, i))
      builder.CreateStore(hook, contextEntry(builder, context, ContextHooks + i));
  return context;
}

/// `kernel` may be null: a kernel that is elsewhere, with hooks that it is told of.
void defineStep(Emitter &emit, Function *function, Function *kernel, const KernelStep &step,
                bool hasContext) {
  IRBuilder<> &builder = emit.builder;
  builder.SetInsertPoint(BasicBlock::Create(emit.module.getContext(), "entry", function));
  emit.enter(function->getArg(0), function->getArg(1));
  Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
  Value *context = hasContext ? hookContext(emit, function, !kernel)
                              : static_cast<Value *>(ConstantPointerNull::get(builder.getPtrTy()));
  auto *type = FunctionType::get(word, {pointer, pointer, pointer, word, word},
                                 /*isVarArg=*/false);
  Value *arguments[] = {operandArray(emit, step), context, emit.sizeArray(step.sizes),
                        function->getArg(2), function->getArg(3)};
  if (!kernel)
    kernel = Function::Create(type, GlobalValue::ExternalLinkage, step.kernel, emit.module);
  builder.CreateRet(builder.CreateCall(type, kernel, arguments));
}

/// Reads what a function of the library still reaches, for this machine.
Status complete(Function &root, const machine::Machine &machine) {
  INGOT_TRY(Library::complete(root));
  for (Function &function : *root.getParent())
    if (!function.isDeclaration() && &function != &root) {
      function.setLinkage(GlobalValue::InternalLinkage);
      setMachine(function, machine);
    }
  return success();
}

/// Has a kernel whose step is all that calls it become part of the step, with those of its parts
/// that the step needs. Parts that stay functions are marked as not to be duplicated
/// (INGOT_CALLED).
Status embed(Function &kernel, Function &step, const machine::Machine &machine) {
  setMachine(kernel, machine);
  inlineKernel(step, kernel);
  INGOT_TRY(complete(step, machine));
  for (Function &part : *step.getParent())
    if (part.hasFnAttribute(Attribute::NoInline) && !part.hasFnAttribute(Attribute::NoDuplicate)) {
      part.removeFnAttr(Attribute::NoInline);
      part.addFnAttr(Attribute::AlwaysInline);
    }
  return success();
}

} // namespace

Expected<std::unique_ptr<Module>> sharedKernelCode(LLVMContext &context, const std::string &kernel,
                                                   const machine::Machine &machine) {
  const library::Kernel *row = library::findKernel(kernel);
  if (!row)
    return failure(str("no kernel '", kernel, "'"));
  auto kernels = INGOT_TRY(Library::openFor(context, *machine.isa, *row));
  auto module = INGOT_TRY(std::move(*kernels).take(kernel));
  Function *root = module->getFunction(kernel);
  setMachine(*root, machine);
  INGOT_TRY(complete(*root, machine));
  defineLongEpilogue(*module, true); // a call, for which registers are saved
  for (unsigned i = 0; i < hookNames.size(); ++i) {
    Function *hook = findHook(*module, i);
    if (!hook)
      continue;
    IRBuilder<> builder(BasicBlock::Create(context, "entry", hook));
    Value *last = hook->getArg(static_cast<unsigned>(hook->arg_size()) - 1);
    Value *given =
        builder.CreateLoad(builder.getPtrTy(), contextEntry(builder, last, ContextHooks + i));
    SmallVector<Value *> arguments(make_pointer_range(hook->args()));
    Value *result = builder.CreateCall(hook->getFunctionType(), given, arguments);
    if (hook->getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(result);
    hook->setLinkage(GlobalValue::InternalLinkage);
    setMachine(*hook, machine);
  }
  return module;
}

Expected<StepCode> kernelCode(LLVMContext &context, const KernelStep &step,
                              const machine::Machine &machine, Specialize level) {
  const library::Kernel *row = library::findKernel(step.kernel);
  if (!row || row->operands.size() != step.operands.size() ||
      row->sizes.size() != step.sizes.size())
    return failure(str("no kernel '", step.kernel, "' with ", step.operands.size(),
                       " operands and ", step.sizes.size(), " sizes"));
  auto formulas = INGOT_TRY(Library::openFormulas(context, *machine.isa));
  auto kernels = INGOT_TRY(Library::openFor(context, *machine.isa, *row));
  bool isShared = level == Specialize::None;
  auto module = isShared ? moduleForHooks(context, *row, *kernels, machine)
                         : INGOT_TRY(std::move(*kernels).take(step.kernel));
  size_t places = step.operands.size();
  for (const Hook *hook : step.hooks())
    places += hook->extras.size();
  Emitter emit(*module, *formulas, level, places, machine.isa->fuses());
  INGOT_TRY(defineHooks(emit, step, *row, machine));
  Function *kernel = module->getFunction(step.kernel), *function = stepFunction(*module, machine);
  defineStep(emit, function, kernel, step, row->hasContext());
  if (kernel)
    INGOT_TRY(embed(*kernel, *function, machine));
  return module;
}

} // namespace ingot::codegen
