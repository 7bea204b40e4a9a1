// Prefixes: values whose sizes depend on data, as the first slices of others whose sizes do not.
//
//   prefix(whole [100, 4], count) {axis = 0}   the first `count` rows, of at most 100
//
// An operator on such a value is computed on the whole, of which the slices that count are the
// first ones again.
#pragma once

#include "compiler/transforms/graph/Emitter.h"

namespace ingot::graph {

/// A value that is the first `count` slices of one of known sizes.
struct Prefix {
  mlir::Value whole, count;
  size_t axis;

  int64_t bound() const { return (*dimsOf(whole))[axis]; }
};
std::optional<Prefix> prefixOf(mlir::Value value);

mlir::Value makePrefix(const Prefix &prefix, Emitter &e);
/// Along `axis` of an array of this rank, whether the slice at each place is among the first.
mlir::Value isAmong(const Prefix &prefix, size_t axis, size_t rank, Emitter &e);
/// The whole, with `number` in the place of the elements that do not count.
mlir::Value filled(const Prefix &prefix, double number, Emitter &e);
/// A single i64 without axes.
mlir::Value asCount(mlir::Value number, Emitter &e);

/// What an operator's results are where operands are prefixes. Nothing, and no operator created,
/// where it is not known how to compute them on the wholes.
using Move = std::optional<llvm::SmallVector<mlir::Value>> (*)(mlir::Operation *op, Emitter &e,
                                                               mlir::OpBuilder &builder);
struct MoveRow {
  llvm::StringRef name;
  Move move;
};
// One list a file.
llvm::ArrayRef<MoveRow> movementMoves();
llvm::ArrayRef<MoveRow> slicewiseMoves();
/// Of operators that broadcast, elementwise.
std::optional<llvm::SmallVector<mlir::Value>> moveElementwise(mlir::Operation *op, Emitter &e,
                                                              mlir::OpBuilder &builder);

/// Whether an operator gives as much as data says of what is known before.
bool hasBound(mlir::Operation *op);

} // namespace ingot::graph
