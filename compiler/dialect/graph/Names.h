// The model's names of things in the IR.
#pragma once

#include "mlir/IR/Location.h"

#include <string>

namespace ingot::graph {

/// The name of the node that something at this location was made of; of several that were fused,
/// of the first. Empty where the model has none.
inline std::string nodeName(mlir::Location location) {
  auto name = location->findInstanceOf<mlir::NameLoc>();
  return name ? name.getName().str() : "";
}

} // namespace ingot::graph
