// JPEG through libjpeg.
#include "runtime/image/Decoders.h"

#ifdef INGOT_HAS_JPEG
#include <algorithm>
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>

#include <jerror.h>

namespace ingot::image {
namespace {

/// A progressive image has a few scans; a hostile one has as many as its bytes allow, each as
/// costly as an image.
constexpr int maxScans = 200;

/// libjpeg's state. It reports errors by longjmp, so nothing with a destructor may live in the
/// functions that call it: they take this struct and plain pointers.
struct Jpeg {
  jpeg_decompress_struct info = {};
  jpeg_error_mgr errors = {};
  jpeg_progress_mgr progress = {};
  jmp_buf failed;

  ~Jpeg() { jpeg_destroy_decompress(&info); }
};

void onError(j_common_ptr info) { longjmp(static_cast<Jpeg *>(info->client_data)->failed, 1); }
void onMessage(j_common_ptr) {}
void onWarning(j_common_ptr info, int level) { info->err->num_warnings += level < 0; }

void onProgress(j_common_ptr info) {
  if (info->is_decompressor &&
      reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > maxScans)
    onError(info);
}

bool readHeader(Jpeg &self, std::string_view bytes) {
  self.info.err = jpeg_std_error(&self.errors);
  self.errors.error_exit = onError;
  self.errors.output_message = onMessage;
  self.errors.emit_message = onWarning;
  self.info.client_data = &self;
  if (setjmp(self.failed))
    return false;
  jpeg_create_decompress(&self.info);
  self.info.client_data = &self;
  self.progress.progress_monitor = onProgress;
  self.info.progress = &self.progress;
  jpeg_mem_src(&self.info, reinterpret_cast<const unsigned char *>(bytes.data()),
               static_cast<unsigned long>(bytes.size()));
  if (jpeg_read_header(&self.info, TRUE) != JPEG_HEADER_OK)
    return false;
  J_COLOR_SPACE from = self.info.jpeg_color_space;
  self.info.out_color_space = from == JCS_GRAYSCALE                  ? JCS_GRAYSCALE
                              : from == JCS_CMYK || from == JCS_YCCK ? JCS_CMYK
                                                                     : JCS_RGB;
  jpeg_calc_output_dimensions(&self.info);
  return true;
}

bool readRows(Jpeg &self, uint8_t *pixels, size_t stride) {
  if (setjmp(self.failed))
    return false;
  jpeg_start_decompress(&self.info);
  while (self.info.output_scanline < self.info.output_height) {
    JSAMPROW row = pixels + self.info.output_scanline * stride;
    jpeg_read_scanlines(&self.info, &row, 1);
  }
  jpeg_finish_decompress(&self.info);
  return true;
}

/// What libjpeg may use for a progressive image, whose coefficients it holds as a whole.
long memoryLeft(const Limits &limits) {
  constexpr int64_t bytesPerPixel = 4 * sizeof(JCOEF);
  int64_t left = limits.budget ? limits.budget->limit - limits.budget->used
                               : limits.pixels * bytesPerPixel + (1 << 20);
  return static_cast<long>(std::max<int64_t>(1, left)); // 0 would mean no limit
}

/// Ink to light. Files with Adobe's marker hold the inverse of the ink.
Expected<Image> fromInk(const Image &ink, bool inverted, const Limits &limits) {
  Image image = INGOT_TRY(allocateImage(ink.height(), ink.width(), 3, limits));
  const uint8_t *x = ink.pixels.data<uint8_t>();
  uint8_t *y = image.pixels.mutableData<uint8_t>();
  for (int64_t i = 0; i < ink.height() * ink.width(); ++i, x += 4)
    for (int c = 0; c < 3; ++c) {
      unsigned color = inverted ? x[c] : 255u - x[c], black = inverted ? x[3] : 255u - x[3];
      *y++ = static_cast<uint8_t>((color * black + 127) / 255);
    }
  return image;
}

} // namespace

Expected<Image> decodeJpeg(std::string_view bytes, const Limits &limits) {
  Jpeg self;
  if (!readHeader(self, bytes))
    return damaged("JPEG", "header is damaged");
  int64_t height = self.info.output_height, width = self.info.output_width;
  int64_t channels = self.info.output_components;
  Image image = INGOT_TRY(allocateImage(height, width, channels, limits));
  self.info.mem->max_memory_to_use = memoryLeft(limits);
  if (!readRows(self, image.pixels.mutableData<uint8_t>(), static_cast<size_t>(width * channels)))
    // Without a place for temporary files libjpeg fails this way where its memory does not do.
    return self.errors.msg_code == JERR_NO_BACKING_STORE
               ? unsupported("JPEG image: decoding takes more memory than the limit")
               : damaged("JPEG", "pixels are damaged");
  if (channels == 4)
    return fromInk(image, self.info.saw_Adobe_marker, limits);
  return image;
}

} // namespace ingot::image

#else

namespace ingot::image {
Expected<Image> decodeJpeg(std::string_view, const Limits &) { return notBuilt("JPEG"); }
} // namespace ingot::image

#endif
