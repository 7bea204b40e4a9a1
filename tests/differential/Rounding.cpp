// Runs of the interpreter with rounding errors drawn at random.
#include "tests/differential/Rounding.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/interp/Build.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Expansions.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;

namespace ingot::differential {
namespace {

/// Units in the last place by which a result may be off, each way.
constexpr int64_t mostUnits = 4;
constexpr int fewRuns = 8, moreRuns = 64, manyRuns = 512;
/// A few units of the smallest f32.
constexpr double lostToUnderflow = 8 * 0x1p-149;
/// A sixty-fourth of the largest f32.
constexpr double overflowsOnTheWay = 0x1p122;

/// The distance from 1 to the next number of a type; 0 for types that get no noise.
double epsilonOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 0x1p-52;
  case ElementType::F32:
    return 0x1p-23;
  case ElementType::F16:
    return 0x1p-10;
  case ElementType::BF16:
    return 0x1p-7;
  default:
    return 0;
  }
}

/// Gives a function further arguments that its floats are multiplied by.
class NoiseMaker {
public:
  NoiseMaker(func::FuncOp main, std::vector<ValueType> &noise) : main(main), noise(noise) {}

  /// What composites may become that is not their expansion: a norm with given statistics is a
  /// factor and a term, so that x and the mean are rounded apart.
  void runOnComposites() {
    main.walk([&](graph::BatchNormOp norm) { addToOperands(norm); });
  }

  void run() {
    SmallVector<Operation *> operators;
    main.walk([&](Operation *op) { operators.push_back(op); });
    for (Operation *op : operators)
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

  /// Moving rounds nothing. What has only integers or truth values as results is exact on its
  /// operands, and so is a cast: there is one right result.
  static bool rounds(Operation *op, const graph::OperatorInfo &info) {
    return info.category != graph::Category::Injective &&
           info.category != graph::Category::Structural && info.name != "cast" &&
           llvm::any_of(op->getResults(), takesNoise);
  }

  void addToOperands(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (takesNoise(operand.get()))
        operand.set(noisy(operand.get(), OpBuilder(op)));
  }

  void addTo(Operation *op) {
    const graph::OperatorInfo *info = graph::infoOf(op);
    if (!info || !rounds(op, *info))
      return;
    if (info->category != graph::Category::Elementwise)
      addToOperands(op);
    for (mlir::Value result : op->getResults()) {
      if (!takesNoise(result) || result.use_empty())
        continue;
      OpBuilder after(op);
      after.setInsertionPointAfter(op);
      mlir::Value changed = noisy(result, after);
      result.replaceAllUsesExcept(changed, changed.getDefiningOp());
    }
  }

  mlir::Value noisy(mlir::Value value, OpBuilder builder) {
    noise.push_back(*graph::fromMlir(value.getType()));
    mlir::Value factor = main.getBody().front().addArgument(value.getType(), value.getLoc());
    return graph::Emitter(builder, value.getLoc()).mul(value, factor);
  }

  func::FuncOp main;
  std::vector<ValueType> &noise;
};

/// Calls f(i, element) for the numbers of a tensor.
template <typename F> void forNumbers(const Value &value, F f) {
  if (value.isTensor() && !value.tensor().isString())
    for (int64_t i = 0; i < value.tensor().elements(); ++i)
      f(static_cast<size_t>(i), value.tensor().numberAt(i));
}

} // namespace

//===--------------------------------------------------------------------------------------------===//
// Ranges
//===--------------------------------------------------------------------------------------------===//

void Rounding::Range::add(double value) {
  if (std::isnan(value)) {
    nan = true;
  } else if (std::isinf(value)) {
    infinite[value > 0] = true;
  } else {
    low = std::min(low, value);
    high = std::max(high, value);
  }
}

bool Rounding::Range::explains(double value, bool widened, double lost) const {
  bool overflows = widened && low <= high && std::max(-low, high) >= overflowsOnTheWay;
  bool infinityTimesZero = widened && infinite[0] && infinite[1];
  if (std::isnan(value))
    return nan || overflows || infinityTimesZero;
  if (std::isinf(value))
    return infinite[value > 0] || overflows;
  double width = (widened && low <= high ? high - low : 0) + lost;
  return low - width <= value && value <= high + width;
}

