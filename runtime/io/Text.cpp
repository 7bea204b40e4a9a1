// Unicode between UTF-8 and UTF-32.
#include "runtime/io/Text.h"

#include <cstdint>

namespace ingot::io {
namespace {
bool isCharacter(uint32_t c) { return c < 0x110000 && (c < 0xd800 || c > 0xdfff); }

void append(std::string &out, uint32_t c) {
  auto byte = [&](uint32_t bits) { out += static_cast<char>(bits); };
  if (c < 0x80)
    return byte(c);
  if (c < 0x800) {
    byte(0xc0 | c >> 6);
  } else {
    if (c < 0x10000) {
      byte(0xe0 | c >> 12);
    } else {
      byte(0xf0 | c >> 18);
      byte(0x80 | (c >> 12 & 0x3f));
    }
    byte(0x80 | (c >> 6 & 0x3f));
  }
  byte(0x80 | (c & 0x3f));
}
} // namespace

std::optional<std::string> utf8FromUtf32(std::string_view bytes, bool bigEndian) {
  std::u32string characters;
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    uint32_t c = 0;
    for (size_t k = 0; k < 4; ++k)
      c |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i + k]))
           << (8 * (bigEndian ? 3 - k : k));
    characters += static_cast<char32_t>(c);
  }
  while (!characters.empty() && characters.back() == U'\0')
    characters.pop_back();
  std::string out;
  for (char32_t c : characters) {
    if (!isCharacter(c))
      return std::nullopt;
    append(out, c);
  }
  return out;
}

std::optional<std::u32string> utf32FromUtf8(std::string_view text) {
  static constexpr uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  std::u32string out;
  for (size_t i = 0; i < text.size();) {
    auto lead = static_cast<uint8_t>(text[i++]);
    size_t more = lead < 0x80       ? 0
                  : lead >> 5 == 6  ? 1
                  : lead >> 4 == 14 ? 2
                  : lead >> 3 == 30 ? 3
                                    : 4;
    if (more > text.size() - i || more == 4)
      return std::nullopt;
    uint32_t c = more == 0 ? lead : lead & (0x3fu >> more);
    for (size_t k = 0; k < more; ++k, ++i) {
      auto next = static_cast<uint8_t>(text[i]);
      if (next >> 6 != 2)
        return std::nullopt;
      c = c << 6 | (next & 0x3f);
    }
    if (c < least[more] || !isCharacter(c))
      return std::nullopt;
    out += static_cast<char32_t>(c);
  }
  return out;
}

} // namespace ingot::io
