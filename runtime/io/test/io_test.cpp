// Tensor files: round trips, NumPy's own bytes, and what hostile files get.
#include "ingot/Io.h"
#include "runtime/io/Text.h"
#include "runtime/io/Zip.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>

namespace ingot {
namespace {

std::string scratch(const std::string &name) {
  return (std::filesystem::path(testing::TempDir()) / name).string();
}

/// A .npy file with this dictionary.
std::string npy(const std::string &dictionary, const std::string &data, char version = 1) {
  std::string text = dictionary + "\n";
  std::string out = "\x93NUMPY";
  out += version;
  out += '\0';
  out += static_cast<char>(text.size() & 0xff);
  out += static_cast<char>(text.size() >> 8);
  if (version > 1)
    out += std::string(2, '\0');
  return out + text + data;
}

Expected<Tensor> read(const std::string &bytes) {
  auto copy = std::make_shared<std::string>(bytes);
  return readNpyBytes(*copy, copy);
}

TEST(Npy, RoundTripOfEveryType) {
  for (int number = 1; number <= 28; ++number) {
    auto element = elementFromOnnx(number);
    if (!element || *element == ElementType::String ||
        elementClass(*element) == ElementClass::Complex)
      continue;
    Tensor source = Tensor::of<float>({2, 3}, {0, 1, 1, 0, 1, 1});
    Tensor typed = converted(source, *element).take();
    auto again = read(npyBytes(typed).take());
    ASSERT_TRUE(again.ok()) << again.status().message();
    EXPECT_EQ(again->shape(), (Shape{2, 3}));
    if (hasNumpyType(*element))
      EXPECT_EQ(again->type(), *element);
    Tensor back = converted(*again, *element).take();
    EXPECT_EQ(std::memcmp(back.bytes(), typed.bytes(), typed.byteSize()), 0) << number;
  }
}

TEST(Npy, ShapesOfAllRanks) {
  for (const Shape &shape : {Shape{}, Shape{0}, Shape{1}, Shape{3, 0, 2}, Shape(8, 1)}) {
    Tensor tensor = Tensor::allocate(ElementType::I16, shape).take();
    auto again = read(npyBytes(tensor).take());
    ASSERT_TRUE(again.ok()) << again.status().message();
    EXPECT_EQ(again->shape(), shape);
  }
}

TEST(Npy, DataIsAligned) {
  EXPECT_EQ((npyBytes(Tensor::of<double>({1}, {1})).take().size() - 8) % 64, 0u);
}

TEST(Npy, Texts) {
  Tensor texts = Tensor::of<std::string>({3}, {"", "é𝄞", "abc"});
  auto again = read(npyBytes(texts).take());
  ASSERT_TRUE(again.ok()) << again.status().message();
  for (int64_t i = 0; i < 3; ++i)
    EXPECT_EQ(again->strings()[i], texts.strings()[i]);
  EXPECT_FALSE(npyBytes(Tensor::of<std::string>({1}, {"\xff"})).ok());
  auto bytes = read(npy("{'descr': '|S3', 'fortran_order': False, 'shape': (2,)}", "abcd"));
  EXPECT_FALSE(bytes.ok()); // four bytes of six
  bytes = read(
      npy("{'descr': '|S3', 'fortran_order': False, 'shape': (2,)}", std::string("abcd\0\0", 6)));
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(bytes->strings()[1], "d");
}

TEST(Npy, TextsThatWouldExplodeAreRefused) {
  // 4 MiB of text that would be 16 GiB when every text is as long as the longest.
  Tensor texts = Tensor::allocate(ElementType::String, {1025}).take();
  texts.mutableData<std::string>()[7] = std::string(4 << 20, 'x');
  auto bytes = npyBytes(texts);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.status().kind(), ErrorKind::Unsupported);
  Status written = writeNpy(scratch("texts.npy"), texts);
  EXPECT_NE(written.message().find("texts.npy: 1025 texts, the longest of 4194304 characters"),
            std::string::npos)
      << written.message();
  EXPECT_FALSE(std::filesystem::exists(scratch("texts.npy")));
}

TEST(Npy, ColumnMajorAndBigEndian) {
  // numpy.asfortranarray([[1, 2, 3], [4, 5, 6]]).astype('>i2')
  std::string data;
  for (char c : {1, 4, 2, 5, 3, 6})
    data += {'\0', c};
  auto tensor = read(npy("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }", data));
  ASSERT_TRUE(tensor.ok()) << tensor.status().message();
  EXPECT_EQ(tensor->integers(), (std::vector<int64_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, BoolsAreZeroOrOne) {
  auto tensor = read(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", "\2"));
  EXPECT_FALSE(tensor.ok()); // one byte of three
  tensor = read(
      npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", std::string("\2\0\1", 3)));
  ASSERT_TRUE(tensor.ok());
  const auto *bytes = static_cast<const uint8_t *>(tensor->bytes());
  EXPECT_EQ((std::vector<int>{bytes[0], bytes[1], bytes[2]}), (std::vector<int>{1, 0, 1}));
}

TEST(Npy, LaterVersionsOfTheFormat) {
  for (char version : {2, 3})
    EXPECT_TRUE(
        read(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }", "x", version)).ok());
  EXPECT_FALSE(read(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }", "x", 4)).ok());
}

TEST(Npy, HostileHeaders) {
  const char *good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";
  EXPECT_TRUE(read(npy(good, "1234")).ok());
  for (const char *text :
       {"", "{", "{}", "{'descr': '<f4'}", "{'descr': '<f4', 'fortran_order': False, 'shape': (1)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387905,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f99999999999999999999', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<U4294967295', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<U0', 'fortran_order': False, 'shape': (1099511627776,)}",
        "{'descr': '<f3', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x"})
    EXPECT_FALSE(read(npy(text, "1234")).ok()) << text;
  std::string whole = npy(good, "1234");
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read(whole.substr(0, size)).ok()) << size;
}

TEST(Npz, RoundTrip) {
  std::string path = scratch("round.npz");
  Tensor a = Tensor::of<float>({2}, {1, 2}), b = Tensor::ofInts({7});
  ASSERT_TRUE(writeNpz(path, {{"a", a}, {"in/b:0", b}}).ok());
  EXPECT_EQ(*npzNames(path), (std::vector<std::string>{"a", "in/b:0"}));
  EXPECT_EQ(readNpz(path, "a")->numberAt(1), 2);
  EXPECT_EQ(readNpz(path, "in/b:0")->integers(), (std::vector<int64_t>{7}));
  auto missing = readNpz(path, "c");
  EXPECT_FALSE(missing.ok());
  EXPECT_NE(missing.status().message().find("it has: a, in/b:0"), std::string::npos);
}

TEST(Npz, EveryCutAndEveryFlippedByteIsHarmless) {
  std::string array = npyBytes(Tensor::of<float>({2}, {1, 2})).take();
  std::string whole = io::zipStore({{"a.npy", array}}).take();
  auto readAll = [](const std::string &bytes) {
    auto members = io::zipMembers(bytes);
    bool all = members.ok() && !members->empty();
    if (members.ok())
      for (const io::ZipMember &member : *members) {
        auto content = io::zipRead(bytes, nullptr, member);
        all &= content.ok() && readNpyBytes(content->bytes, content->owner).ok();
      }
    return all;
  };
  EXPECT_TRUE(readAll(whole));
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(readAll(whole.substr(0, size)));
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      readAll(flipped);
    }
}

TEST(Npz, UnpackedBytesCountAgainstTheBudget) {
  std::string path = scratch("packed.npz");
  Tensor texts = Tensor::of<std::string>({3}, {"a", "b", "c"});
  ASSERT_TRUE(writeNpz(path, {{"texts", texts}}).ok());
  auto budget = std::make_shared<MemoryBudget>(64);
  EXPECT_FALSE(readNpz(path, "texts", budget).ok());
  EXPECT_EQ(budget->used, 0);
  budget->limit = 1000;
  auto read = readNpz(path, "texts", budget);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(budget->used, static_cast<int64_t>(3 * sizeof(std::string)));
}

TEST(Zip, SizesThatCannotBeAreRefused) {
  std::string whole = io::zipStore({{"a", "x"}}).take();
  // The size in the directory, which follows the member: an entry of 1 byte claims 4 GB.
  size_t directory = whole.find("PK\1\2");
  for (size_t i = 0; i < 4; ++i)
    whole[directory + 24 + i] = static_cast<char>(i == 3 ? 0x7f : 0xff);
  EXPECT_FALSE(io::zipMembers(whole).ok());
}

TEST(Raw, SizeMustFit) {
  std::string path = scratch("raw.bin");
  ASSERT_TRUE(writeFile(path, std::string("\0\0\x80\x3f", 4)).ok());
  EXPECT_EQ(readRaw(path, ElementType::F32, {1})->numberAt(0), 1);
  EXPECT_FALSE(readRaw(path, ElementType::F32, {2}).ok());
  EXPECT_FALSE(readRaw(path, ElementType::F32, {INT64_MAX, INT64_MAX}).ok());
  EXPECT_FALSE(readRaw(path, ElementType::String, {1}).ok());
  EXPECT_EQ(readRaw(path, ElementType::I4, {4})->integers(), (std::vector<int64_t>{0, 0, 0, -1}));
  EXPECT_EQ(readRaw(path, ElementType::Bool, {4})->integers(), (std::vector<int64_t>{0, 0, 1, 1}));
}

TEST(Text, BecomesATensor) {
  auto shapeOf = [](const char *text, ValueType type) {
    auto tensor = tensorFromText(text, type);
    EXPECT_TRUE(tensor.ok()) << tensor.status().message();
    return tensor.ok() ? tensor->shape() : Shape{-9};
  };
  ElementType f = ElementType::F32;
  EXPECT_EQ(shapeOf("1,2,3,4", ValueType::tensor(f, {2, 2})), (Shape{2, 2}));
  EXPECT_EQ(shapeOf("1,2,3,4", ValueType::tensor(f, {unknownDim, 2})), (Shape{2, 2}));
  EXPECT_EQ(shapeOf("5", ValueType::tensor(f, {})), (Shape{}));
  EXPECT_EQ(shapeOf("5, 6", ValueType::unranked(f)), (Shape{2}));
  EXPECT_EQ(shapeOf("", ValueType::tensor(f, {0})), (Shape{0}));
  EXPECT_FALSE(tensorFromText("1,2,3", ValueType::tensor(f, {2})).ok());
  EXPECT_FALSE(tensorFromText("1,x", ValueType::tensor(f, {2})).ok());
  EXPECT_FALSE(tensorFromText("300", ValueType::tensor(ElementType::U8, {1})).ok());
  EXPECT_FALSE(tensorFromText("-1", ValueType::tensor(ElementType::U8, {1})).ok());
  EXPECT_FALSE(tensorFromText("8", ValueType::tensor(ElementType::I4, {1})).ok());
  EXPECT_EQ(tensorFromText("-8,+7", ValueType::tensor(ElementType::I4, {2}))->integers(),
            (std::vector<int64_t>{-8, 7}));
  EXPECT_EQ(tensorFromText("true,0", ValueType::tensor(ElementType::Bool, {2}))->integers(),
            (std::vector<int64_t>{1, 0}));
  EXPECT_TRUE(std::isinf(tensorFromText("-inf", ValueType::tensor(f, {1}))->numberAt(0)));
  EXPECT_EQ(tensorFromText("a, b", ValueType::tensor(ElementType::String, {2}))->strings()[1], "b");
}

TEST(Convert, FloatsToIntegersRoundAndClamp) {
  Tensor floats = Tensor::of<float>({6}, {2.5f, 3.5f, -300, 300, NAN, INFINITY});
  EXPECT_EQ(converted(floats, ElementType::I8)->integers(),
            (std::vector<int64_t>{2, 4, -128, 127, 0, 127}));
  EXPECT_EQ(converted(floats, ElementType::U64)->integerAt(5), -1); // all bits set
  EXPECT_EQ(converted(floats, ElementType::I64)->integerAt(5), INT64_MAX);
}

TEST(Statistics, CountNanApart) {
  TensorStatistics s = statistics(Tensor::of<float>({4}, {1, NAN, 3, INFINITY}));
  EXPECT_EQ(s.least, 1);
  EXPECT_TRUE(std::isinf(s.greatest));
  EXPECT_EQ(s.mean, 2);
  EXPECT_EQ(s.nans, 1);
  EXPECT_EQ(s.infinities, 1);
  EXPECT_TRUE(std::isnan(statistics(Tensor()).mean));
}

TEST(Unicode, StrictBothWays) {
  EXPECT_FALSE(io::characterCount("\xc0\x80"));     // overlong
  EXPECT_FALSE(io::characterCount("\xed\xa0\x80")); // surrogate
  EXPECT_FALSE(io::characterCount("\xe2\x82"));
  EXPECT_EQ(io::characterCount("€𝄞"), 2u);
  std::string wide;
  io::appendUtf32(wide, "€A");
  EXPECT_EQ(wide, std::string("\xac\x20\0\0A\0\0\0", 8));
  EXPECT_EQ(io::utf8FromUtf32(wide + std::string(8, '\0'), false), "€A");
  EXPECT_FALSE(io::utf8FromUtf32(std::string("\0\0\x11\0", 4), false));
  EXPECT_EQ(io::utf8FromUtf32(std::string("\0\0\0A", 4), true), "A");
}

/// A picture of 2 x 2 pixels: red, green, blue, white.
std::string colours() {
  std::string path = scratch("colours.ppm");
  std::string bytes = "P6 2 2 255\n";
  for (int c : {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255})
    bytes += static_cast<char>(c);
  EXPECT_TRUE(writeFile(path, bytes).ok());
  return path;
}

std::vector<double> numbers(const Expected<Tensor> &tensor) {
  EXPECT_TRUE(tensor.ok()) << tensor.status().message();
  std::vector<double> all;
  for (int64_t i = 0; tensor.ok() && i < tensor->elements(); ++i)
    all.push_back(tensor->numberAt(i));
  return all;
}

TEST(Image, LayoutsAndOrders) {
  ValueType nchw = ValueType::tensor(ElementType::F32, {unknownDim, 3, 2, 2});
  ValueType nhwc = ValueType::tensor(ElementType::U8, {1, 2, 2, 3});
  using V = std::vector<double>;
  auto planar = readImage(colours(), nchw);
  EXPECT_EQ(planar->shape(), (Shape{1, 3, 2, 2}));
  EXPECT_EQ(numbers(planar), (V{1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1}));
  EXPECT_EQ(numbers(readImage(colours(), nhwc)),
            (V{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}));
  ImageOptions bgr;
  bgr.bgr = true;
  EXPECT_EQ(numbers(readImage(colours(), nhwc, bgr)),
            (V{0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255}));
  // Three rows of three channels could be both; the first axis is taken unless told.
  ValueType both = ValueType::tensor(ElementType::U8, {3, 2, 3});
  EXPECT_EQ(readImage(colours(), both)->shape(), (Shape{3, 2, 3}));
  ImageOptions last;
  last.layout = ImageOptions::Layout::ChannelsLast;
  EXPECT_EQ(
      readImage(colours(), ValueType::tensor(ElementType::U8, {unknownDim, unknownDim, 3}), last)
          ->shape(),
      (Shape{2, 2, 3}));
}

TEST(Image, GreyScaledAndNormalized) {
  ValueType flat = ValueType::tensor(ElementType::F32, {2, 2});
  auto grey = numbers(readImage(colours(), flat));
  EXPECT_NEAR(grey[0], 0.299, 0.003);
  EXPECT_NEAR(grey[3], 1, 1e-6);
  ImageOptions options;
  options.scale = 1;
  options.mean = {55};
  options.deviation = {100};
  EXPECT_NEAR(numbers(readImage(colours(), flat, options))[3], 2, 1e-6);
  options.mean = {1, 2};
  EXPECT_FALSE(readImage(colours(), flat, options).ok());
}

TEST(Image, Resizing) {
  // Shrinking to one pixel takes the mean; growing keeps the corners.
  ValueType one = ValueType::tensor(ElementType::F32, {1, 3, 1, 1});
  for (double mean : numbers(readImage(colours(), one)))
    EXPECT_NEAR(mean, 0.5, 1e-6);
  ValueType large = ValueType::tensor(ElementType::F32, {1, 3, 4, 4});
  auto grown = numbers(readImage(colours(), large));
  EXPECT_NEAR(grown[0], 1, 1e-6);
  EXPECT_NEAR(grown[1], 0.75, 1e-6);
  EXPECT_NEAR(grown[3], 0, 1e-6);
}

TEST(Image, TypesThatAreNoPictures) {
  for (const ValueType &type :
       {ValueType::tensor(ElementType::F32, {3}), ValueType::unranked(ElementType::F32),
        ValueType::tensor(ElementType::String, {2, 2}), ValueType::none(),
        ValueType::tensor(ElementType::F32, {2, 3, 2, 2}),
        ValueType::tensor(ElementType::F32, {1, 7, 2, 2}),
        ValueType::tensor(ElementType::F32, {1, 3, 0, 2})})
    EXPECT_FALSE(readImage(colours(), type).ok()) << type.text();
  EXPECT_FALSE(readImage(scratch("nothing.png"), ValueType::tensor(ElementType::F32, {2, 2})).ok());
}

TEST(Image, SizesThatAModelAsksForAreBounded) {
  auto huge = readImage(colours(), ValueType::tensor(ElementType::F32, {1, 3, 1 << 30, 1 << 30}));
  ASSERT_FALSE(huge.ok());
  EXPECT_EQ(huge.status().kind(), ErrorKind::Usage);
  EXPECT_FALSE(readImage(colours(), ValueType::tensor(ElementType::U8, {INT64_MAX, 2})).ok());
  ValueType large = ValueType::tensor(ElementType::F32, {1, 3, 100, 100});
  auto budget = std::make_shared<MemoryBudget>(100'000);
  EXPECT_FALSE(readImage(colours(), large, {}, budget).ok());
  EXPECT_EQ(budget->used, 0);
  budget->limit = 500'000;
  auto image = readImage(colours(), large, {}, budget);
  ASSERT_TRUE(image.ok()) << image.status().message();
  EXPECT_EQ(budget->used, 120'000);
}

TEST(Image, GrowsOneWayAndShrinksTheOther) {
  auto stretched = numbers(readImage(colours(), ValueType::tensor(ElementType::F32, {3, 1, 4})));
  // Columns are the means of red and blue, of green and white.
  EXPECT_NEAR(stretched[0], 0.5, 1e-6);
  EXPECT_NEAR(stretched[3], 0.5, 1e-6);
  EXPECT_NEAR(stretched[4], 0, 1e-6);
  EXPECT_NEAR(stretched[7], 1, 1e-6);
}

TEST(Files, WritingReplacesWhole) {
  std::string path = scratch("whole.txt");
  ASSERT_TRUE(writeFile(path, "one").ok());
  ASSERT_TRUE(writeFile(path, "two").ok());
  EXPECT_EQ(std::filesystem::file_size(path), 3u);
  EXPECT_FALSE(writeFile("/does/not/exist/file", "x").ok());
  EXPECT_TRUE(writeFile("/dev/null", "x").ok());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

} // namespace
} // namespace ingot
