// matmul(x, w) → matmul(x, cast(cast(w, f16), f32)): weights are numbers that 16 bits hold.
//
// Weights are known operands of f32, with two axes or more, of what multiplies and accumulates, and
// tables that rows are looked up in. Folding makes constants of the casts to 16 bits; lookups move
// before those to f32, and a lowering packs weights that 16 bits hold in 16 bits.
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"

#include <cmath>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_ROUNDWEIGHTS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// Whether the value follows from constants by so few operators that they are a way to write a
/// weight: a transposed one, one of integers.
bool isKnown(mlir::Value value, int steps = 4) {
  Operation *op = value.getDefiningOp();
  if (!op || steps == 0)
    return false;
  if (isConstant(value))
    return true;
  const OperatorInfo *info = infoOf(op);
  return info && info->foldable && !info->random && op->getNumRegions() == 0 &&
         op->getNumOperands() > 0 && llvm::all_of(op->getOperands(), [&](mlir::Value operand) {
           return isKnown(operand, steps - 1);
         });
}

bool isWeight(mlir::Value value) {
  auto dims = dimsOf(value);
  return isa<TensorType>(value.getType()) && elementOf(value) == ElementType::F32 && dims &&
         dims->size() >= 2 && isKnown(value);
}

/// Codes have scales, which are no weights.
bool multipliesFloats(Operation *op) {
  const OperatorInfo *info = infoOf(op);
  return info && info->macs && llvm::none_of(op->getOperands(), isIntegerValue);
}

/// The greatest finite magnitude of a constant; nothing where it is not known.
std::optional<float> greatestOf(mlir::Value value) {
  auto tensor = constantTensor(value);
  if (!tensor)
    return std::nullopt;
  float greatest = 0;
  const float *numbers = tensor->data<float>();
  for (int64_t i = 0; i < tensor->elements(); ++i)
    greatest = std::isfinite(numbers[i]) ? std::max(greatest, std::fabs(numbers[i])) : greatest;
  return greatest;
}

struct RoundWeights : impl::RoundWeightsBase<RoundWeights> {
  using RoundWeightsBase::RoundWeightsBase;

  void runOnOperation() override {
    auto parsed = elementFromName(type.getValue());
    if (parsed != ElementType::F16 && parsed != ElementType::BF16) {
      getOperation()->emitError("type: '") << type.getValue() << "', wanted f16 or bf16";
      return signalPassFailure();
    }
    small = *parsed;
    SmallVector<Operation *> operators;
    getOperation()->walk([&](Operation *op) { operators.push_back(op); });
    for (Operation *op : operators)
      if (auto gather = dyn_cast<GatherOp>(op)) {
        // A table of numbers that do not fit is left as it is: it may be a mask.
        OpOperand &table = gather.getXMutable();
        if (isWeight(table.get()) && fits(table.get()))
          round(table);
      } else if (multipliesFloats(op) && failed(roundWeights(op))) {
        return signalPassFailure();
      }
  }

  bool fits(mlir::Value weights) const {
    // What is more becomes infinite; bf16 has the range of f32.
    constexpr float beyond = 65520;
    auto greatest = small == ElementType::F16 ? greatestOf(weights) : std::nullopt;
    return greatest.value_or(0) < beyond;
  }

  void round(OpOperand &operand) const {
    OpBuilder builder(operand.getOwner());
    Emitter e(builder, operand.getOwner()->getLoc());
    operand.set(e.cast(e.cast(operand.get(), small), ElementType::F32));
  }

  LogicalResult roundWeights(Operation *op) const {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isWeight(operand.get()))
        continue;
      if (!fits(operand.get()))
        return op->emitError("a weight of ")
               << *greatestOf(operand.get())
               << " is beyond f16, whose largest number is 65504; bf16 has room for it";
      round(operand);
    }
    return llvm::success();
  }

  ElementType small = ElementType::F16;
};

} // namespace
} // namespace ingot
