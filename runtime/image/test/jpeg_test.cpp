// JPEG: libjpeg's own memory stays within the budget.
#include "runtime/image/Image.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

#include <jpeglib.h>

namespace ingot::image {
namespace {

/// A grey picture whose coefficients come in several scans, so that a decoder holds all of them.
std::string progressive(unsigned size) {
  jpeg_compress_struct info;
  jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char *bytes = nullptr;
  unsigned long count = 0;
  jpeg_mem_dest(&info, &bytes, &count);
  info.image_width = info.image_height = size;
  info.input_components = 1;
  info.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&info);
  jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  std::vector<JSAMPLE> row(size, 100);
  for (unsigned y = 0; y < size; ++y) {
    JSAMPROW rows[] = {row.data()};
    jpeg_write_scanlines(&info, rows, 1);
  }
  jpeg_finish_compress(&info);
  std::string file(reinterpret_cast<const char *>(bytes), count);
  jpeg_destroy_compress(&info);
  std::free(bytes);
  return file;
}

TEST(Jpeg, CoefficientsCountAgainstTheBudget) {
  std::string file = progressive(512); // 256 KiB of pixels, 512 KiB of coefficients
  auto decode = [&](int64_t bytes) {
    Limits limits;
    limits.budget = std::make_shared<MemoryBudget>(bytes);
    return decodeImage(file, limits);
  };
  auto image = decode(2 << 20);
  ASSERT_TRUE(image.ok()) << image.status().message();
  EXPECT_NEAR(image->pixels.integerAt(0), 100, 2);
  EXPECT_TRUE(decodeImage(file, {}).ok());
  auto tight = decode(400 << 10);
  ASSERT_FALSE(tight.ok());
  EXPECT_EQ(tight.status().kind(), ErrorKind::Unsupported);
  EXPECT_NE(tight.status().message().find("more memory than the limit"), std::string::npos)
      << tight.status().message();
}

} // namespace
} // namespace ingot::image
