// Expressions and addresses as LLVM IR.
#include "compiler/codegen/Emitter.h"

#include "compiler/codegen/GeneralStep.h"
#include "compiler/codegen/Widen.h"

#include "llvm/IR/Intrinsics.h"

#include <cmath>

using namespace llvm;

namespace ingot::codegen {
namespace {

/// An integer of fewer than 8 bits fills its byte: what is beyond them is discarded.
Value *inByte(IRBuilder<> &builder, Value *value, ElementType type) {
  if (!isInteger(type) || elementBits(type) >= 8)
    return value;
  uint64_t unused = 8 - elementBits(type);
  Value *high = builder.CreateShl(value, unused);
  return elementClass(type) == ElementClass::Signed ? builder.CreateAShr(high, unused)
                                                    : builder.CreateLShr(high, unused);
}

/// Whether a machine has this conversion, rounding once: in f32 all of them do, and numbers of 16
/// bits are exact there.
bool isNative(ElementType from, ElementType to) {
  bool isExact = isFloat(from) ? from != ElementType::F64 : elementBytes(from) <= 2;
  return to == ElementType::F64 || to == ElementType::F32 ||
         ((to == ElementType::F16 || to == ElementType::BF16) && isExact);
}

} // namespace

Type *Emitter::storageType(ElementType type) {
  switch (type) {
  case ElementType::F32:
    return builder.getFloatTy();
  case ElementType::F64:
    return builder.getDoubleTy();
  case ElementType::F16:
    return builder.getHalfTy();
  default: // the other floats too: as bits
    return builder.getIntNTy(static_cast<unsigned>(elementBytes(type)) * 8);
  }
}

/// Neither the array of bases nor a table changes during a run.
Value *Emitter::invariantLoad(Type *type, Value *array, size_t index) {
  LoadInst *load = builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_64(type, array, index));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
  return load;
}

Value *Emitter::fromTable(size_t index) {
  return invariantLoad(builder.getInt64Ty(), table, index);
}

Value *Emitter::size(int64_t value) {
  if (level != Specialize::None)
    return builder.getInt64(static_cast<uint64_t>(value));
  return fromTable(operandCount + GeneralStep::placeOf(value));
}

Value *Emitter::sizeArray(const std::vector<int64_t> &values) {
  if (level == Specialize::None) {
    size_t first = operandCount + (values.empty() ? 0 : GeneralStep::placeOf(values.front()));
    return builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), table, first);
  }
  SmallVector<uint64_t> words(values.begin(), values.end());
  Constant *array = ConstantDataArray::get(module.getContext(), words);
  auto *global = new GlobalVariable(module, array->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, array, "sizes");
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return global;
}

