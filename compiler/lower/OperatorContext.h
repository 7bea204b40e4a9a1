// OperatorContext: a LowerContext that makes instructions.
#pragma once

#include "compiler/lower/ProgramBuilder.h"
#include "compiler/lower/SourceContext.h"

namespace ingot::lower {

/// Operators of a group that a kernel applies to what it reads or stores.
struct GroupPart {
  mlir::Value from, to; ///< what the kernel gives them, and what it takes back
  llvm::SmallVector<mlir::Operation *> operators;
  llvm::SmallVector<mlir::Value> outside; ///< what else they read, from outside of the group
};

class OperatorContext : public SourceContext {
public:
  /// `group`: that the operator is the root of, or null.
  OperatorContext(ProgramBuilder &program, mlir::Operation &op, const graph::OperatorInfo &info,
                  const graph::Attributes &attributes, mlir::Operation *group);

  Memory in(size_t i) override {
    return program.memoryOf(i == 0 && before ? before->from
                                             : source.getOperand(static_cast<unsigned>(i)));
  }
  Memory in(size_t i, const Order &order) override { return program.ordered(in(i), order); }
  ElementType stored(size_t i) const override {
    return i == 0 && behind ? graph::fromMlir(behind->to.getType())->element : results[i].element;
  }
  Memory out(size_t i, const Order &order) override {
    Memory memory = program.allocate(stored(i), results[i].dims, order);
    view(i, memory);
    return memory;
  }
  void view(size_t i, const Memory &memory) override {
    program.bind(source.getResult(static_cast<unsigned>(i)), memory);
  }
  Memory weight(const std::string &name, const Tensor &value) override {
    return program.weight(name, graph::toMlir(program.builder.getContext(), value), value);
  }
  std::optional<Memory> made(const std::string &name, const Recipe &recipe, ElementType type,
                             const Shape &dims, const Making &make) override;
  Memory scratch(ElementType type, const Shape &dims) override {
    return program.allocate(type, dims, rowMajor(dims.size()));
  }
  void copy(const Memory &from, const Memory &to) override { program.copy(from, to); }
  using LowerContext::kernel;
  void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads,
              const std::vector<Memory> &writes, const std::vector<int64_t> &sizes,
              const std::string &fault) override;
  void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads, const Memory &y,
              const Walk &walk, const std::optional<Memory> &bias,
              const std::vector<int64_t> &sizes) override;
  void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads, const Walk &xWalk,
              const Memory &y, const Walk &walk, const std::vector<int64_t> &sizes) override;
  bool hasPrologue() const override {
    return before.has_value() || operands[0].element != ElementType::F32;
  }
  /// Whether the prologue has operators of the group.
  bool hasPartBefore() const { return before.has_value(); }
  Memory ordered(const Memory &memory, const Order &order) override {
    return program.ordered(memory, order);
  }

  /// Whether a kernel was named that computes the rest of the group.
  bool hasFused() const { return isFused; }

private:
  struct Hooks;
  void kernel(const library::Kernel &kernel, const std::vector<Memory> &reads, const Memory &y,
              const Hooks &hooks, const std::vector<int64_t> &sizes);

  ProgramBuilder &program;
  std::optional<GroupPart> before, behind; ///< the operator in its group
  bool isFused = false;
};

} // namespace ingot::lower
