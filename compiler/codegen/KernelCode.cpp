// Kernel steps as LLVM IR: a call of a library kernel with its sizes, and the hooks that it calls,
// its prologue and epilogue.
//
// The kernel's module is taken from the library, a step function that calls it and the bodies of
// the hooks are added, and everything is inlined into the step function: what the library says in
// general becomes code for one shape.
//
// Where nothing is specialized the step only calls the kernel, whose code is the same for all: it
// finds the hooks in the context.
#include "compiler/codegen/Emitter.h"
#include "compiler/codegen/Isa.h"
#include "compiler/codegen/StepCode.h"
#include "compiler/codegen/Widen.h"

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
  Value *offset = builder.CreateAdd(builder.CreateMul(row, emit.size(operand.strides[0])),
                                    builder.CreateMul(column, emit.size(operand.strides[1])));
  Value *at = builder.CreateInBoundsGEP(type, pointer, offset);
  Align align(elementBytes(operand.type));
  if (operand.strides[1] == 0)
    return builder.CreateVectorSplat(lanes, builder.CreateAlignedLoad(type, at, align));
  if (operand.strides[1] == 1)
    return builder.CreateAlignedLoad(widened(type, lanes), at, align);
  Value *vector = PoisonValue::get(widened(type, lanes));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Value *element =
        builder.CreateInBoundsGEP(type, at, builder.getInt64(lane * operand.strides[1]));
    vector =
        builder.CreateInsertElement(vector, builder.CreateAlignedLoad(type, element, align), lane);
  }
  return vector;
}

/// Vector hook(Vector values, i64 row, i64 column, ptr context)
FunctionType *hookType(LLVMContext &context, const Isa &isa) {
  Type *word = Type::getInt64Ty(context);
  Type *vector = FixedVectorType::get(Type::getFloatTy(context),
                                      static_cast<unsigned>(isa.vectorBytes) / sizeof(float));
  return FunctionType::get(vector, {vector, word, word, PointerType::get(context, 0)}, false);
}

/// The body of a hook; `firstExtra` is the place of its operands in the table.
Status defineHook(Emitter &emit, Function *function, const Hook &hook, size_t firstExtra) {
  unsigned lanes = cast<FixedVectorType>(function->getReturnType())->getNumElements();
  emit.builder.SetInsertPoint(BasicBlock::Create(emit.module.getContext(), "entry", function));
  if (hook.expression.nodes.empty()) {
    emit.builder.CreateRet(function->getArg(0));
    return success();
  }
  auto fromContext = [&](ContextEntry entry) {
    return emit.builder.CreateLoad(emit.builder.getPtrTy(),
                                   contextEntry(emit.builder, function->getArg(3), entry));
  };
  emit.enter(fromContext(ContextBases), fromContext(ContextTable));
  std::vector<Value *> pointers;
  for (size_t k = 0; k < hook.extras.size(); ++k)
    pointers.push_back(emit.pointer(hook.extras[k].address, firstExtra + k));
  auto values = INGOT_TRY(emit.expression(hook.expression, lanes, [&](int operand) -> Value * {
    if (operand < 0)
      return function->getArg(0);
    auto k = static_cast<size_t>(operand);
    return loadExtra(emit, pointers[k], hook.extras[k], function->getArg(1), function->getArg(2),
                     lanes);
  }));
  emit.builder.CreateRet(values[static_cast<size_t>(hook.result)]);
  return success();
}

/// Defines the hooks that the kernel calls, in the library's module or, where that is elsewhere, in
/// one of their own.
Status defineHooks(Emitter &emit, const KernelStep &step, const Machine &machine) {
  size_t extras = step.operands.size();
  for (auto [name, hook] : zip_equal(hookNames, step.hooks())) {
    if (hook->isCalled) {
      FunctionCallee function =
          emit.module.getOrInsertFunction(name, hookType(emit.module.getContext(), *machine.isa));
      auto *defined = cast<Function>(function.getCallee());
      INGOT_TRY(defineHook(emit, defined, *hook, extras));
      defined->setLinkage(GlobalValue::InternalLinkage);
      setMachine(*defined, machine);
    }
    extras += hook->extras.size();
  }
  return success();
}

