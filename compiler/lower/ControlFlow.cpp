// If, loop and scan: programs of the regions, and what an instruction binds their ports to.
#include "compiler/lower/ControlFlow.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Structural.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace ingot::lower {
namespace {

/// A region as a function of the values that it captures, and then of its arguments.
class Body {
public:
  Body(Region &region, ProgramBuilder &program) : region(region) {
    llvm::SetVector<mlir::Value> used;
    getUsedValuesDefinedAbove(region, used);
    for (mlir::Value value : used)
      if (!graph::constantOf(value) && !isa<NoneType>(value.getType()))
        captured.push_back(value);
    make(program, used.getArrayRef());
  }

  SmallVector<mlir::Value> captured;
  func::FuncOp function;

private:
  void make(ProgramBuilder &program, ArrayRef<mlir::Value> used) {
    OpBuilder builder(program.program);
    Block &block = region.front();
    SmallVector<Type> inputs(ValueRange(captured).getTypes());
    llvm::append_range(inputs, block.getArgumentTypes());
    auto results = block.getTerminator()->getOperandTypes();
    function = func::FuncOp::create(builder, region.getLoc(), program.bodyName(),
                                    builder.getFunctionType(inputs, results));
    function.setPrivate();
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    IRMapping mapping;
    mapping.map(captured, body->getArguments().take_front(captured.size()));
    mapping.map(block.getArguments(), body->getArguments().drop_front(captured.size()));
    for (mlir::Value value : used)
      if (!mapping.contains(value))
        builder.clone(*value.getDefiningOp(), mapping);
    for (Operation &op : block.without_terminator())
      builder.clone(op, mapping);
    SmallVector<mlir::Value> returned;
    for (mlir::Value value : block.getTerminator()->getOperands())
      returned.push_back(mapping.lookup(value));
    func::ReturnOp::create(builder, region.getLoc(), returned);
  }

  Region &region;
};

/// The operands of an instr.run, and what its numbers say of them.
class Run {
public:
  Run(Operation &op, ProgramBuilder &program, const LowerBody &lowerBody)
      : op(op), program(program), lowerBody(lowerBody), operands(program) {}

  Status branch();
  Status loop();
  Status scan();

private:
  /// Makes the program of a region and binds what it captures.
  Status body(Region &region) {
    Body body(region, program);
    for (mlir::Value value : body.captured)
      port(read(dense(value)));
    auto made = INGOT_TRY(lowerBody(body.function));
    body.function.erase();
    programs.push_back(FlatSymbolRefAttr::get(made.getSymNameAttr()));
    // A vector may be read behind the end of its last buffer.
    constexpr int64_t slack = 64;
    int64_t bytes = static_cast<int64_t>(made.getArena().value_or(0)) + slack;
    arenas.push_back(write(program.allocate(ElementType::U8, {bytes}, rowMajor(1))));
    return success();
  }

  int64_t read(const Memory &memory) {
    operands.read(memory);
    return static_cast<int64_t>(operands.values.size()) - 1;
  }
  int64_t write(const Memory &memory) {
    operands.write(memory);
    return static_cast<int64_t>(operands.values.size()) - 1;
  }
  /// The next port of the program.
  void port(int64_t operand, int64_t offset = 0, int64_t stride = 0) {
    ports.append({operand, offset, stride});
  }
  int64_t inputs() const { return static_cast<int64_t>(ports.size() / 3); }

  Memory dense(mlir::Value value) {
    Memory memory = program.memoryOf(value);
    return program.ordered(memory, rowMajor(memory.dims.size()));
  }
  Memory result(unsigned i, const Order &order) {
    ValueType type = *graph::fromMlir(op.getResult(i).getType());
    Memory memory = program.allocate(type.element, type.dims, order);
    program.bind(op.getResult(i), memory);
    return memory;
  }
  Memory cell(ElementType type) { return program.allocate(type, {1}, rowMajor(1)); }

  /// Values from trip to trip, whose inputs are the next and whose outputs the first of those that
  /// are left: the numbers of both are set when all inputs are known.
  void carry(ValueRange initial) {
    for (auto [i, value] : llvm::enumerate(initial)) {
      Memory from = dense(value), to = result(static_cast<unsigned>(i), rowMajor(from.dims.size()));
      Memory other = program.allocate(from.type, from.dims, rowMajor(from.dims.size()));
      carried.append({inputs(), static_cast<int64_t>(i), read(from), write(to), write(other)});
      port(-1);
    }
  }
  void carriedOutputs(int64_t first) {
    for (size_t i = 0; i < carried.size(); i += 5) {
      carried[i + 1] += first;
      port(-1);
    }
  }

