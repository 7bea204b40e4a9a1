// NetworkBuilder: what the layers of a random network have in common. Random choices, constants of
// a size that keeps values near 1, and the values that a further layer may take.
#pragma once

#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Emitter.h"

#include <random>

namespace ingot::differential {

using MlirValue = mlir::Value;

class NetworkBuilder {
public:
  NetworkBuilder(mlir::MLIRContext &context, uint64_t seed)
      : builder(&context), emitter(builder, builder.getUnknownLoc()), random(seed) {}

  /// 0 … n-1; 0 when there are none.
  int64_t upTo(int64_t n) {
    return n > 0 ? static_cast<int64_t>(random() % static_cast<uint64_t>(n)) : 0;
  }
  bool oneIn(int64_t n) { return upTo(n) == 0; }
  template <typename T> T pick(std::initializer_list<T> choices) {
    return *(choices.begin() + upTo(static_cast<int64_t>(choices.size())));
  }
  template <typename T> const T &pick(const std::vector<T> &choices) {
    return choices[static_cast<size_t>(upTo(static_cast<int64_t>(choices.size())))];
  }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  }

  static Shape shapeOf(MlirValue value) { return *graph::staticShape(value); }
  static int64_t rankOf(MlirValue value) { return static_cast<int64_t>(shapeOf(value).size()); }
  static int64_t elementsOf(MlirValue value) { return *elementCount(shapeOf(value)); }

  /// A tensor of numbers between two bounds; integers between them for integers.
  Tensor numbers(ElementType type, const Shape &shape, double low, double high);
  MlirValue constant(const Shape &shape, double low, double high) {
    return emitter.constant(numbers(ElementType::F32, shape, low, high));
  }
  /// Weights of a sum of `terms` products, so that its result is about as large as its operand.
  MlirValue weights(const Shape &shape, int64_t terms);

  /// Creates an operator and counts it.
  mlir::Operation *op(llvm::StringRef name, mlir::ValueRange operands,
                      graph::Attributes attributes = {}) {
    ++operators;
    return emitter.op(name, operands, std::move(attributes));
  }
  MlirValue value(llvm::StringRef name, mlir::ValueRange operands,
                  graph::Attributes attributes = {}) {
    return op(name, operands, std::move(attributes))->getResult(0);
  }

  /// Offers a value to further layers, unless it is too large or has no elements.
  MlirValue offer(MlirValue value);
  /// Something that was offered, mostly lately.
  MlirValue any();
  /// Another offered value that broadcasts with this one; null when luck is out.
  MlirValue partnerOf(MlirValue x);

  mlir::OpBuilder builder;
  graph::Emitter emitter;
  std::mt19937_64 random;
  std::vector<MlirValue> offered;
  int64_t operators = 0;
};

/// A layer takes a value that suits it and offers what it makes; it does nothing with others.
using Layer = void (*)(NetworkBuilder &, MlirValue);

// One list a file.
std::vector<Layer> imageLayers();
std::vector<Layer> sequenceLayers();
std::vector<Layer> elementLayers();
std::vector<Layer> movementLayers();
std::vector<Layer> controlLayers();

} // namespace ingot::differential
