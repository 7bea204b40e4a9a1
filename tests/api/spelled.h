// Weights in the text of a model.
#pragma once

#include "ingot/Ingot.h"

#include <cstdio>

namespace ingot {

/// Bytes as graph IR spells them.
inline std::string spelled(const Tensor &tensor) {
  std::string text = "0x";
  const auto *bytes = static_cast<const unsigned char *>(tensor.bytes());
  for (size_t i = 0; i < tensor.byteSize(); ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02X", bytes[i]);
    text += digits;
  }
  return text;
}

} // namespace ingot
