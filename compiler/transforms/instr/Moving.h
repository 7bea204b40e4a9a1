// Buffers that come to lie elsewhere: as part of another, where their rows may lie further apart.
//
//   kernel(… @out %a) {yPitch = 64}; copy(@in %a, @out %part of %y)   where pixels of %y have 128
//   →  kernel(… @out %part of %y) {yPitch = 128}
//
// A buffer of rows of `from` elements is moved to where rows lie `to` apart: the element at
//
//   r * from + c   →   base + r * to + c
//
// so that strides along rows stay and all others are scaled. What is told of a buffer holds of its
// views as well, as long as none reaches across the end of a row.
#pragma once

#include "compiler/transforms/instr/Uses.h"

namespace ingot::instr {

class Moving {
public:
  /// From a whole buffer to memory of the same shape; nothing where it does not lie in that as
  /// said.
  static std::optional<Moving> between(mlir::MemRefType from, mlir::MemRefType to);

  /// Where memory of the buffer lies afterwards; nothing where rows tear it apart.
  std::optional<mlir::MemRefType> moved(mlir::MemRefType type) const;

  /// Whether an instruction can use what it uses of the buffer where that lies afterwards.
  bool suits(const Use &use) const;
  /// The same of a kernel's operand that is replaced by other memory, as it is.
  bool suitsKernel(const Use &use) const;
  /// Tells a kernel of the pitch, if it suits.
  void tell(const Use &use) const;

private:
  bool keepsStrides() const { return from == to; }
  /// Whether rows and columns of what a hook reads lie evenly afterwards, too.
  bool keepsEven(KernelOp kernel, unsigned operand) const;

  int64_t from = 1, to = 1; ///< elements from row to row
  int64_t base = 0;         ///< where the first goes
};

} // namespace ingot::instr
