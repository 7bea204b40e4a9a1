// JPEG 2000 through OpenJPEG.
#include "runtime/image/Decoders.h"

#ifdef INGOT_HAS_OPENJPEG
#include <openjpeg.h>

#include <algorithm>
#include <cstring>

namespace ingot::image {
namespace {

Status bad(std::string_view what) { return damaged("JPEG 2000", what); }

/// The file as OpenJPEG reads it.
struct Source {
  std::string_view bytes;
  size_t at = 0;
};

OPJ_SIZE_T readBytes(void *out, OPJ_SIZE_T count, void *user) {
  Source &source = *static_cast<Source *>(user);
  size_t length = std::min<size_t>(count, source.bytes.size() - source.at);
  if (length == 0)
    return static_cast<OPJ_SIZE_T>(-1);
  std::memcpy(out, source.bytes.data() + source.at, length);
  source.at += length;
  return length;
}

OPJ_OFF_T skipBytes(OPJ_OFF_T count, void *user) {
  Source &source = *static_cast<Source *>(user);
  if (count < 0 || static_cast<uint64_t>(count) > source.bytes.size() - source.at)
    return -1;
  source.at += static_cast<size_t>(count);
  return count;
}

OPJ_BOOL seek(OPJ_OFF_T at, void *user) {
  Source &source = *static_cast<Source *>(user);
  if (at < 0 || static_cast<uint64_t>(at) > source.bytes.size())
    return OPJ_FALSE;
  source.at = static_cast<size_t>(at);
  return OPJ_TRUE;
}

/// Everything that OpenJPEG allocates.
struct Jpeg2000 {
  opj_stream_t *stream = nullptr;
  opj_codec_t *codec = nullptr;
  opj_image_t *image = nullptr;

  ~Jpeg2000() {
    opj_image_destroy(image);
    opj_destroy_codec(codec);
    opj_stream_destroy(stream);
  }
};

bool readHeader(Jpeg2000 &self, Source &source) {
  self.stream = opj_stream_create(1 << 16, OPJ_TRUE);
  bool boxed = byteAt(source.bytes, 0) == 0; // a file of boxes, or a bare codestream
  self.codec = opj_create_decompress(boxed ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K);
  if (!self.stream || !self.codec)
    return false;
  opj_stream_set_user_data(self.stream, &source, nullptr);
  opj_stream_set_user_data_length(self.stream, source.bytes.size());
  opj_stream_set_read_function(self.stream, readBytes);
  opj_stream_set_skip_function(self.stream, skipBytes);
  opj_stream_set_seek_function(self.stream, seek);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  return opj_setup_decoder(self.codec, &parameters) &&
         opj_read_header(self.stream, self.codec, &self.image);
}

/// A sample of a component, as 0 … 255.
uint8_t sampleAt(const opj_image_comp_t &component, size_t i) {
  int64_t value = component.data[i];
  if (component.sgnd)
    value += int64_t{1} << (component.prec - 1);
  int64_t largest = (int64_t{1} << component.prec) - 1;
  value = std::clamp<int64_t>(value, 0, largest);
  return static_cast<uint8_t>(component.prec == 8 ? value : (value * 255 + largest / 2) / largest);
}

Status checkComponents(const opj_image_t &image, uint32_t width, uint32_t height, bool decoded) {
  if (image.numcomps < 1 || image.numcomps > 4)
    return unsupported(str("JPEG 2000 image of ", image.numcomps, " components"));
  for (uint32_t c = 0; c < image.numcomps; ++c) {
    const opj_image_comp_t &component = image.comps[c];
    if (component.dx != 1 || component.dy != 1 || component.prec < 1 || component.prec > 16)
      return unsupported("JPEG 2000 image with subsampled or deep components");
    if (decoded && (!component.data || component.w != width || component.h != height))
      return bad("pixels are damaged or cut off");
  }
  return success();
}

/// Luma and two differences to red, green and blue, in place.
void toRgb(uint8_t *pixel) {
  double y = pixel[0], blue = pixel[1] - 128.0, red = pixel[2] - 128.0;
  double rgb[3] = {y + 1.402 * red, y - 0.344136 * blue - 0.714136 * red, y + 1.772 * blue};
  for (int c = 0; c < 3; ++c)
    pixel[c] = static_cast<uint8_t>(std::clamp(rgb[c] + 0.5, 0.0, 255.0));
}

} // namespace

Expected<Image> decodeJpeg2000(std::string_view bytes, const Limits &limits) {
  Source source{bytes};
  Jpeg2000 self;
  if (!readHeader(self, source) || !self.image)
    return bad("header is damaged");
  if (self.image->x1 <= self.image->x0 || self.image->y1 <= self.image->y0)
    return bad("image is empty");
  uint32_t width = self.image->x1 - self.image->x0, height = self.image->y1 - self.image->y0;
  INGOT_TRY(checkComponents(*self.image, width, height, false));
  size_t channels = self.image->numcomps;
  Image image = INGOT_TRY(allocateImage(height, width, static_cast<int64_t>(channels), limits));
  if (!opj_decode(self.codec, self.stream, self.image))
    return bad("pixels are damaged or cut off");
  // Decoding may change the components: a palette becomes colours.
  INGOT_TRY(checkComponents(*self.image, width, height, true));
  if (self.image->numcomps != channels)
    image = INGOT_TRY(allocateImage(height, width, self.image->numcomps, limits));
  channels = self.image->numcomps;
  uint8_t *out = image.pixels.mutableData<uint8_t>();
  for (size_t i = 0; i < size_t{width} * height; ++i, out += channels) {
    for (size_t c = 0; c < channels; ++c)
      out[c] = sampleAt(self.image->comps[c], i);
    if (self.image->color_space == OPJ_CLRSPC_SYCC && channels >= 3)
      toRgb(out);
  }
  return image;
}

} // namespace ingot::image

#else

namespace ingot::image {
Expected<Image> decodeJpeg2000(std::string_view, const Limits &) { return notBuilt("JPEG 2000"); }
} // namespace ingot::image

#endif
