// Tensors and their budget, canonical elements, UTF-8, files, diagnostics as text.
#include "ingot/Diagnostic.h"
#include "ingot/Io.h"
#include "runtime/base/File.h"
#include "runtime/base/Utf8.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace ingot {
namespace {

TEST(Tensor, TextsThatCannotBeHadAreAnError) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the sanitizer ends the program instead";
#endif
  for (ElementType type : {ElementType::String, ElementType::F64}) {
    auto budget = std::make_shared<MemoryBudget>(INT64_MAX);
    auto tensor = Tensor::allocate(type, {int64_t{1} << 48}, budget);
    ASSERT_FALSE(tensor.ok());
    EXPECT_TRUE(tensor.status().message().starts_with("out of memory"))
        << tensor.status().message();
    EXPECT_EQ(budget->used, 0);
  }
}

TEST(Tensor, IsAlignedAndZeroOfAnySize) {
  // Around the size from which on memory is the system's, and again where some was dirty.
  for (int64_t size :
       {0, 1, 100, (128 << 10) - 129, (128 << 10) - 128, 128 << 10, 5 << 20, 5 << 20}) {
    auto budget = std::make_shared<MemoryBudget>(INT64_MAX);
    {
      Tensor tensor = Tensor::allocate(ElementType::U8, {size}, budget).take();
      auto *bytes = tensor.mutableData<uint8_t>();
      EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes) % 64, 0u) << size;
      EXPECT_TRUE(std::all_of(bytes, bytes + size, [](uint8_t byte) { return byte == 0; })) << size;
      std::fill_n(bytes, size, uint8_t{0xff});
      EXPECT_EQ(budget->used, size);
    }
    EXPECT_EQ(budget->used, 0) << size;
  }
}

TEST(Tensor, BudgetIsPaidBack) {
  auto budget = std::make_shared<MemoryBudget>(1000);
  for (ElementType type : {ElementType::String, ElementType::F64}) {
    {
      Tensor tensor = Tensor::allocate(type, {10}, budget).take();
      Tensor other = tensor;
      EXPECT_GE(budget->used, 80);
      auto more = Tensor::allocate(ElementType::U8, {1000}, budget);
      ASSERT_FALSE(more.ok());
      EXPECT_EQ(
          more.status().message(),
          str("tensor ui8[1000] of 1000 bytes exceeds the ", 1000 - budget->used.load(),
              " bytes left of the memory limit (raise RunOptions::maxMemory (--max-memory))"));
    }
    EXPECT_EQ(budget->used, 0);
  }
}

TEST(Tensor, ChargesAddUp) {
  auto budget = std::make_shared<MemoryBudget>(100);
  {
    MemoryCharge charge(budget);
    EXPECT_TRUE(charge.add(60).ok());
    EXPECT_FALSE(charge.add(41).ok());
    EXPECT_FALSE(charge.add(INT64_MAX).ok());
    EXPECT_TRUE(charge.add(40).ok());
    EXPECT_EQ(budget->used, 100);
  }
  EXPECT_EQ(budget->used, 0);
}

/// The bytes 0x00 to 0xff after canonicalize.
std::vector<int> canonicalBytes(ElementType type) {
  std::vector<uint8_t> bytes(256);
  for (int i = 0; i < 256; ++i)
    bytes[static_cast<size_t>(i)] = static_cast<uint8_t>(i);
  canonicalize(type, bytes.data(), 256);
  return {bytes.begin(), bytes.end()};
}

