// A part of graph-contract-integers that leaves alone what models give and take.
#pragma once

#include "mlir/Pass/Pass.h"

#include <memory>

namespace ingot {

/// graph-contract-integers, but that what quantizes to signed bytes still does.
std::unique_ptr<mlir::Pass> createContractIntegersOnly();

} // namespace ingot
