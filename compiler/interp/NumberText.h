// Numbers as text and back, for casts from and to strings.
#pragma once

#include "ingot/Tensor.h"

namespace ingot::interp {

/// The shortest decimal text that reads back as element `index` of a numeric tensor: "0.1", "-2.0",
/// "1e+16", "inf", "nan"; integers without a point; booleans "True" and "False".
std::string numberText(const Tensor &tensor, int64_t index);

/// Reads decimal or scientific notation, an infinity or NaN in any case, "true" and "false"; blanks
/// around it do not matter. Writes it as element `index`; false when the text is no number.
bool readNumber(std::string_view text, Tensor &tensor, int64_t index);

} // namespace ingot::interp
