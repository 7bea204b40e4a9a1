// What can be an instruction, and which operators have kernels, loops or views.
#include "compiler/lower/Lowerable.h"

#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/SourceContext.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace ingot::lower {
namespace {

/// A lowering that is only asked whether it takes an operator: nothing is made of what it says.
class Probe : public SourceContext {
public:
  using SourceContext::SourceContext;

  /// Bounds, scales and axes decide; weights, of 8 bits too, are only packed.
  std::optional<Tensor> unaligned(size_t i) const override {
    constexpr int64_t mostScales = 64;
    ElementType type = operands[i].element;
    bool decides = (isInteger(type) && elementBytes(type) > 1) ||
                   elementCount(operands[i].dims).value_or(mostScales + 1) <= mostScales;
    return decides ? SourceContext::unaligned(i) : std::nullopt;
  }
  Memory in(size_t i) override { return dense(operands[i].element, operands[i].dims); }
  Memory in(size_t i, const Order &order) override { return ordered(in(i), order); }
  Memory out(size_t i, const Order &order) override {
    return ordered(dense(results[i].element, results[i].dims), order);
  }
  void view(size_t, const Memory &) override {}
  Memory weight(const std::string &, const Tensor &value) override {
    return dense(value.type(), value.shape());
  }
  std::optional<Memory> made(const std::string &, const Recipe &, ElementType type,
                             const Shape &dims, const Making &) override {
    return dense(type, dims);
  }
  Memory scratch(ElementType type, const Shape &dims) override { return dense(type, dims); }
  void copy(const Memory &, const Memory &) override {}
  ElementType stored(size_t i) const override { return results[i].element; }
  using LowerContext::kernel;
  void kernel(const library::Kernel &, const std::vector<Memory> &, const std::vector<Memory> &,
              const std::vector<int64_t> &, const std::string &) override {}
  void kernel(const library::Kernel &kernel, const std::vector<Memory> &, const Memory &,
              const Walk &, const std::optional<Memory> &, const std::vector<int64_t> &) override {
    root = &kernel;
  }
  void kernel(const library::Kernel &kernel, const std::vector<Memory> &, const Walk &,
              const Memory &, const Walk &, const std::vector<int64_t> &sizes) override {
    root = &kernel;
    unitsWithPrologue = kernel.units(sizes);
  }
  bool hasPrologue() const override { return false; }
  Memory ordered(const Memory &memory, const Order &order) override {
    Memory copy = memory;
    copy.strides = denseStrides(memory.dims, order);
    return copy;
  }

  const library::Kernel *root = nullptr;    ///< a kernel that was named and has an epilogue
  std::optional<int64_t> unitsWithPrologue; ///< of a kernel that has one

private:
  Memory dense(ElementType type, const Shape &dims) {
    return {next++, type, dims, denseStrides(dims, rowMajor(dims.size())), 0};
  }
  int next = 0;
};

/// Whether an operator's lowering takes it, and what it said is as wanted.
template <typename F> bool ask(Operation *op, const Capabilities &target, F &&wanted) {
  const graph::OperatorInfo *info = infoOf(op);
  Lowering lowering = target.table->find(info->name);
  if (!lowering)
    return false;
  graph::Attributes attributes = graph::attributesOf(op);
  Probe probe(*op, *info, attributes, target.machine, target.fastMath);
  return lowering(probe) && wanted(probe);
}

bool isNumberTensor(Type type) {
  auto value = graph::fromMlir(type);
  return value && value->isTensor() && value->element != ElementType::String;
}

} // namespace

namespace {

/// Whether all of a region can be a program, and all that it yields lies in memory.
bool isProgram(Region &region) {
  for (Operation &op : region.front().without_terminator())
    if (!isLowerable(&op) || !isStatic(&op))
      return false;
  return llvm::all_of(region.front().getTerminator()->getOperandTypes(), [](Type type) {
    auto value = graph::fromMlir(type);
    return isNumberTensor(type) && value->isStatic();
  });
}

/// The type of a slice along an axis.
std::optional<Type> sliceType(Type whole, int64_t axis) {
  auto tensor = dyn_cast<RankedTensorType>(whole);
  axis += tensor && axis < 0 ? tensor.getRank() : 0;
  if (!tensor || axis < 0 || axis >= tensor.getRank())
    return std::nullopt;
  SmallVector<int64_t> dims(tensor.getShape());
  dims.erase(dims.begin() + axis);
  return RankedTensorType::get(dims, tensor.getElementType());
}

bool isBranch(Operation *op) {
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    return region.front().getTerminator()->getOperandTypes() == op->getResultTypes();
  });
}

