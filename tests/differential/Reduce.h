// Makes a graph that shows a fault smaller, and keeps it in files.
#pragma once

#include "tests/differential/RandomGraph.h"

#include "ingot/Status.h"

#include <functional>

namespace ingot::differential {

/// Drops outputs and operators as long as the fault stays. What an operator gave becomes an input.
void reduce(RandomGraph &graph, const std::function<bool(const RandomGraph &)> &isFaulty);

/// The graph as text with notes, and its inputs as PATH.0.npy, PATH.1.npy, …
Status write(const RandomGraph &graph, uint64_t seed, const std::string &path,
             const std::string &notes);
/// A graph that was written, and its seed; inputs that were not are drawn.
Expected<RandomGraph> read(mlir::MLIRContext &context, const std::string &path, uint64_t &seed);

} // namespace ingot::differential
