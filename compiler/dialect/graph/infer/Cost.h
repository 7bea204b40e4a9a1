// How many multiply-accumulates an operator takes; records name these functions in their field `macs`.
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"

namespace ingot::graph {

} // namespace ingot::graph
