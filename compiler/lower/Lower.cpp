// From graph IR to instr IR: memory for every value, an instruction for every operator.
#include "compiler/lower/Lower.h"

#include "compiler/codegen/Isa.h"
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/LowerContext.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

#include <algorithm>

using namespace mlir;

namespace ingot::lower {
namespace {

using instr::Role;

constexpr auto in = static_cast<int8_t>(Role::In), out = static_cast<int8_t>(Role::Out);

/// The order of axes in which a value lies; axes of size 1 stay where they are.
Order orderOf(const Memory &memory) {
  std::vector<int> moving;
  for (size_t i = 0; i < memory.dims.size(); ++i)
    if (memory.dims[i] != 1)
      moving.push_back(static_cast<int>(i));
  std::vector<int> sorted = moving;
  std::sort(sorted.begin(), sorted.end(), [&](int a, int b) {
    int64_t left = memory.strides[static_cast<size_t>(a)];
    int64_t right = memory.strides[static_cast<size_t>(b)];
    return left != right ? left > right : a < b;
  });
  Order order = rowMajor(memory.dims.size());
  for (size_t i = 0; i < moving.size(); ++i)
    order[static_cast<size_t>(moving[i])] = sorted[i];
  return order;
}

const graph::OperatorInfo *infoOf(Operation *op) {
  return graph::findOperator(std::string_view(op->getName().getStringRef()));
}

std::string nameOf(Operation *op) {
  auto name = op->getLoc()->findInstanceOf<NameLoc>();
  return name ? name.getName().str() : op->getName().getStringRef().str();
}

/// The first operator of a group; its constants stand before it.
Operation &rootOf(Block &group) {
  return *llvm::find_if(group, [](Operation &op) {
    return infoOf(&op)->name != "constant" && infoOf(&op)->name != "none";
  });
}

/// The operators that are applied to the result of the first one.
SmallVector<Operation *> behindRoot(Block &group) {
  SmallVector<Operation *> ops;
  for (Operation *op = rootOf(group).getNextNode(); op != group.getTerminator();
       op = op->getNextNode())
    ops.push_back(op);
  return ops;
}

class Driver {
public:
  Driver(func::FuncOp function, ModuleOp module, const codegen::Isa &isa)
      : machine(isa), function(function), builder(module.getContext()),
        location(function.getLoc()) {
    builder.setInsertionPointToEnd(module.getBody());
    program = instr::ProgramOp::create(builder, location, function.getName(), IntegerAttr());
    block = &program.getBody().emplaceBlock();
    builder.setInsertionPointToEnd(block);
  }

  Expected<instr::ProgramOp> run();

  Memory memoryOf(mlir::Value value);
  void bind(mlir::Value value, const Memory &memory) { memories[value] = memory; }
  Memory allocate(ElementType type, const Shape &dims, const Order &order);
  Memory weight(const std::string &name, ElementsAttr attribute, const Tensor &value);
  /// The memory itself if it lies so, else a copy that does.
  Memory ordered(const Memory &memory, const Order &order);
  void copy(const Memory &from, const Memory &to);
  mlir::Value valueOf(const Memory &memory);

  const codegen::Isa &machine;
  func::FuncOp function;
  OpBuilder builder;
  Location location;

private:
  void declarePorts();
  void step(Operation &op);
  void group(Operation &op);
  /// One loop for the operator, or for a group of them.
  void map(Operation &op);
  /// The reference evaluator on dense memory.
  void host(Operation &op);
  /// An instruction whose region is the operator itself.
  template <typename Instruction>
  void regionOf(Operation &op, ArrayRef<Memory> reads, ArrayRef<Memory> writes);
  MemRefType typeOf(const Memory &memory);
  Memory declare(Operation *declaration, ElementType type, const Shape &dims);
  /// Runs `make` with the builder at the end of the declare section.
  template <typename F> auto atDeclarations(F &&make);

