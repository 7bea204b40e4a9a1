// Widens 16-bit operators, writes out composites and multiplies what is rounded by random factors.
#include "tests/differential/Noise.h"

#include "tests/differential/Bounds.h"
#include "tests/differential/Run.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/dialect/graph/Quantization.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expansions.h"

#include <random>

using namespace mlir;

namespace ingot::differential {

double epsilonOf(ElementType type) {
  return type == ElementType::F64 ? 0x1p-52 : type == ElementType::F32 ? 0x1p-23 : 0;
}

//===--------------------------------------------------------------------------------------------===//
// Exact operators
//===--------------------------------------------------------------------------------------------===//

namespace {

bool isHalf(ElementType type) { return type == ElementType::F16 || type == ElementType::BF16; }

/// Numbers with all bits of f32, or integers that are truth values as well.
Expected<Tensor> sampleOf(const ValueType &type, std::mt19937_64 &random) {
  bool isReal = isFloat(type.element);
  Tensor tensor =
      INGOT_TRY(Tensor::allocate(isReal ? ElementType::F64 : ElementType::I64, type.dims));
  for (int64_t i = 0; i < tensor.elements(); ++i)
    if (isReal)
      tensor.mutableData<double>()[i] =
          static_cast<float>(static_cast<double>(random() >> 11) * 0x1p-51 - 2);
    else
      tensor.mutableData<int64_t>()[i] = static_cast<int64_t>(random() % 2);
  return isReal ? Expected<Tensor>(tensor) : interp::convert(tensor, type.element, nullptr);
}

/// An operand for a trial in f64: constants of integers say what the operator does, so they stay.
Expected<Value> trialOperand(mlir::Value operand, std::mt19937_64 &random) {
  if (graph::isNone(operand))
    return Value();
  auto type = graph::fromMlir(operand.getType());
  if (!type || !type->isTensor() || !type->isStatic() || type->element == ElementType::String)
    return failure("no sample");
  if (auto constant = graph::constantTensor(operand); constant && !isFloat(type->element))
    return Value(*constant);
  return Value(INGOT_TRY(sampleOf(*type, random)));
}

/// The attributes with f64 for other floats.
graph::Attributes attributesFor(Operation *op, ElementType to) {
  graph::Attributes attributes;
  for (auto [name, value] : graph::attributesOf(op)) {
    if (auto *type = std::get_if<ElementType>(&value))
      *type = isHalf(*type) || epsilonOf(*type) != 0 ? to : *type;
    attributes.set(name, value);
  }
  return attributes;
}

Results tryInDouble(Operation *op, const graph::OperatorInfo &info) {
  std::mt19937_64 random(1);
  std::vector<Value> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(INGOT_TRY(trialOperand(operand, random)));
  return interp::evaluate(info, attributesFor(op, ElementType::F64), operands, {});
}

bool areAllF32(const Tensor &tensor) {
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    double number = tensor.numberAt(i);
    if (static_cast<float>(number) != number)
      return false;
  }
  return true;
}

} // namespace

bool isExact(Operation *op) {
  const graph::OperatorInfo *info = graph::infoOf(op);
  if (!info || info->category == graph::Category::Contraction || op->getNumRegions() != 0)
    return false;
  auto found = tryInDouble(op, *info);
  return found.ok() && llvm::all_of(*found, [](const Value &value) {
           return value.isTensor() &&
                  (!isFloat(value.tensor().type()) ||
                   (value.tensor().type() == ElementType::F64 && areAllF32(value.tensor())));
         });
}

