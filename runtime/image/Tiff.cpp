// TIFF through libtiff: the first image of the file, as it is meant to be seen.
#include "runtime/image/Decoders.h"

#ifdef INGOT_HAS_TIFF
#include <tiffio.h>

#include <algorithm>
#include <cstring>

namespace ingot::image {
namespace {

/// The file as libtiff reads it.
struct Source {
  std::string_view bytes;
  uint64_t at = 0;
};

tmsize_t readBytes(thandle_t handle, void *out, tmsize_t count) {
  Source &source = *static_cast<Source *>(handle);
  if (source.at >= source.bytes.size() || count <= 0)
    return 0;
  size_t length = std::min<size_t>(static_cast<size_t>(count), source.bytes.size() - source.at);
  std::memcpy(out, source.bytes.data() + source.at, length);
  source.at += length;
  return static_cast<tmsize_t>(length);
}

tmsize_t writeBytes(thandle_t, void *, tmsize_t) { return 0; }

toff_t seek(thandle_t handle, toff_t offset, int from) {
  Source &source = *static_cast<Source *>(handle);
  uint64_t base = from == SEEK_CUR ? source.at : from == SEEK_END ? source.bytes.size() : 0;
  source.at = base + offset;
  return source.at;
}

int closeFile(thandle_t) { return 0; }
toff_t sizeOf(thandle_t handle) { return static_cast<Source *>(handle)->bytes.size(); }
int map(thandle_t, void **, toff_t *) { return 0; }
void unmap(thandle_t, void *, toff_t) {}
int onMessage(TIFF *, void *, const char *, const char *, va_list) { return 1; }

/// An open file, with memory bounded and messages dropped.
struct Tiff {
  TIFF *file = nullptr;

  Tiff(Source &source, int64_t memory) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options)
      return;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, static_cast<tmsize_t>(memory));
    TIFFOpenOptionsSetErrorHandlerExtR(options, onMessage, nullptr);
    TIFFOpenOptionsSetWarningHandlerExtR(options, onMessage, nullptr);
    file = TIFFClientOpenExt("image", "rm", &source, readBytes, writeBytes, seek, closeFile, sizeOf,
                             map, unmap, options);
    TIFFOpenOptionsFree(options);
  }
  ~Tiff() {
    if (file)
      TIFFClose(file);
  }
};

} // namespace

Expected<Image> decodeTiff(std::string_view bytes, const Limits &limits) {
  Source source{bytes};
  Tiff tiff(source, limits.pixels * 8);
  uint32_t width = 0, height = 0;
  char reason[1024] = "";
  if (!tiff.file || !TIFFGetField(tiff.file, TIFFTAG_IMAGEWIDTH, &width) ||
      !TIFFGetField(tiff.file, TIFFTAG_IMAGELENGTH, &height))
    return damaged("TIFF", "header is damaged");
  Image image = INGOT_TRY(allocateImage(height, width, 4, limits));
  if (!TIFFRGBAImageOK(tiff.file, reason))
    return damaged("TIFF", "layout is not known or damaged");
  Tensor raster =
      INGOT_TRY(allocatePixels(ElementType::U32, {int64_t{height}, int64_t{width}}, limits));
  uint32_t *packed = raster.mutableData<uint32_t>();
  if (!TIFFReadRGBAImageOriented(tiff.file, width, height, packed, ORIENTATION_TOPLEFT, 1))
    return damaged("TIFF", "pixels are damaged or cut off");
  uint8_t *out = image.pixels.mutableData<uint8_t>();
  for (int64_t i = 0; i < raster.elements(); ++i) {
    *out++ = static_cast<uint8_t>(TIFFGetR(packed[i]));
    *out++ = static_cast<uint8_t>(TIFFGetG(packed[i]));
    *out++ = static_cast<uint8_t>(TIFFGetB(packed[i]));
    *out++ = static_cast<uint8_t>(TIFFGetA(packed[i]));
  }
  return image;
}

} // namespace ingot::image

#else

namespace ingot::image {
Expected<Image> decodeTiff(std::string_view, const Limits &) { return notBuilt("TIFF"); }
} // namespace ingot::image

#endif
