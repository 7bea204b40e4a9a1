// Emitter: creates operators with inferred types, for rewrites that write out formulas.
//
//   Emitter e(rewriter, op.getLoc());
//   Value gate = e.value("sigmoid", {x});
//   rewriter.replaceOp(op, e.mul(x, gate));
#pragma once

#include "compiler/transforms/graph/Support.h"

namespace ingot::graph {

class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  /// Attributes that are not given have their defaults. The caller has made sure that the operator
  /// is valid.
  mlir::Operation *op(llvm::StringRef name, mlir::ValueRange operands, Attributes attributes = {});
  /// The only, or the first, result.
  mlir::Value value(llvm::StringRef name, mlir::ValueRange operands, Attributes attributes = {}) {
    return op(name, operands, std::move(attributes))->getResult(0);
  }

  mlir::Value add(mlir::Value a, mlir::Value b) { return value("add", {a, b}); }
  mlir::Value sub(mlir::Value a, mlir::Value b) { return value("sub", {a, b}); }
  mlir::Value mul(mlir::Value a, mlir::Value b) { return value("mul", {a, b}); }
  mlir::Value div(mlir::Value a, mlir::Value b) { return value("div", {a, b}); }
  /// With a number in the place of one operand, of the other's element type.
  mlir::Value add(mlir::Value a, double b) { return add(a, number(b, a)); }
  mlir::Value mul(mlir::Value a, double b) { return mul(a, number(b, a)); }

  mlir::Value constant(const Tensor &tensor) { return createConstant(builder, loc, tensor); }
  mlir::Value integers(llvm::ArrayRef<int64_t> values) {
    return createIntegers(builder, loc, values);
  }
  mlir::Value none() { return createNone(builder, loc); }
  /// A scalar of the element type that `like` has.
  mlir::Value number(double value, mlir::Value like) { return number(value, elementOf(like)); }
  mlir::Value number(double value, ElementType type) {
    return createScalar(builder, loc, type, value);
  }
  /// A constant of this shape; each number is rounded to `type` once.
  mlir::Value numbers(Shape shape, const std::vector<double> &values, ElementType type);
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape) {
    return value("reshape", {x, integers(shape)});
  }
  mlir::Value transpose(mlir::Value x, const std::vector<int64_t> &perm) {
    return value("transpose", {x}, {{"perm", perm}});
  }
  /// x itself where it has that element type.
  mlir::Value cast(mlir::Value x, ElementType to) {
    return elementOf(x) == to ? x : value("cast", {x}, {{"to", to}});
  }

  /// Integers as they are; one that is not within 0 to `most` is an error when it runs.
  mlir::Value within(mlir::Value index, int64_t most);

  /// Carries a state through slices of each of `xs` along their first axis, from the last on where
  /// reversed. `step(state, slices)` gives the next state, of the same types. The last state, then
  /// the first of its values at every step, stacked along a new first axis.
  llvm::SmallVector<mlir::Value>
  scan(mlir::ValueRange state, mlir::ValueRange xs, bool reversed,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange, mlir::ValueRange)> step);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// Replaces `op` by values of the same shapes and element types; the users keep the types they see.
void replaceKeepingType(mlir::PatternRewriter &rewriter, mlir::Operation *op,
                        mlir::ValueRange values);

} // namespace ingot::graph