namespace {

//===--------------------------------------------------------------------------------------------===//
// 16-bit floats
//===--------------------------------------------------------------------------------------------===//

bool isHalfTensor(mlir::Value value) {
  auto type = graph::fromMlir(value.getType());
  return type && type->isTensor() && isHalf(type->element);
}

/// Operators that move data or convert it are exact, or round just once, in any type.
bool computes(const graph::OperatorInfo &info) {
  return info.category != graph::Category::Injective &&
         info.category != graph::Category::Structural && info.name != "cast";
}

/// f(x: f16) → cast(f(cast(x: f16 to f32)) to f16): the rule is one rounding per operator.
Status widen(Operation *op) {
  const graph::OperatorInfo *info = graph::infoOf(op);
  if (!info || !computes(*info) || llvm::none_of(op->getResults(), isHalfTensor))
    return success();
  OpBuilder builder(op);
  graph::Emitter e(builder, op->getLoc());
  SmallVector<mlir::Value> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(isHalfTensor(operand) ? e.cast(operand, ElementType::F32) : operand);
  Operation *wide =
      e.op(op->getName().stripDialect(), operands, attributesFor(op, ElementType::F32));
  for (auto [was, is] : llvm::zip(op->getResults(), wide->getResults())) {
    mlir::Value narrow = is;
    if (isHalfTensor(was)) {
      if (graph::elementOf(is) != ElementType::F32)
        return failure(str(info->name, " has no form on f32 for its 16-bit floats"));
      narrow = e.cast(is, graph::elementOf(was));
    }
    was.replaceAllUsesWith(narrow);
  }
  op->erase();
  return success();
}

SmallVector<Operation *> operatorsOf(func::FuncOp main) {
  SmallVector<Operation *> operators;
  main.walk([&](Operation *op) { operators.push_back(op); });
  return operators;
}

//===--------------------------------------------------------------------------------------------===//
// Factors
//===--------------------------------------------------------------------------------------------===//

/// Gives a function further arguments that its floats are multiplied by.
class NoiseMaker {
public:
  NoiseMaker(func::FuncOp main, std::vector<Factors> &factors) : main(main), factors(factors) {}

  /// What composites may become that is not their expansion: a norm with given statistics is a
  /// factor and a term, so that x and the mean are rounded apart.
  void runOnComposites() {
    main.walk([&](graph::BatchNormOp norm) { addToOperands(norm); });
  }

  void run() {
    for (Operation *op : operatorsOf(main))
      addTo(op);
    Block &body = main.getBody().front();
    main.setFunctionType(FunctionType::get(main.getContext(), body.getArgumentTypes(),
                                           body.getTerminator()->getOperandTypes()));
  }

private:
  static bool takesNoise(mlir::Value value) {
    auto type = graph::fromMlir(value.getType());
    return type && type->isTensor() && type->isStatic() && epsilonOf(type->element) != 0;
  }

  void addToOperands(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (takesNoise(operand.get()))
        operand.set(noisy(operand.get(), OpBuilder(op)));
  }

  void addTo(Operation *op) {
    const graph::OperatorInfo *info = graph::infoOf(op);
    if (!info || !computes(*info) || llvm::none_of(op->getResults(), takesNoise) || isExact(op))
      return;
    if (isa<graph::AsinOp, graph::AcosOp, graph::AtanhOp, graph::AcoshOp>(op) &&
        takesNoise(op->getOperand(0)))
      op->setOperand(0, heldAtTheEdge(op->getOperand(0), isa<graph::AcoshOp>(op), OpBuilder(op)));
    bool isSum = info->category != graph::Category::Elementwise;
    int64_t terms = isSum ? termsOf(op, *info) : 1;
    if (isSum)
      addToOperands(op);
    for (mlir::Value result : op->getResults()) {
      if (!takesNoise(result) || result.use_empty())
        continue;
      OpBuilder after(op);
      after.setInsertionPointAfter(op);
      SmallPtrSet<Operation *, 4> readers;
      for (Operation *reader : result.getUsers())
        readers.insert(reader);
      mlir::Value whole = mayLoseItsTail(op) ? withoutTail(result, after) : result;
      mlir::Value changed = noisy(whole, after, terms);
      result.replaceUsesWithIf(changed,
                               [&](OpOperand &use) { return readers.contains(use.getOwner()); });
    }
  }

