// Windows bitmaps: 1 to 32 bits per pixel, palettes, bit masks and run lengths.
#include "runtime/image/Decoders.h"

namespace ingot::image {
namespace {

constexpr size_t fileHeader = 14;
enum Compression : uint32_t { Plain = 0, Runs8 = 1, Runs4 = 2, Masks = 3, AlphaMasks = 6 };

struct Header {
  int64_t width = 0, height = 0;
  bool topDown = false;
  uint32_t bits = 0, compression = Plain, colors = 0;
  size_t paletteAt = 0, paletteEntry = 4, pixelsAt = 0;
  uint32_t masks[3] = {0, 0, 0}; ///< red, green, blue
};

Status bad(std::string_view what) { return damaged("BMP", what); }

Status readMasks(std::string_view bytes, size_t size, Header &h) {
  if (h.compression == Masks || h.compression == AlphaMasks) {
    for (size_t i = 0; i < 3; ++i) {
      auto mask = little(bytes, fileHeader + 40 + 4 * i, 4);
      if (!mask)
        return bad("masks are cut off");
      h.masks[i] = *mask;
    }
    if (size == 40) // then the masks stand between header and palette
      h.paletteAt += h.compression == Masks ? 12 : 16;
    return success();
  }
  uint32_t five[3] = {0x7c00, 0x03e0, 0x001f}, eight[3] = {0xff0000, 0x00ff00, 0x0000ff};
  for (size_t i = 0; i < 3; ++i)
    h.masks[i] = h.bits == 16 ? five[i] : eight[i];
  return success();
}

/// The first, small header: 16-bit sizes and palette entries of three bytes.
Expected<Header> readCoreHeader(std::string_view bytes, Header h) {
  auto width = little(bytes, 18, 2), height = little(bytes, 20, 2), bits = little(bytes, 24, 2);
  if (!width || !height || !bits)
    return bad("header is cut off");
  h.width = *width;
  h.height = *height;
  h.bits = *bits;
  h.paletteEntry = 3;
  h.colors = h.bits <= 8 ? 1u << h.bits : 0;
  INGOT_TRY(readMasks(bytes, 12, h));
  return h;
}

Expected<Header> readHeader(std::string_view bytes) {
  Header h;
  auto pixelsAt = little(bytes, 10, 4), size = little(bytes, fileHeader, 4);
  if (!pixelsAt || !size)
    return bad("header is cut off");
  h.pixelsAt = *pixelsAt;
  h.paletteAt = fileHeader + *size;
  if (*size == 12)
    return readCoreHeader(bytes, h);
  auto width = little(bytes, 18, 4), height = little(bytes, 22, 4), bits = little(bytes, 28, 2),
       compression = little(bytes, 30, 4), colors = little(bytes, 46, 4);
  if (*size < 40 || *size > 4096 || !width || !height || !bits || !compression || !colors)
    return bad("header is cut off or of unknown size");
  h.width = static_cast<int32_t>(*width);
  h.height = static_cast<int32_t>(*height);
  h.topDown = h.height < 0;
  h.height = h.topDown ? -h.height : h.height;
  h.bits = *bits;
  h.compression = *compression;
  h.colors = *colors != 0 ? *colors : h.bits <= 8 ? 1u << h.bits : 0;
  INGOT_TRY(readMasks(bytes, *size, h));
  return h;
}

/// Bytes of a row that is not run-length coded.
size_t strideOf(const Header &h) { return static_cast<size_t>((h.width * h.bits + 31) / 32) * 4; }

Status checkHeader(const Header &h, std::string_view bytes) {
  bool indexed = h.bits == 1 || h.bits == 4 || h.bits == 8;
  bool direct = h.bits == 16 || h.bits == 24 || h.bits == 32;
  bool masked = h.compression == Masks || h.compression == AlphaMasks;
  bool known = (h.compression == Plain && (indexed || direct)) ||
               (h.compression == Runs8 && h.bits == 8) || (h.compression == Runs4 && h.bits == 4) ||
               (masked && (h.bits == 16 || h.bits == 32));
  if (!known)
    return unsupported(str("BMP image of ", h.bits, " bits with compression ", h.compression));
  if (h.width < 1 || h.height < 1 || h.pixelsAt >= bytes.size())
    return bad("image is empty or cut off");
  bool runs = h.compression == Runs8 || h.compression == Runs4;
  if (!runs && (bytes.size() - h.pixelsAt) / strideOf(h) < static_cast<size_t>(h.height))
    return bad("pixels are cut off");
  return success();
}

/// The colour of a palette entry; black where the file has none.
void paletteColor(std::string_view bytes, const Header &h, uint32_t index, uint8_t *rgb) {
  size_t at = h.paletteAt + index * h.paletteEntry;
  auto blue = little(bytes, at, 1), green = little(bytes, at + 1, 1),
       red = little(bytes, at + 2, 1);
  bool there = index < h.colors && red.has_value();
  rgb[0] = static_cast<uint8_t>(there ? *red : 0);
  rgb[1] = static_cast<uint8_t>(there ? *green : 0);
  rgb[2] = static_cast<uint8_t>(there ? *blue : 0);
}

/// The bits of a mask, scaled to 0 … 255.
uint8_t maskedColor(uint32_t pixel, uint32_t mask) {
  if (mask == 0)
    return 0;
  int shift = __builtin_ctz(mask);
  uint64_t value = (pixel & mask) >> shift, largest = mask >> shift;
  return static_cast<uint8_t>((value * 255 + largest / 2) / largest);
}

Status readPlain(std::string_view bytes, const Header &h, Image &image) {
  size_t stride = strideOf(h);
  uint8_t *out = image.pixels.mutableData<uint8_t>();
  for (int64_t y = 0; y < h.height; ++y) {
    int64_t row = h.topDown ? y : h.height - 1 - y;
    std::string_view line = bytes.substr(h.pixelsAt + static_cast<size_t>(row) * stride, stride);
    for (int64_t x = 0; x < h.width; ++x, out += 3) {
      size_t at = static_cast<size_t>(x);
      if (h.bits <= 8) {
        size_t perByte = 8 / h.bits;
        uint32_t shift = static_cast<uint32_t>(8 - h.bits * (1 + at % perByte));
        paletteColor(bytes, h, (byteAt(line, at / perByte) >> shift) & ((1u << h.bits) - 1), out);
        continue;
      }
      size_t width = h.bits / 8;
      uint32_t pixel = little(line, at * width, width).value_or(0);
      for (size_t c = 0; c < 3; ++c)
        out[c] = maskedColor(pixel, h.masks[c]);
    }
  }
  return success();
}

/// Writes palette indices of run-length codes, bottom row first; what is outside is dropped.
struct RunWriter {
  std::string_view bytes;
  const Header &h;
  uint8_t *pixels;
  int64_t x = 0, y = 0;

