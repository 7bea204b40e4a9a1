// Instructions for what a lowering says.
#include "compiler/lower/OperatorContext.h"

#include "compiler/codegen/Isa.h"
#include "compiler/lower/Elementwise.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace ingot::lower {
namespace {

/// What operators read that their group has from outside, without `from`.
SmallVector<mlir::Value> outsideOf(ArrayRef<Operation *> operators, mlir::Value from) {
  SmallVector<mlir::Value> outside;
  for (Operation *op : operators)
    for (mlir::Value operand : op->getOperands())
      if (llvm::isa<BlockArgument>(operand) && operand != from &&
          !llvm::is_contained(outside, operand))
        outside.push_back(operand);
  return outside;
}

/// The part before the root, if there is one and it reads something of the shape that it makes.
std::optional<GroupPart> partBefore(Block &group) {
  Operation *root = rootOf(group);
  if (root->getNumOperands() == 0)
    return std::nullopt;
  GroupPart part{nullptr, root->getOperand(0), {}, {}};
  for (Operation &op : llvm::make_range(group.begin(), root->getIterator())) {
    if (!isLoopOperator(&op))
      continue;
    for (mlir::Value operand : op.getOperands())
      if (Operation *definition = operand.getDefiningOp();
          definition && !llvm::is_contained(part.operators, definition))
        return std::nullopt; // a constant of its own
    part.operators.push_back(&op);
  }
  part.outside = outsideOf(part.operators, nullptr);
  auto *whole = llvm::find_if(
      part.outside, [&](mlir::Value value) { return value.getType() == part.to.getType(); });
  if (whole == part.outside.end())
    return std::nullopt;
  part.from = *whole;
  part.outside.erase(whole);
  return part;
}

std::optional<GroupPart> partBehind(Block &group) {
  Operation *root = rootOf(group);
  GroupPart part{root->getResult(0), group.getTerminator()->getOperand(0), {}, {}};
  for (Operation *op = root->getNextNode(); op != group.getTerminator(); op = op->getNextNode())
    part.operators.push_back(op);
  if (part.operators.empty())
    return std::nullopt;
  part.outside = outsideOf(part.operators, part.from);
  return part;
}

/// Whether the last vector of a row, or of a piece of it, reaches beyond its end.
bool endsInVector(const Shape &dims, const Walk &walk, const codegen::Isa &isa) {
  int64_t length = 1;
  for (size_t i = walk.axes.size() - walk.columns; i < walk.axes.size(); ++i)
    length *= dims[static_cast<size_t>(walk.axes[i])];
  int64_t lanes = isa.vectorBytes / static_cast<int64_t>(sizeof(float));
  return (walk.piece ? walk.piece : length) % lanes != 0;
}

/// What a prologue or epilogue reads beside what the kernel gives it.
class HookOperands {
public:
  /// The kernel walks an array of these dims.
  HookOperands(ProgramBuilder &program, const Shape &dims, const Walk &walk)
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

/// The region of a prologue or epilogue. `types` are those of what the kernel gives, of the bias if
/// there is one, and of what the part of the group has from outside.
void buildHook(OpBuilder &builder, Region &region, Location location, ArrayRef<Type> types,
               bool hasBias, const std::optional<GroupPart> &part) {
  OpBuilder::InsertionGuard guard(builder);
  Block &body = region.emplaceBlock();
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
  if (part) {
    IRMapping mapping;
    mapping.map(part->from, value);
    for (auto [outside, argument] :
         llvm::zip(part->outside, body.getArguments().drop_front(hasBias ? 2 : 1)))
      mapping.map(outside, argument);
    for (Operation *op : part->operators)
      builder.clone(*op, mapping);
    value = mapping.lookup(part->to);
  }
  OperationState yield(location, "graph.yield");
  yield.addOperands(value);
  builder.create(yield);
}

} // namespace

Operation *rootOf(Block &group) {
  for (Operation &op : group.without_terminator())
    if (infoOf(&op)->name != "constant" && infoOf(&op)->name != "none" && !isLoopOperator(&op))
      return &op;
  return nullptr;
}

OperatorContext::OperatorContext(ProgramBuilder &program, Operation &op,
                                 const graph::OperatorInfo &info,
                                 const graph::Attributes &attributes, Operation *group)
    : SourceContext(op, info, attributes, program.isa), program(program) {
  if (!group)
    return;
  before = partBefore(group->getRegion(0).front());
  behind = partBehind(group->getRegion(0).front());
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

/// How a kernel walks its first operand, where it has a prologue, and its result, and what it adds
/// to that.
struct OperatorContext::Hooks {
  Walk xWalk, walk;
  std::optional<Memory> bias;
};

void OperatorContext::kernel(const std::string &name, const std::vector<Memory> &reads,
                             const Memory &y, const Hooks &hooks, const std::vector<int64_t> &sizes,
                             int64_t units) {
  OperandList operands(program);
  for (const Memory &memory : reads)
    operands.read(memory);
  operands.write(y);
  auto typeOf = [&](const Memory &memory) {
    return RankedTensorType::get(memory.dims,
                                 graph::toMlir(program.builder.getContext(), memory.type));
  };
  // The types of a hook's region; what it reads becomes operands.
  auto argumentsOf = [&](const Memory &walked, const Walk &walk, const std::optional<Memory> &bias,
                         const std::optional<GroupPart> &part) {
    HookOperands extras(program, walked.dims, walk);
    SmallVector<Type> types{typeOf(walked)};
    auto extra = [&](const Memory &memory) {
      Memory fitting = extras.fitting(memory);
      operands.read(fitting);
      types.push_back(typeOf(fitting));
    };
    if (bias)
      extra(*bias);
    if (part)
      for (mlir::Value value : part->outside)
        extra(program.memoryOf(value));
    return types;
  };
  SmallVector<Type> prologue, epilogue;
  if (before)
    prologue = argumentsOf(reads[0], hooks.xWalk, std::nullopt, before);
  epilogue = argumentsOf(y, hooks.walk, hooks.bias, behind);
  auto op = instr::KernelOp::create(program.builder, program.location, name, operands.values,
                                    operands.roles, sizes, units, hooks.walk.axes,
                                    static_cast<int64_t>(hooks.walk.columns), hooks.xWalk.axes,
                                    static_cast<int64_t>(hooks.xWalk.columns));
  if (before)
    buildHook(program.builder, op.getPrologue(), op.getLoc(), prologue, false, before);
  if (hooks.bias || behind)
    buildHook(program.builder, op.getEpilogue(), op.getLoc(), epilogue, hooks.bias.has_value(),
              behind);
  isFused = true;
}

void OperatorContext::kernel(const std::string &name, const std::vector<Memory> &reads,
                             const Memory &y, const Walk &walk, const std::optional<Memory> &bias,
                             const std::vector<int64_t> &sizes, int64_t units) {
  kernel(name, reads, y, Hooks{{}, walk, bias}, sizes, units);
}

void OperatorContext::kernel(const std::string &name, const std::vector<Memory> &reads,
                             const Walk &xWalk, const Memory &y, const Walk &walk,
                             const std::vector<int64_t> &sizes, int64_t units) {
  kernel(name, reads, y, Hooks{before ? xWalk : Walk{}, walk, std::nullopt}, sizes, units);
}

} // namespace ingot::lower
