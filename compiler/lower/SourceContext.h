// SourceContext: the part of a LowerContext that looks at an operator of graph IR.
#pragma once

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/lower/LowerContext.h"

#include "mlir/IR/Operation.h"

namespace ingot::lower {

inline const graph::OperatorInfo *infoOf(mlir::Operation *op) {
  return graph::findOperator(std::string_view(op->getName().getStringRef()));
}

inline std::string nameOf(mlir::Operation *op) {
  std::string name = graph::nodeName(op->getLoc());
  return name.empty() ? op->getName().getStringRef().str() : name;
}

class SourceContext : public LowerContext {
public:
  SourceContext(mlir::Operation &op, const graph::OperatorInfo &info,
                const graph::Attributes &attributes, const machine::Machine &machine, bool fastMath)
      : LowerContext(info, attributes, machine, fastMath), source(op) {
    auto typeOf = [](mlir::Value value) {
      return graph::fromMlir(value.getType()).value_or(ValueType::none());
    };
    for (mlir::Value operand : op.getOperands())
      operands.push_back(typeOf(operand));
    for (mlir::Value result : op.getResults())
      results.push_back(typeOf(result));
  }

  bool isUsed(size_t i) const override {
    return !source.getResult(static_cast<unsigned>(i)).use_empty();
  }
  std::optional<Tensor> unaligned(size_t i) const override {
    return graph::constantOf(source.getOperand(static_cast<unsigned>(i)));
  }
  std::optional<Tensor> constant(size_t i) const override {
    auto value = unaligned(i);
    // In the model's file nothing is aligned.
    auto aligned = value ? value->aligned() : Expected<Tensor>(failure("not a constant"));
    return aligned.ok() ? std::optional(aligned.take()) : std::nullopt;
  }
  std::string name() const override { return nameOf(&source); }

protected:
  mlir::Operation &source;
};

} // namespace ingot::lower
