// What the graph patterns share: constants, shapes, creating operators with inferred types.
#pragma once

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Operators.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace ingot::graph {

//===--------------------------------------------------------------------------------------------===//
// Constants
//===--------------------------------------------------------------------------------------------===//

/// The value of a graph.constant, aligned for its type; nothing for anything else.
std::optional<Tensor> constantTensor(mlir::Value value);
bool isConstant(mlir::Value value);
/// The elements of a constant of integers or booleans, rank 0 or 1.
std::optional<std::vector<int64_t>> constantIntegers(mlir::Value value);
/// The number that every element of a constant is, -0 and 0 being two. Nothing for no elements.
std::optional<double> uniformNumber(mlir::Value value);
/// The value of type none.
inline bool isNone(mlir::Value value) { return llvm::isa<mlir::NoneType>(value.getType()); }

mlir::Value createConstant(mlir::OpBuilder &builder, mlir::Location loc, const Tensor &tensor);
mlir::Value createIntegers(mlir::OpBuilder &builder, mlir::Location loc,
                           llvm::ArrayRef<int64_t> values);
mlir::Value createNone(mlir::OpBuilder &builder, mlir::Location loc);
/// A constant without axes: `number` as an element of this type.
mlir::Value createScalar(mlir::OpBuilder &builder, mlir::Location loc, ElementType type,
                         double number);

//===--------------------------------------------------------------------------------------------===//
// Types
//===--------------------------------------------------------------------------------------------===//

/// The element type of a tensor; f32 for what is none.
ElementType elementOf(mlir::Value value);
bool isFloatValue(mlir::Value value);
bool isIntegerValue(mlir::Value value);
/// The dimensions; nothing when the rank is not known.
std::optional<llvm::ArrayRef<int64_t>> dimsOf(mlir::Value value);
/// Rank and all dimensions known.
bool isStatic(mlir::Value value);
/// The known dimensions, when all are.
std::optional<Shape> staticShape(mlir::Value value);
/// Broadcasting `from` with `to` certainly gives the shape of `to`.
bool broadcastsInto(mlir::Value from, mlir::Value to);
/// `precise` says all that `vague` does, and perhaps more.
bool refines(const ValueType &precise, const ValueType &vague);
/// What both statements about one value say together; nothing when they contradict each other.
std::optional<ValueType> meet(const ValueType &a, const ValueType &b);

//===--------------------------------------------------------------------------------------------===//
// Operators
//===--------------------------------------------------------------------------------------------===//

/// The record's row; null for operators of other dialects.
const OperatorInfo *infoOf(mlir::Operation *op);
/// One operand, and each element of the result from the element at the same place.
bool isUnaryElementwise(mlir::Operation *op);
/// All operands broadcast together to the result's shape, elementwise.
bool isBroadcasting(mlir::Operation *op);
/// The shape function's view of an operator in the IR; constants have values.
InferContext inferContextOf(mlir::Operation *op, const Attributes &attributes);

/// What the type of the result of `op` would be with these operands; nothing when it takes no such.
std::optional<ValueType> resultTypeWith(mlir::Operation *op, mlir::ValueRange operands);

/// Creates an operator whose result types are what its shape function says. The pattern has made
/// sure that the operator is valid; where a model says what no pattern has thought of, the result
/// is none, and the verifier names the operator.
mlir::Operation *createInferred(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                                mlir::ValueRange operands,
                                llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
template <typename Op>
Op make(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange operands,
        llvm::ArrayRef<mlir::NamedAttribute> attributes = {}) {
  return llvm::cast<Op>(createInferred(builder, loc, Op::getOperationName(), operands, attributes));
}
/// The same operator on other operands, with inferred result types.
mlir::Operation *cloneWith(mlir::OpBuilder &builder, mlir::Operation *op,
                           mlir::ValueRange operands);

/// Replaces an operator of one result by a new value, which takes over the type that users see.
void replaceBy(mlir::RewriterBase &rewriter, mlir::Operation *op, mlir::Operation *created);
/// Replaces an operator of one result by a value that was there before; declines unless it has the
/// very type that users see.
llvm::LogicalResult replaceByExisting(mlir::PatternRewriter &rewriter, mlir::Operation *op,
                                      mlir::Value value);

/// reshape(x) to a result of this type; null unless the type says the target shape: all dimensions
/// but one known, and that one not beside an empty one. `x` certainly has as many elements.
mlir::Operation *makeReshape(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x,
                             mlir::Type type);

/// Every use of the value is by this operator.
inline bool isUsedOnlyBy(mlir::Value value, mlir::Operation *op) {
  return llvm::all_of(value.getUsers(), [&](mlir::Operation *user) { return user == op; });
}

mlir::NamedAttribute integerAttribute(mlir::OpBuilder &builder, llvm::StringRef name,
                                      int64_t value);
mlir::NamedAttribute integersAttribute(mlir::OpBuilder &builder, llvm::StringRef name,
                                       llvm::ArrayRef<int64_t> values);
mlir::NamedAttribute flagAttribute(mlir::OpBuilder &builder, llvm::StringRef name, bool value);

/// Whether the operator's constraints hold on what is known of its operands now; else what is
/// wrong.
Status checkConstraints(mlir::Operation *op);
/// An operator that violates a constraint becomes one that fails when it runs, with this message:
/// it may stand where nothing ever runs it. Nobody else needs to know what its operands mean.
void makeInvalid(mlir::Operation *op, llvm::StringRef message);

/// Applies the patterns until none matches; whether one did. Regions keep their blocks and
/// arguments. An operator that turns out to violate a constraint, now that more is known of its
/// operands, becomes invalid.
bool applyGreedily(mlir::Operation *root, const mlir::FrozenRewritePatternSet &patterns);

} // namespace ingot::graph
