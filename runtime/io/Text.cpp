// Unicode between UTF-8 and UTF-32.
#include "runtime/io/Text.h"

#include "runtime/base/Utf8.h"

namespace ingot::io {

std::optional<std::string> utf8FromUtf32(std::string_view bytes, bool bigEndian) {
  std::string out;
  size_t kept = 0; // bytes of `out` up to the last character that is not zero
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    uint32_t code = 0;
    for (size_t k = 0; k < 4; ++k)
      code |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i + k]))
              << (8 * (bigEndian ? 3 - k : k));
    if (!isCharacter(code))
      return std::nullopt;
    appendUtf8(out, code);
    kept = code ? out.size() : kept;
  }
  out.resize(kept);
  return out;
}

std::optional<size_t> characterCount(std::string_view text) {
  size_t count = 0;
  for (; !text.empty(); ++count) {
    Utf8Character character = firstCharacter(text);
    if (character.bytes == 0)
      return std::nullopt;
    text.remove_prefix(character.bytes);
  }
  return count;
}

void appendUtf32(std::string &out, std::string_view text) {
  while (!text.empty()) {
    Utf8Character character = firstCharacter(text);
    for (int shift = 0; shift < 32; shift += 8)
      out += static_cast<char>(character.code >> shift);
    text.remove_prefix(character.bytes);
  }
}

} // namespace ingot::io
