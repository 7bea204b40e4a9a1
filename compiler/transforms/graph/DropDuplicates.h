// DropDuplicates: equal operators become one, and those that nobody reads go.
#pragma once

#include <memory>

namespace mlir {
class Pass;
}

namespace ingot {

/// MLIR's elimination of common subexpressions, as a pass on functions that does not run where it
/// would change nothing.
std::unique_ptr<mlir::Pass> createDropDuplicates();

} // namespace ingot
