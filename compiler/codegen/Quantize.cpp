// Quantization as LLVM IR, without a division for each vector.
//
//   clamp(round(x / s) + z, least, greatest)
//     = the lowest bits of clamp(x, s * (least - z), s * (greatest - z)) / s + 1.5 * 2^23, plus z
//
// Bounds may be put on before, since rounding and division keep the order, and bounds become
// themselves. To add 1.5 * 2^23 rounds to the nearest whole number, ties to the even one, which the
// lowest bits of the sum are. The quotient rounds as a division does: see below.
#include "compiler/codegen/Emitter.h"

#include "compiler/codegen/Widen.h"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace ingot::codegen {

/// With r the rounded 1 / s, and d what it lacks of that, q = x * r + x * d is x / s or next to it.
/// For most scales no integer depends on which. For others the remainder x - q * s, which is a
/// float, corrects it: q + remainder * r rounds as x / s does (P. Markstein, Computation of
/// elementary functions on the IBM RISC System/6000 processor, IBM J. Res. Dev. 34, 1990).
Value *Emitter::quotient(Value *x, Value *scale, bool isProductEnough) {
  if (!fuses)
    return builder.CreateFDiv(x, scale);
  auto fused = [&](Value *a, Value *b, Value *c) {
    return builder.CreateIntrinsic(Intrinsic::fma, {a->getType()}, {a, b, c});
  };
  Value *one = ConstantFP::get(scale->getType(), 1), *minus = builder.CreateFNeg(scale);
  Value *reciprocal = builder.CreateFDiv(one, scale);
  Value *lack = builder.CreateFMul(fused(reciprocal, minus, one), reciprocal);
  Value *near = fused(x, reciprocal, builder.CreateFMul(x, lack));
  if (isProductEnough)
    return near;
  return fused(fused(near, minus, x), reciprocal, near);
}

Value *Emitter::quantized(const Node &node, ArrayRef<Value *> values, unsigned lanes) {
  auto input = [&](size_t i) { return values[static_cast<size_t>(node.inputs[i])]; };
  Value *x = input(0), *scale = input(1);
  bool hasZero = node.inputs.size() > 2;
  Value *zero = hasZero ? input(2) : Constant::getNullValue(x->getType());
  auto end = [&](double number) {
    Value *steps = builder.CreateFSub(ConstantFP::get(x->getType(), number), zero);
    return builder.CreateFMul(scale, steps);
  };
  Value *least = end(node.parameters[0]), *greatest = end(node.parameters[1]);
  x = builder.CreateSelect(builder.CreateFCmpOGT(x, least), x, least); // NaN, too
  x = builder.CreateSelect(builder.CreateFCmpOLT(x, greatest), x, greatest);
  Value *sum = builder.CreateFAdd(quotient(x, scale, node.parameters[2] != 0),
                                  ConstantFP::get(x->getType(), 0x1.8p23));
  Type *word = widened(builder.getInt32Ty(), lanes);
  Value *integer = builder.CreateBitCast(sum, word);
  if (hasZero)
    integer = builder.CreateAdd(integer, builder.CreateFPToSI(zero, word));
  return builder.CreateTrunc(integer, widened(storageType(node.type), lanes));
}

} // namespace ingot::codegen
