// Instructions for what a lowering says.
#include "compiler/lower/OperatorContext.h"

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
bool endsInVector(const Shape &dims, const Walk &walk, const machine::Isa &isa) {
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
        isReadBeyond(endsInVector(dims, walk, *program.machine.isa)) {}

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

/// A conversion to elements of another type, unless they are of it already.
mlir::Value converted(OpBuilder &builder, Location location, mlir::Value value, Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  OperationState cast(location, "graph.cast");
  cast.addOperands(value);
  cast.addTypes(type.clone(element));
  cast.addAttribute("to", TypeAttr::get(element));
  return builder.create(cast)->getResult(0);
}

/// What a region computes from its first argument, piece by piece.
class HookBuilder {
public:
  /// `types` are those of what the kernel gives, and of what else the region reads.
  HookBuilder(OpBuilder &builder, Region &region, Location location, ArrayRef<Type> types)
      : builder(builder), guard(builder), location(location), body(region.emplaceBlock()) {
    builder.setInsertionPointToStart(&body);
    for (Type type : types)
      body.addArgument(type, location);
    value = body.getArgument(0);
  }

  void add(mlir::Value term) {
    OperationState add(location, "graph.add");
    add.addOperands({value, term});
    add.addTypes(value.getType());
    value = builder.create(add)->getResult(0);
  }
  void convert(Type element) { value = converted(builder, location, value, element); }
  /// The operators of a part of a group, of which `arguments` are what it has from outside.
  void apply(const GroupPart &part, ArrayRef<BlockArgument> arguments) {
    IRMapping mapping;
    mapping.map(part.from, value);
    for (auto [outside, argument] : llvm::zip(part.outside, arguments))
      mapping.map(outside, argument);
    for (Operation *op : part.operators)
      builder.clone(*op, mapping);
    value = mapping.lookup(part.to);
  }
  ArrayRef<BlockArgument> arguments() const { return body.getArguments(); }
  void finish() {
    OperationState yield(location, "graph.yield");
    yield.addOperands(value);
    builder.create(yield);
  }

private:
  OpBuilder &builder;
  OpBuilder::InsertionGuard guard;
  Location location;
  Block &body;
  mlir::Value value;
};

} // namespace

OperatorContext::OperatorContext(ProgramBuilder &program, Operation &op,
                                 const graph::OperatorInfo &info,
                                 const graph::Attributes &attributes, Operation *group)
    : SourceContext(op, info, attributes, program.machine, program.fastMath), program(program) {
  if (!group)
    return;
  before = partBefore(group->getRegion(0).front());
  behind = partBehind(group->getRegion(0).front());
}

std::optional<Memory> OperatorContext::made(const std::string &name, const Recipe &recipe,
                                            ElementType type, const Shape &dims,
                                            const Making &make) {
  std::vector<Tensor> constants;
  for (size_t i : recipe.operands)
    constants.push_back(*graph::constantOf(source.getOperand(static_cast<unsigned>(i))));
  std::string key = program.addressesOf(constants);
  if (!key.empty())
    key += recipe.how;
  auto value = key.empty() ? std::nullopt : program.recipes->find(key);
  if (!value) {
    for (Tensor &constant : constants) { // in the model's file nothing is aligned
      auto aligned = constant.aligned();
      if (!aligned.ok())
        return std::nullopt;
      constant = aligned.take();
    }
    value = packedNow(type, dims, [&](void *memory) { make(constants, memory); });
  }
  if (!value)
    return std::nullopt;
  return program.weight(name, graph::toMlir(program.builder.getContext(), *value), *value, key);
}

namespace {
/// The sizes of a kernel by name.
DictionaryAttr sizeAttr(Builder &builder, const library::Kernel &kernel, ArrayRef<int64_t> sizes) {
  SmallVector<NamedAttribute> named;
  for (auto [name, size] : llvm::zip_equal(kernel.sizes, sizes))
    named.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(size)));
  return builder.getDictionaryAttr(named);
}
} // namespace

