// Noise: a copy of a graph that rounds at random (Rounding.h says why).
#pragma once

#include "ingot/Ingot.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot::differential {

/// A tensor of factors: each 1 and up to so many units in the last place more or less, or all of
/// them 0 or 1.
struct Factors {
  ValueType type;
  int64_t units = 0;
  bool isKept = false; ///< 0 or 1
};

struct NoisyGraph {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The further inputs behind those of the graph, which its floats are multiplied by.
  std::vector<Factors> factors;
};

/// Fails for a graph with an operator on 16-bit floats that has no form on f32.
Expected<NoisyGraph> addNoise(mlir::ModuleOp graph);

/// Whether every result of an operator is exact: tried, with numbers that would show rounding.
bool isExact(mlir::Operation *op);

/// The distance from 1 to the next number of f32 and f64; 0 for other types, which get no noise.
double epsilonOf(ElementType type);

} // namespace ingot::differential
