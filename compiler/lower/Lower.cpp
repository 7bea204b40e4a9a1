// From graph IR to instr IR: an instruction for every operator.
#include "compiler/lower/Lower.h"

#include "compiler/lower/ControlFlow.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/Lowerable.h"
#include "compiler/lower/OperatorContext.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace ingot::lower {
namespace {

class Driver {
public:
  Driver(func::FuncOp function, ModuleOp module, const Capabilities &target, const Plan &plan)
      : function(function), module(module), target(target), plan(plan),
        program(function, module, target) {}

  Expected<instr::ProgramOp> run();

private:
  Status step(Operation &op);
  Status group(Operation &op);
  Status control(Operation &op);
  bool fuse(Operation &group, Operation &root);
  /// One loop for the operator, or for a group of them.
  void map(Operation &op);
  /// The reference evaluator on dense memory.
  void host(Operation &op);
  /// An instruction whose region is the operator itself.
  template <typename Instruction>
  void regionOf(Operation &op, ArrayRef<Memory> reads, ArrayRef<Memory> writes);

  func::FuncOp function;
  ModuleOp module;
  const Capabilities &target;
  const Plan &plan;
  ProgramBuilder program;
};

template <typename Instruction>
void Driver::regionOf(Operation &op, ArrayRef<Memory> reads, ArrayRef<Memory> writes) {
  OperandList operands(program);
  for (const Memory &memory : reads)
    operands.read(memory);
  for (const Memory &memory : writes)
    operands.write(memory);
  auto instruction =
      Instruction::create(program.builder, program.location, operands.values, operands.roles);
  OpBuilder &builder = program.builder;
  Location location = program.location;
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
  for (mlir::Value result : copy->getResults())
    if (!isa<NoneType>(result.getType()))
      yield.addOperands(result);
  builder.create(yield);
}

void Driver::map(Operation &op) {
  SmallVector<Memory> reads;
  Shape dims = graph::fromMlir(op.getResult(0).getType())->dims;
  std::optional<Order> order;
  for (mlir::Value operand : op.getOperands()) {
    reads.push_back(program.memoryOf(operand));
    if (!order && reads.back().dims == dims && isDense(reads.back(), orderOf(reads.back())))
      order = orderOf(reads.back());
  }
  Memory result = program.allocate(graph::fromMlir(op.getResult(0).getType())->element, dims,
                                   order.value_or(rowMajor(dims.size())));
  regionOf<instr::MapOp>(op, reads, result);
  program.bind(op.getResult(0), result);
}

void Driver::host(Operation &op) {
  SmallVector<Memory> reads, writes;
  for (mlir::Value operand : op.getOperands())
    if (!isa<NoneType>(operand.getType())) {
      Memory memory = program.memoryOf(operand);
      reads.push_back(program.ordered(memory, rowMajor(memory.dims.size())));
    }
  for (mlir::Value result : op.getResults()) {
    if (isa<NoneType>(result.getType()))
      continue;
    ValueType type = *graph::fromMlir(result.getType());
    writes.push_back(program.allocate(type.element, type.dims, rowMajor(type.dims.size())));
    program.bind(result, writes.back());
  }
  regionOf<instr::HostOp>(op, reads, writes);
}

/// A fused group: one loop, or a kernel that applies the others to what it reads and stores. What
/// has no such kernel after all runs one by one.
Status Driver::group(Operation &op) {
  Block &body = op.getRegion(0).front();
  for (auto [argument, operand] : llvm::zip(body.getArguments(), op.getOperands()))
    if (!isa<NoneType>(operand.getType()))
      program.bind(argument, program.memoryOf(operand));
  Operation *root = rootOf(body);
  if (!root) {
    map(op);
    return success();
  }
  if (fuse(op, *root)) {
    program.bind(op.getResult(0), program.memoryOf(root->getResult(0)));
    return success();
  }
  for (Operation &inner : body.without_terminator())
    INGOT_TRY(step(inner));
  program.bind(op.getResult(0), program.memoryOf(body.getTerminator()->getOperand(0)));
  return success();
}

Status Driver::control(Operation &op) {
  return lowerControlFlow(op, program, [&](func::FuncOp body) -> Expected<instr::ProgramOp> {
    auto made = INGOT_TRY(Driver(body, module, target, plan).run());
    INGOT_TRY(plan(made));
    return made;
  });
}

/// Has the root's kernel compute the whole group, if it can.
bool Driver::fuse(Operation &group, Operation &root) {
  const graph::OperatorInfo *info = infoOf(&root);
  graph::Attributes attributes = graph::attributesOf(&root);
  OperatorContext context(program, root, *info, attributes, &group);
  auto front = llvm::make_range(root.getBlock()->begin(), root.getIterator());
  bool fits = llvm::none_of(front, [](Operation &op) { return isLoopOperator(&op); }) ||
              (context.hasPartBefore() && unitsWithPrologue(&root, target));
  return fits && rootKernel(&root, target) && target.table->find(info->name)(context) &&
         context.hasFused();
}

Status Driver::step(Operation &op) {
  program.location = op.getLoc();
  const graph::OperatorInfo *info = infoOf(&op);
  if (info->name == "constant" || info->name == "none")
    return success();
  if (info->name == "group")
    return group(op);
  if (isControlFlow(&op))
    return control(op);
  if (Lowering lowering = target.table->find(info->name)) {
    graph::Attributes attributes = graph::attributesOf(&op);
    OperatorContext context(program, op, *info, attributes, nullptr);
    if (lowering(context))
      return success();
  }
  isLoopOperator(&op) ? map(op) : host(op);
  return success();
}

Expected<instr::ProgramOp> Driver::run() {
  for (Operation &op : function.getBody().front().without_terminator())
    INGOT_TRY(step(op));
  program.location = function.getLoc();
  for (auto [i, value] : llvm::enumerate(function.getBody().front().getTerminator()->getOperands()))
    program.copy(program.memoryOf(value), program.output(i));
  return program.program;
}

} // namespace

Expected<instr::ProgramOp> lower(func::FuncOp function, ModuleOp module, const Capabilities &target,
                                 const Plan &plan) {
  return Driver(function, module, target, plan).run();
}

} // namespace ingot::lower
