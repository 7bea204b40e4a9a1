// What can be an instruction, and which operators have kernels, loops or views.
#include "compiler/lower/Lowerable.h"

#include "compiler/dialect/graph/Names.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/SourceContext.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace ingot::lower {
namespace {

/// A lowering that is only asked whether it takes an operator: nothing is made of what it says.
class Probe : public SourceContext {
public:
  using SourceContext::SourceContext;

  /// Bounds, scales and axes decide; weights are only packed.
  std::optional<Tensor> constant(size_t i) const override {
    constexpr int64_t mostScales = 64;
    bool decides = isInteger(operands[i].element) ||
                   elementCount(operands[i].dims).value_or(mostScales + 1) <= mostScales;
    return decides ? SourceContext::constant(i) : std::nullopt;
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
  Probe probe(*op, *info, attributes, target.machine);
  return lowering(probe) && wanted(probe);
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

bool isCompiled(Operation *op, const Capabilities &target) {
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
  if (!isLowerable(op)) {
    if (info && info->random)
      return "it draws random numbers";
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
