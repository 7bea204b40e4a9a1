// UTF-8, case mappings and white space.
#include "compiler/interp/Unicode.h"

#include <iterator>

namespace ingot::interp {
namespace {

/// Marks a byte that is not UTF-8.
constexpr uint32_t strayByte = 0x80000000;

/// Every `stride`-th code point from `first` to `last` is a capital; its small letter is `delta`
/// on.
struct CaseRange {
  uint32_t first, last, stride;
  int32_t delta;
};
constexpr CaseRange caseRanges[] = {
    {0x41, 0x5a, 1, 32},     {0xc0, 0xd6, 1, 32},       {0xd8, 0xde, 1, 32},
    {0x100, 0x12e, 2, 1},    {0x132, 0x136, 2, 1},      {0x139, 0x147, 2, 1},
    {0x14a, 0x176, 2, 1},    {0x178, 0x178, 1, -121},   {0x179, 0x17d, 2, 1},
    {0x1a0, 0x1a4, 2, 1},    {0x1af, 0x1af, 1, 1},      {0x1cd, 0x1db, 2, 1},
    {0x1de, 0x1ee, 2, 1},    {0x1f8, 0x21e, 2, 1},      {0x222, 0x232, 2, 1},
    {0x370, 0x372, 2, 1},    {0x386, 0x386, 1, 38},     {0x388, 0x38a, 1, 37},
    {0x38c, 0x38c, 1, 64},   {0x38e, 0x38f, 1, 63},     {0x391, 0x3a1, 1, 32},
    {0x3a3, 0x3ab, 1, 32},   {0x3d8, 0x3ee, 2, 1},      {0x400, 0x40f, 1, 80},
    {0x410, 0x42f, 1, 32},   {0x460, 0x480, 2, 1},      {0x48a, 0x4be, 2, 1},
    {0x4c0, 0x4c0, 1, 15},   {0x4c1, 0x4cd, 2, 1},      {0x4d0, 0x52e, 2, 1},
    {0x531, 0x556, 1, 48},   {0x10a0, 0x10c5, 1, 7264}, {0x1e00, 0x1e94, 2, 1},
    {0x1ea0, 0x1efe, 2, 1},  {0x2160, 0x216f, 1, 16},   {0x24b6, 0x24cf, 1, 26},
    {0x2c00, 0x2c2f, 1, 48}, {0x2c80, 0x2ce2, 2, 1},    {0xa640, 0xa66c, 2, 1},
    {0xff21, 0xff3a, 1, 32}, {0x10400, 0x10427, 1, 40},
};

/// Small letters whose capital is also that of another letter.
constexpr std::pair<uint32_t, uint32_t> extraCapitals[] = {
    {0xb5, 0x39c},
    {0x131, 0x49},
    {0x17f, 0x53},
    {0x3c2, 0x3a3},
};

uint32_t shifted(uint32_t codePoint, int32_t delta) {
  return static_cast<uint32_t>(static_cast<int32_t>(codePoint) + delta);
}

uint32_t lowerOf(uint32_t c) {
  if (c == 0x130) // the dotted capital I
    return 0x69;
  for (const CaseRange &range : caseRanges)
    if (c >= range.first && c <= range.last && (c - range.first) % range.stride == 0)
      return shifted(c, range.delta);
  return c;
}

uint32_t upperOf(uint32_t c) {
  for (auto [small, capital] : extraCapitals)
    if (c == small)
      return capital;
  for (const CaseRange &range : caseRanges) {
    uint32_t capital = shifted(c, -range.delta);
    if (capital >= range.first && capital <= range.last &&
        (capital - range.first) % range.stride == 0)
      return capital;
  }
  return c;
}

void append(std::string &out, uint32_t c) {
  auto byte = [&](uint32_t value) { out += static_cast<char>(value); };
  if (c & strayByte)
    return byte(c & 0xff);
  if (c < 0x80)
    return byte(c);
  if (c < 0x800) {
    byte(0xc0 | (c >> 6));
  } else {
    if (c < 0x10000) {
      byte(0xe0 | (c >> 12));
    } else {
      byte(0xf0 | (c >> 18));
      byte(0x80 | ((c >> 12) & 0x3f));
    }
    byte(0x80 | ((c >> 6) & 0x3f));
  }
  byte(0x80 | (c & 0x3f));
}

std::string mapped(std::string_view text, uint32_t (*map)(uint32_t)) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty())
    append(out, map(takeCodePoint(text)));
  return out;
}

} // namespace

uint32_t takeCodePoint(std::string_view &text) {
  auto at = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
  uint32_t lead = at(0);
  size_t length = lead < 0x80 ? 1 : lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : 2;
  uint32_t code = lead < 0x80 ? lead : lead & (0xffu >> (length + 1));
  bool valid = lead < 0x80 || (lead >= 0xc2 && lead < 0xf5 && text.size() >= length);
  for (size_t i = 1; valid && i < length; ++i) {
    valid = (at(i) & 0xc0) == 0x80;
    code = (code << 6) | (at(i) & 0x3f);
  }
  // Longer than need be, a surrogate, or beyond Unicode.
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  valid = valid && code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  text.remove_prefix(valid ? length : 1);
  return valid ? code : strayByte | lead;
}

std::string toLower(std::string_view text) { return mapped(text, lowerOf); }
std::string toUpper(std::string_view text) { return mapped(text, upperOf); }

bool isSpace(uint32_t c) {
  return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
         c == 0x205f || c == 0x3000;
}

} // namespace ingot::interp
