// UTF-8, strictly: no character longer than need be, no surrogates, nothing beyond U+10FFFF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ingot {

/// A code point that Unicode gives to a character: not a surrogate, not beyond the last.
inline bool isCharacter(uint32_t code) {
  return code < 0x110000 && (code < 0xd800 || code > 0xdfff);
}

/// The character at the start of a text.
struct Utf8Character {
  uint32_t code = 0;
  size_t bytes = 0; ///< 0: the text is empty or does not start with a whole character
};
Utf8Character firstCharacter(std::string_view text);

/// Appends a character in its 1 to 4 bytes.
void appendUtf8(std::string &out, uint32_t code);

/// The first `most` characters; a byte that is not UTF-8 counts as one.
std::string_view firstCharacters(std::string_view text, size_t most);

} // namespace ingot
