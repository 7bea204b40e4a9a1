// Statistics: recognizes means, variances and their roots along trailing axes.
#pragma once

#include "compiler/transforms/graph/Expressions.h"

namespace ingot::graph {

/// The first axis when a value is the mean of `x` over all axes from there on, kept with size 1.
std::optional<int64_t> trailingMean(mlir::Value value, mlir::Value x);
/// x of x * x or pow(x, 2); null for anything else.
mlir::Value squared(mlir::Value value);

/// 1 / sqrt(v + epsilon), or what is divided by sqrt(v + epsilon).
struct InverseRoot {
  mlir::Value v;
  double epsilon;
};
/// sqrt(v + epsilon) in any spelling.
std::optional<InverseRoot> rootOf(mlir::Value value);
/// 1 / sqrt(v + epsilon) in any spelling.
std::optional<InverseRoot> inverseRootOf(mlir::Value value);

/// An axis of `x` that may count from the end; it stays when the rank is not known.
int64_t axisFromFront(mlir::Value x, uint64_t axis);
/// Whether `parameter` is a constant that broadcasts to `x` along the axes from `axis` on only, so
/// that it can be the scale or bias of a normalization over them.
bool isTrailingParameter(mlir::Value parameter, mlir::Value x, int64_t axis);

} // namespace ingot::graph
