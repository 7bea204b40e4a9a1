// ProgramBuilder: an instr program while it is made: its declarations, and the memory of each
// value.
#pragma once

#include "compiler/dialect/instr/Instr.h"
#include "compiler/lower/Capabilities.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <tuple>

namespace ingot::lower {

class ProgramBuilder {
public:
  /// A program with the ports of a function, and no instructions.
  ProgramBuilder(mlir::func::FuncOp function, mlir::ModuleOp module, const Capabilities &target);

  Memory memoryOf(mlir::Value value);
  void bind(mlir::Value value, const Memory &memory) { memories[value] = memory; }
  Memory allocate(ElementType type, const Shape &dims, const Order &order);
  /// `recipe`: what it is made of; empty where that has no name.
  Memory weight(const std::string &name, mlir::ElementsAttr attribute, const Tensor &value,
                const std::string &recipe = "");
  /// A name for constants; empty where nobody keeps recipes, or one of them does not last.
  std::string addressesOf(llvm::ArrayRef<Tensor> constants) const;
  /// The memory itself if it lies so, else a copy that does.
  Memory ordered(const Memory &memory, const Order &order);
  void copy(const Memory &from, const Memory &to);
  /// The memory as an operand of an instruction.
  mlir::Value valueOf(const Memory &memory);
  const Memory &output(size_t i) const { return outputs[i]; }
  /// For the program of a region that this one runs.
  std::string bodyName() { return str(program.getSymName().str(), ".", bodies++); }

  const machine::Machine &machine;
  WeightRecipes *const recipes;
  const bool fastMath; ///< as in Capabilities
  instr::ProgramOp program;
  mlir::OpBuilder builder; ///< at the end of the program
  mlir::Location location; ///< of what is made next

private:
  int bodies = 0;
  size_t weightBytes = 0; ///< of weights made since the model's file was last given back

  void declarePorts(mlir::func::FuncOp function);
  mlir::MemRefType typeOf(const Memory &memory);
  Memory declare(mlir::Operation *declaration, ElementType type, const Shape &dims);
  /// Runs `make` with the builder at the end of the declare section.
  template <typename F> auto atDeclarations(F &&make);

  mlir::Operation *lastDeclaration = nullptr;
  llvm::DenseMap<mlir::Value, Memory> memories;
  std::vector<mlir::Value> buffers; ///< by Memory::id
  std::vector<Memory> outputs;
  /// Copies by what was copied: buffer, offset, shape, its strides and those of the copy.
  using CopyKey = std::tuple<int, int64_t, Shape, std::vector<int64_t>, std::vector<int64_t>>;
  std::map<CopyKey, Memory> copies;
};

/// Operands of an instruction, with what it does with each.
class OperandList {
public:
  explicit OperandList(ProgramBuilder &program) : program(program) {}

  void read(const Memory &memory) { add(memory, instr::Role::In); }
  void write(const Memory &memory) { add(memory, instr::Role::Out); }

  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<int8_t> roles;

private:
  void add(const Memory &memory, instr::Role role) {
    values.push_back(program.valueOf(memory));
    roles.push_back(static_cast<int8_t>(role));
  }

  ProgramBuilder &program;
};

} // namespace ingot::lower
