// The table of kernels: rows are whole, libraries have what they say, units and extents fit.
#include "compiler/library/KernelTable.h"

#include "compiler/library/Library.h"
#include "kernels/contraction/contract.h"

#include "llvm/IR/LLVMContext.h"

#include <gtest/gtest.h>

using namespace ingot;
using namespace ingot::library;

namespace {

TEST(KernelTable, HasEveryRowInEveryLibraryThatItNames) {
  for (const machine::Isa &isa : machine::isas())
    for (const Kernel &kernel : allKernels()) {
      if (!isa.has(kernel.needs))
        continue;
      llvm::LLVMContext context;
      auto opened = Library::openFor(context, isa, kernel);
      ASSERT_TRUE(opened.ok()) << kernel.name << ": " << opened.status().message();
      EXPECT_NE((*opened)->find(llvm::StringRef(kernel.name.data(), kernel.name.size())), nullptr)
          << kernel.name << " in " << isa.name;
    }
}

TEST(KernelTable, NamesKernelsThatPack) {
  for (const Kernel &kernel : allKernels())
    if (kernel.packing != "none") {
      EXPECT_NE(findKernel(kernel.packing), nullptr) << kernel.name;
    }
}

TEST(KernelTable, NamesPitchesOfOperands) {
  for (const Kernel &kernel : allKernels())
    for (const kernels::Pitch &pitch : kernel.pitches) {
      auto isNamed = [&](const kernels::Operand &operand) {
        return std::string_view(operand.name) == pitch.operand;
      };
      EXPECT_TRUE(std::ranges::any_of(kernel.operands, isNamed)) << kernel.name;
      EXPECT_TRUE(kernel.placeOf(pitch.size)) << kernel.name;
      EXPECT_TRUE(!pitch.entries || kernel.placeOf(pitch.entries)) << kernel.name;
    }
}

TEST(KernelTable, HasTheOperationsOfEveryInstructionSet) {
  for (const machine::Isa &isa : machine::isas())
    for (const char *operation : {"gemm", "gemv", "conv", "attention", "depthwise", "gemm_integer",
                                  "gemv_integer", "conv_integer", "depthwise_integer"})
      EXPECT_FALSE(kernelsOf(operation, isa).empty()) << operation << " for " << isa.name;
}

TEST(KernelTable, CountsUnitsAndBytes) {
  const Kernel *gemm = findKernel("gemm_f32_14x32");
  ASSERT_NE(gemm, nullptr);
  kernels::contraction::ProductSizes sizes{.rows = 49,
                                           .columns = 70,
                                           .depth = 10,
                                           .batches = 2,
                                           .aPitch = 12,
                                           .yPitch = 72,
                                           .aBatch = 600,
                                           .bBatch = 960,
                                           .yBatch = 3600,
                                           .yBytes = 2,
                                           .firstCache = 32768,
                                           .secondCache = 1 << 20};
  auto values = valuesOf(sizes);
  EXPECT_EQ(gemm->placeOf("aPitch"), 4u);
  EXPECT_FALSE(gemm->placeOf("pitch"));
  EXPECT_EQ(gemm->units(values), 4 * 3 * 2);
  EXPECT_FALSE(gemm->pitchOf(0, values)); // there are two entries
  auto single = values;
  single[*gemm->placeOf("batches")] = 1;
  EXPECT_EQ(gemm->pitchOf(0, single), gemm->placeOf("aPitch"));
  EXPECT_FALSE(gemm->pitchOf(1, single));
  EXPECT_EQ(gemm->pitchOf(2, single), gemm->placeOf("yPitch"));
  EXPECT_EQ(gemm->rowBytes(0, *gemm->placeOf("aPitch"), single), 4 * 10);
  EXPECT_EQ(gemm->rowBytes(2, *gemm->placeOf("yPitch"), single), 2 * 70);
  auto row = single; // a single one may go on beyond its pitch
  row[*gemm->placeOf("rows")] = row[*gemm->placeOf("aPitch")] = 1;
  EXPECT_EQ(gemm->rowBytes(0, *gemm->placeOf("aPitch"), row), 4 * 10);
  row[*gemm->placeOf("rows")] = 0;
  EXPECT_EQ(gemm->rowBytes(0, *gemm->placeOf("aPitch"), row), 0);
  auto extents = gemm->footprint(values, 0, gemm->units(values));
  EXPECT_EQ(extents[0].end, 4 * (600 + 48 * 12 + 10));
  EXPECT_EQ(extents[1].end, 4 * 2 * 960);
  EXPECT_EQ(extents[2].end, 2 * (3600 + 48 * 72 + 70));
  EXPECT_EQ(gemm->footprint(values, 12, 13)[2].begin, 2 * 3600);
}

TEST(KernelTable, KnowsTypes) {
  const Kernel *gemm = findKernel("gemm_f32_14x32"), *copy = findKernel("copy_strided_16");
  const Kernel *softmax = findKernel("softmax_rows_f32");
  EXPECT_TRUE(gemm->reads(ElementType::F32));
  EXPECT_FALSE(gemm->reads(ElementType::BF16));
  EXPECT_TRUE(gemm->writes(ElementType::BF16));
  EXPECT_FALSE(gemm->writes(ElementType::F64));
  EXPECT_TRUE(copy->reads(ElementType::F16));
  EXPECT_FALSE(copy->reads(ElementType::F32));
  EXPECT_TRUE(softmax->reads(ElementType::F16));
  const Kernel *integers = findKernel("gemm_u8_14x32_vnni");
  EXPECT_TRUE(integers->reads(ElementType::U8));
  EXPECT_FALSE(integers->reads(ElementType::I8));
  EXPECT_TRUE(integers->writes(ElementType::F32));
  EXPECT_EQ(integers->sumType(), ElementType::I32);
}

} // namespace
