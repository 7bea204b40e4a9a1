// Declarations and memory of a program that is being made.
#include "compiler/lower/ProgramBuilder.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/lower/SourceContext.h"
#include "runtime/base/File.h"

using namespace mlir;

namespace ingot::lower {
namespace {
constexpr size_t releasedAfter = 16 << 20;
} // namespace

ProgramBuilder::ProgramBuilder(func::FuncOp function, ModuleOp module, const Capabilities &target)
    : machine(target.machine), recipes(target.recipes), fastMath(target.fastMath),
      builder(module.getContext()), location(function.getLoc()) {
  builder.setInsertionPointToEnd(module.getBody());
  program = instr::ProgramOp::create(builder, location, function.getName(), IntegerAttr());
  builder.setInsertionPointToEnd(&program.getBody().emplaceBlock());
  declarePorts(function);
}

template <typename F> auto ProgramBuilder::atDeclarations(F &&make) {
  OpBuilder::InsertionGuard guard(builder);
  if (lastDeclaration)
    builder.setInsertionPointAfter(lastDeclaration);
  else
    builder.setInsertionPointToStart(&program.getBody().front());
  auto op = make();
  lastDeclaration = op;
  return op;
}

MemRefType ProgramBuilder::typeOf(const Memory &memory) {
  Type element = graph::toMlir(builder.getContext(), memory.type);
  // A view of nothing lies at the start: its place may be outside of the buffer.
  int64_t offset = elementCount(memory.dims) == 0 ? 0 : memory.offset;
  if (offset == 0 && memory.strides == denseStrides(memory.dims, rowMajor(memory.dims.size())))
    return MemRefType::get(memory.dims, element);
  return MemRefType::get(memory.dims, element,
                         StridedLayoutAttr::get(builder.getContext(), offset, memory.strides));
}

mlir::Value ProgramBuilder::valueOf(const Memory &memory) {
  mlir::Value buffer = buffers[static_cast<size_t>(memory.id)];
  MemRefType type = typeOf(memory);
  if (buffer.getType() == type)
    return buffer;
  return instr::ViewOp::create(builder, location, type, buffer);
}

Memory ProgramBuilder::declare(Operation *declaration, ElementType type, const Shape &dims) {
  buffers.push_back(declaration->getResult(0));
  return {static_cast<int>(buffers.size()) - 1, type, dims,
          denseStrides(dims, rowMajor(dims.size())), 0};
}

Memory ProgramBuilder::allocate(ElementType type, const Shape &dims, const Order &order) {
  Memory memory{static_cast<int>(buffers.size()), type, dims, denseStrides(dims, order), 0};
  auto alloc = instr::AllocOp::create(builder, location, typeOf(memory), IntegerAttr());
  buffers.push_back(alloc.getMemory());
  return memory;
}

Memory ProgramBuilder::weight(const std::string &name, ElementsAttr attribute, const Tensor &value,
                              const std::string &recipe) {
  Type type = MemRefType::get(value.shape(), graph::toMlir(builder.getContext(), value.type()));
  auto op = atDeclarations([&] {
    return instr::WeightOp::create(builder, location, type, builder.getStringAttr(name), attribute,
                                   IntegerAttr(),
                                   recipe.empty() ? StringAttr() : builder.getStringAttr(recipe));
  });
  weightBytes += value.byteSize();
  if (weightBytes > releasedAfter) {
    // What was read of the model's file to make them is not needed any more.
    releaseMappedPages();
    weightBytes = 0;
  }
  return declare(op, value.type(), value.shape());
}

std::string ProgramBuilder::addressesOf(ArrayRef<Tensor> constants) const {
  std::string addresses;
  for (const Tensor &constant : constants) {
    if (!recipes || !recipes->isLasting(constant.bytes()))
      return "";
    addresses += str(reinterpret_cast<uintptr_t>(constant.bytes()), "+", constant.byteSize(), " ");
  }
  return addresses;
}

void ProgramBuilder::declarePorts(func::FuncOp function) {
  auto portName = [&](StringAttr name, const char *kind, unsigned i) {
    return name ? name : builder.getStringAttr(str(kind, i));
  };
  auto memrefOf = [&](const ValueType &type) {
    return MemRefType::get(type.dims, graph::toMlir(builder.getContext(), type.element));
  };
  unsigned index = 0;
  for (BlockArgument argument : function.getArguments()) {
    ValueType type = *graph::fromMlir(argument.getType());
    auto name =
        portName(function.getArgAttrOfType<StringAttr>(index, "graph.name"), "input", index);
    auto op = atDeclarations([&] {
      return instr::InputOp::create(builder, location, memrefOf(type),
                                    builder.getI64IntegerAttr(index), name);
    });
    bind(argument, declare(op, type.element, type.dims));
    ++index;
  }
  index = 0;
  for (Type result : function.getResultTypes()) {
    ValueType type = *graph::fromMlir(result);
    auto name =
        portName(function.getResultAttrOfType<StringAttr>(index, "graph.name"), "output", index);
    auto op = atDeclarations([&] {
      return instr::OutputOp::create(builder, location, memrefOf(type),
                                     builder.getI64IntegerAttr(index), name);
    });
    outputs.push_back(declare(op, type.element, type.dims));
    ++index;
  }
}

Memory ProgramBuilder::memoryOf(mlir::Value value) {
  auto known = memories.find(value);
  if (known != memories.end())
    return known->second;
  // Constants become weights when somebody reads them.
  auto tensor = graph::constantOf(value);
  assert(tensor && "operators come after their operands");
  auto attribute = value.getDefiningOp()->getAttrOfType<ElementsAttr>("value");
  Memory memory = weight(nameOf(value.getDefiningOp()), attribute, *tensor, addressesOf(*tensor));
  bind(value, memory);
  return memory;
}

Memory ProgramBuilder::ordered(const Memory &memory, const Order &order) {
  if (isDense(memory, order)) {
    Memory same = memory;
    same.strides = denseStrides(memory.dims, order);
    return same;
  }
  // Every buffer is written once, so that a copy stays good for others who want the same.
  auto [known, isNew] = copies.try_emplace(
      {memory.id, memory.offset, memory.dims, memory.strides, denseStrides(memory.dims, order)});
  if (isNew) {
    known->second = allocate(memory.type, memory.dims, order);
    copy(memory, known->second);
  }
  return known->second;
}

void ProgramBuilder::copy(const Memory &from, const Memory &to) {
  OperandList operands(*this);
  operands.read(from);
  operands.write(to);
  instr::CopyOp::create(builder, location, operands.values, operands.roles);
}

} // namespace ingot::lower