  /// The slices of a value along an axis, one a trip.
  void slices(const Memory &memory, int64_t axis, bool isReversed, int64_t operand) {
    auto bytes = static_cast<int64_t>(elementBytes(memory.type));
    int64_t stride = memory.strides[static_cast<size_t>(axis)] * bytes;
    int64_t count = memory.dims[static_cast<size_t>(axis)];
    isReversed ? port(operand, (count - 1) * stride, -stride) : port(operand, 0, stride);
  }
  /// The axis outermost, so that each slice is dense.
  static Order outermost(size_t rank, int64_t axis) {
    Order order{static_cast<int>(axis)};
    for (size_t i = 0; i < rank; ++i)
      if (static_cast<int64_t>(i) != axis)
        order.push_back(static_cast<int>(i));
    return order;
  }

  instr::RunOp finish() {
    OpBuilder &builder = program.builder;
    auto run = instr::RunOp::create(
        builder, program.location, programs[0], programs.size() > 1 ? programs[1] : nullptr,
        operands.values, builder.getDenseI8ArrayAttr(operands.roles),
        builder.getDenseI64ArrayAttr(ports), builder.getDenseI64ArrayAttr(arenas));
    run.setCarried(carried);
    return run;
  }

  Operation &op;
  ProgramBuilder &program;
  const LowerBody &lowerBody;
  OperandList operands;
  SmallVector<FlatSymbolRefAttr> programs;
  SmallVector<int64_t> ports, arenas, carried;
};

Status Run::branch() {
  SmallVector<Memory> results;
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    results.push_back(result(i, rowMajor(graph::fromMlir(op.getResult(i).getType())->dims.size())));
  int64_t condition = read(dense(op.getOperand(0)));
  SmallVector<int64_t> written;
  for (const Memory &memory : results)
    written.push_back(write(memory));
  for (Region &region : op.getRegions()) {
    INGOT_TRY(body(region));
    for (int64_t operand : written)
      port(operand);
  }
  finish().setCondition(condition);
  return success();
}

Status Run::scan() {
  graph::Attributes attributes = graph::attributesOf(&op);
  auto inputCount = static_cast<size_t>(attributes.integer("scan_inputs"));
  ValueRange values = op.getOperands().drop_front(), states = values.drop_back(inputCount);
  INGOT_TRY(body(op.getRegion(0)));
  carry(states);
  int64_t trips = 0;
  for (auto [i, value] : llvm::enumerate(values.take_back(inputCount))) {
    Memory memory = program.memoryOf(value);
    auto rank = static_cast<int64_t>(memory.dims.size());
    int64_t axis = attributes.integers("input_axes")[i];
    axis += axis < 0 ? rank : 0;
    memory = program.ordered(memory, outermost(memory.dims.size(), axis));
    trips = memory.dims[static_cast<size_t>(axis)];
    slices(memory, axis, attributes.integers("input_reversed")[i] != 0, read(memory));
  }
  carriedOutputs(0);
  for (size_t i = states.size(); i < op.getNumResults(); ++i) {
    size_t item = i - states.size();
    size_t rank = graph::fromMlir(op.getResult(static_cast<unsigned>(i)).getType())->dims.size();
    int64_t axis = attributes.integers("output_axes")[item];
    axis += axis < 0 ? static_cast<int64_t>(rank) : 0;
    Memory memory = result(static_cast<unsigned>(i), outermost(rank, axis));
    slices(memory, axis, attributes.integers("output_reversed")[item] != 0, write(memory));
  }
  finish().setTrips(trips);
  return success();
}

Status Run::loop() {
  auto operandOf = [&](unsigned i) {
    mlir::Value value = op.getOperand(i);
    return isa<NoneType>(value.getType()) ? -1 : read(dense(value));
  };
  int64_t count = operandOf(0), condition = operandOf(1);
  INGOT_TRY(body(op.getRegion(0)));
  int64_t trip = write(cell(ElementType::I64)), holds = write(cell(ElementType::Bool)),
          next = write(cell(ElementType::Bool));
  port(trip);
  port(holds);
  ValueRange initial = op.getOperands().drop_front(2);
  carry(initial);
  port(next);
  carriedOutputs(1);
  instr::RunOp run = finish();
  run.setTrips(INT64_MAX);
  run.setCount(count);
  run.setCondition(condition);
  run.setTrip(trip);
  run.setHolds(holds);
  run.setNext(next);
  return success();
}

} // namespace

Status lowerControlFlow(Operation &op, ProgramBuilder &program, const LowerBody &lowerBody) {
  Run run(op, program, lowerBody);
  if (isa<graph::IfOp>(op))
    return run.branch();
  return isa<graph::ScanOp>(op) ? run.scan() : run.loop();
}

} // namespace ingot::lower
