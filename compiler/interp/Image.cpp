// Evaluator of decode_image.
#include "compiler/interp/EvalContext.h"

#include "runtime/image/Image.h"

namespace ingot::interp {

Status evalDecodeImage(EvalContext &c) {
  const std::string &text = c.attributes.text("format");
  image::PixelFormat format = text == "rgb"   ? image::PixelFormat::Rgb
                              : text == "bgr" ? image::PixelFormat::Bgr
                                              : image::PixelFormat::Grey;
  image::Limits limits;
  limits.budget = c.budget;
  std::string_view bytes(static_cast<const char *>(c.in(0).bytes()), c.in(0).byteSize());
  auto decoded = image::decodeImage(bytes, limits);
  if (decoded.ok()) {
    c.set(0, INGOT_TRY(image::convertPixels(*decoded, format, limits)));
    return success();
  }
  if (decoded.status().kind() == ErrorKind::Unsupported)
    return std::move(decoded).takeStatus().within(c.op.name);
  return c.allocate(0, {0, 0, format == image::PixelFormat::Grey ? 1 : 3});
}

} // namespace ingot::interp
