// The graph dialect: types, attribute checks, registration.
#include "compiler/dialect/graph/Graph.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "compiler/dialect/graph/GraphDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "compiler/dialect/graph/GraphTypes.cpp.inc"

namespace ingot::graph {

#define INGOT_CATEGORY(name) void register##name(GraphDialect &);
#include "compiler/dialect/graph/Categories.inc"
#undef INGOT_CATEGORY

void GraphDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "compiler/dialect/graph/GraphTypes.cpp.inc"
      >();
#define INGOT_CATEGORY(name) register##name(*this);
#include "compiler/dialect/graph/Categories.inc"
#undef INGOT_CATEGORY
}

/// graph.name is a text; graph.dims names each dimension of the argument, "" for those without.
LogicalResult GraphDialect::verifyRegionArgAttribute(Operation *op, unsigned region, unsigned arg,
                                                     NamedAttribute attribute) {
  if (attribute.getName() == "graph.name" && !isa<StringAttr>(attribute.getValue()))
    return op->emitOpError("argument ") << arg << ": graph.name must be a string";
  if (attribute.getName() != "graph.dims")
    return llvm::success();
  auto names = dyn_cast<ArrayAttr>(attribute.getValue());
  auto type = dyn_cast<RankedTensorType>(op->getRegion(region).getArgument(arg).getType());
  bool fits = names && type && static_cast<int64_t>(names.size()) == type.getRank() &&
              llvm::all_of(names, [](Attribute name) { return isa<StringAttr>(name); });
  if (!fits)
    return op->emitOpError("argument ") << arg << ": graph.dims must name each dimension once";
  return llvm::success();
}

} // namespace ingot::graph
