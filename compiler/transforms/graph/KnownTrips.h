// Loops and scans whose trips are known: see KnownTrips.cpp.
#pragma once

namespace mlir {
class RewritePatternSet;
}

namespace ingot::graph {

/// Adds the patterns of KnownTrips.cpp.
void addKnownTripPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot::graph
