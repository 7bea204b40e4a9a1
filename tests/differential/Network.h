// Random networks: layers as models have them, of sizes that leave tails in every kernel.
#pragma once

#include "tests/differential/RandomGraph.h"

namespace ingot::differential {

/// A graph of 10 to 40 operators with static types. The same seed gives the same network.
RandomGraph makeNetwork(mlir::MLIRContext &context, uint64_t seed);

} // namespace ingot::differential
