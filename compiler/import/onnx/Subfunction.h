// A part of the graph around a node, cut out as a function of some of the graph's tensors.
#pragma once

#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// The graph whose inputs are the tensors named `arguments` and whose output is the tensor
/// `result`: the nodes between them. Tensors that do not depend on any argument it sees as the node
/// does.
GraphProto cutOut(const Node &n, const std::vector<std::string_view> &arguments,
                  std::string_view result);

} // namespace ingot::onnx
