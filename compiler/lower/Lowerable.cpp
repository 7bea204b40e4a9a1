// What can be an instruction, and which operators have kernels, loops or views.
#include "compiler/lower/Lowerable.h"

#include "compiler/codegen/Isa.h"
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

  /// Bounds and axes decide; weights are only packed.
  std::optional<Tensor> constant(size_t i) const override {
    return isInteger(operands[i].element) ? SourceContext::constant(i) : std::nullopt;
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
  void kernel(const std::string &, const std::vector<Memory> &, const std::vector<Memory> &,
              const std::vector<int64_t> &, int64_t) override {}
  void kernel(const std::string &, const std::vector<Memory> &, const Memory &, const Walk &,
              const std::optional<Memory> &, const std::vector<int64_t> &, int64_t) override {
    hasEpilogue = true;
  }
  void kernel(const std::string &, const std::vector<Memory> &, const Walk &, const Memory &,
              const Walk &, const std::vector<int64_t> &, int64_t units) override {
    hasEpilogue = true;
    unitsWithPrologue = units;
  }
  bool hasPrologue() const override { return false; }
  Memory ordered(const Memory &memory, const Order &order) override {
    Memory copy = memory;
    copy.strides = denseStrides(memory.dims, order);
    return copy;
  }

  bool hasEpilogue = false;                 ///< whether a kernel was named that has one
  std::optional<int64_t> unitsWithPrologue; ///< of a kernel that has one

private:
  Memory dense(ElementType type, const Shape &dims) {
    return {next++, type, dims, denseStrides(dims, rowMajor(dims.size())), 0};
  }
  int next = 0;
};

/// Whether an operator's lowering takes it, and what it said is as wanted.
template <typename F> bool ask(Operation *op, const codegen::Isa &isa, F &&wanted) {
  const graph::OperatorInfo *info = infoOf(op);
  Lowering lowering = loweringOf(*info);
  if (!lowering)
    return false;
  graph::Attributes attributes = graph::attributesOf(op);
  Probe probe(*op, *info, attributes, isa);
  return lowering(probe) && wanted(probe);
}

bool isNumberTensor(Type type) {
  auto value = graph::fromMlir(type);
  return value && value->isTensor() && value->element != ElementType::String;
}

} // namespace

Expected<const codegen::Isa *> hostIsa() {
  codegen::Machine machine = INGOT_TRY(codegen::hostMachine());
  return machine.isa;
}

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

bool isStatic(Operation *op) {
  auto fits = [](Type type) {
    auto value = graph::fromMlir(type);
    return isa<NoneType>(type) || (value && value->isStatic());
  };
  return llvm::all_of(op->getOperandTypes(), fits) && llvm::all_of(op->getResultTypes(), fits);
}

bool isCompiled(Operation *op, const codegen::Isa &isa) {
  return ask(op, isa, [](const Probe &) { return true; }) || isLoopOperator(op);
}

bool hasEpilogue(Operation *op, const codegen::Isa &isa) {
  return isLowerable(op) && isStatic(op) &&
         ask(op, isa, [](const Probe &probe) { return probe.hasEpilogue; });
}

std::optional<int64_t> unitsWithPrologue(Operation *op, const codegen::Isa &isa) {
  std::optional<int64_t> units;
  if (isLowerable(op) && isStatic(op))
    ask(op, isa, [&](const Probe &probe) {
      units = probe.unitsWithPrologue;
      return true;
    });
  return units;
}

} // namespace ingot::lower
