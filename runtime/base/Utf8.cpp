// Decoding and encoding of UTF-8.
#include "runtime/base/Utf8.h"

#include <algorithm>

namespace ingot {

Utf8Character firstCharacter(std::string_view text) {
  static constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (text.empty())
    return {};
  auto lead = static_cast<uint8_t>(text[0]);
  if (lead < 0x80)
    return {lead, 1};
  size_t size = lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
  if (size == 0 || size > text.size())
    return {};
  uint32_t code = lead & (0x7fu >> size);
  for (size_t i = 1; i < size; ++i) {
    auto next = static_cast<uint8_t>(text[i]);
    if (next >> 6 != 2)
      return {};
    code = code << 6 | (next & 0x3f);
  }
  if (code < least[size] || !isCharacter(code))
    return {};
  return {code, size};
}

void appendUtf8(std::string &out, uint32_t code) {
  auto byte = [&](uint32_t bits) { out += static_cast<char>(bits); };
  if (code < 0x80)
    return byte(code);
  if (code < 0x800) {
    byte(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      byte(0xe0 | code >> 12);
    } else {
      byte(0xf0 | code >> 18);
      byte(0x80 | (code >> 12 & 0x3f));
    }
    byte(0x80 | (code >> 6 & 0x3f));
  }
  byte(0x80 | (code & 0x3f));
}

std::string_view firstCharacters(std::string_view text, size_t most) {
  size_t end = 0;
  for (size_t i = 0; i < most && end < text.size(); ++i)
    end += std::max<size_t>(1, firstCharacter(text.substr(end)).bytes);
  return text.substr(0, end);
}

} // namespace ingot
