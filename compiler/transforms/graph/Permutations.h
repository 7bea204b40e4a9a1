// Permutations of axes, as transpose has them: axis i of the result is axis perm[i] of the operand.
#pragma once

#include "compiler/dialect/graph/Movement.h"

#include "llvm/ADT/SmallVector.h"

namespace ingot::graph {

using Permutation = llvm::SmallVector<int64_t>;

/// The permutation of a transpose, spelled out; nothing when the rank is not known.
inline std::optional<Permutation> permutationOf(TransposeOp op) {
  auto perm = op.getPerm();
  if (!perm.empty())
    return Permutation(perm);
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(op.getX().getType());
  if (!type)
    return std::nullopt;
  Permutation reversed;
  for (int64_t axis = type.getRank() - 1; axis >= 0; --axis)
    reversed.push_back(axis);
  return reversed;
}

inline bool isIdentity(llvm::ArrayRef<int64_t> perm) {
  for (size_t i = 0; i < perm.size(); ++i)
    if (perm[i] != static_cast<int64_t>(i))
      return false;
  return true;
}

/// What one transpose does that does `first` and then `second`.
inline Permutation compose(llvm::ArrayRef<int64_t> first, llvm::ArrayRef<int64_t> second) {
  Permutation both;
  for (int64_t axis : second)
    both.push_back(first[static_cast<size_t>(axis)]);
  return both;
}

inline Permutation inverse(llvm::ArrayRef<int64_t> perm) {
  Permutation inverted(perm.size());
  for (size_t i = 0; i < perm.size(); ++i)
    inverted[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  return inverted;
}

} // namespace ingot::graph
