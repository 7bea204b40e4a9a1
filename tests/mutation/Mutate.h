// Structure-aware mutation of ONNX models: still wire format, no longer what its author meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ingot::mutation {

/// One or two edits chosen by `seed`: attributes set to extreme values, dropped or resized; inputs
/// dropped, blanked, doubled or rewired; operators swapped; dims, types and bytes of tensors and of
/// value types changed; opset changed; nodes dropped or swapped. The same seed gives the same
/// model. Returns the bytes unchanged when they are no wire format.
std::string mutateModel(std::string_view model, uint64_t seed);

} // namespace ingot::mutation
