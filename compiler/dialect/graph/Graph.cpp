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

/// graph.name is a text; graph.dims names each dimension of the port, "" for those without.
static LogicalResult verifyPort(Operation *op, StringRef what, unsigned index, Type portType,
                                NamedAttribute attribute) {
  if (attribute.getName() == "graph.name" && !isa<StringAttr>(attribute.getValue()))
    return op->emitOpError(what) << " " << index << ": graph.name must be a string";
  if (attribute.getName() != "graph.dims")
    return llvm::success();
  auto names = dyn_cast<ArrayAttr>(attribute.getValue());
  auto type = dyn_cast<RankedTensorType>(portType);
  bool fits = names && type && static_cast<int64_t>(names.size()) == type.getRank() &&
              llvm::all_of(names, [](Attribute name) { return isa<StringAttr>(name); });
  if (!fits)
    return op->emitOpError(what) << " " << index << ": graph.dims must name each dimension once";
  return llvm::success();
}

LogicalResult GraphDialect::verifyRegionArgAttribute(Operation *op, unsigned region, unsigned arg,
                                                     NamedAttribute attribute) {
  return verifyPort(op, "argument", arg, op->getRegion(region).getArgument(arg).getType(),
                    attribute);
}

LogicalResult GraphDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned result,
                                                        NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function ? verifyPort(op, "result", result, function.getResultTypes()[result], attribute)
                  : op->emitOpError("results of graph IR's functions only may have ")
                        << attribute.getName();
}

} // namespace ingot::graph