  instr::ProgramOp program;
  Block *block;
  Operation *lastDeclaration = nullptr;
  llvm::DenseMap<mlir::Value, Memory> memories;
  std::vector<mlir::Value> buffers; ///< by Memory::id
  std::vector<Memory> outputs;
};

template <typename F> auto Driver::atDeclarations(F &&make) {
  OpBuilder::InsertionGuard guard(builder);
  if (lastDeclaration)
    builder.setInsertionPointAfter(lastDeclaration);
  else
    builder.setInsertionPointToStart(block);
  auto op = make();
  lastDeclaration = op;
  return op;
}

MemRefType Driver::typeOf(const Memory &memory) {
  Type element = graph::toMlir(builder.getContext(), memory.type);
  if (memory.offset == 0 &&
      memory.strides == denseStrides(memory.dims, rowMajor(memory.dims.size())))
    return MemRefType::get(memory.dims, element);
  return MemRefType::get(
      memory.dims, element,
      StridedLayoutAttr::get(builder.getContext(), memory.offset, memory.strides));
}

mlir::Value Driver::valueOf(const Memory &memory) {
  mlir::Value buffer = buffers[static_cast<size_t>(memory.id)];
  MemRefType type = typeOf(memory);
  if (buffer.getType() == type)
    return buffer;
  return instr::ViewOp::create(builder, location, type, buffer);
}

Memory Driver::declare(Operation *declaration, ElementType type, const Shape &dims) {
  buffers.push_back(declaration->getResult(0));
  return {static_cast<int>(buffers.size()) - 1, type, dims,
          denseStrides(dims, rowMajor(dims.size())), 0};
}

Memory Driver::allocate(ElementType type, const Shape &dims, const Order &order) {
  Memory memory{static_cast<int>(buffers.size()), type, dims, denseStrides(dims, order), 0};
  auto alloc = instr::AllocOp::create(builder, location, typeOf(memory), IntegerAttr());
  buffers.push_back(alloc.getMemory());
  return memory;
}

Memory Driver::weight(const std::string &name, ElementsAttr attribute, const Tensor &value) {
  Type type = MemRefType::get(value.shape(), graph::toMlir(builder.getContext(), value.type()));
  auto op = atDeclarations([&] {
    return instr::WeightOp::create(builder, location, type, builder.getStringAttr(name), attribute,
                                   IntegerAttr());
  });
  return declare(op, value.type(), value.shape());
}

void Driver::declarePorts() {
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

Memory Driver::memoryOf(mlir::Value value) {
  auto known = memories.find(value);
  if (known != memories.end())
    return known->second;
  // Constants become weights when somebody reads them.
  auto tensor = graph::constantOf(value);
  assert(tensor && "operators come after their operands");
  auto attribute = value.getDefiningOp()->getAttrOfType<ElementsAttr>("value");
  Memory memory = weight(nameOf(value.getDefiningOp()), attribute, *tensor);
  bind(value, memory);
  return memory;
}

Memory Driver::ordered(const Memory &memory, const Order &order) {
  if (isDense(memory, order)) {
    Memory same = memory;
    same.strides = denseStrides(memory.dims, order);
    return same;
  }
  Memory dense = allocate(memory.type, memory.dims, order);
  copy(memory, dense);
  return dense;
}

void Driver::copy(const Memory &from, const Memory &to) {
  instr::CopyOp::create(builder, location, mlir::ValueRange{valueOf(from), valueOf(to)},
                        ArrayRef<int8_t>{in, out});
}

template <typename Instruction>
void Driver::regionOf(Operation &op, ArrayRef<Memory> reads, ArrayRef<Memory> writes) {
  SmallVector<mlir::Value> operands;
  SmallVector<int8_t> roles;
  for (const Memory &memory : reads)
    operands.push_back(valueOf(memory)), roles.push_back(in);
  for (const Memory &memory : writes)
    operands.push_back(valueOf(memory)), roles.push_back(out);
  auto instruction = Instruction::create(builder, location, operands, roles);
  OpBuilder::InsertionGuard guard(builder);
  Block &body = instruction.getBody().emplaceBlock();
  builder.setInsertionPointToStart(&body);
  IRMapping mapping;
  for (mlir::Value operand : op.getOperands()) {
    if (isa<NoneType>(operand.getType())) {
      if (!mapping.contains(operand))
        mapping.map(operand, builder.clone(*operand.getDefiningOp())->getResult(0));
      continue;
    }
    // An operand that is used twice has two arguments.
    mapping.map(operand, body.addArgument(operand.getType(), location));
  }
  if (op.getNumRegions() == 1) { // a group: what it contains
    Block &source = op.getRegion(0).front();
    for (auto [argument, operand] : llvm::zip(source.getArguments(), body.getArguments()))
      mapping.map(argument, operand);
    for (Operation &inner : source)
      builder.clone(inner, mapping);
    return;
  }
  Operation *copy = builder.clone(op, mapping);
  for (auto [i, result] : llvm::enumerate(copy->getResults()))
    result.setType(op.getResult(static_cast<unsigned>(i)).getType());
  OperationState yield(location, "graph.yield");
  yield.addOperands(copy->getResults());
  builder.create(yield);
}

void Driver::map(Operation &op) {
  SmallVector<Memory> reads;
  Shape dims = graph::fromMlir(op.getResult(0).getType())->dims;
  std::optional<Order> order;
  for (mlir::Value operand : op.getOperands()) {
    reads.push_back(memoryOf(operand));
    if (!order && reads.back().dims == dims && isDense(reads.back(), orderOf(reads.back())))
      order = orderOf(reads.back());
  }
  Memory result = allocate(graph::fromMlir(op.getResult(0).getType())->element, dims,
                           order.value_or(rowMajor(dims.size())));
  regionOf<instr::MapOp>(op, reads, result);
  bind(op.getResult(0), result);
}

void Driver::host(Operation &op) {
  SmallVector<Memory> reads, writes;
  for (mlir::Value operand : op.getOperands())
    if (!isa<NoneType>(operand.getType())) {
      Memory memory = memoryOf(operand);
      reads.push_back(ordered(memory, rowMajor(memory.dims.size())));
    }
  for (mlir::Value result : op.getResults()) {
    ValueType type = *graph::fromMlir(result.getType());
    writes.push_back(allocate(type.element, type.dims, rowMajor(type.dims.size())));
    bind(result, writes.back());
  }
  regionOf<instr::HostOp>(op, reads, writes);
}

//===--------------------------------------------------------------------------------------------===//
// Operators with a lowering of their own
//===--------------------------------------------------------------------------------------------===//

class OperatorContext : public LowerContext {
public:
  OperatorContext(Driver &driver, Operation &op, const graph::OperatorInfo &info,
                  const graph::Attributes &attributes)
      : LowerContext(info, attributes, driver.machine), driver(driver), source(op) {
    for (mlir::Value operand : op.getOperands())
      operands.push_back(graph::fromMlir(operand.getType()).value_or(ValueType::none()));
    for (mlir::Value result : op.getResults())
      results.push_back(*graph::fromMlir(result.getType()));
  }

  std::optional<Tensor> constant(size_t i) const override {
    auto value = graph::constantOf(source.getOperand(static_cast<unsigned>(i)));
    // In the model's file nothing is aligned.
    auto aligned = value ? value->aligned() : Expected<Tensor>(failure("not a constant"));
    return aligned.ok() ? std::optional(aligned.take()) : std::nullopt;
  }
  Memory in(size_t i) override {
    return driver.memoryOf(source.getOperand(static_cast<unsigned>(i)));
  }
  Memory in(size_t i, const Order &order) override { return driver.ordered(in(i), order); }
  Memory out(size_t i, const Order &order) override {
    Memory memory = driver.allocate(results[i].element, results[i].dims, order);
    view(i, memory);
    return memory;
  }
  void view(size_t i, const Memory &memory) override {
    driver.bind(source.getResult(static_cast<unsigned>(i)), memory);
  }
  Memory weight(const std::string &name, const Tensor &value) override {
    return driver.weight(name, graph::toMlir(driver.builder.getContext(), value), value);
  }
  Memory scratch(ElementType type, const Shape &dims) override {
    return driver.allocate(type, dims, rowMajor(dims.size()));
  }
  void copy(const Memory &from, const Memory &to) override { driver.copy(from, to); }
  void kernel(const std::string &name, const std::vector<Memory> &reads,
              const std::vector<Memory> &writes, const std::vector<int64_t> &sizes,
              int64_t units) override {
    SmallVector<mlir::Value> values;
    SmallVector<int8_t> roles;
    for (const Memory &memory : reads)
      values.push_back(driver.valueOf(memory)), roles.push_back(lower::in);
    for (const Memory &memory : writes)
      values.push_back(driver.valueOf(memory)), roles.push_back(lower::out);
    instr::KernelOp::create(driver.builder, driver.location, name, values, roles, sizes, units);
  }
  void kernel(const std::string &name, const std::vector<Memory> &reads, const Memory &y,
              size_t columns, const std::optional<Memory> &bias, const std::vector<int64_t> &sizes,
              int64_t units) override;
  Memory ordered(const Memory &memory, const Order &order) override {
    return driver.ordered(memory, order);
  }
  std::string name() const override { return nameOf(&source); }

  /// The rest of the group that the operator is the first of.
  Operation *group = nullptr;

private:
  Driver &driver;
  Operation &source;
};

/// The memory so that an epilogue finds its elements by row and column of an array of these dims.
Memory epilogueOperand(Driver &driver, const Memory &memory, const Shape &dims, size_t columns) {
  if (rowStride(dims, broadcastStrides(memory, dims), columns))
    return memory;
  // Row-major but for the columns, which lie innermost, as the result does.
  Order order = rowMajor(memory.dims.size());
  size_t shift = dims.size() - memory.dims.size();
  if (columns >= shift && columns < dims.size()) {
    order.erase(order.begin() + static_cast<int64_t>(columns - shift));
    order.push_back(static_cast<int>(columns - shift));
  }
  Memory copy = driver.ordered(memory, order);
  if (rowStride(dims, broadcastStrides(copy, dims), columns))
    return copy;
  // What repeats along some of the rows only is written out.
  Memory whole = memory;
  whole.dims = dims;
  whole.strides = broadcastStrides(memory, dims);
  order = rowMajor(dims.size());
  if (columns < dims.size()) {
    order.erase(order.begin() + static_cast<int64_t>(columns));
    order.push_back(static_cast<int>(columns));
  }
  return driver.ordered(whole, order);
}

void OperatorContext::kernel(const std::string &name, const std::vector<Memory> &reads,
                             const Memory &y, size_t columns, const std::optional<Memory> &bias,
                             const std::vector<int64_t> &sizes, int64_t units) {
  SmallVector<mlir::Value> values;
  SmallVector<int8_t> roles;
  for (const Memory &memory : reads)
    values.push_back(driver.valueOf(memory)), roles.push_back(lower::in);
  values.push_back(driver.valueOf(y)), roles.push_back(lower::out);

  // The values that the fused operators read beside the kernel's result.
  SmallVector<mlir::Value> outside;
  Block *rest = group ? &group->getRegion(0).front() : nullptr;
  SmallVector<Operation *> fused = rest ? behindRoot(*rest) : SmallVector<Operation *>();
  for (Operation *op : fused)
    for (mlir::Value operand : op->getOperands())
      if (llvm::isa<BlockArgument>(operand) && !llvm::is_contained(outside, operand))
        outside.push_back(operand);
  auto extra = [&](const Memory &memory) {
    Memory fitting = epilogueOperand(driver, memory, y.dims, columns);
    // The last vector of a row is read whole: what lies behind a caller's memory is not ours.
    bool endsInVector = columns >= y.dims.size() ||
                        y.dims[columns] % (isa.vectorBytes / static_cast<int64_t>(sizeof(float)));
    if (endsInVector && llvm::isa<instr::InputOp>(instr::rootOf(driver.valueOf(fitting)))) {
      Memory own = driver.allocate(fitting.type, fitting.dims, orderOf(fitting));
      driver.copy(fitting, own);
      fitting = own;
    }
    values.push_back(driver.valueOf(fitting)), roles.push_back(lower::in);
    return RankedTensorType::get(fitting.dims,
                                 graph::toMlir(driver.builder.getContext(), fitting.type));
  };
  SmallVector<Type> types{
      RankedTensorType::get(y.dims, graph::toMlir(driver.builder.getContext(), y.type))};
  if (bias)
    types.push_back(extra(*bias));
  for (mlir::Value value : outside)
    types.push_back(extra(driver.memoryOf(value)));

  auto op = instr::KernelOp::create(driver.builder, driver.location, name, values, roles, sizes,
                                    units, static_cast<int64_t>(columns));
  if (!bias && !rest)
    return;
  OpBuilder::InsertionGuard guard(driver.builder);
  Block &body = op.getEpilogue().emplaceBlock();
  driver.builder.setInsertionPointToStart(&body);
  for (Type type : types)
    body.addArgument(type, driver.location);
  mlir::Value sums = body.getArgument(0);
  if (bias) {
    OperationState add(driver.location, "graph.add");
    add.addOperands({sums, body.getArgument(1)});
    add.addTypes(types[0]);
    sums = driver.builder.create(add)->getResult(0);
  }
  SmallVector<mlir::Value> yielded{sums};
  if (rest) {
    IRMapping mapping;
    mapping.map(rootOf(*rest).getResult(0), sums);
    for (auto [i, value] : llvm::enumerate(outside))
      mapping.map(value, body.getArgument(static_cast<unsigned>(i) + (bias ? 2 : 1)));
    for (Operation *op : fused)
      driver.builder.clone(*op, mapping);
    yielded = {mapping.lookup(rest->getTerminator()->getOperand(0))};
  }
  OperationState yield(driver.location, "graph.yield");
  yield.addOperands(yielded);
  driver.builder.create(yield);
}

/// A fused group: one loop, or its first operator's kernel with the others as epilogue.
void Driver::group(Operation &op) {
  Block &body = op.getRegion(0).front();
  for (auto [argument, operand] : llvm::zip(body.getArguments(), op.getOperands()))
    if (!isa<NoneType>(operand.getType()))
      bind(argument, memoryOf(operand));
  Operation &root = rootOf(body);
  if (op.getAttrOfType<StringAttr>("kind").getValue() == "elementwise")
    return map(op);
  const graph::OperatorInfo *info = infoOf(&root);
  graph::Attributes attributes = graph::attributesOf(&root);
  OperatorContext context(*this, root, *info, attributes);
  context.group = &op;
  Lowering lowering = loweringOf(*info);
  if (lowering && lowering(context)) {
    bind(op.getResult(0), memoryOf(root.getResult(0)));
    return;
  }
  for (Operation &inner : body.without_terminator())
    step(inner);
  bind(op.getResult(0), memoryOf(body.getTerminator()->getOperand(0)));
}

void Driver::step(Operation &op) {
  location = op.getLoc();
  const graph::OperatorInfo *info = infoOf(&op);
  if (info->name == "constant" || info->name == "none")
    return;
  if (info->name == "group")
    return group(op);
  if (Lowering lowering = loweringOf(*info)) {
    graph::Attributes attributes = graph::attributesOf(&op);
    OperatorContext context(*this, op, *info, attributes);
    if (lowering(context))
      return;
  }
  if (isLoopOperator(&op))
    return map(op);
  host(op);
}

Expected<instr::ProgramOp> Driver::run() {
  declarePorts();
  for (Operation &op : function.getBody().front().without_terminator())
    step(op);
  location = function.getLoc();
  for (auto [i, value] : llvm::enumerate(function.getBody().front().getTerminator()->getOperands()))
    copy(memoryOf(value), outputs[i]);
  return program;
}

bool isNumberTensor(Type type) {
  auto value = graph::fromMlir(type);
  return value && value->isTensor() && value->element != ElementType::String;
}

} // namespace

bool isLowerable(Operation *op) {
  const graph::OperatorInfo *info = infoOf(op);
  if (!info || info->random || (op->getNumRegions() != 0 && info->name != "group"))
    return false;
  if (info->name == "constant")
    return isNumberTensor(op->getResult(0).getType());
  if (info->name == "none")
    return true;
  if (info->category == graph::Category::Structural && info->name != "group")
    return false;
  return llvm::all_of(op->getOperandTypes(),
                      [](Type type) { return isa<NoneType>(type) || isNumberTensor(type); }) &&
         llvm::all_of(op->getResultTypes(), isNumberTensor);
}

bool isStatic(Operation *op) {
  auto fits = [](Type type) {
    auto value = graph::fromMlir(type);
    return isa<NoneType>(type) || (value && value->isStatic());
  };
  return llvm::all_of(op->getOperandTypes(), fits) && llvm::all_of(op->getResultTypes(), fits);
}

Expected<instr::ProgramOp> lower(func::FuncOp function, ModuleOp module, const codegen::Isa &isa) {
  return Driver(function, module, isa).run();
}

} // namespace ingot::lower
