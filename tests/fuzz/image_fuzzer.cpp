// Fuzzes the image decoders: any bytes are decoded or refused, within the limits.
#include "runtime/image/Image.h"

using namespace ingot;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  image::Limits limits;
  limits.pixels = 1 << 18;
  limits.budget = std::make_shared<MemoryBudget>(int64_t{1} << 26);
  auto decoded = image::decodeImage({reinterpret_cast<const char *>(data), size}, limits);
  if (!decoded.ok())
    return 0;
  for (auto format : {image::PixelFormat::Rgb, image::PixelFormat::Bgr, image::PixelFormat::Grey})
    if (!image::convertPixels(*decoded, format, limits).ok())
      __builtin_trap();
  return 0;
}