void OperatorContext::kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
                             const std::vector<Memory> &writes, const std::vector<int64_t> &sizes,
                             const std::string &fault) {
  OperandList operands(program);
  for (const Memory &memory : reads)
    operands.read(memory);
  for (const Memory &memory : writes)
    operands.write(memory);
  auto op = instr::KernelOp::create(program.builder, program.location, StringRef(kernel.name),
                                    operands.values, operands.roles,
                                    sizeAttr(program.builder, kernel, sizes));
  if (!fault.empty())
    op.setFault(fault);
}

/// How a kernel walks its first operand, where it has a prologue, and its result, and what it adds
/// to that.
struct OperatorContext::Hooks {
  Walk xWalk, walk;
  std::optional<Memory> bias;
};

void OperatorContext::kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
                             const Memory &y, const Hooks &hooks,
                             const std::vector<int64_t> &sizes) {
  OpBuilder &builder = program.builder;
  OperandList operands(program);
  for (const Memory &memory : reads)
    operands.read(memory);
  operands.write(y);
  auto typeOf = [&](const Shape &dims, ElementType type) {
    return RankedTensorType::get(dims, graph::toMlir(builder.getContext(), type));
  };
  // The types of a hook's region; what it reads becomes operands.
  auto argumentsOf = [&](Type given, const Memory &walked, const Walk &walk,
                         const std::optional<Memory> &bias, const std::optional<GroupPart> &part) {
    HookOperands extras(program, walked.dims, walk);
    SmallVector<Type> types{given};
    auto extra = [&](const Memory &memory) {
      Memory fitting = extras.fitting(memory);
      operands.read(fitting);
      types.push_back(typeOf(fitting.dims, fitting.type));
    };
    if (bias)
      extra(*bias);
    if (part)
      for (mlir::Value value : part->outside)
        extra(program.memoryOf(value));
    return types;
  };
  ElementType sum = kernel.sumType();
  Type sumElement = graph::toMlir(builder.getContext(), sum);
  bool prepares = kernel.hasPrologue && hasPrologue();
  bool finishes = hooks.bias || behind || results[0].element != sum;
  SmallVector<Type> prologue, epilogue;
  if (prepares)
    prologue = argumentsOf(typeOf(reads[0].dims, reads[0].type), reads[0], hooks.xWalk,
                           std::nullopt, before);
  epilogue = argumentsOf(typeOf(y.dims, sum), y, hooks.walk, hooks.bias, behind);
  const Walk xWalk = prepares ? hooks.xWalk : Walk{};
  auto op = instr::KernelOp::create(
      builder, program.location, StringRef(kernel.name), operands.values, operands.roles,
      sizeAttr(builder, kernel, sizes), hooks.walk.axes, static_cast<int64_t>(hooks.walk.columns),
      xWalk.axes, static_cast<int64_t>(xWalk.columns));
  if (prepares) {
    HookBuilder hook(builder, op.getPrologue(), op.getLoc(), prologue);
    if (before)
      hook.apply(*before, hook.arguments().drop_front());
    hook.convert(sumElement);
    hook.finish();
  }
  if (finishes) {
    HookBuilder hook(builder, op.getEpilogue(), op.getLoc(), epilogue);
    if (hooks.bias)
      hook.add(hook.arguments()[1]);
    hook.convert(graph::toMlir(builder.getContext(), results[0].element));
    if (behind)
      hook.apply(*behind, hook.arguments().drop_front(hooks.bias ? 2 : 1));
    hook.finish();
  }
  isFused = true;
}

void OperatorContext::kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
                             const Memory &y, const Walk &walk, const std::optional<Memory> &bias,
                             const std::vector<int64_t> &sizes) {
  this->kernel(kernel, reads, y, Hooks{{}, walk, bias}, sizes);
}

void OperatorContext::kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
                             const Walk &xWalk, const Memory &y, const Walk &walk,
                             const std::vector<int64_t> &sizes) {
  this->kernel(kernel, reads, y, Hooks{xWalk, walk, std::nullopt}, sizes);
}

} // namespace ingot::lower