/// Values that are carried: initially, in a trip, after it and in the end.
bool keepTypes(TypeRange initial, TypeRange given, TypeRange yielded, TypeRange results) {
  size_t count = initial.size();
  return given.size() >= count && yielded.size() >= count && results.size() >= count &&
         llvm::equal(initial, given.take_front(count)) &&
         llvm::equal(initial, yielded.take_front(count)) &&
         llvm::equal(initial, results.take_front(count));
}

bool isScan(Operation *op) {
  graph::Attributes attributes = graph::attributesOf(op);
  auto inputs = static_cast<size_t>(attributes.integer("scan_inputs"));
  if (attributes.flag("batched") || !isa<NoneType>(op->getOperand(0).getType()) || inputs == 0)
    return false;
  Block &body = op->getRegion(0).front();
  TypeRange values = TypeRange(op->getOperandTypes()).drop_front(),
            states = values.drop_back(inputs), given = body.getArgumentTypes(),
            yielded = body.getTerminator()->getOperandTypes();
  if (!keepTypes(states, given, yielded, op->getResultTypes()))
    return false;
  // As many slices of each as there are trips: the verifier has seen to that.
  for (auto [i, type] : llvm::enumerate(values.take_back(inputs)))
    if (sliceType(type, attributes.integers("input_axes")[i]) != given[states.size() + i])
      return false;
  for (auto [i, type] : llvm::enumerate(TypeRange(op->getResultTypes()).drop_front(states.size())))
    if (sliceType(type, attributes.integers("output_axes")[i]) != yielded[states.size() + i])
      return false;
  return true;
}

/// One element of this type.
bool isSingle(Type type, ElementType element) {
  auto value = graph::fromMlir(type);
  return value && value->isTensor() && value->isStatic() && value->element == element &&
         elementCount(value->dims) == 1;
}

/// How many items a loop stacks is not known before it runs, so that one that does is none.
bool isLoop(Operation *op) {
  Block &body = op->getRegion(0).front();
  TypeRange initial = TypeRange(op->getOperandTypes()).drop_front(2),
            given = body.getArgumentTypes(), yielded = body.getTerminator()->getOperandTypes();
  return op->getNumResults() == initial.size() && isSingle(given[0], ElementType::I64) &&
         isSingle(given[1], ElementType::Bool) && isSingle(yielded[0], ElementType::Bool) &&
         keepTypes(initial, given.drop_front(2), yielded.drop_front(1), op->getResultTypes());
}

} // namespace

bool isControlFlow(Operation *op) {
  bool fits = isa<graph::IfOp>(op)     ? isBranch(op)
              : isa<graph::ScanOp>(op) ? isScan(op)
              : isa<graph::LoopOp>(op) ? isLoop(op)
                                       : false;
  return fits && llvm::all_of(op->getRegions(), isProgram);
}

bool isLowerable(Operation *op) {
  const graph::OperatorInfo *info = infoOf(op);
  if (isControlFlow(op))
    return llvm::all_of(op->getOperandTypes(),
                        [](Type type) { return isa<NoneType>(type) || isNumberTensor(type); });
  // Without a seed of its own an operator takes the run's, which only the host knows.
  bool isOfRun = info && info->random && !op->hasAttr("seed");
  if (!info || isOfRun || (op->getNumRegions() != 0 && info->name != "group"))
    return false;
  if (info->name == "constant")
    return isNumberTensor(op->getResult(0).getType());
  if (info->name == "none")
    return true;
  if (info->category == graph::Category::Structural && info->name != "group")
    return false;
  return llvm::all_of(op->getOperandTypes(),
                      [](Type type) { return isa<NoneType>(type) || isNumberTensor(type); }) &&
         llvm::all_of(op->getResults(), [](mlir::Value result) {
           return isNumberTensor(result.getType()) ||
                  (isa<NoneType>(result.getType()) && result.use_empty());
         });
}

