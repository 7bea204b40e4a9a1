// The instr dialect: registration, and the generated classes.
#include "compiler/dialect/instr/Instr.h"

#include "compiler/dialect/graph/Graph.h"

using namespace mlir;

namespace {

constexpr StringRef roleNames[] = {"in", "out", "inout"};

/// `(@in %a : memref<4xf32>, @out %b : memref<4xf32>)`.
ParseResult parseOperands(OpAsmParser &parser,
                          SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                          SmallVectorImpl<Type> &types, DenseI8ArrayAttr &roles) {
  SmallVector<int8_t> values;
  auto one = [&]() -> ParseResult {
    StringAttr name;
    if (parser.parseSymbolName(name) || parser.parseOperand(operands.emplace_back()) ||
        parser.parseColonType(types.emplace_back()))
      return failure();
    const auto *found = llvm::find(roleNames, name.getValue());
    if (found == std::end(roleNames))
      return parser.emitError(parser.getCurrentLocation())
             << "role '@" << name.getValue() << "', wanted @in, @out or @inout";
    values.push_back(static_cast<int8_t>(found - std::begin(roleNames)));
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, one))
    return failure();
  roles = DenseI8ArrayAttr::get(parser.getContext(), values);
  return success();
}

void printOperands(OpAsmPrinter &printer, Operation *, OperandRange operands, TypeRange types,
                   DenseI8ArrayAttr roles) {
  printer << "(";
  for (auto [i, operand] : llvm::enumerate(operands))
    printer << (i ? ", @" : "@") << roleNames[static_cast<size_t>(roles[static_cast<int64_t>(i)])]
            << " " << operand << " : " << types[i];
  printer << ")";
}

} // namespace

#include "compiler/dialect/instr/InstrDialect.cpp.inc"

#define GET_OP_CLASSES
#include "compiler/dialect/instr/InstrOps.cpp.inc"

namespace ingot::instr {

void InstrDialect::initialize() {
  getContext()->loadDialect<graph::GraphDialect>();
  addOperations<
#define GET_OP_LIST
#include "compiler/dialect/instr/InstrOps.cpp.inc"
      >();
}

} // namespace ingot::instr