Value *Emitter::pointer(const Address &address, size_t operand) {
  Value *base = invariantLoad(builder.getPtrTy(), bases, static_cast<size_t>(address.base));
  Value *offset = isConstant(address, level)
                      ? builder.getInt64(static_cast<uint64_t>(address.offset))
                      : fromTable(operand);
  // Weights need not lie in one piece.
  bool isInside = address.base != runtime::WeightBase || level == Specialize::All;
  return builder.CreatePtrAdd(base, offset, "",
                              isInside ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
}

Value *Emitter::toCompute(Value *value, ElementType type, unsigned lanes) {
  switch (type) {
  case ElementType::F32:
  case ElementType::F64:
    return value;
  case ElementType::F16:
    return builder.CreateFPExt(value, widened(builder.getFloatTy(), lanes));
  case ElementType::BF16:
    value = builder.CreateZExt(value, widened(builder.getInt32Ty(), lanes));
    return builder.CreateBitCast(builder.CreateShl(value, 16),
                                 widened(builder.getFloatTy(), lanes));
  default:
    if (isFloat(type))
      return call(*formulas.find(str("load_", elementName(type))), {value}, {}, lanes);
    return builder.CreateIntCast(value, widened(builder.getInt64Ty(), lanes),
                                 elementClass(type) == ElementClass::Signed);
  }
}

Value *Emitter::toStorage(Value *value, ElementType type, unsigned lanes) {
  switch (type) {
  case ElementType::F32:
  case ElementType::F64:
    return value;
  case ElementType::F16:
    return builder.CreateFPTrunc(value, widened(builder.getHalfTy(), lanes));
  case ElementType::BF16: {
    // To nearest even in integers; a NaN keeps its sign and becomes quiet.
    Value *bits = builder.CreateBitCast(value, widened(builder.getInt32Ty(), lanes));
    Value *even = builder.CreateAnd(builder.CreateLShr(bits, 16), 1);
    Value *rounded =
        builder.CreateAdd(builder.CreateAdd(bits, even), ConstantInt::get(bits->getType(), 0x7fff));
    Value *quiet = builder.CreateOr(bits, 0x400000);
    Value *isNan = builder.CreateFCmpUNO(value, value);
    return builder.CreateTrunc(builder.CreateLShr(builder.CreateSelect(isNan, quiet, rounded), 16),
                               widened(builder.getInt16Ty(), lanes));
  }
  default:
    return inByte(builder,
                  builder.CreateIntCast(value, widened(storageType(type), lanes),
                                        elementClass(type) == ElementClass::Signed),
                  type);
  }
}

/// As kernels::truncateTo says. To the narrow types in 32 bits, which every machine has vectors of.
Value *Emitter::truncated(Value *value, ElementType to, unsigned lanes) {
  auto number = [&](double x) { return ConstantFP::get(value->getType(), x); };
  bool isNatural = elementClass(to) == ElementClass::Unsigned;
  if (!value->getType()->getScalarType()->isFloatTy() || elementBytes(to) > 4) {
    Type *integer = widened(builder.getInt64Ty(), lanes);
    Type *types[] = {integer, value->getType()};
    Value *result = builder.CreateIntrinsic(Intrinsic::fptosi_sat, types, {value});
    return isNatural ? builder.CreateSelect(
                           builder.CreateFCmpOGE(value, number(0x1p63)),
                           builder.CreateIntrinsic(Intrinsic::fptoui_sat, types, {value}), result)
                     : result;
  }
  // What is left of it modulo 2^32, between -2^31 and 2^31; every step is exact.
  Value *whole = builder.CreateUnaryIntrinsic(Intrinsic::trunc, value);
  Value *multiple =
      builder.CreateUnaryIntrinsic(Intrinsic::trunc, builder.CreateFMul(whole, number(0x1p-32)));
  Value *low = builder.CreateFSub(whole, builder.CreateFMul(multiple, number(0x1p32)));
  low = builder.CreateSelect(builder.CreateFCmpOGE(low, number(0x1p31)),
                             builder.CreateFSub(low, number(0x1p32)), low);
  low = builder.CreateSelect(builder.CreateFCmpOLT(low, number(-0x1p31)),
                             builder.CreateFAdd(low, number(0x1p32)), low);
  Type *integer = widened(builder.getInt32Ty(), lanes);
  Value *bits = builder.CreateFPToSI(low, integer);
  // Infinities leave no number, either.
  bits = builder.CreateSelect(builder.CreateFCmpUNO(low, low), Constant::getNullValue(integer),
                              builder.CreateFreeze(bits));
  Value *isBeyond = builder.CreateFCmpOGE(whole, number(isNatural ? 0x1p64 : 0x1p63));
  return builder.CreateSelect(isBeyond, Constant::getAllOnesValue(integer), bits);
}

Value *Emitter::truncatedWithin(Value *value, unsigned lanes) {
  Value *zero = Constant::getNullValue(value->getType());
  Value *finite = builder.CreateSelect(builder.CreateFCmpORD(value, zero), value, zero);
  return builder.CreateFPToSI(finite, widened(builder.getInt32Ty(), lanes));
}

Value *Emitter::number(double number, ElementType type, unsigned lanes) {
  Type *storage = storageType(type);
  Constant *scalar = nullptr;
  if (type == ElementType::BF16) // exact: it is one
    scalar =
        ConstantInt::get(storage, __builtin_bit_cast(uint32_t, static_cast<float>(number)) >> 16);
  else if (storage->isFloatingPointTy())
    scalar = ConstantFP::get(storage, number);
  else
    scalar = ConstantInt::get(storage, static_cast<uint64_t>(static_cast<int64_t>(number)),
                              /*IsSigned=*/true, /*ImplicitTrunc=*/true);
  return lanes == 1 ? scalar : ConstantVector::getSplat(ElementCount::getFixed(lanes), scalar);
}

namespace {
/// Numbers from `least` to `greatest`, and NaN.
struct Bounds {
  double least = -HUGE_VAL, greatest = HUGE_VAL;
};

/// What the value of a float node is certainly between: bounds are put on with known numbers.
Bounds boundsOf(const Expression &expression, int at) {
  const Expression::Node &node = expression.nodes[static_cast<size_t>(at)];
  if (node.number)
    return {*node.number, *node.number};
  if (node.kind != Expression::Kind::Formula)
    return {};
  bool isMax = node.name == "max", isMin = node.name == "min";
  if (node.name == "relu")
    return {std::max(boundsOf(expression, node.inputs[0]).least, 0.0),
            std::max(boundsOf(expression, node.inputs[0]).greatest, 0.0)};
  if (!isMax && !isMin)
    return {};
  Bounds a = boundsOf(expression, node.inputs[0]), b = boundsOf(expression, node.inputs[1]);
  if (isMax)
    return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
  return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
}

/// Whether every number of an integer type is between the bounds.
bool fits(const Bounds &bounds, ElementType type) {
  double steps = std::ldexp(1.0, static_cast<int>(elementBits(type)));
  double least = elementClass(type) == ElementClass::Signed ? -steps / 2 : 0;
  return bounds.least >= least && bounds.greatest < least + steps;
}
} // namespace

Value *Emitter::castTo(const Expression &expression, const Node &node, Value *value,
                       unsigned lanes) {
  ElementType from = expression.nodes[static_cast<size_t>(node.inputs[0])].type;
  if (from == ElementType::F32 && isInteger(node.type) && elementBytes(node.type) <= 2 &&
      fits(boundsOf(expression, node.inputs[0]), node.type))
    return toStorage(truncatedWithin(value, lanes), node.type, lanes);
  return cast(value, from, node, lanes);
}

Value *Emitter::toFloat(Value *wide, ElementType from, Type *floating, unsigned lanes) {
  bool isNatural = elementClass(from) != ElementClass::Signed;
  if (elementBytes(from) < 4 || from == ElementType::I32) { // every machine has vectors of them
    wide = builder.CreateTrunc(wide, widened(builder.getInt32Ty(), lanes));
    isNatural = false;
  }
  return isNatural ? builder.CreateUIToFP(wide, floating) : builder.CreateSIToFP(wide, floating);
}

Value *Emitter::narrowed(Value *wide, ElementType from, const Node &to, unsigned lanes) {
  bool isSigned = elementClass(from) == ElementClass::Signed;
  if (isFloat(from))
    wide = builder.CreateFPCast(wide, widened(builder.getDoubleTy(), lanes));
  const char *compute = isFloat(from) ? "f64" : isSigned ? "i64" : "u64";
  const Function *function = formulas.find(str("convert_", elementName(to.type), "_", compute));
  Value *bits = call(*function, {wide}, to.parameters, lanes);
  return builder.CreateBitCast(bits, widened(storageType(to.type), lanes));
}

Value *Emitter::cast(Value *value, ElementType from, const Node &node, unsigned lanes) {
  ElementType to = node.type;
  Value *wide = toCompute(value, from, lanes);
  if (to == ElementType::Bool) {
    Value *zero = Constant::getNullValue(wide->getType());
    Value *truth =
        isFloat(from) ? builder.CreateFCmpUNE(wide, zero) : builder.CreateICmpNE(wide, zero);
    return builder.CreateZExt(truth, widened(builder.getInt8Ty(), lanes));
  }
  if (!isFloat(to))
    return toStorage(isFloat(from) ? truncated(wide, to, lanes) : wide, to, lanes);
  if (!isNative(from, to))
    return narrowed(wide, from, node, lanes);
  Type *floating =
      widened(to == ElementType::F64 ? builder.getDoubleTy() : builder.getFloatTy(), lanes);
  return toStorage(isFloat(from) ? builder.CreateFPCast(wide, floating)
                                 : toFloat(wide, from, floating, lanes),
                   to, lanes);
}

Value *Emitter::call(const Function &function, SmallVector<Value *> operands,
                     ArrayRef<double> parameters, unsigned lanes) {
  for (double parameter : parameters) {
    Type *type = function.getArg(static_cast<unsigned>(operands.size()))->getType();
    operands.push_back(type->isFloatingPointTy()
                           ? ConstantFP::get(type, parameter)
                           : ConstantInt::getSigned(type, static_cast<int64_t>(parameter)));
  }
  return widen(builder, function, operands, lanes);
}

/// min(x, c) and max(x, c), which LLVM does not see to be one instruction where c is a number.
Value *Emitter::bounded(const Expression &expression, const Node &node, ArrayRef<Value *> values) {
  bool isMax = node.name == "max";
  if ((!isMax && node.name != "min") || node.type != ElementType::F32)
    return nullptr;
  auto bound = expression.nodes[static_cast<size_t>(node.inputs[1])].number;
  if (!bound || std::isnan(*bound))
    return nullptr;
  Value *x = values[static_cast<size_t>(node.inputs[0])];
  Value *c = values[static_cast<size_t>(node.inputs[1])];
  return builder.CreateSelect(isMax ? builder.CreateFCmpOGT(c, x) : builder.CreateFCmpOLT(c, x), c,
                              x);
}

Expected<Value *> Emitter::formula(const Expression &expression, const Node &node,
                                   ArrayRef<Value *> values, unsigned lanes) {
  if (Value *value = bounded(expression, node, values))
    return value;
  ElementType from = expression.nodes[static_cast<size_t>(node.inputs[0])].type;
  std::string name = str("formula_", node.name, "_", computeName(from));
  const Function *function = formulas.find(name);
  if (!function)
    return unsupported(str("no formula ", name));
  SmallVector<Value *> arguments;
  for (int input : node.inputs) {
    ElementType type = expression.nodes[static_cast<size_t>(input)].type;
    arguments.push_back(toCompute(values[static_cast<size_t>(input)], type, lanes));
  }
  Value *result = call(*function, std::move(arguments), node.parameters, lanes);
  if (result->getType()->getScalarType()->isIntegerTy(1))
    return builder.CreateZExt(result, widened(builder.getInt8Ty(), lanes));
  return toStorage(result, node.type, lanes);
}

Expected<std::vector<Value *>> Emitter::expression(const Expression &expression, unsigned lanes,
                                                   function_ref<Value *(const Node &)> load) {
  std::vector<Value *> values;
  for (const Node &node : expression.nodes) {
    if (!isLoopType(node.type))
      return unsupported(str("no code computes with elements of type ", elementName(node.type)));
    auto input = [&](size_t i) { return values[static_cast<size_t>(node.inputs[i])]; };
    switch (node.kind) {
    case Expression::Kind::Load:
      values.push_back(node.number ? number(*node.number, node.type, lanes) : load(node));
      break;
    case Expression::Kind::Formula:
      values.push_back(INGOT_TRY(formula(expression, node, values, lanes)));
      break;
    case Expression::Kind::Cast:
      values.push_back(castTo(expression, node, input(0), lanes));
      break;
    case Expression::Kind::Quantize:
      values.push_back(quantized(node, values, lanes));
      break;
    case Expression::Kind::Select: {
      Value *condition = input(0);
      Value *truth = builder.CreateICmpNE(condition, Constant::getNullValue(condition->getType()));
      values.push_back(builder.CreateSelect(truth, input(1), input(2)));
      break;
    }
    }
  }
  return values;
}

} // namespace ingot::codegen
