// Unicode between UTF-8 and UTF-32, strictly.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ingot::io {

/// From characters of 4 bytes each; zeros at the end are dropped. Nothing if one is no character.
std::optional<std::string> utf8FromUtf32(std::string_view bytes, bool bigEndian);
/// Nothing if the text is not valid UTF-8 or holds a character that UTF-32 cannot.
std::optional<std::u32string> utf32FromUtf8(std::string_view text);

} // namespace ingot::io
