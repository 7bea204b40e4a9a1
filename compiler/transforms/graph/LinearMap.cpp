// Convolutions and matrix products with constant weights as maps between channels.
#include "compiler/transforms/graph/LinearMap.h"

#include "compiler/dialect/graph/Contraction.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace ingot::graph {
namespace {
/// Weights above this are not copied for each of their users.
constexpr int64_t maxSharedElements = 1 << 16;
} // namespace

std::optional<LinearMap> LinearMap::of(Operation *op) {
  if (!isa<ConvOp, ConvTransposeOp, MatmulOp>(op))
    return std::nullopt;
  mlir::Value weights = op->getOperand(1);
  auto shape = isConstant(weights) ? staticShape(weights) : std::nullopt;
  auto count = shape ? elementCount(*shape) : std::nullopt;
  bool isExact = elementOf(weights) == ElementType::F32 || elementOf(weights) == ElementType::F64;
  if (!isExact || count.value_or(0) == 0 || shape->size() < 2 || !dimsOf(op->getOperand(0)) ||
      !dimsOf(op->getResult(0)))
    return std::nullopt;
  LinearMap map;
  map.op = op;
  map.shape = *shape;
  size_t rank = shape->size();
  int64_t first = (*shape)[0], second = (*shape)[1];
  if (auto conv = dyn_cast<ConvOp>(op)) {
    map.kind = Kind::Conv;
    map.groups = static_cast<int64_t>(conv.getGroup());
    map.outputCount = first;
    map.inputCount = second * map.groups;
    map.inner = *count / (first * second);
  } else if (auto transpose = dyn_cast<ConvTransposeOp>(op)) {
    map.kind = Kind::ConvTranspose;
    map.groups = static_cast<int64_t>(transpose.getGroup());
    map.inputCount = first;
    map.outputCount = second * map.groups;
    map.inner = *count / (first * second);
  } else {
    auto matmul = cast<MatmulOp>(op);
    bool turned = matmul.getTransposeB();
    map.kind = turned ? Kind::TurnedMatmul : Kind::Matmul;
    map.inputCount = (*shape)[rank - (turned ? 1 : 2)];
    map.outputCount = (*shape)[rank - (turned ? 2 : 1)];
    // A transposed left operand has its channels elsewhere, a vector has no row axis.
    if (matmul.getTransposeA() || dimsOf(op->getOperand(0))->size() < 2)
      return std::nullopt;
  }
  return map;
}

std::optional<size_t> LinearMap::axisIn(mlir::Value value) const {
  auto dims = dimsOf(value);
  if (!dims || dims->size() < 2)
    return std::nullopt;
  return hasBias() ? 1 : dims->size() - 1;
}

int64_t LinearMap::outputOf(int64_t i) const {
  if (isConv())
    return i / (shape[1] * inner);
  if (isConvTranspose()) {
    int64_t perGroup = shape[1], input = i / (perGroup * inner);
    return input / (inputCount / groups) * perGroup + i / inner % perGroup;
  }
  return kind == Kind::TurnedMatmul ? i / inputCount % outputCount : i % outputCount;
}

int64_t LinearMap::inputOf(int64_t i) const {
  if (isConv()) {
    int64_t perGroup = shape[1], output = i / (perGroup * inner);
    return output / (outputCount / groups) * perGroup + i / inner % perGroup;
  }
  if (isConvTranspose())
    return i / (shape[1] * inner);
  return kind == Kind::TurnedMatmul ? i % inputCount : i / outputCount % inputCount;
}

Tensor LinearMap::weights() const {
  auto tensor = constantTensor(op->getOperand(1));
  assert(tensor && "a constant of numbers");
  return *tensor;
}

std::vector<double> LinearMap::numbers() const {
  Tensor tensor = weights();
  std::vector<double> numbers(static_cast<size_t>(tensor.elements()));
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = tensor.numberAt(static_cast<int64_t>(i));
  return numbers;
}

std::optional<std::vector<double>> LinearMap::bias() const {
  std::vector<double> numbers(static_cast<size_t>(outputCount));
  if (!hasBias() || isNone(op->getOperand(2)))
    return numbers;
  auto given = constantTensor(op->getOperand(2));
  if (!given)
    return std::nullopt;
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = given->numberAt(static_cast<int64_t>(i));
  return numbers;
}

bool LinearMap::hasNoPadding() const {
  if (!hasBias())
    return true;
  auto pads = cast<DenseI64ArrayAttr>(op->getAttr("pads")).asArrayRef();
  return cast<StringAttr>(op->getAttr("auto_pad")).getValue() == "explicit" &&
         llvm::all_of(pads, [](int64_t pad) { return pad == 0; });
}

bool LinearMap::sharesLargeWeights() const {
  return *elementCount(shape) > maxSharedElements && !op->getOperand(1).hasOneUse();
}

mlir::Value LinearMap::rebuilt(RewriterBase &rewriter, Location loc, mlir::Value x,
                               const std::optional<std::vector<double>> &weights,
                               const std::optional<std::vector<double>> &bias) const {
  Emitter e(rewriter, loc);
  mlir::Value w = weights ? e.numbers(shape, *weights, element()) : mlir::Value();
  mlir::Value b = bias ? e.numbers({outputCount}, *bias, element()) : mlir::Value();
  Operation *copy = rewriter.clone(*op);
  copy->setLoc(loc);
  copy->setOperand(0, x);
  if (w)
    copy->setOperand(1, w);
  if (b)
    copy->setOperand(2, b);
  return copy->getResult(0);
}

std::optional<std::vector<double>> perChannel(mlir::Value constant, mlir::Value y, size_t axis,
                                              int64_t channels) {
  auto dims = dimsOf(constant), large = dimsOf(y);
  if (!dims || !large || dims->size() > large->size() || !isConstant(constant))
    return std::nullopt;
  size_t lead = large->size() - dims->size();
  for (size_t i = 0; i < dims->size(); ++i)
    if ((*dims)[i] != 1 && (lead + i != axis || (*dims)[i] != channels))
      return std::nullopt;
  auto tensor = constantTensor(constant);
  if (!tensor || !isFloat(tensor->type()))
    return std::nullopt;
  std::vector<double> numbers(static_cast<size_t>(channels));
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = tensor->numberAt(tensor->elements() == 1 ? 0 : static_cast<int64_t>(i));
  return numbers;
}

bool allFinite(const std::vector<double> &numbers) {
  // As f32, which weights are rounded to.
  return llvm::all_of(numbers, [](double x) { return std::isfinite(static_cast<float>(x)); });
}

} // namespace ingot::graph
