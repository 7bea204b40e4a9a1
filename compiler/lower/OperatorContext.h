// OperatorContext: a LowerContext that makes instructions.
#pragma once

#include "compiler/lower/ProgramBuilder.h"
#include "compiler/lower/SourceContext.h"

namespace ingot::lower {

/// The first operator of a group; its constants stand before it.
mlir::Operation &rootOf(mlir::Block &group);

class OperatorContext : public SourceContext {
public:
  /// `group`: that the operator is the first of, or null.
  OperatorContext(ProgramBuilder &program, mlir::Operation &op, const graph::OperatorInfo &info,
                  const graph::Attributes &attributes, mlir::Operation *group)
      : SourceContext(op, info, attributes, program.isa), program(program), group(group) {}

  Memory in(size_t i) override {
    return program.memoryOf(source.getOperand(static_cast<unsigned>(i)));
  }
  Memory in(size_t i, const Order &order) override { return program.ordered(in(i), order); }
  Memory out(size_t i, const Order &order) override {
    Memory memory = program.allocate(results[i].element, results[i].dims, order);
    view(i, memory);
    return memory;
  }
  void view(size_t i, const Memory &memory) override {
    program.bind(source.getResult(static_cast<unsigned>(i)), memory);
  }
  Memory weight(const std::string &name, const Tensor &value) override {
    return program.weight(name, graph::toMlir(program.builder.getContext(), value), value);
  }
  Memory scratch(ElementType type, const Shape &dims) override {
    return program.allocate(type, dims, rowMajor(dims.size()));
  }
  void copy(const Memory &from, const Memory &to) override { program.copy(from, to); }
  void kernel(const std::string &name, const std::vector<Memory> &reads,
              const std::vector<Memory> &writes, const std::vector<int64_t> &sizes,
              int64_t units) override;
  void kernel(const std::string &name, const std::vector<Memory> &reads, const Memory &y,
              const Walk &walk, const std::optional<Memory> &bias,
              const std::vector<int64_t> &sizes, int64_t units) override;
  Memory ordered(const Memory &memory, const Order &order) override {
    return program.ordered(memory, order);
  }

  /// Whether a kernel was named whose epilogue computes the rest of the group.
  bool hasFused() const { return isFused; }

private:
  ProgramBuilder &program;
  mlir::Operation *group;
  bool isFused = false;
};

} // namespace ingot::lower
