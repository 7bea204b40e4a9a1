// WidenFloats for what a target takes.
#pragma once

#include "mlir/Pass/Pass.h"

#include <functional>

namespace ingot {
namespace graph {
/// Whether an operator on f16 or bf16 is computed in f32.
using Widens = std::function<bool(mlir::Operation *)>;
} // namespace graph

/// The pass that createWidenFloats() gives, for what a target does not take as it is.
std::unique_ptr<mlir::Pass> createWidenFloats(graph::Widens widens);

} // namespace ingot
