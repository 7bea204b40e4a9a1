// What can be an instruction, and which operators have kernels, loops or views.
#include "compiler/codegen/Isa.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/Lower.h"
#include "compiler/lower/SourceContext.h"

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
  void kernel(const std::string &, const std::vector<Memory> &, const Memory &, size_t,
              const std::optional<Memory> &, const std::vector<int64_t> &, int64_t) override {}
  Memory ordered(const Memory &memory, const Order &order) override {
    Memory copy = memory;
    copy.strides = denseStrides(memory.dims, order);
    return copy;
  }

private:
  Memory dense(ElementType type, const Shape &dims) {
    return {next++, type, dims, denseStrides(dims, rowMajor(dims.size())), 0};
  }
  int next = 0;
};

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

bool isStatic(Operation *op) {
  auto fits = [](Type type) {
    auto value = graph::fromMlir(type);
    return isa<NoneType>(type) || (value && value->isStatic());
  };
  return llvm::all_of(op->getOperandTypes(), fits) && llvm::all_of(op->getResultTypes(), fits);
}

bool isCompiled(Operation *op, const codegen::Isa &isa) {
  const graph::OperatorInfo *info = infoOf(op);
  if (Lowering lowering = loweringOf(*info)) {
    graph::Attributes attributes = graph::attributesOf(op);
    Probe probe(*op, *info, attributes, isa);
    if (lowering(probe))
      return true;
  }
  return isLoopOperator(op);
}

} // namespace ingot::lower
