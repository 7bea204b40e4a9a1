// Portable bit-, grey-, pix- and anymaps (P1 to P7), as text or binary.
#include "runtime/image/Decoders.h"

#include <algorithm>

namespace ingot::image {
namespace {

Status bad(std::string_view what) { return damaged("PNM", what); }

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Reads the text parts of a file.
struct Scanner {
  std::string_view bytes;
  size_t at;

  void skipSpace() {
    while (at < bytes.size() && (isSpace(bytes[at]) || bytes[at] == '#')) {
      if (bytes[at] == '#')
        while (at < bytes.size() && bytes[at] != '\n' && bytes[at] != '\r')
          ++at;
      else
        ++at;
    }
  }
  /// The next number, below 2^31.
  std::optional<int64_t> number() {
    skipSpace();
    if (at >= bytes.size() || !isDigit(bytes[at]))
      return std::nullopt;
    int64_t value = 0;
    for (; at < bytes.size() && isDigit(bytes[at]); ++at)
      if ((value = value * 10 + (bytes[at] - '0')) >= int64_t{1} << 31)
        return std::nullopt;
    return value;
  }
  /// The next digit, 0 or 1: bits of a text bitmap need no space between.
  std::optional<int64_t> bit() {
    skipSpace();
    if (at >= bytes.size() || (bytes[at] != '0' && bytes[at] != '1'))
      return std::nullopt;
    return bytes[at++] - '0';
  }
  std::string_view word() {
    skipSpace();
    size_t start = at;
    while (at < bytes.size() && !isSpace(bytes[at]))
      ++at;
    return bytes.substr(start, at - start);
  }
};

struct Header {
  int64_t width = 0, height = 0, channels = 1, largest = 1;
  bool bitmap = false, text = false;
};

/// P7: named fields, one per line.
Expected<Header> readAnyHeader(Scanner &scanner) {
  Header h;
  for (;;) {
    std::string_view name = scanner.word();
    if (name == "ENDHDR")
      return h;
    if (name == "TUPLTYPE") {
      scanner.word();
      continue;
    }
    int64_t *field = name == "WIDTH"    ? &h.width
                     : name == "HEIGHT" ? &h.height
                     : name == "DEPTH"  ? &h.channels
                     : name == "MAXVAL" ? &h.largest
                                        : nullptr;
    auto value = field ? scanner.number() : std::nullopt;
    if (!value)
      return bad("header is damaged");
    *field = *value;
  }
}

Expected<Header> readHeader(Scanner &scanner, char kind) {
  if (kind == '7')
    return readAnyHeader(scanner);
  Header h;
  h.bitmap = kind == '1' || kind == '4';
  h.text = kind <= '3';
  h.channels = kind == '3' || kind == '6' ? 3 : 1;
  auto width = scanner.number(), height = scanner.number();
  auto largest = h.bitmap ? std::optional<int64_t>(1) : scanner.number();
  if (!width || !height || !largest)
    return bad("header is damaged");
  h.width = *width;
  h.height = *height;
  h.largest = *largest;
  return h;
}

uint8_t scaled(int64_t value, int64_t largest) {
  return static_cast<uint8_t>((std::min(value, largest) * 255 + largest / 2) / largest);
}

Status readText(Scanner &scanner, const Header &h, Image &image) {
  uint8_t *out = image.pixels.mutableData<uint8_t>();
  for (int64_t i = 0; i < image.pixels.elements(); ++i) {
    auto value = h.bitmap ? scanner.bit() : scanner.number();
    if (!value)
      return bad("pixels are cut off or damaged");
    out[i] = h.bitmap ? (*value ? 0 : 255) : scaled(*value, h.largest);
  }
  return success();
}

/// Rows of bits, each from a new byte on; a set bit is black.
Status readBits(std::string_view data, const Header &h, Image &image) {
  size_t stride = static_cast<size_t>((h.width + 7) / 8);
  if (data.size() / stride < static_cast<size_t>(h.height))
    return bad("pixels are cut off");
  uint8_t *out = image.pixels.mutableData<uint8_t>();
  for (int64_t y = 0; y < h.height; ++y)
    for (int64_t x = 0; x < h.width; ++x) {
      uint8_t byte = byteAt(data, static_cast<size_t>(y) * stride + static_cast<size_t>(x / 8));
      *out++ = (byte >> (7 - x % 8)) & 1 ? 0 : 255;
    }
  return success();
}

Status readBinary(std::string_view data, const Header &h, Image &image) {
  size_t width = h.largest > 255 ? 2 : 1;
  size_t count = static_cast<size_t>(image.pixels.elements());
  if (data.size() / width < count)
    return bad("pixels are cut off");
  uint8_t *out = image.pixels.mutableData<uint8_t>();
  for (size_t i = 0; i < count; ++i) {
    int64_t value = byteAt(data, i * width);
    if (width == 2)
      value = value * 256 + byteAt(data, i * width + 1);
    out[i] = scaled(value, h.largest);
  }
  return success();
}

} // namespace

Expected<Image> decodePnm(std::string_view bytes, const Limits &limits) {
  if (bytes.size() < 3 || !isSpace(bytes[2]))
    return bad("header is damaged");
  Scanner scanner{bytes, 2};
  Header h = INGOT_TRY(readHeader(scanner, bytes[1]));
  if (h.largest < 1 || h.largest > 65535 || h.channels < 1 || h.channels > 4)
    return bad("depth is out of range");
  // Before memory is taken for it, the file must be able to hold the image: a bit a pixel at least.
  if (h.width > 0 && h.height > 0 &&
      static_cast<uint64_t>(h.height) * static_cast<uint64_t>((h.width + 7) / 8) > bytes.size())
    return bad("pixels are cut off");
  Image image = INGOT_TRY(allocateImage(h.height, h.width, h.channels, limits));
  if (h.text)
    INGOT_TRY(readText(scanner, h, image));
  if (h.text)
    return image;
  // One space ends the header.
  if (scanner.at >= bytes.size())
    return bad("pixels are cut off");
  std::string_view data = bytes.substr(scanner.at + 1);
  INGOT_TRY(h.bitmap ? readBits(data, h, image) : readBinary(data, h, image));
  return image;
}

} // namespace ingot::image
