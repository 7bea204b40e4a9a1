// Widen: emits a scalar function's computation on whole vectors.
//
//   float formula_relu_f32(float x)            %y = fcmp ogt <8 x float> %x, zeroinitializer
//     { return x > 0 ? x : 0; }          →     %r = select <8 x i1> %y, <8 x float> %x, …
//
// The formulas of elementwise operators are written once, on scalars, without branches but for
// those that a constant parameter decides. Their code is a straight line of instructions; each
// becomes the same instruction on vectors. Where that is not so (a branch, a call of the C library)
// the scalar function is called for each lane instead. Every lane computes exactly what the scalar
// code computes, so the width never changes a bit.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace ingot::codegen {

/// Emits function(arguments...) at the builder's place. `lanes` is 1 for scalars, else every
/// argument is a vector of that many elements, or a scalar that all lanes share. The function may
/// belong to another module of the same context; callees it needs are declared in the builder's.
llvm::Value *widen(llvm::IRBuilder<> &builder, const llvm::Function &function,
                   llvm::ArrayRef<llvm::Value *> arguments, unsigned lanes);

/// A scalar type as a vector of this many lanes; itself for 1.
llvm::Type *widened(llvm::Type *scalar, unsigned lanes);

} // namespace ingot::codegen