/// `kernel` may be null: a kernel that is elsewhere, with hooks that it is told of.
void defineStep(Emitter &emit, Function *function, Function *kernel, const KernelStep &step) {
  IRBuilder<> &builder = emit.builder;
  builder.SetInsertPoint(BasicBlock::Create(emit.module.getContext(), "entry", function));
  emit.enter(function->getArg(0), function->getArg(1));
  SmallVector<Value *> arguments;
  for (size_t k = 0; k < step.operands.size(); ++k)
    arguments.push_back(emit.pointer(step.operands[k], k));
  if (step.hasContext()) {
    Value *context =
        builder.CreateAlloca(builder.getPtrTy(), builder.getInt32(ContextHooks + hookNames.size()));
    builder.CreateStore(function->getArg(0), contextEntry(builder, context, ContextBases));
    builder.CreateStore(function->getArg(1), contextEntry(builder, context, ContextTable));
    for (unsigned i = 0; i < hookNames.size() && !kernel; ++i)
      if (Function *hook = emit.module.getFunction(hookNames[i]))
        builder.CreateStore(hook, contextEntry(builder, context, ContextHooks + i));
    arguments.push_back(context);
  }
  for (int64_t size : step.sizes)
    arguments.push_back(emit.size(size));
  arguments.push_back(function->getArg(2));
  arguments.push_back(function->getArg(3));
  if (!kernel) {
    SmallVector<Type *> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    kernel = Function::Create(FunctionType::get(builder.getVoidTy(), types, false),
                              GlobalValue::ExternalLinkage, step.kernel, emit.module);
  }
  assert(arguments.size() == kernel->arg_size() && "the kernel's row and its code disagree");
  builder.CreateCall(kernel, arguments);
  builder.CreateRetVoid();
}

/// A kernel of the library and what it calls, for this machine.
Expected<std::unique_ptr<Module>> extract(LLVMContext &context, const std::string &kernel,
                                          const Machine &machine) {
  auto library = INGOT_TRY(Library::open(context, *machine.isa));
  auto module = INGOT_TRY(std::move(*library).extract({kernel}));
  for (Function &function : *module)
    if (!function.isDeclaration()) {
      function.setLinkage(GlobalValue::InternalLinkage);
      setMachine(function, machine);
    }
  return module;
}

} // namespace

Expected<std::unique_ptr<Module>> sharedKernelCode(LLVMContext &context, const std::string &kernel,
                                                   const Machine &machine) {
  auto module = INGOT_TRY(extract(context, kernel, machine));
  module->getFunction(kernel)->setLinkage(GlobalValue::ExternalLinkage);
  for (unsigned i = 0; i < hookNames.size(); ++i) {
    Function *hook = module->getFunction(hookNames[i]);
    if (!hook)
      continue;
    IRBuilder<> builder(BasicBlock::Create(context, "entry", hook));
    Value *given = builder.CreateLoad(builder.getPtrTy(),
                                      contextEntry(builder, hook->getArg(3), ContextHooks + i));
    SmallVector<Value *> arguments(make_pointer_range(hook->args()));
    builder.CreateRet(builder.CreateCall(hook->getFunctionType(), given, arguments));
    hook->setLinkage(GlobalValue::InternalLinkage);
    setMachine(*hook, machine);
  }
  return module;
}

Expected<StepCode> kernelCode(LLVMContext &context, const KernelStep &step, const Machine &machine,
                              Specialize level) {
  auto formulas = INGOT_TRY(Library::open(context, *machine.isa));
  bool isShared = level == Specialize::None;
  auto module = isShared ? emptyModule(context, *formulas, machine)
                         : INGOT_TRY(extract(context, step.kernel, machine));
  size_t places = step.operands.size();
  for (const Hook *hook : step.hooks())
    places += hook->extras.size();
  Emitter emit(*module, *formulas, level, places);
  INGOT_TRY(defineHooks(emit, step, machine));
  Function *kernel = module->getFunction(step.kernel);
  if (kernel) {
    kernel->removeFnAttr(Attribute::NoInline);
    kernel->addFnAttr(Attribute::AlwaysInline);
  }
  defineStep(emit, stepFunction(*module, machine), kernel, step);
  return StepCode{std::move(module), std::move(emit.sizes)};
}

} // namespace ingot::codegen
