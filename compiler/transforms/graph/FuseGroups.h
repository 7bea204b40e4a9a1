// FuseGroups with a record of its decisions: who was fused with whom, and why not.
#pragma once

#include "ingot/Report.h"

#include <memory>

namespace mlir {
class Pass;
}

namespace ingot {

/// The pass on functions that createFuseGroups() gives, which adds to `unfused` every pair of
/// neighbours that it leaves apart. `unfused` outlives the pass.
std::unique_ptr<mlir::Pass> createFuseGroups(std::vector<UnfusedReport> &unfused);

/// Why a group of this kind runs as one.
std::string reasonOfGroup(const std::string &kind);

} // namespace ingot
