// Random networks: inputs, then layers until there are enough operators.
#include "tests/differential/Network.h"

#include "tests/differential/NetworkBuilder.h"

#include "compiler/interp/EvalContext.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace ingot::differential {

namespace {
constexpr int64_t mostElements = 5000;
constexpr int64_t fewestOperators = 10, mostOperators = 40;
/// A layer has at most about this many operators.
constexpr int64_t largestLayer = 12;
} // namespace

Tensor NetworkBuilder::numbers(ElementType type, const Shape &shape, double low, double high) {
  auto tensor = Tensor::allocate(ElementType::F64, shape).take();
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    double number = between(low, high);
    tensor.mutableData<double>()[i] = isFloat(type) ? number : std::floor(number);
  }
  return interp::convert(tensor, type, nullptr).take();
}

MlirValue NetworkBuilder::weights(const Shape &shape, int64_t terms) {
  double bound = std::sqrt(3.0 / static_cast<double>(std::max<int64_t>(1, terms)));
  return constant(shape, -bound, bound);
}

MlirValue NetworkBuilder::offer(MlirValue value) {
  auto shape = graph::staticShape(value);
  int64_t count = shape ? elementCount(*shape).value_or(0) : 0;
  if (count > 0 && count <= mostElements && shape->size() <= 6)
    offered.push_back(value);
  return value;
}

MlirValue NetworkBuilder::any() {
  auto size = static_cast<int64_t>(offered.size());
  int64_t back = oneIn(3) ? upTo(size) : upTo(std::min<int64_t>(size, 4));
  return offered[static_cast<size_t>(size - 1 - back)];
}

MlirValue NetworkBuilder::partnerOf(MlirValue x) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    MlirValue y = any();
    if (graph::elementOf(x) != graph::elementOf(y))
      continue;
    auto shape = graph::broadcastShapes(shapeOf(x), shapeOf(y));
    if (shape && elementCount(*shape).value_or(mostElements + 1) <= mostElements)
      return y;
  }
  return nullptr;
}

namespace {

class Network {
public:
  Network(MLIRContext &context, uint64_t seed) : b(context, seed) {}

  RandomGraph make() {
    RandomGraph graph;
    OpBuilder &builder = b.builder;
    Location loc = builder.getUnknownLoc();
    graph.module = ModuleOp::create(loc);
    builder.setInsertionPointToEnd(graph.module->getBody());
    SmallVector<Type> types = inputs(graph.inputs);
    auto main = func::FuncOp::create(builder, loc, "main", builder.getFunctionType(types, {}));
    Block *body = main.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    b.offered.assign(body->getArguments().begin(), body->getArguments().end());
    addLayers();
    SmallVector<mlir::Value> results;
    for (mlir::Value value : b.offered)
      if (!isa<BlockArgument>(value) && (value.use_empty() || b.oneIn(15)))
        results.push_back(value);
    func::ReturnOp::create(builder, loc, results);
    main.setFunctionType(builder.getFunctionType(types, ValueRange(results).getTypes()));
    return graph;
  }

private:
  SmallVector<Type> inputs(std::vector<Value> &values) {
    SmallVector<Type> types;
    auto add = [&](ElementType type, const Shape &shape, double low, double high) {
      types.push_back(graph::toMlir(b.builder.getContext(), ValueType::tensor(type, shape)));
      values.emplace_back(b.numbers(type, shape, low, high));
    };
    int64_t batch = b.pick<int64_t>({1, 1, 2, 3});
    add(ElementType::F32,
        {batch, b.pick<int64_t>({1, 3, 4, 8, 16, 17}), 4 + b.upTo(9), 4 + b.upTo(9)}, -2, 2);
    add(ElementType::F32, {batch, 1 + b.upTo(17), b.pick<int64_t>({8, 12, 16, 20, 32, 33})}, -2, 2);
    add(ElementType::F32, {1 + b.upTo(40), 1 + b.upTo(40)}, -2, 2);
    add(b.pick({ElementType::I32, ElementType::I64, ElementType::I8, ElementType::U8}),
        {1 + b.upTo(9), 1 + b.upTo(9)}, b.pick({-100.0, 0.0}), 100);
    add(b.pick({ElementType::F16, ElementType::BF16}), {1 + b.upTo(9), 1 + b.upTo(20)}, -2, 2);
    return types;
  }

  void addLayers() {
    // Images and sequences have the kernels, so they come often.
    std::vector<std::vector<Layer>> families = {imageLayers(),    imageLayers(),   sequenceLayers(),
                                                sequenceLayers(), elementLayers(), elementLayers(),
                                                movementLayers()};
    if (b.oneIn(5))
      families.push_back(controlLayers());
    int64_t wanted = fewestOperators + b.upTo(mostOperators - fewestOperators - largestLayer);
    // Most layers refuse most values, so tries are bounded and not counted.
    for (int attempt = 0; b.operators < wanted && attempt < 2000; ++attempt)
      b.pick(b.pick(families))(b, b.any());
  }

  NetworkBuilder b;
};

} // namespace

RandomGraph makeNetwork(MLIRContext &context, uint64_t seed) {
  return Network(context, seed).make();
}

} // namespace ingot::differential
