// The gradient of a traced function, by reverse mode: from the result back to the variables.
#pragma once

#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// Emits the derivatives of the sum of the trace's only output by each of the variables: zeros for
/// one that it does not depend on, none for one whose output the node does not want. An error names
/// all operators that have no derivative.
Expected<std::vector<Handle>> differentiate(const Node &n, const Trace &trace,
                                            const std::vector<Handle> &variables);

} // namespace ingot::onnx
