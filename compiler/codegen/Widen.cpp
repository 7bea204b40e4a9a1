// Scalar code on vectors, instruction by instruction.
#include "compiler/codegen/Widen.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace ingot::codegen {
namespace {

/// Whether each instruction of the function has a form on vectors.
bool isWidenable(const Function &function) {
  if (function.size() != 1)
    return false;
  return all_of(function.front(), [](const Instruction &i) {
    if (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, ReturnInst>(
            i))
      return true;
    auto *call = dyn_cast<IntrinsicInst>(&i);
    return call &&
           (isTriviallyVectorizable(call->getIntrinsicID()) || call->isAssumeLikeIntrinsic());
  });
}

class Widening {
public:
  Widening(IRBuilder<> &builder, unsigned lanes) : builder(builder), lanes(lanes) {}

  void bind(const Value *scalar, Value *wide) { map[scalar] = wide; }

  /// The wide form of an operand: mapped, or a constant for all lanes.
  Value *operand(const Value *scalar) {
    if (Value *wide = map.lookup(scalar))
      return spread(wide);
    return spread(const_cast<Value *>(scalar));
  }

  Value *instruction(const Instruction &i);

private:
  Value *spread(Value *value) {
    return lanes == 1 || value->getType()->isVectorTy() ? value
                                                        : builder.CreateVectorSplat(lanes, value);
  }
  Value *intrinsic(const IntrinsicInst &call);

  IRBuilder<> &builder;
  unsigned lanes;
  DenseMap<const Value *, Value *> map;
};

Value *Widening::instruction(const Instruction &i) {
  if (auto *call = dyn_cast<IntrinsicInst>(&i))
    return call->isAssumeLikeIntrinsic() ? nullptr : intrinsic(*call);
  if (auto *cast = dyn_cast<CastInst>(&i))
    return builder.CreateCast(cast->getOpcode(), operand(cast->getOperand(0)),
                              widened(cast->getType(), lanes));
  if (auto *compare = dyn_cast<CmpInst>(&i))
    return builder.CreateCmp(compare->getPredicate(), operand(compare->getOperand(0)),
                             operand(compare->getOperand(1)));
  if (auto *select = dyn_cast<SelectInst>(&i))
    return builder.CreateSelect(operand(select->getCondition()), operand(select->getTrueValue()),
                                operand(select->getFalseValue()));
  if (isa<FreezeInst>(i))
    return builder.CreateFreeze(operand(i.getOperand(0)));
  if (auto *unary = dyn_cast<UnaryOperator>(&i))
    return builder.CreateUnOp(unary->getOpcode(), operand(unary->getOperand(0)));
  auto &binary = cast<BinaryOperator>(i);
  return builder.CreateBinOp(binary.getOpcode(), operand(binary.getOperand(0)),
                             operand(binary.getOperand(1)));
}

Value *Widening::intrinsic(const IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  SmallVector<Value *> arguments;
  SmallVector<Type *> types;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    types.push_back(widened(call.getType(), lanes));
  for (unsigned k = 0; k < call.arg_size(); ++k) {
    bool scalar = isVectorIntrinsicWithScalarOpAtArg(id, k, nullptr);
    arguments.push_back(scalar ? call.getArgOperand(k) : operand(call.getArgOperand(k)));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(k), nullptr))
      types.push_back(arguments.back()->getType());
  }
  return builder.CreateIntrinsic(id, types, arguments);
}

/// Has a copy of the function in a module refer to what is declared there.
void mapCallees(const Function &function, Module &module, ValueToValueMapTy &values) {
  for (const BasicBlock &block : function)
    for (const Instruction &i : block)
      if (auto *call = dyn_cast<CallBase>(&i))
        if (const Function *callee = call->getCalledFunction())
          if (!values.count(callee))
            values[callee] = module
                                 .getOrInsertFunction(callee->getName(), callee->getFunctionType(),
                                                      callee->getAttributes())
                                 .getCallee();
}

/// A private copy of the function in the builder's module, always inlined.
Function *importedCopy(IRBuilder<> &builder, const Function &function) {
  Module &module = *builder.GetInsertBlock()->getModule();
  std::string name = ("lane." + function.getName()).str();
  if (Function *known = module.getFunction(name))
    return known;
  auto *copy =
      Function::Create(function.getFunctionType(), GlobalValue::InternalLinkage, name, module);
  ValueToValueMapTy values;
  for (auto [from, to] : zip(function.args(), copy->args()))
    values[&from] = &to;
  mapCallees(function, module, values);
  SmallVector<ReturnInst *> returns;
  CloneFunctionInto(copy, &function, values, CloneFunctionChangeType::DifferentModule, returns);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->addFnAttr(Attribute::AlwaysInline);
  copy->removeFnAttr(Attribute::NoInline);
  return copy;
}

/// What is left of the function when some arguments are constants: a parameter may choose between
/// two formulas, of which one is.
Function *prunedCopy(IRBuilder<> &builder, const Function &function, ArrayRef<Value *> arguments) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *copy =
      Function::Create(function.getFunctionType(), GlobalValue::InternalLinkage, "pruned", module);
  ValueToValueMapTy values;
  for (auto [from, to, argument] : zip(function.args(), copy->args(), arguments))
    values[&from] = isa<Constant>(argument) ? argument : &to;
  mapCallees(function, module, values);
  SmallVector<ReturnInst *> returns;
  CloneAndPruneFunctionInto(copy, &function, values, /*ModuleLevelChanges=*/true, returns);
  return copy;
}

Value *lineByLine(IRBuilder<> &builder, const Function &function, ArrayRef<Value *> arguments,
                  unsigned lanes) {
  Widening widening(builder, lanes);
  for (auto [parameter, argument] : zip(function.args(), arguments))
    widening.bind(&parameter, argument);
  for (const Instruction &i : function.front()) {
    if (auto *exit = dyn_cast<ReturnInst>(&i))
      return widening.operand(exit->getReturnValue());
    IRBuilder<>::FastMathFlagGuard guard(builder);
    if (isa<FPMathOperator>(i))
      builder.setFastMathFlags(i.getFastMathFlags());
    Value *wide = widening.instruction(i);
    if (wide)
      widening.bind(&i, wide);
  }
  llvm_unreachable("a function that is one block returns");
}

Value *laneByLane(IRBuilder<> &builder, const Function &function, ArrayRef<Value *> arguments,
                  unsigned lanes) {
  Function *scalar = importedCopy(builder, function);
  if (lanes == 1)
    return builder.CreateCall(scalar, arguments);
  Value *result = PoisonValue::get(widened(function.getReturnType(), lanes));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    SmallVector<Value *> own;
    for (Value *argument : arguments)
      own.push_back(argument->getType()->isVectorTy() ? builder.CreateExtractElement(argument, lane)
                                                      : argument);
    result = builder.CreateInsertElement(result, builder.CreateCall(scalar, own), lane);
  }
  return result;
}

} // namespace

Type *widened(Type *scalar, unsigned lanes) {
  return lanes == 1 ? scalar : FixedVectorType::get(scalar, lanes);
}

Value *widen(IRBuilder<> &builder, const Function &function, ArrayRef<Value *> arguments,
             unsigned lanes) {
  if (isWidenable(function))
    return lineByLine(builder, function, arguments, lanes);
  Function *pruned = prunedCopy(builder, function, arguments);
  Value *result = isWidenable(*pruned) ? lineByLine(builder, *pruned, arguments, lanes)
                                       : laneByLane(builder, function, arguments, lanes);
  pruned->eraseFromParent();
  return result;
}

} // namespace ingot::codegen