TEST(Canonical, OnlyTheElementsOwnBitsCount) {
  auto i4 = canonicalBytes(ElementType::I4), u4 = canonicalBytes(ElementType::U4),
       i2 = canonicalBytes(ElementType::I2), u2 = canonicalBytes(ElementType::U2),
       flag = canonicalBytes(ElementType::Bool), f4 = canonicalBytes(ElementType::F4E2M1),
       f6 = canonicalBytes(ElementType::F6E3M2), i8 = canonicalBytes(ElementType::I8);
  for (size_t i = 0; i < 256; ++i) {
    int low4 = i & 15, low2 = i & 3;
    EXPECT_EQ(i4[i], (low4 > 7 ? low4 - 16 : low4) & 255);
    EXPECT_EQ(i2[i], (low2 > 1 ? low2 - 4 : low2) & 255);
    EXPECT_EQ(u4[i], low4);
    EXPECT_EQ(u2[i], low2);
    EXPECT_EQ(f4[i], low4);
    EXPECT_EQ(f6[i], static_cast<int>(i & 63));
    EXPECT_EQ(flag[i], i != 0);
    EXPECT_EQ(i8[i], static_cast<int>(i));
  }
}

TEST(Canonical, CopiesOnlyWhatItMust) {
  alignas(8) const uint8_t bytes[17] = {0xf7, 0x80};
  Tensor small = Tensor::view(ElementType::I4, {2}, bytes, nullptr);
  EXPECT_EQ(small.canonical()->integers(), (std::vector<int64_t>{7, 0}));
  EXPECT_EQ(bytes[0], 0xf7);
  Tensor wide = Tensor::view(ElementType::I64, {2}, bytes, nullptr);
  EXPECT_EQ(wide.canonical()->bytes(), bytes);
  Tensor crooked = Tensor::view(ElementType::I64, {2}, bytes + 1, nullptr);
  EXPECT_EQ(crooked.canonical()->integerAt(0), 0x80);
  EXPECT_EQ(Tensor::view(ElementType::Bool, {0}, nullptr, nullptr).canonical()->elements(), 0);
}

TEST(Utf8, EveryCharacterThereAndBack) {
  for (uint32_t code = 0; code < 0x110000; code += code < 0x3000 ? 1 : 0x101) {
    std::string text;
    appendUtf8(text, code);
    Utf8Character first = firstCharacter(text + "x");
    if (!isCharacter(code)) {
      EXPECT_EQ(first.bytes, 0u) << code;
      continue;
    }
    EXPECT_EQ(first.code, code);
    EXPECT_EQ(first.bytes, text.size());
    if (text.size() > 1)
      EXPECT_EQ(firstCharacter(text.substr(0, text.size() - 1)).bytes, 0u);
  }
}

TEST(Utf8, Strict) {
  for (const char *text : {"", "\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                           "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff"})
    EXPECT_EQ(firstCharacter(text).bytes, 0u) << text;
}

TEST(Utf8, CutsAtWholeCharacters) {
  EXPECT_EQ(firstCharacters("a€𝄞b", 3), "a€𝄞");
  EXPECT_EQ(firstCharacters("a€", 9), "a€");
  EXPECT_EQ(firstCharacters("\xff\xff", 1), "\xff");
  EXPECT_EQ(firstCharacters("a", 0), "");
}

TEST(Files, PipesAreNotWaitedFor) {
  std::string path = (std::filesystem::path(testing::TempDir()) / "pipe").string();
  ::unlink(path.c_str());
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  auto file = MappedFile::open(path);
  ASSERT_FALSE(file.ok());
  EXPECT_TRUE(file.status().message().ends_with("not a regular file")) << file.status().message();
  ::unlink(path.c_str());
}

TEST(Files, AFullDeviceIsAnError) {
  if (std::filesystem::is_character_file("/dev/full"))
    EXPECT_FALSE(writeFile("/dev/full", "x").ok());
}

TEST(Diagnostics, AsText) {
  Diagnostic d{Severity::Error, "E0501", "wrong", "m.onnx", "sum", "Add", 17, "f32[4]", "mend it"};
  EXPECT_EQ(render(d), "error[E0501]: wrong\n"
                       "  node 'sum' (Add, opset 17) in m.onnx, inputs f32[4]\n"
                       "  help: mend it\n");
  EXPECT_EQ(render({Severity::Note, "", "so", "m.onnx", "", "", 0, "", ""}),
            "note: so\n  in m.onnx\n");
  EXPECT_EQ(render({Severity::Warning, "", "so", "", "n", "", 0, "", ""}),
            "warning: so\n  node 'n'\n");
}

} // namespace
} // namespace ingot
