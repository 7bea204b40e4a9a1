// Instructions for what a lowering says.
#include "compiler/lower/OperatorContext.h"

#include "compiler/codegen/Isa.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace ingot::lower {
namespace {

/// What a group applies to the result of its first operator.
struct Rest {
  mlir::Value root, last; ///< the first operator's result, and the group's
  SmallVector<Operation *> operators;
  SmallVector<mlir::Value> outside; ///< what they read that the group has from outside
};

Rest restOf(Block &group) {
  Operation &root = rootOf(group);
  Rest rest{root.getResult(0), group.getTerminator()->getOperand(0), {}, {}};
  for (Operation *op = root.getNextNode(); op != group.getTerminator(); op = op->getNextNode()) {
    rest.operators.push_back(op);
    for (mlir::Value operand : op->getOperands())
      if (llvm::isa<BlockArgument>(operand) && !llvm::is_contained(rest.outside, operand))
        rest.outside.push_back(operand);
  }
  return rest;
}

/// Whether the last vector of a row, or of a piece of it, reaches beyond its end.
bool endsInVector(const Shape &dims, const Walk &walk, const codegen::Isa &isa) {
  int64_t length = 1;
  for (size_t i = walk.axes.size() - walk.columns; i < walk.axes.size(); ++i)
    length *= dims[static_cast<size_t>(walk.axes[i])];
  int64_t lanes = isa.vectorBytes / static_cast<int64_t>(sizeof(float));
  return (walk.piece ? walk.piece : length) % lanes != 0;
}

/// What the epilogue of a kernel reads beside the kernel's result.
class EpilogueOperands {
public:
  /// The kernel walks an array of these dims.
  EpilogueOperands(ProgramBuilder &program, const Shape &dims, const Walk &walk)
      : program(program), dims(dims), walk(walk),
        isReadBeyond(endsInVector(dims, walk, program.isa)) {}

  /// The memory, or a copy of it that is read by row and column.
  Memory fitting(const Memory &memory) {
    Memory even = evenly(memory);
    if (!isReadBeyond || stridesOf(even)->column == 0 ||
        !llvm::isa<instr::InputOp>(instr::rootOf(program.valueOf(even))))
      return even;
    // What lies behind a caller's memory is not ours.
    Memory own = program.allocate(even.type, even.dims, orderOf(even));
    program.copy(even, own);
    return own;
  }

private:
  std::optional<MatrixStrides> stridesOf(const Memory &memory) const {
    return matrixStrides(dims, broadcastStrides(memory, dims), walk);
  }

  /// Beyond the end of a row there is room for one vector of neighbours.
  bool isEven(const Memory &memory) const {
    auto strides = stridesOf(memory);
    return strides && (!isReadBeyond || strides->column == 0 || strides->column == 1);
  }

  Memory evenly(const Memory &memory) {
    if (isEven(memory))
      return memory;
    int shift = static_cast<int>(dims.size() - memory.dims.size());
    Order order;
    for (int axis : walk.axes)
      if (axis >= shift)
        order.push_back(axis - shift);
    Memory copy = memory;
    copy.strides = denseStrides(memory.dims, order);
    return isEven(copy) ? program.ordered(memory, order)
                        : program.ordered(writtenOut(memory), walk.axes);
  }

  /// What repeats along some of the axes of rows only, or of columns, has all of them.
  Memory writtenOut(const Memory &memory) const {
    Memory whole = memory;
    whole.dims = dims;
    whole.strides = broadcastStrides(memory, dims);
    std::span<const int> axes = walk.axes;
    for (auto part : {axes.first(axes.size() - walk.columns), axes.last(walk.columns)})
      if (llvm::all_of(part,
                       [&](int axis) { return whole.strides[static_cast<size_t>(axis)] == 0; }))
        for (int axis : part)
          whole.dims[static_cast<size_t>(axis)] = 1;
    return whole;
  }

  ProgramBuilder &program;
  const Shape &dims;
  const Walk &walk;
  bool isReadBeyond;
};

/// The region of a kernel's epilogue. `types` are those of the kernel's result, of the bias if
/// there is one, and of what the rest of the group has from outside.
void buildEpilogue(OpBuilder &builder, instr::KernelOp kernel, ArrayRef<Type> types, bool hasBias,
                   const std::optional<Rest> &rest) {
  OpBuilder::InsertionGuard guard(builder);
  Location location = kernel.getLoc();
  Block &body = kernel.getEpilogue().emplaceBlock();
  builder.setInsertionPointToStart(&body);
  for (Type type : types)
    body.addArgument(type, location);
  mlir::Value value = body.getArgument(0);
  if (hasBias) {
    OperationState add(location, "graph.add");
    add.addOperands({value, body.getArgument(1)});
    add.addTypes(types[0]);
    value = builder.create(add)->getResult(0);
  }
  if (rest) {
    IRMapping mapping;
    mapping.map(rest->root, value);
    for (auto [outside, argument] :
         llvm::zip(rest->outside, body.getArguments().drop_front(hasBias ? 2 : 1)))
      mapping.map(outside, argument);
    for (Operation *op : rest->operators)
      builder.clone(*op, mapping);
    value = mapping.lookup(rest->last);
  }
  OperationState yield(location, "graph.yield");
  yield.addOperands(value);
  builder.create(yield);
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
                             const Memory &y, const Walk &walk, const std::optional<Memory> &bias,
                             const std::vector<int64_t> &sizes, int64_t units) {
  OperandList operands(program);
  for (const Memory &memory : reads)
    operands.read(memory);
  operands.write(y);

  auto rest = group ? std::optional(restOf(group->getRegion(0).front())) : std::nullopt;
  EpilogueOperands extras(program, y.dims, walk);
  auto typeOf = [&](const Memory &memory) {
    return RankedTensorType::get(memory.dims,
                                 graph::toMlir(program.builder.getContext(), memory.type));
  };
  SmallVector<Type> types{typeOf(y)};
  auto extra = [&](const Memory &memory) {
    Memory fitting = extras.fitting(memory);
    operands.read(fitting);
    types.push_back(typeOf(fitting));
  };
  if (bias)
    extra(*bias);
  if (rest)
    for (mlir::Value value : rest->outside)
      extra(program.memoryOf(value));
  auto op = instr::KernelOp::create(program.builder, program.location, name, operands.values,
                                    operands.roles, sizes, units, walk.axes,
                                    static_cast<int64_t>(walk.columns));
  if (bias || rest)
    buildEpilogue(program.builder, op, types, bias.has_value(), rest);
  isFused = true;
}

} // namespace ingot::lower