namespace {
/// Whether a tensor of these dimensions can be in memory: offsets into it do not overflow.
bool hasAddresses(const ValueType &type) {
  constexpr int64_t mostElements = int64_t{1} << 44; // of 16 bytes at most, with room for padding
  auto count = elementCount(type.dims);
  int64_t product = 1; // an empty tensor's other dimensions make strides, too
  for (int64_t dim : type.dims)
    if (dim > 0 && __builtin_mul_overflow(product, dim, &product))
      return false;
  return count && product <= mostElements;
}
} // namespace

bool isStatic(Operation *op) {
  auto fits = [](Type type) {
    auto value = graph::fromMlir(type);
    return isa<NoneType>(type) || (value && value->isStatic() && hasAddresses(*value));
  };
  return llvm::all_of(op->getOperandTypes(), fits) && llvm::all_of(op->getResultTypes(), fits);
}

bool isCutAtEnd(Operation *op) {
  auto prefix = dyn_cast<graph::PrefixOp>(op);
  return prefix && isLowerable(op) && isa<func::FuncOp>(op->getParentOp()) &&
         llvm::all_of(op->getUsers(),
                      [](Operation *user) { return user->hasTrait<OpTrait::IsTerminator>(); }) &&
         llvm::all_of(op->getOperandTypes(),
                      [](Type type) { return graph::fromMlir(type)->isStatic(); });
}

bool isCompiled(Operation *op, const Capabilities &target) {
  if (isControlFlow(op))
    return target.table->hasHost();
  return ask(op, target, [](const Probe &) { return true; }) ||
         (target.table->hasLoops() && isLoopOperator(op));
}

const library::Kernel *rootKernel(Operation *op, const Capabilities &target) {
  const library::Kernel *kernel = nullptr;
  if (isLowerable(op) && isStatic(op))
    ask(op, target, [&](const Probe &probe) {
      kernel = probe.root;
      return true;
    });
  return kernel;
}

std::optional<int64_t> unitsWithPrologue(Operation *op, const Capabilities &target) {
  std::optional<int64_t> units;
  if (isLowerable(op) && isStatic(op))
    ask(op, target, [&](const Probe &probe) {
      units = probe.unitsWithPrologue;
      return true;
    });
  return units;
}

std::string typesText(TypeRange types) {
  std::string text;
  for (Type type : types)
    text += (text.empty() ? "" : ", ") + graph::fromMlir(type).value_or(ValueType::none()).text();
  return text;
}

std::string whyNotCompiled(Operation *op, const Capabilities &target) {
  const graph::OperatorInfo *info = infoOf(op);
  if (isCutAtEnd(op))
    return "";
  if (!isLowerable(op)) {
    if (info && info->random)
      return "it draws random numbers by the seed of the run";
    if (op->getNumRegions() != 0)
      return "it decides what else runs";
    return str("values of these types stay on the host: ", typesText(op->getOperandTypes()), " to ",
               typesText(op->getResultTypes()));
  }
  if (!isStatic(op))
    return "its sizes are only known when it runs";
  if (info->name == "group" || isCompiled(op, target))
    return "";
  return str("no kernel or loop takes ", info->name, " of ", typesText(op->getOperandTypes()));
}

std::vector<Diagnostic> unsupportedOperators(ModuleOp module, const Capabilities &target) {
  std::vector<Diagnostic> problems;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const graph::OperatorInfo *info = infoOf(op);
    if (!info || info->name == "constant" || info->name == "none" ||
        op->hasTrait<OpTrait::IsTerminator>())
      return;
    std::string why = whyNotCompiled(op, target);
    if (why.empty())
      return;
    Diagnostic problem;
    problem.code = code::unsupportedForm;
    problem.message = str("the target does not take ", info->name, ": ", why);
    problem.node = nameOf(op);
    problem.op = info->name;
    if (isLowerable(op) && !isStatic(op))
      problem.help = "fix the sizes of the inputs with --dim or --shape";
    problems.push_back(std::move(problem));
  });
  return problems;
}

} // namespace ingot::lower
