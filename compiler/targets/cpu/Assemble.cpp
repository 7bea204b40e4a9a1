// An instr program with planned memory becomes an image: addresses, steps, code, weights.
#include "compiler/targets/cpu/Assemble.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/library/KernelTable.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/Memory.h"
#include "kernels/movement/copy.h"
#include "runtime/base/File.h"

#include "llvm/ADT/DenseMap.h"

#include <bit>
#include <cstring>

using namespace mlir;

namespace ingot::cpu {
namespace {

using codegen::Address;
using codegen::Expression;
using instr::Role;

constexpr int64_t alignment = 64;

int64_t aligned(int64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

class Assembler {
public:
  Assembler(instr::ProgramOp program, const codegen::CodeOptions &options,
            std::vector<Assembled> &bodies)
      : program(program), options(options), bodies(bodies) {}

  Expected<Assembled> run();

private:
  Status placeDeclarations();
  Status weight(instr::WeightOp op);
  Status instruction(Operation &op);
  void loop(codegen::LoopStep step, Operation &op);
  void copy(instr::CopyOp op);
  void map(instr::MapOp op);
  void host(instr::HostOp op);
  void kernel(instr::KernelOp op);
  Status control(instr::RunOp op);
  std::optional<Address> addressOf(instr::RunOp op, int64_t operand);
  runtime::Call call(instr::RunOp op, size_t program, size_t firstPort, const runtime::Image &body);
  /// What a kernel applies to `memory`, which it walks so. `first` of its operands are before those
  /// of the region.
  codegen::Hook hook(instr::KernelOp op, Region &region, unsigned first, mlir::Value memory,
                     const lower::Walk &walk);
  Address addressOf(mlir::Value memory);
  std::optional<double> numberOf(mlir::Value memory);
  codegen::Operand operandOf(mlir::Value memory, ArrayRef<int64_t> dims);
  void addStep(Operation &op, codegen::AnyStep step, int64_t units);

  instr::ProgramOp program;
  const codegen::CodeOptions &options;
  std::vector<Assembled> &bodies;
  std::vector<Operation *> sources;
  runtime::Image image;
  llvm::DenseMap<Operation *, Address> roots;
  std::vector<codegen::AnyStep> steps;
  std::vector<size_t> stepOf; ///< for each machine-code step its index in the image
};

Address Assembler::addressOf(mlir::Value memory) {
  Address address = roots[instr::rootOf(memory)];
  auto type = cast<MemRefType>(memory.getType());
  address.offset += instr::layoutOf(type)->offset * instr::elementBytesOf(type);
  return address;
}

/// Numbers that Emitter::number() writes into the code.
bool isWritable(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F16 || type == ElementType::BF16 ||
         (isInteger(type) && elementBytes(type) <= 4);
}

/// What a single constant element is, if it is a number that a double holds.
std::optional<double> Assembler::numberOf(mlir::Value memory) {
  auto weight = dyn_cast<instr::WeightOp>(instr::rootOf(memory));
  auto type = cast<MemRefType>(memory.getType());
  if (!weight || type.getNumElements() != 1 ||
      !isWritable(*graph::elementFromMlir(type.getElementType())) ||
      cast<MemRefType>(weight.getMemory().getType()).getNumElements() != 1)
    return std::nullopt;
  auto tensor = graph::fromMlir(weight.getValue());
  return tensor ? std::optional(tensor->numberAt(0)) : std::nullopt;
}

/// The memory as an operand of a loop over `dims`, to which it broadcasts.
codegen::Operand Assembler::operandOf(mlir::Value memory, ArrayRef<int64_t> dims) {
  auto type = cast<MemRefType>(memory.getType());
  codegen::Operand operand{addressOf(memory), *graph::elementFromMlir(type.getElementType()), {}};
  operand.strides.assign(dims.size(), 0);
  auto layout = instr::layoutOf(type);
  size_t shift = dims.size() - static_cast<size_t>(type.getRank());
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (size != 1)
      operand.strides[shift + i] = layout->strides[i];
  return operand;
}

Status Assembler::placeDeclarations() {
  int64_t inputs = llvm::range_size(program.getBody().front().getOps<instr::InputOp>());
  auto place = [](Operation *op, StringRef name) {
    auto type = cast<MemRefType>(op->getResult(0).getType());
    return runtime::Place{name.str(), *graph::elementFromMlir(type.getElementType()),
                          Shape(type.getShape()), instr::bytesOf(type)};
  };
  for (Operation &op : program.getBody().front()) {
    if (auto input = dyn_cast<instr::InputOp>(op)) {
      roots[&op] = {runtime::PortBase + static_cast<int>(input.getIndex()), 0};
      image.inputs.push_back(place(&op, input.getName()));
    } else if (auto output = dyn_cast<instr::OutputOp>(op)) {
      roots[&op] = {runtime::PortBase + static_cast<int>(inputs + output.getIndex()), 0};
      image.outputs.push_back(place(&op, output.getName()));
    } else if (auto weightOp = dyn_cast<instr::WeightOp>(op)) {
      INGOT_TRY(weight(weightOp));
    } else if (auto alloc = dyn_cast<instr::AllocOp>(op)) {
      if (!alloc.getOffset())
        return failure("a buffer of the program has no place");
      roots[&op] = {runtime::ArenaBase, static_cast<int64_t>(*alloc.getOffset())};
    }
  }
  image.arenaBytes = program.getArena().value_or(0);
  return success();
}

Status Assembler::weight(instr::WeightOp op) {
  roots[op] = {runtime::WeightBase, image.weightBytes};
  auto type = cast<MemRefType>(op.getMemory().getType());
  auto tensor = graph::fromMlir(op.getValue());
  if (!tensor)
    return failure(str("weight '", op.getName().str(), "' has no bytes"));
  image.weights.push_back(
      {op.getName().str(), image.weightBytes, *tensor, op.getRecipe().value_or("").str()});
  image.weightBytes += aligned(instr::bytesOf(type) + 1);
  return success();
}

void Assembler::addStep(Operation &op, codegen::AnyStep step, int64_t units) {
  stepOf.push_back(image.steps.size());
  steps.push_back(std::move(step));
  sources.push_back(&op);
  runtime::ImageStep entry;
  entry.units = units;
  entry.name = graph::nodeName(op.getLoc());
  image.steps.push_back(std::move(entry));
}

void Assembler::loop(codegen::LoopStep step, Operation &op) {
  if (elementCount(step.dims).value_or(0) == 0)
    return;
  codegen::simplify(step);
  int64_t units = codegen::unitsOf(step);
  addStep(op, std::move(step), units);
  image.steps.back().what = op.getName().stripDialect().str();
}

/// A copy whose rows are not dense on both sides, for the kernels that transpose.
std::optional<codegen::KernelStep> stridedCopy(const codegen::LoopStep &loop, int64_t &units) {
  namespace movement = kernels::movement;
  size_t bytes = elementBytes(loop.operands[0].type);
  bool fits = loop.dims.size() <= movement::copyAxes && std::has_single_bit(bytes) && bytes <= 8;
  if (!fits || elementCount(loop.dims).value_or(0) == 0)
    return std::nullopt;
  movement::CopySizes plan =
      movement::planCopy(loop.dims.data(), loop.operands[0].strides.data(),
                         loop.operands[1].strides.data(), static_cast<int>(loop.dims.size()));
  if (plan.inStrides[7] == 1 && plan.outStrides[7] == 1)
    return std::nullopt;
  codegen::KernelStep step;
  step.kernel = str("copy_strided_", 8 * bytes);
  for (const codegen::Operand &operand : loop.operands)
    step.operands.push_back(operand.address);
  step.sizes = library::valuesOf(plan);
  units = plan.units(static_cast<int64_t>(bytes));
  return step;
}

void Assembler::copy(instr::CopyOp op) {
  auto type = cast<MemRefType>(op.getOperand(0).getType());
  codegen::LoopStep step;
  step.dims = Shape(type.getShape());
  for (mlir::Value operand : op.getOperands())
    step.operands.push_back(operandOf(operand, type.getShape()));
  int64_t units = 0;
  if (auto kernel = stridedCopy(step, units)) {
    std::string name = kernel->kernel;
    addStep(*op, std::move(*kernel), units);
    image.steps.back().what = name;
    return;
  }
  step.expression.nodes.push_back({.kind = Expression::Kind::Load, .type = step.operands[0].type});
  step.results = {0};
  step.outputs = {1};
  loop(std::move(step), *op);
}

void Assembler::map(instr::MapOp op) {
  auto roles = op.getRoles();
  codegen::LoopStep step;
  std::vector<lower::ArgumentLoad> reads;
  for (auto [i, role] : llvm::enumerate(roles)) {
    if (instr::writes(static_cast<Role>(role))) {
      step.outputs.push_back(static_cast<int>(i));
      step.dims =
          Shape(cast<MemRefType>(op.getOperand(static_cast<unsigned>(i)).getType()).getShape());
    }
    if (instr::reads(static_cast<Role>(role)))
      reads.push_back({static_cast<int>(i), numberOf(op.getOperand(static_cast<unsigned>(i)))});
  }
  for (mlir::Value operand : op.getOperands())
    step.operands.push_back(operandOf(operand, step.dims));
  step.results = lower::expressionOf(op.getBody().front(), reads, step.expression);
  size_t before = steps.size();
  loop(std::move(step), *op);
  if (steps.size() > before) // of something
    for (const auto &node : std::get<codegen::LoopStep>(steps.back()).expression.nodes)
      if (node.kind == Expression::Kind::Formula || node.kind == Expression::Kind::Quantize)
        image.steps.back().what +=
            node.kind == Expression::Kind::Formula ? " " + node.name : " quantize";
}

void Assembler::host(instr::HostOp op) {
  runtime::HostCall call;
  Block &body = op.getBody().front();
  auto slotOf = [&](mlir::Value memory) {
    auto type = cast<MemRefType>(memory.getType());
    return runtime::HostCall::Slot{addressOf(memory),
                                   *graph::elementFromMlir(type.getElementType()),
                                   Shape(type.getShape()), true};
  };
  Operation *computed = body.getTerminator()->getPrevNode();
  call.operation = computed->getName().stripDialect().str();
  for (const auto &[name, value] : graph::attributesOf(computed))
    call.attributes.emplace_back(name, value);
  for (mlir::Value operand : computed->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    call.operands.push_back(argument ? slotOf(op.getOperand(argument.getArgNumber()))
                                     : runtime::HostCall::Slot{});
  }
  SmallVector<mlir::Value> written;
  for (auto [operand, role] : llvm::zip(op.getOperands(), op.getRoles()))
    if (instr::writes(static_cast<Role>(role)))
      written.push_back(operand);
  call.results.resize(computed->getNumResults());
  for (auto [yielded, memory] : llvm::zip(body.getTerminator()->getOperands(), written))
    call.results[cast<OpResult>(yielded).getResultNumber()] = slotOf(memory);
  runtime::ImageStep entry;
  entry.name = graph::nodeName(op.getLoc());
  if (entry.name.empty())
    entry.name = computed->getName().getStringRef().str();
  entry.what = "host " + call.operation;
  entry.host = std::move(call);
  sources.push_back(op);
  image.steps.push_back(std::move(entry));
}

codegen::Hook Assembler::hook(instr::KernelOp op, Region &region, unsigned first,
                              mlir::Value memory, const lower::Walk &walk) {
  codegen::Hook hook;
  if (region.empty())
    return hook;
  Shape dims(cast<MemRefType>(memory.getType()).getShape());
  std::vector<lower::ArgumentLoad> loads{{-1}};
  for (unsigned i = 0; i + 1 < region.getNumArguments(); ++i) {
    codegen::Operand extra = operandOf(op.getOperand(first + i), dims);
    // The lowering has seen to it that rows and columns lie evenly.
    lower::MatrixStrides strides = *lower::matrixStrides(dims, extra.strides, walk);
    extra.strides = {strides.row, strides.column};
    loads.push_back({static_cast<int>(i), numberOf(op.getOperand(first + i))});
    hook.extras.push_back(std::move(extra));
  }
  hook.result = lower::expressionOf(region.front(), loads, hook.expression)[0];
  return hook;
}

void Assembler::kernel(instr::KernelOp op) {
  const library::Kernel &row = op.getRow();
  auto own = static_cast<unsigned>(row.operands.size());
  codegen::KernelStep step;
  step.kernel = op.getKernel().str();
  step.sizes = op.getSizeValues();
  for (unsigned i = 0; i < own; ++i)
    step.operands.push_back(addressOf(op.getOperand(i)));
  auto walk = [](ArrayRef<int32_t> axes, uint64_t columns) {
    return lower::Walk{lower::Order(axes.begin(), axes.end()), static_cast<size_t>(columns)};
  };
  step.prologue =
      hook(op, op.getPrologue(), own, op.getOperand(0), walk(op.getXAxes(), op.getXColumns()));
  step.epilogue =
      hook(op, op.getEpilogue(), own + static_cast<unsigned>(step.prologue.extras.size()),
           op.getOperand(own - 1), walk(op.getAxes(), op.getColumns()));
  addStep(*op, std::move(step), op.getUnits());
  image.steps.back().what = op.getKernel().str();
  image.steps.back().fault = op.getFault().str();
}

/// The place of an operand by its number; nothing for -1.
std::optional<Address> Assembler::addressOf(instr::RunOp op, int64_t operand) {
  return operand < 0 ? std::nullopt
                     : std::optional(addressOf(op.getOperand(static_cast<unsigned>(operand))));
}

runtime::Call Assembler::call(instr::RunOp op, size_t program, size_t firstPort,
                              const runtime::Image &body) {
  runtime::Call call;
  call.arena = *addressOf(op, op.getArenas()[program]);
  size_t inputs = body.inputs.size(), ports = inputs + body.outputs.size();
  for (size_t i = 0; i < ports; ++i) {
    ArrayRef<int64_t> numbers = op.getPorts().slice(3 * (firstPort + i), 3);
    // One that is carried has another place in every trip.
    runtime::Call::Port port{addressOf(op, numbers[0]).value_or(call.arena), numbers[2]};
    port.address.offset += numbers[1];
    (i < inputs ? call.inputs : call.outputs).push_back(port);
  }
  return call;
}

Status Assembler::control(instr::RunOp op) {
  runtime::ImageControl made;
  runtime::Control &control = made.control;
  size_t ports = 0;
  SmallVector<FlatSymbolRefAttr> names{op.getFirstAttr()};
  if (auto second = op.getSecondAttr())
    names.push_back(second);
  for (auto [i, name] : llvm::enumerate(names)) {
    auto source = SymbolTable::lookupNearestSymbolFrom<instr::ProgramOp>(program, name);
    Assembled body = INGOT_TRY(Assembler(source, options, bodies).run());
    made.programs.push_back(body.image);
    control.calls.push_back(call(op, i, ports, *body.image));
    ports += body.image->inputs.size() + body.image->outputs.size();
    bodies.push_back(std::move(body));
  }
  control.condition = addressOf(op, static_cast<int64_t>(op.getCondition()));
  control.next = addressOf(op, static_cast<int64_t>(op.getNext()));
  control.count = addressOf(op, static_cast<int64_t>(op.getCount()));
  control.trip = addressOf(op, static_cast<int64_t>(op.getTrip()));
  control.holds = addressOf(op, static_cast<int64_t>(op.getHolds()));
  control.trips = static_cast<int64_t>(op.getTrips());
  for (size_t i = 0; i < op.getCarried().size(); i += 5) {
    ArrayRef<int64_t> numbers = op.getCarried().slice(i, 5);
    auto type = cast<MemRefType>(op.getOperand(static_cast<unsigned>(numbers[3])).getType());
    control.carried.push_back({static_cast<size_t>(numbers[0]), static_cast<size_t>(numbers[1]),
                               *addressOf(op, numbers[2]), *addressOf(op, numbers[3]),
                               *addressOf(op, numbers[4]), instr::bytesOf(type)});
  }
  runtime::ImageStep entry;
  entry.name = graph::nodeName(op.getLoc());
  entry.what = str(names.size() > 1 ? "either " : "loop ", names[0].getValue().str());
  if (names.size() > 1)
    entry.what += str(" or ", names[1].getValue().str());
  entry.control = std::move(made);
  sources.push_back(op);
  image.steps.push_back(std::move(entry));
  return success();
}

Status Assembler::instruction(Operation &op) {
  if (auto runOp = dyn_cast<instr::RunOp>(op))
    return control(runOp);
  if (auto copyOp = dyn_cast<instr::CopyOp>(op))
    copy(copyOp);
  else if (auto mapOp = dyn_cast<instr::MapOp>(op))
    map(mapOp);
  else if (auto hostOp = dyn_cast<instr::HostOp>(op))
    host(hostOp);
  else if (auto kernelOp = dyn_cast<instr::KernelOp>(op))
    kernel(kernelOp);
  return success();
}

Expected<Assembled> Assembler::run() {
  const machine::Machine &machine = options.machine;
  image.triple = machine.isa->triple;
  image.cpu = machine.cpu;
  image.features = machine.features;
  INGOT_TRY(placeDeclarations());
  for (Operation &op : program.getBody().front())
    INGOT_TRY(instruction(op));
  codegen::Objects code = INGOT_TRY(codegen::compile(steps, options));
  for (size_t i = 0; i < steps.size(); ++i)
    image.steps[stepOf[i]].code = std::move(code.calls[i]);
  image.objects = std::move(code.objects);
  image.codeBytes = code.codeBytes;
  return Assembled{program, std::make_shared<runtime::Image>(std::move(image)), std::move(sources)};
}

} // namespace

Expected<Assembled> assemble(instr::ProgramOp program, const codegen::CodeOptions &options,
                             std::vector<Assembled> &bodies) {
  return Assembler(program, options, bodies).run();
}

} // namespace ingot::cpu
