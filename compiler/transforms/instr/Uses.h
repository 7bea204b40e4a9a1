// Which instructions use a buffer, through views.
#pragma once

#include "compiler/dialect/instr/Instr.h"

#include "llvm/ADT/DenseMap.h"

namespace ingot::instr {

/// An operand of an instruction.
struct Use {
  mlir::Operation *op;
  unsigned operand;
  Role role;
};

/// The order of a block's operations as it was. MLIR's own order of a block counts it anew after
/// every move, which takes a walk over all of it.
class Positions {
public:
  explicit Positions(mlir::Block &block);

  bool isBefore(mlir::Operation *a, mlir::Operation *b) const {
    return positions.lookup(a) < positions.lookup(b);
  }
  /// Says that `op` was moved to where `to` is.
  void move(mlir::Operation *op, mlir::Operation *to) { positions[op] = positions.lookup(to); }

private:
  llvm::DenseMap<mlir::Operation *, int64_t> positions;
};

/// All uses of a buffer by instructions, in the order of the program. Deallocs are none.
llvm::SmallVector<Use> usesOf(mlir::Operation *root);
llvm::SmallVector<Use> usesOf(mlir::Operation *root, const Positions &positions);

/// Whether an instruction takes memory of any strides, so that its operands may be replaced by
/// others of the same shape.
bool takesAnyStrides(mlir::Operation *op);

/// Whether a hook of a kernel reads this, in whole vectors at the end of a row.
bool isHooked(const Use &use);

} // namespace ingot::instr