  void put(uint32_t index) {
    if (x < h.width && y < h.height) {
      int64_t row = h.topDown ? y : h.height - 1 - y;
      paletteColor(bytes, h, index, pixels + (row * h.width + x) * 3);
    }
    ++x;
  }
  /// Pixel `i` of a byte (8 bits) or of its halves (4 bits).
  void putPart(uint8_t byte, uint32_t i) {
    put(h.bits == 8 ? byte : i % 2 == 0 ? byte >> 4 : byte & 15);
  }
};

Status readRuns(std::string_view bytes, const Header &h, Image &image) {
  uint8_t *pixels = image.pixels.mutableData<uint8_t>();
  for (int64_t i = 0; i < h.height * h.width; ++i)
    paletteColor(bytes, h, 0, pixels + i * 3);
  RunWriter writer{bytes, h, pixels};
  size_t at = h.pixelsAt;
  while (at + 2 <= bytes.size() && writer.y < h.height) {
    uint8_t count = byteAt(bytes, at), value = byteAt(bytes, at + 1);
    at += 2;
    if (count > 0) {
      for (uint32_t i = 0; i < count; ++i)
        writer.putPart(value, i);
    } else if (value == 0) { // end of row
      writer.x = 0;
      ++writer.y;
    } else if (value == 1) { // end of image
      return success();
    } else if (value == 2) { // move
      if (at + 2 > bytes.size())
        return bad("a move is cut off");
      writer.x += byteAt(bytes, at);
      writer.y += byteAt(bytes, at + 1);
      at += 2;
    } else { // literal pixels, padded to two bytes
      size_t length = h.bits == 8 ? value : (value + 1u) / 2;
      if (bytes.size() - at < length)
        return bad("literal pixels are cut off");
      for (uint32_t i = 0; i < value; ++i)
        writer.putPart(byteAt(bytes, at + (h.bits == 8 ? i : i / 2)), i);
      at += length + length % 2;
      at = at < bytes.size() ? at : bytes.size();
    }
  }
  return success();
}

} // namespace

Expected<Image> decodeBmp(std::string_view bytes, const Limits &limits) {
  Header h = INGOT_TRY(readHeader(bytes));
  INGOT_TRY(checkHeader(h, bytes));
  Image image = INGOT_TRY(allocateImage(h.height, h.width, 3, limits));
  bool runs = h.compression == Runs8 || h.compression == Runs4;
  INGOT_TRY(runs ? readRuns(bytes, h, image) : readPlain(bytes, h, image));
  return image;
}

} // namespace ingot::image
