// Kernel steps as LLVM IR: a call of a library kernel with its sizes, and the epilogue it calls.
//
// The kernel's module is taken from the library, a step function that calls it and the body of
// ingot_epilogue are added, and everything is inlined into the step function: what the library says
// in general becomes code for one shape.
#include "compiler/codegen/Emitter.h"
#include "compiler/codegen/Isa.h"
#include "compiler/codegen/StepCode.h"
#include "compiler/codegen/Widen.h"

using namespace llvm;

namespace ingot::codegen {

namespace {

constexpr StringRef epilogueName = "ingot_epilogue";

/// The elements of a vector of the result's row that an extra operand has there.
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

/// Vector ingot_epilogue(Vector sums, i64 row, i64 column, ptr context); the context points to the
/// array of bases and the table.
Status defineEpilogue(Emitter &emit, Function *epilogue, const KernelStep &step) {
  unsigned lanes = cast<FixedVectorType>(epilogue->getReturnType())->getNumElements();
  emit.builder.SetInsertPoint(BasicBlock::Create(emit.module.getContext(), "entry", epilogue));
  Type *pointer = emit.builder.getPtrTy();
  auto fromContext = [&](unsigned index) {
    return emit.builder.CreateLoad(
        pointer, emit.builder.CreateConstInBoundsGEP1_32(pointer, epilogue->getArg(3), index));
  };
  emit.enter(fromContext(0), fromContext(1));
  std::vector<Value *> pointers;
  for (size_t k = 0; k < step.extras.size(); ++k)
    pointers.push_back(emit.pointer(step.extras[k].address, step.operands.size() + k));
  auto values = INGOT_TRY(emit.expression(step.expression, lanes, [&](int operand) -> Value * {
    if (operand < 0)
      return epilogue->getArg(0);
    auto k = static_cast<size_t>(operand);
    return loadExtra(emit, pointers[k], step.extras[k], epilogue->getArg(1), epilogue->getArg(2),
                     lanes);
  }));
  emit.builder.CreateRet(values[static_cast<size_t>(step.result)]);
  epilogue->setLinkage(GlobalValue::InternalLinkage);
  epilogue->addFnAttr(Attribute::AlwaysInline);
  return success();
}

void defineStep(Emitter &emit, Function *function, Function *kernel, const KernelStep &step) {
  IRBuilder<> &builder = emit.builder;
  builder.SetInsertPoint(BasicBlock::Create(emit.module.getContext(), "entry", function));
  emit.enter(function->getArg(0), function->getArg(1));
  SmallVector<Value *> arguments;
  for (size_t k = 0; k < step.operands.size(); ++k)
    arguments.push_back(emit.pointer(step.operands[k], k));
  if (step.hasEpilogue) {
    Value *context = builder.CreateAlloca(builder.getPtrTy(), builder.getInt32(2));
    for (unsigned k : {0, 1})
      builder.CreateStore(function->getArg(k),
                          builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), context, k));
    arguments.push_back(context);
  }
  for (int64_t size : step.sizes)
    arguments.push_back(emit.size(size));
  arguments.push_back(function->getArg(2));
  arguments.push_back(function->getArg(3));
  assert(arguments.size() == kernel->arg_size() && "the kernel's row and its code disagree");
  builder.CreateCall(kernel, arguments);
  builder.CreateRetVoid();
}

} // namespace

Expected<StepCode> kernelCode(LLVMContext &context, const KernelStep &step, const Machine &machine,
                              Specialize level) {
  auto formulas = INGOT_TRY(Library::open(context, *machine.isa));
  auto library = INGOT_TRY(Library::open(context, *machine.isa));
  auto module = INGOT_TRY(std::move(*library).extract({step.kernel}));
  Emitter emit(*module, *formulas, level, step.operands.size() + step.extras.size());
  Function *kernel = module->getFunction(step.kernel);
  if (Function *epilogue = module->getFunction(epilogueName))
    INGOT_TRY(defineEpilogue(emit, epilogue, step));
  Function *function = stepFunction(*module, machine);
  for (Function &callee : *module) {
    if (callee.isDeclaration() || &callee == function)
      continue;
    callee.setLinkage(GlobalValue::InternalLinkage);
    callee.addFnAttr("target-cpu", machine.cpu);
    callee.addFnAttr("target-features", machine.features);
  }
  kernel->removeFnAttr(Attribute::NoInline);
  kernel->addFnAttr(Attribute::AlwaysInline);
  defineStep(emit, function, kernel, step);
  return StepCode{std::move(module), std::move(emit.sizes)};
}

} // namespace ingot::codegen
