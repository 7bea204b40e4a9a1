// Variants of a graph that mean the same: a compiler must not mind how a model is written.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <string>

namespace ingot::differential {

/// Rewrites a graph of static types in some ways that change no bit of its results, and says in
/// which: pairs of transposes that cancel, cutting and joining, other orders of operands and of
/// operators, operators that nothing uses, a batch computed in two parts.
std::string vary(mlir::ModuleOp module, uint64_t seed);

} // namespace ingot::differential
