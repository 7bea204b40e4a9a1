// What the import rules of the attention operators share.
#pragma once

#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// The size of one axis, as an i64 tensor of one element.
Expected<Handle> sizeOf(const Node &n, Handle value, int64_t axis);
/// A tensor cut along its last axis into parts of these sizes.
Expected<std::vector<Handle>> splitLast(const Node &n, Handle value,
                                        const std::vector<int64_t> &sizes);
/// The size of the last axis, which the rule must know.
Expected<int64_t> knownLast(const Node &n, Handle value, std::string_view name);

} // namespace ingot::onnx
