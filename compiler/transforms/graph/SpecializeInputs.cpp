// main(x: ?x3) → main(x: 2x3), and what follows.
#include "compiler/transforms/graph/SpecializeInputs.h"

#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/Propagation.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot::graph {
namespace {

std::string nameOf(func::FuncOp main, unsigned i) {
  auto name = main.getArgAttrOfType<StringAttr>(i, "graph.name");
  return name ? name.str() : str("input", i);
}

/// A dimension that has a size needs no name any more.
ArrayAttr namesWithout(ArrayAttr names, const ValueType &type) {
  SmallVector<Attribute> kept;
  for (auto [i, name] : llvm::enumerate(names))
    kept.push_back(type.dims[i] < 0 ? name : StringAttr::get(names.getContext(), ""));
  return ArrayAttr::get(names.getContext(), kept);
}

void dropNames(func::FuncOp main) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto names = main.getArgAttrOfType<ArrayAttr>(i, "graph.dims"))
      main.setArgAttr(i, "graph.dims", namesWithout(names, *fromMlir(main.getArgumentTypes()[i])));
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (auto names = main.getResultAttrOfType<ArrayAttr>(i, "graph.dims"))
      main.setResultAttr(i, "graph.dims", namesWithout(names, *fromMlir(main.getResultTypes()[i])));
}

} // namespace

Status specializeInputs(func::FuncOp main, ArrayRef<ValueType> inputs,
                        ArrayRef<std::optional<Tensor>> values) {
  if (inputs.size() != main.getNumArguments())
    return failure(str(inputs.size(), " input types, wanted ", main.getNumArguments()),
                   ErrorKind::Usage);
  SmallVector<Type> types;
  for (auto [i, wanted] : llvm::enumerate(inputs)) {
    auto declared = fromMlir(main.getArgumentTypes()[i]);
    auto both = declared ? meet(*declared, wanted) : std::nullopt;
    if (!both)
      return failure(str("input '", nameOf(main, static_cast<unsigned>(i)), "' of type ",
                         wanted.text(), ", wanted ", declared ? declared->text() : "a graph value"),
                     ErrorKind::Usage);
    types.push_back(toMlir(main.getContext(), *both));
  }
  Block &body = main.getBody().front();
  for (auto [argument, type] : llvm::zip(body.getArguments(), types))
    argument.setType(type);
  main.setFunctionType(FunctionType::get(main.getContext(), types, main.getResultTypes()));
  OpBuilder builder(main.getContext());
  builder.setInsertionPointToStart(&body);
  for (auto [argument, value] : llvm::zip(body.getArguments(), values))
    if (value)
      argument.replaceAllUsesWith(createConstant(builder, argument.getLoc(), *value));
  INGOT_TRY(propagate(main, PropagationOptions()));
  dropNames(main);
  return success();
}

} // namespace ingot::graph

namespace ingot {
#define GEN_PASS_DEF_SPECIALIZEINPUTS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {

/// "2x?x3" as dimensions; nothing when it is not spelled so.
std::optional<Shape> readShape(StringRef text) {
  Shape dims;
  SmallVector<StringRef> parts;
  text.split(parts, 'x');
  for (StringRef part : parts) {
    int64_t dim = unknownDim;
    if (part != "?" && (part.getAsInteger(10, dim) || dim < 0))
      return std::nullopt;
    dims.push_back(dim);
  }
  return dims;
}

struct SpecializeInputs : impl::SpecializeInputsBase<SpecializeInputs> {
  using SpecializeInputsBase::SpecializeInputsBase;
  void runOnOperation() override {
    func::FuncOp main = getOperation();
    std::vector<ValueType> types;
    for (Type type : main.getArgumentTypes())
      types.push_back(graph::fromMlir(type).value_or(ValueType::none()));
    for (auto [i, text] : llvm::enumerate(shapes)) {
      auto dims = readShape(text);
      if (!dims || i >= types.size()) {
        main.emitError("shape '") << text << "' of input " << i
                                  << ", wanted one like 2x?x3 for each of " << types.size()
                                  << " inputs";
        return signalPassFailure();
      }
      types[i] = ValueType::tensor(types[i].element, std::move(*dims));
    }
    if (Status status = graph::specializeInputs(main, types); !status.ok()) {
      main.emitError(status.message());
      signalPassFailure();
    }
  }
};

} // namespace
} // namespace ingot
