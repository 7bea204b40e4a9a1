// PNG through libpng.
#include "runtime/image/Decoders.h"

#ifdef INGOT_HAS_PNG
#include <png.h>

#include <csetjmp>
#include <cstring>

namespace ingot::image {
namespace {

/// libpng's state. It reports errors by longjmp, so nothing with a destructor may live in the
/// functions that call it: they take this struct and plain pointers.
struct Png {
  std::string_view bytes;
  size_t at = 0;
  png_structp png = nullptr;
  png_infop info = nullptr;
  int passes = 1;

  ~Png() { png_destroy_read_struct(&png, &info, nullptr); }
};

void onError(png_structp png, png_const_charp) { png_longjmp(png, 1); }
void onWarning(png_structp, png_const_charp) {}

void readBytes(png_structp png, png_bytep out, size_t count) {
  Png &self = *static_cast<Png *>(png_get_io_ptr(png));
  if (self.bytes.size() - self.at < count)
    png_error(png, "cut off");
  std::memcpy(out, self.bytes.data() + self.at, count);
  self.at += count;
}

/// Reads up to the pixels and asks for 8-bit grey or colour, with or without alpha.
bool readHeader(Png &self) {
  self.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &self, onError, onWarning);
  if (!self.png || setjmp(png_jmpbuf(self.png)))
    return false;
  self.info = png_create_info_struct(self.png);
  if (!self.info)
    return false;
  png_set_chunk_cache_max(self.png, 64);
  png_set_chunk_malloc_max(self.png, 1 << 22);
  png_set_read_fn(self.png, &self, readBytes);
  png_read_info(self.png, self.info);
  png_set_expand(self.png);
  png_set_strip_16(self.png);
  self.passes = png_set_interlace_handling(self.png);
  png_read_update_info(self.png, self.info);
  return true;
}

bool readRows(Png &self, uint8_t *pixels, size_t height, size_t stride) {
  if (setjmp(png_jmpbuf(self.png)))
    return false;
  for (int pass = 0; pass < self.passes; ++pass)
    for (size_t y = 0; y < height; ++y)
      png_read_row(self.png, pixels + y * stride, nullptr);
  return true;
}

} // namespace

Expected<Image> decodePng(std::string_view bytes, const Limits &limits) {
  Png self{bytes};
  if (!readHeader(self))
    return damaged("PNG", "header is damaged");
  int64_t height = png_get_image_height(self.png, self.info);
  int64_t width = png_get_image_width(self.png, self.info);
  int64_t channels = png_get_channels(self.png, self.info);
  size_t stride = png_get_rowbytes(self.png, self.info);
  if (stride != static_cast<size_t>(width) * static_cast<size_t>(channels))
    return damaged("PNG", "rows are not of 8-bit pixels");
  Image image = INGOT_TRY(allocateImage(height, width, channels, limits));
  if (!readRows(self, image.pixels.mutableData<uint8_t>(), static_cast<size_t>(height), stride))
    return damaged("PNG", "pixels are damaged or cut off");
  return image;
}

} // namespace ingot::image

#else

namespace ingot::image {
Expected<Image> decodePng(std::string_view, const Limits &) { return notBuilt("PNG"); }
} // namespace ingot::image

#endif
