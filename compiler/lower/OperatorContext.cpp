// Instructions for what a lowering says.
#include "compiler/lower/OperatorContext.h"

#include "compiler/codegen/Isa.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace ingot::lower {
namespace {

/// The operators that are applied to the result of the first one.
SmallVector<Operation *> behindRoot(Block &group) {
  SmallVector<Operation *> ops;
  for (Operation *op = rootOf(group).getNextNode(); op != group.getTerminator();
       op = op->getNextNode())
    ops.push_back(op);
  return ops;
}

/// The memory so that an epilogue finds its elements by row and column of an array of these dims.
Memory epilogueOperand(ProgramBuilder &program, const Memory &memory, const Shape &dims,
                       size_t columns) {
  if (rowStride(dims, broadcastStrides(memory, dims), columns))
    return memory;
  // Row-major but for the columns, which lie innermost, as the result does.
  Order order = rowMajor(memory.dims.size());
  size_t shift = dims.size() - memory.dims.size();
  if (columns >= shift && columns < dims.size())
    order = innermost(order, {static_cast<int>(columns - shift)});
  Memory copy = program.ordered(memory, order);
  if (rowStride(dims, broadcastStrides(copy, dims), columns))
    return copy;
  // What repeats along some of the rows only is written out.
  Memory whole = memory;
  whole.dims = dims;
  whole.strides = broadcastStrides(memory, dims);
  order = rowMajor(dims.size());
  if (columns < dims.size())
    order = innermost(order, {static_cast<int>(columns)});
  return program.ordered(whole, order);
}

} // namespace

Operation &rootOf(Block &group) {
  return *llvm::find_if(group, [](Operation &op) {
    return infoOf(&op)->name != "constant" && infoOf(&op)->name != "none";
  });
}

void OperatorContext::kernel(const std::string &name, const std::vector<Memory> &reads,
                             const std::vector<Memory> &writes, const std::vector<int64_t> &sizes,
                             int64_t units) {
  OperandList operands(program);
  for (const Memory &memory : reads)
    operands.read(memory);
  for (const Memory &memory : writes)
    operands.write(memory);
  instr::KernelOp::create(program.builder, program.location, name, operands.values, operands.roles,
                          sizes, units);
}

void OperatorContext::kernel(const std::string &name, const std::vector<Memory> &reads,
                             const Memory &y, size_t columns, const std::optional<Memory> &bias,
                             const std::vector<int64_t> &sizes, int64_t units) {
  OperandList operands(program);
  for (const Memory &memory : reads)
    operands.read(memory);
  operands.write(y);

  // The values that the fused operators read beside the kernel's result.
  SmallVector<mlir::Value> outside;
  Block *rest = group ? &group->getRegion(0).front() : nullptr;
  SmallVector<Operation *> fused = rest ? behindRoot(*rest) : SmallVector<Operation *>();
  for (Operation *op : fused)
    for (mlir::Value operand : op->getOperands())
      if (llvm::isa<BlockArgument>(operand) && !llvm::is_contained(outside, operand))
        outside.push_back(operand);
  auto extra = [&](const Memory &memory) {
    Memory fitting = epilogueOperand(program, memory, y.dims, columns);
    // The last vector of a row is read whole: what lies behind a caller's memory is not ours.
    bool endsInVector = columns >= y.dims.size() ||
                        y.dims[columns] % (isa.vectorBytes / static_cast<int64_t>(sizeof(float)));
    if (endsInVector && llvm::isa<instr::InputOp>(instr::rootOf(program.valueOf(fitting)))) {
      Memory own = program.allocate(fitting.type, fitting.dims, orderOf(fitting));
      program.copy(fitting, own);
      fitting = own;
    }
    operands.read(fitting);
    return RankedTensorType::get(fitting.dims,
                                 graph::toMlir(program.builder.getContext(), fitting.type));
  };
  SmallVector<Type> types{
      RankedTensorType::get(y.dims, graph::toMlir(program.builder.getContext(), y.type))};
  if (bias)
    types.push_back(extra(*bias));
  for (mlir::Value value : outside)
    types.push_back(extra(program.memoryOf(value)));

  auto op = instr::KernelOp::create(program.builder, program.location, name, operands.values,
                                    operands.roles, sizes, units, static_cast<int64_t>(columns));
  if (!bias && !rest)
    return;
  OpBuilder::InsertionGuard guard(program.builder);
  Block &body = op.getEpilogue().emplaceBlock();
  program.builder.setInsertionPointToStart(&body);
  for (Type type : types)
    body.addArgument(type, program.location);
  mlir::Value sums = body.getArgument(0);
  if (bias) {
    OperationState add(program.location, "graph.add");
    add.addOperands({sums, body.getArgument(1)});
    add.addTypes(types[0]);
    sums = program.builder.create(add)->getResult(0);
  }
  SmallVector<mlir::Value> yielded{sums};
  if (rest) {
    IRMapping mapping;
    mapping.map(rootOf(*rest).getResult(0), sums);
    for (auto [i, value] : llvm::enumerate(outside))
      mapping.map(value, body.getArgument(static_cast<unsigned>(i) + (bias ? 2 : 1)));
    for (Operation *op : fused)
      program.builder.clone(*op, mapping);
    yielded = {mapping.lookup(rest->getTerminator()->getOperand(0))};
  }
  OperationState yield(program.location, "graph.yield");
  yield.addOperands(yielded);
  program.builder.create(yield);
}

} // namespace ingot::lower
