// Unicode between UTF-8 and UTF-32, strictly.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ingot::io {

/// From characters of 4 bytes each; zeros at the end are dropped. Nothing if one is no character.
std::optional<std::string> utf8FromUtf32(std::string_view bytes, bool bigEndian);
/// How many characters the text has; nothing if it is not valid UTF-8.
std::optional<size_t> characterCount(std::string_view text);
/// Appends valid UTF-8 in 4 bytes a character, lowest first.
void appendUtf32(std::string &out, std::string_view text);

} // namespace ingot::io