  /// How many numbers one of the result is the sum of.
  static int64_t termsOf(Operation *op, const graph::OperatorInfo &info) {
    graph::Attributes attributes = graph::attributesOf(op);
    graph::InferContext context = graph::inferContextOf(op, attributes);
    int64_t made = elementsOf(op->getResult(0)), read = elementsOf(op->getOperand(0));
    if (info.macs && info.infer(context).ok())
      read = info.macs(context).value_or(read);
    return made == 0 ? 1 : std::max<int64_t>(1, read / made);
  }
  static int64_t elementsOf(mlir::Value value) {
    auto shape = graph::staticShape(value);
    return shape ? elementCount(*shape).value_or(0) : 0;
  }

  static bool mayLoseItsTail(Operation *op) {
    return isa<graph::ExpOp, graph::SigmoidOp, graph::SoftplusOp>(op) &&
           graph::elementOf(op->getResult(0)) == ElementType::F32;
  }

  /// With 0 for the least numbers, or not.
  mlir::Value withoutTail(mlir::Value value, OpBuilder builder) {
    graph::Emitter e(builder, value.getLoc());
    mlir::Value least = e.number(bounds::leastExponential, value);
    mlir::Value kept =
        addFactors({ValueType::tensor(ElementType::F32, {}), 0, true}, value.getLoc());
    return e.value("where", {e.value("less", {value, least}), e.mul(value, kept), value});
  }

  /// What noise brought beyond the ends of -1 to 1, or below 1, is there, or stays beyond.
  mlir::Value heldAtTheEdge(mlir::Value value, bool isFromOne, OpBuilder builder) {
    graph::Emitter e(builder, value.getLoc());
    ElementType type = graph::elementOf(value);
    const double beyond = 2 * mostUnitsOf(bounds::longestSum) * epsilonOf(type);
    mlir::Value held = addFactors({ValueType::tensor(type, {}), 0, true}, value.getLoc());
    mlir::Value free = e.add(e.mul(held, -beyond), beyond);
    if (isFromOne) {
      mlir::Value edge = e.sub(e.number(1, value), free);
      mlir::Value isNear = e.value("less", {e.number(1 - beyond, value), value});
      return e.value("where", {isNear, e.value("max", {value, edge}), value});
    }
    mlir::Value edge = e.add(free, 1);
    mlir::Value isNear = e.value("less", {e.value("abs", {value}), e.number(1 + beyond, value)});
    mlir::Value above = e.value("max", {value, e.value("neg", {edge})});
    return e.value("where", {isNear, e.value("min", {above, edge}), value});
  }

  /// Units of noise on what is the sum of so many numbers.
  static int64_t mostUnitsOf(int64_t terms) {
    return bounds::mostUnits + std::min(terms, bounds::longestSum) / bounds::termsOfADrift;
  }

  mlir::Value noisy(mlir::Value value, OpBuilder builder, int64_t terms = 1) {
    mlir::Value factor =
        addFactors({*graph::fromMlir(value.getType()), mostUnitsOf(terms)}, value.getLoc());
    return graph::Emitter(builder, value.getLoc()).mul(value, factor);
  }

  mlir::Value addFactors(Factors added, Location loc) {
    Type type = graph::toMlir(main.getContext(), added.type);
    factors.push_back(std::move(added));
    return main.getBody().front().addArgument(type, loc);
  }

  func::FuncOp main;
  std::vector<Factors> &factors;
};

} // namespace

Expected<NoisyGraph> addNoise(ModuleOp graph) {
  NoisyGraph noisy{graph.clone(), {}};
  func::FuncOp main = mainOf(*noisy.module);
  for (Operation *op : operatorsOf(main))
    INGOT_TRY(widen(op));
  NoiseMaker maker(main, noisy.factors);
  maker.runOnComposites();
  // Between the parts of a quantization nothing is rounded that could be rounded otherwise.
  graph::decomposeComposites(main, [](Operation *op) {
    return isa<graph::QuantizeLinearOp, graph::DequantizeLinearOp>(op);
  });
  maker.run();
  return noisy;
}

} // namespace ingot::differential
