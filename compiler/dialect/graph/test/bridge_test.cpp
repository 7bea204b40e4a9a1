// Types in MLIR and as plain values: what goes over comes back.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Graph.h"

#include <gtest/gtest.h>

using namespace ingot;

namespace {

ValueType quantized(ElementType storage, Quantization quantization) {
  ValueType type = ValueType::tensor(storage, {2, unknownDim, 3});
  type.quantization = std::make_shared<Quantization>(std::move(quantization));
  return type;
}

TEST(Bridge, KeepsScaleAndZeroPoint) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<graph::GraphDialect>();
  for (const ValueType &type : {quantized(ElementType::I8, {{0.25}, {-3}, -1}),
                                quantized(ElementType::U8, {{0.5}, {128}, -1}),
                                quantized(ElementType::I8, {{0.25, 0.5, 1}, {0, 1, 2}, 2})}) {
    auto back = graph::fromMlir(graph::toMlir(&context, type));
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(back->text(), type.text());
    EXPECT_EQ(back->element, type.element);
    ASSERT_NE(back->quantization, nullptr);
    EXPECT_EQ(*back->quantization, *type.quantization);
  }
}

TEST(Bridge, KeepsWhatIsNotQuantized) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<graph::GraphDialect>();
  auto back = graph::fromMlir(graph::toMlir(&context, ValueType::unranked(ElementType::BF16)));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->text(), "bf16[*]");
  EXPECT_EQ(back->quantization, nullptr);
}

} // namespace
