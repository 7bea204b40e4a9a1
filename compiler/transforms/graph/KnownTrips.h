// Loops and scans whose trips are known: see KnownTrips.cpp.
#pragma once

namespace mlir {
class RewritePatternSet;
}

namespace ingot::graph {

class LoopOp;

/// Whether nothing that happens in the region of a loop ends it: its count does.
bool isEndedByCount(LoopOp op);

/// Adds the patterns of KnownTrips.cpp.
void addKnownTripPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot::graph
