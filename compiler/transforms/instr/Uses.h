// Which instructions use a buffer, through views.
#pragma once

#include "compiler/dialect/instr/Instr.h"

namespace ingot::instr {

/// An operand of an instruction.
struct Use {
  mlir::Operation *op;
  unsigned operand;
  Role role;
};

/// All uses of a buffer by instructions, in the order of the program. Deallocs are none.
llvm::SmallVector<Use> usesOf(mlir::Operation *root);

/// Whether an instruction takes memory of any strides, so that its operands may be replaced by
/// others of the same shape.
bool takesAnyStrides(mlir::Operation *op);

} // namespace ingot::instr