Rounding::Rounding(ModuleOp module, const std::vector<Value> &inputs,
                   const std::vector<Value> &wanted)
    : module(module.clone()), inputs(inputs), wanted(wanted) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const Value &value : wanted) {
    auto elements = value.isTensor() ? static_cast<size_t>(value.tensor().elements()) : 0;
    ranges.emplace_back(elements, Range{infinity, -infinity, {false, false}, false});
  }
  add(wanted);
}

void Rounding::add(const std::vector<Value> &results) {
  for (size_t output = 0; output < results.size(); ++output)
    forNumbers(results[output], [&](size_t i, double number) { ranges[output][i].add(number); });
}

//===--------------------------------------------------------------------------------------------===//
// Runs
//===--------------------------------------------------------------------------------------------===//

Status Rounding::build() {
  func::FuncOp main = mainOf(*module);
  NoiseMaker maker(main, noise);
  maker.runOnComposites();
  graph::decomposeComposites(main, [](Operation *) { return false; });
  maker.run();
  program = INGOT_TRY(interp::buildProgram(*module, nullptr));
  return success();
}

Status Rounding::drawUpTo(int count) {
  if (!program)
    INGOT_TRY(build());
  for (; runs < count; ++runs) {
    std::vector<Value> values = inputs;
    for (const ValueType &type : noise) {
      Tensor factors = INGOT_TRY(Tensor::allocate(ElementType::F64, type.dims));
      for (int64_t i = 0; i < factors.elements(); ++i) {
        auto units = static_cast<int64_t>(random() % (2 * mostUnits + 1)) - mostUnits;
        factors.mutableData<double>()[i] = 1 + static_cast<double>(units) * epsilonOf(type.element);
      }
      values.emplace_back(INGOT_TRY(interp::convert(factors, type.element, nullptr)));
    }
    interp::RunOptions options;
    options.timeout = 120;
    add(INGOT_TRY(interp::run(*program, values, options)));
  }
  return success();
}

std::string Rounding::firstUnexplained(const std::vector<Value> &found) const {
  for (size_t output = 0; output < found.size(); ++output) {
    if (differenceOf(wanted[output], found[output]).empty())
      continue;
    std::string text = differenceOf(wanted[output], found[output], false);
    if (!text.empty())
      return str("output ", output, " ", text);
    bool isRounded = isFloat(found[output].tensor().type());
    double lost = isRounded && !noise.empty() ? lostToUnderflow : 0;
    forNumbers(found[output], [&](size_t i, double number) {
      const Range &range = ranges[output][i];
      if (text.empty() && !range.explains(number, isRounded, lost))
        text = str("output ", output, " element ", i, " is ", number, ", not ",
                   wanted[output].tensor().numberAt(static_cast<int64_t>(i)), "; rounding gives ",
                   range.low, " to ", range.high);
    });
    if (!text.empty())
      return text;
  }
  return "";
}

std::string Rounding::unexplained(const std::vector<Value> &found) {
  if (found.size() != wanted.size())
    return "another number of outputs";
  std::string text = differenceOf(wanted, found);
  for (int count : {fewRuns, moreRuns, manyRuns}) {
    if (text.empty())
      break;
    if (Status status = drawUpTo(count); !status.ok())
      return "the graph with rounding errors does not run: " + status.message();
    text = firstUnexplained(found);
  }
  return text;
}

Sharpness Rounding::sharpness() {
  Sharpness all;
  if (!drawUpTo(fewRuns).ok())
    return all;
  for (size_t output = 0; output < wanted.size(); ++output) {
    if (!wanted[output].isTensor() || !isFloat(wanted[output].tensor().type()))
      continue;
    forNumbers(wanted[output], [&](size_t i, double number) {
      const Range &range = ranges[output][i];
      ++all.elements;
      if (!std::isfinite(number))
        ++all.nonFinite;
      else if (range.high - range.low > 0.01 * std::abs(number))
        ++all.loose;
    });
  }
  return all;
}

} // namespace ingot::differential
