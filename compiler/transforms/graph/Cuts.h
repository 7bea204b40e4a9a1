// Cut: what a slice takes of each axis.
//
//   slice(x: 2x10, starts [1], ends [9], axes [1], steps [2])   whole axis 0; 1, 3, 5, 7 of axis 1
//
// Slices, parts of a split and neighbouring indices of a gather are all cuts, so that one composes
// with the other.
#pragma once

#include "compiler/dialect/graph/infer/Movement.h"

#include "mlir/IR/Builders.h"

namespace ingot::graph {

struct Cut {
  /// The elements of each axis; nothing for all of them.
  std::vector<std::optional<SliceRange>> axes;

  explicit Cut(size_t rank) : axes(rank) {}
  bool isWhole() const;
};

/// A value as a cut of another one.
struct CutOf {
  mlir::Value x;
  Cut cut;
};

/// What a slice takes, or a result of split; nothing when a bound is not known.
std::optional<CutOf> cutOf(mlir::Value value);

/// Takes `second` of what `first` takes.
Cut compose(const Cut &first, const Cut &second);

/// The value that a cut of x is: x itself, or a slice.
mlir::Value makeCut(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x, const Cut &cut);

} // namespace ingot::graph
