// The memory of constants: what lies in another one keeps it.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/ConstantScope.h"
#include "compiler/dialect/graph/Graph.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace ingot;

namespace {

mlir::Operation *addConstant(mlir::ModuleOp module, mlir::ElementsAttr value) {
  auto builder = mlir::OpBuilder::atBlockEnd(module.getBody());
  mlir::OperationState state(module.getLoc(), "graph.constant");
  state.addAttribute("value", value);
  state.addTypes(value.getType());
  return builder.create(state);
}

mlir::ElementsAttr range(mlir::MLIRContext &context, int64_t count) {
  std::vector<float> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  return graph::toMlir(&context, Tensor::of<float>({count}, numbers));
}

TEST(ConstantScope, KeepsWhatAnotherConstantLiesIn) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<graph::GraphDialect>();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  graph::ConstantScope scope(&context);
  mlir::ElementsAttr unused = range(context, 1000), whole = range(context, 2000);
  mlir::ElementsAttr view = graph::toMlir(&context, *graph::fromMlir(whole));
  addConstant(*module, view);
  scope.count(*module);
  EXPECT_FALSE(graph::fromMlir(unused).has_value());
  ASSERT_TRUE(graph::fromMlir(whole).has_value());
  EXPECT_EQ(graph::fromMlir(view)->data<float>()[1999], 1999);
  scope.drop(view);
  EXPECT_FALSE(graph::fromMlir(whole).has_value());
}

} // namespace
