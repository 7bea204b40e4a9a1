// Layers that move elements, and control flow around others.
#include "tests/differential/NetworkBuilder.h"

#include <algorithm>
#include <cmath>

namespace ingot::differential {
namespace {

using graph::elementOf;

void transpose(NetworkBuilder &b, MlirValue x) {
  std::vector<int64_t> perm(static_cast<size_t>(NetworkBuilder::rankOf(x)));
  for (size_t i = 0; i < perm.size(); ++i)
    perm[i] = static_cast<int64_t>(i);
  for (size_t i = perm.size(); i > 1; --i)
    std::swap(perm[i - 1], perm[static_cast<size_t>(b.upTo(static_cast<int64_t>(i)))]);
  if (perm.size() > 1)
    b.offer(b.value("transpose", {x}, {{"perm", perm}}));
}

void reshape(NetworkBuilder &b, MlirValue x) {
  int64_t rank = NetworkBuilder::rankOf(x);
  switch (b.upTo(4)) {
  case 0:
    b.offer(b.value("flatten", {x}, {{"axis", b.upTo(rank + 1)}}));
    return;
  case 1:
    b.offer(b.value("unsqueeze", {x, b.emitter.integers({b.upTo(rank + 1)})}));
    return;
  case 2:
    b.offer(b.value("squeeze", {x, b.emitter.none()}));
    return;
  default:
    break;
  }
  std::vector<int64_t> target;
  int64_t left = NetworkBuilder::elementsOf(x);
  while (left > 1 && target.size() < 3) {
    int64_t factor = 1 + b.upTo(left);
    while (left % factor != 0)
      --factor;
    target.push_back(factor);
    left /= factor;
  }
  target.push_back(left);
  b.offer(b.value("reshape", {x, b.emitter.integers(target)}));
}

void slice(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  std::vector<int64_t> starts, ends, axes, steps;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (b.oneIn(2))
      continue;
    int64_t step = b.pick<int64_t>({1, 1, 1, 2, -1});
    axes.push_back(static_cast<int64_t>(i));
    starts.push_back(step > 0 ? b.upTo(shape[i]) : shape[i] - 1 - b.upTo(shape[i]));
    ends.push_back(step > 0 ? shape[i] - b.upTo(shape[i] - starts.back()) : -1 - shape[i]);
    steps.push_back(step);
  }
  if (!axes.empty())
    b.offer(b.value("slice", {x, b.emitter.integers(starts), b.emitter.integers(ends),
                              b.emitter.integers(axes), b.emitter.integers(steps)}));
}

void split(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  if (shape.empty())
    return;
  int64_t axis = b.upTo(static_cast<int64_t>(shape.size()));
  int64_t size = shape[static_cast<size_t>(axis)];
  if (size < 2)
    return;
  int64_t first = 1 + b.upTo(size - 1);
  mlir::Operation *parts = b.op("split", {x, b.emitter.integers({first, size - first})},
                                {{"axis", axis}, {"parts", int64_t{2}}});
  if (b.oneIn(2)) {
    b.offer(parts->getResult(0));
    b.offer(parts->getResult(1));
    return;
  }
  // Changed in between, so that nothing cancels.
  MlirValue a = parts->getResult(1), c = parts->getResult(0);
  if (graph::isFloatValue(a))
    a = b.value("neg", {a});
  b.offer(b.value("concat", {a, c}, {{"axis", axis}}));
}

void concat(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  for (int attempt = 0; attempt < 8 && !shape.empty(); ++attempt) {
    MlirValue y = b.any();
    Shape other = NetworkBuilder::shapeOf(y);
    int64_t axis = b.upTo(static_cast<int64_t>(shape.size()));
    if (elementOf(x) != elementOf(y) || other.size() != shape.size())
      continue;
    other[static_cast<size_t>(axis)] = shape[static_cast<size_t>(axis)];
    if (other != shape)
      continue;
    b.offer(b.value("concat", {x, y}, {{"axis", axis}}));
    return;
  }
}

void pad(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  if (shape.empty() || elementOf(x) == ElementType::Bool)
    return;
  std::string mode = b.pick({"constant", "constant", "edge", "reflect"});
  std::vector<int64_t> pads;
  for (size_t i = 0; i < 2 * shape.size(); ++i) {
    bool mirrors = mode == "reflect";
    pads.push_back(mirrors && shape[i % shape.size()] < 2 ? 0 : b.pick<int64_t>({0, 0, 0, 1}));
  }
  b.offer(b.value("pad", {x, b.emitter.integers(pads), b.emitter.none(), b.emitter.none()},
                  {{"mode", mode}}));
}

void repeat(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  if (shape.empty())
    return;
  if (b.oneIn(2)) {
    for (int64_t &dim : shape)
      dim = dim == 1 ? 1 + b.upTo(4) : dim;
    b.offer(b.value("expand", {x, b.emitter.integers(shape)}));
    return;
  }
  std::vector<int64_t> repeats(shape.size(), 1);
  repeats[static_cast<size_t>(b.upTo(static_cast<int64_t>(shape.size())))] = 2;
  b.offer(b.value("tile", {x, b.emitter.integers(repeats)}));
}

void gather(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  if (shape.empty())
    return;
  int64_t axis = b.upTo(static_cast<int64_t>(shape.size()));
  int64_t size = shape[static_cast<size_t>(axis)];
  MlirValue indices = b.emitter.constant(b.numbers(
      ElementType::I64, {1 + b.upTo(5)}, static_cast<double>(-size), static_cast<double>(size)));
  b.offer(b.value("gather", {x, indices}, {{"axis", axis}}));
}

/// A table of rows, read where integers say.
void embedding(NetworkBuilder &b, MlirValue x) {
  if (!graph::isIntegerValue(x) || NetworkBuilder::elementsOf(x) > 40)
    return;
  MlirValue wide =
      elementOf(x) == ElementType::I64 ? x : b.value("cast", {x}, {{"to", ElementType::I64}});
  MlirValue rows = b.value("mod", {wide, b.emitter.constant(Tensor::scalar<int64_t>(11))});
  b.offer(b.value("gather", {b.constant({11, b.pick<int64_t>({8, 16, 20})}, -2, 2), rows},
                  {{"axis", int64_t{0}}}));
}

void blocks(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  if (shape.size() != 4)
    return;
  if (shape[1] % 4 == 0)
    b.offer(b.value("depth_to_space", {x},
                    {{"blocksize", int64_t{2}}, {"mode", std::string(b.pick({"DCR", "CRD"}))}}));
  else if (shape[2] % 2 == 0 && shape[3] % 2 == 0)
    b.offer(b.value("space_to_depth", {x}, {{"blocksize", int64_t{2}}}));
}

void best(NetworkBuilder &b, MlirValue x) {
  Shape shape = NetworkBuilder::shapeOf(x);
  if (shape.empty() || elementOf(x) == ElementType::Bool || !b.oneIn(3))
    return;
  int64_t axis = b.upTo(static_cast<int64_t>(shape.size()));
  int64_t count = 1 + b.upTo(shape[static_cast<size_t>(axis)]);
  mlir::Operation *top =
      b.op("top_k", {x, b.emitter.integers({count})}, {{"axis", axis}, {"largest", b.oneIn(2)}});
  b.offer(top->getResult(0));
  b.offer(top->getResult(1));
}

void triangle(NetworkBuilder &b, MlirValue x) {
  if (NetworkBuilder::rankOf(x) >= 2 && b.oneIn(3))
    b.offer(b.value("trilu", {x, b.emitter.none()}, {{"upper", b.oneIn(2)}}));
}

//===--------------------------------------------------------------------------------------------===//
// Control flow
//===--------------------------------------------------------------------------------------------===//

/// Fills a region of one block with what `body` yields of its arguments.
void fill(NetworkBuilder &b, mlir::Region &region, mlir::TypeRange types,
          const std::function<std::vector<MlirValue>(mlir::ValueRange)> &body) {
  mlir::OpBuilder::InsertionGuard guard(b.builder);
  mlir::Location loc = b.builder.getUnknownLoc();
  mlir::Block &block = region.emplaceBlock();
  block.addArguments(types, llvm::SmallVector<mlir::Location>(types.size(), loc));
  b.builder.setInsertionPointToEnd(&block);
  mlir::OperationState yield(loc, "graph.yield");
  yield.addOperands(body(block.getArguments()));
  b.builder.create(yield);
}

void branch(NetworkBuilder &b, MlirValue x) {
  if (elementOf(x) != ElementType::F32 || NetworkBuilder::rankOf(x) < 2)
    return;
  MlirValue sum = b.value("reduce_sum", {x, b.emitter.none()}, {{"keepdims", false}});
  MlirValue isPositive = b.value("greater", {sum, b.emitter.number(0, sum)});
  int64_t width = NetworkBuilder::shapeOf(x).back();
  mlir::OperationState state(b.builder.getUnknownLoc(), "graph.if");
  state.addOperands(isPositive);
  state.addTypes(x.getType());
  fill(b, *state.addRegion(), {}, [&](mlir::ValueRange) -> std::vector<MlirValue> {
    return {b.value("relu", {b.value("matmul", {x, b.weights({width, width}, width)})})};
  });
  fill(b, *state.addRegion(), {}, [&](mlir::ValueRange) -> std::vector<MlirValue> {
    return {b.value("tanh", {b.emitter.mul(x, 0.5)})};
  });
  ++b.operators;
  b.offer(b.builder.create(state)->getResult(0));
}

void repetition(NetworkBuilder &b, MlirValue x) {
  if (elementOf(x) != ElementType::F32 || NetworkBuilder::rankOf(x) < 2)
    return;
  int64_t width = NetworkBuilder::shapeOf(x).back();
  MlirValue weights = b.weights({width, width}, width);
  MlirValue trips = b.emitter.constant(Tensor::scalar<int64_t>(1 + b.upTo(3)));
  MlirValue go = b.emitter.constant(Tensor::scalar(true));
  mlir::OperationState state(b.builder.getUnknownLoc(), "graph.loop");
  state.addOperands({trips, go, x});
  state.addTypes(x.getType());
  mlir::Type types[] = {trips.getType(), go.getType(), x.getType()};
  fill(b, *state.addRegion(), types, [&](mlir::ValueRange arguments) -> std::vector<MlirValue> {
    MlirValue y = b.value("tanh", {b.value("matmul", {arguments[2], weights})});
    return {arguments[1], b.value("add", {y, b.emitter.mul(arguments[2], 0.5)})};
  });
  ++b.operators;
  b.offer(b.builder.create(state)->getResult(0));
}

} // namespace

std::vector<Layer> movementLayers() {
  return {transpose, transpose, reshape, reshape,   slice,  slice,  split, concat,
          concat,    pad,       repeat,  embedding, gather, blocks, best,  triangle};
}

std::vector<Layer> controlLayers() { return {branch, repetition}; }

} // namespace ingot::differential
