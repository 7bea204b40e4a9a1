// A small picture in the terminal.
#pragma once

#include "ingot/Tensor.h"

namespace ingot::tool {

/// The first picture of a tensor [batch, channels, height, width] (or channels last, or fewer axes)
/// in block characters, brightest = fullest; empty when the tensor is no picture.
std::string picture(const Tensor &tensor);

} // namespace ingot::tool
