// FuseGroups with a record of its decisions: who was fused with whom, and why not.
#pragma once

#include "ingot/Report.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace ingot::lower {
struct Capabilities;
}

namespace ingot {

/// The pass on functions that createFuseGroups() gives, for a target. It
/// adds to `unfused`, which outlives it, every pair of neighbours that it leaves apart.
std::unique_ptr<mlir::Pass> createFuseGroups(const lower::Capabilities &target,
                                             std::vector<UnfusedReport> &unfused);

} // namespace ingot
