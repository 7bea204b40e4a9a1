// Between MLIR and the plain C++ view of operators (Attributes, ValueType, Tensor).
#pragma once

#include "compiler/dialect/graph/infer/InferContext.h"
#include "ingot/Value.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace ingot::graph {

mlir::Type toMlir(mlir::MLIRContext *context, ElementType type);
mlir::Type toMlir(mlir::MLIRContext *context, const ValueType &type);
std::optional<ElementType> elementFromMlir(mlir::Type type);
/// Nothing for types that are not graph values. A quantized element reads as its storage type.
std::optional<ValueType> fromMlir(mlir::Type type);

mlir::Attribute toMlir(mlir::MLIRContext *context, const AttributeValue &value);
/// Up to 1 KiB in the IR itself, above that as a resource over the tensor's own memory.
mlir::ElementsAttr toMlir(mlir::MLIRContext *context, const Tensor &tensor);
/// A view where the attribute's bytes are a host tensor's, else a copy. Lives as long as the
/// context.
std::optional<Tensor> fromMlir(mlir::ElementsAttr value);

/// The attributes of an operator, inherent ones with their defaults.
Attributes attributesOf(mlir::Operation *op);
/// The types of a region that is one block with a terminator.
RegionTypes typesOf(mlir::Region &region);
/// Multiply-accumulates of an operator; 0 for operators that have none, nothing when a size is not
/// known.
std::optional<int64_t> macsOf(mlir::Operation *op);
/// The value of a graph.constant; nothing for anything else.
std::optional<Tensor> constantOf(mlir::Value value);

} // namespace ingot::graph
