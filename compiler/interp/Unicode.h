// UTF-8 text: code points, case and white space, without any locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ingot::interp {

/// Takes the first code point off `text`, which is not empty. A byte that is not part of valid
/// UTF-8 comes alone, as a number above all code points.
uint32_t takeCodePoint(std::string_view &text);

/// Unicode's simple case mappings of the alphabets in common use; what has none stays as it is, and
/// so do bytes that are not UTF-8.
std::string toLower(std::string_view text);
std::string toUpper(std::string_view text);

/// White space as Unicode defines it, and the ASCII separators.
bool isSpace(uint32_t codePoint);

} // namespace ingot::interp
