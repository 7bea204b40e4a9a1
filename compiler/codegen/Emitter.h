// Emitter: expressions and addresses as LLVM IR; what loops and kernels share.
#pragma once

#include "compiler/codegen/Steps.h"
#include "compiler/library/Library.h"

#include "llvm/IR/IRBuilder.h"

namespace ingot::codegen {

using library::Library;

class Emitter {
public:
  /// `fuses`: the machine multiplies and adds with one rounding.
  Emitter(llvm::Module &module, Library &formulas, Specialize level, size_t operandCount,
          bool fuses)
      : builder(module.getContext()), module(module), formulas(formulas), level(level),
        operandCount(operandCount), fuses(fuses) {}

  /// The value of each node, on `lanes` elements at once. `load` gives the elements of a load in
  /// their storage type. Fails when the library lacks a formula.
  Expected<std::vector<llvm::Value *>>
  expression(const Expression &expression, unsigned lanes,
             llvm::function_ref<llvm::Value *(const Expression::Node &)> load);

  /// The type of an element in memory.
  llvm::Type *storageType(ElementType type);
  /// bases[base] + offset, of the step's operand number `operand`.
  llvm::Value *pointer(const Address &address, size_t operand);
  /// A size that is part of the code; where nothing is specialized the number of a place
  /// (GeneralStep.h), from which it is read at run time.
  llvm::Value *size(int64_t value);
  /// A pointer to an array of sizes: a constant, or a part of the table.
  llvm::Value *sizeArray(const std::vector<int64_t> &values);

  /// Where the code finds bases and table; set before the first pointer or size of a function.
  void enter(llvm::Value *newBases, llvm::Value *newTable) {
    bases = newBases;
    table = newTable;
  }

  llvm::IRBuilder<> builder;
  llvm::Module &module;

private:
  using Node = Expression::Node;
  /// Storage to compute type and back.
  llvm::Value *toCompute(llvm::Value *value, ElementType type, unsigned lanes);
  llvm::Value *toStorage(llvm::Value *value, ElementType type, unsigned lanes);
  llvm::Value *cast(llvm::Value *value, ElementType from, const Node &to, unsigned lanes);
  llvm::Value *castTo(const Expression &expression, const Node &node, llvm::Value *value,
                      unsigned lanes);
  /// A number as every element of a vector in its storage type.
  llvm::Value *number(double number, ElementType type, unsigned lanes);
  /// A number in compute type as a float that the library converts to.
  llvm::Value *narrowed(llvm::Value *wide, ElementType from, const Node &to, unsigned lanes);
  /// An integer in compute type as a float.
  llvm::Value *toFloat(llvm::Value *wide, ElementType from, llvm::Type *floating, unsigned lanes);
  /// A float as an integer of at least the type's width: truncated, then what fits of 64 bits.
  llvm::Value *truncated(llvm::Value *value, ElementType to, unsigned lanes);
  /// The same of a float that the type holds, or NaN, which becomes 0.
  llvm::Value *truncatedWithin(llvm::Value *value, unsigned lanes);
  /// As Expression::Kind::Quantize says.
  llvm::Value *quantized(const Node &node, llvm::ArrayRef<llvm::Value *> values, unsigned lanes);
  llvm::Value *quotient(llvm::Value *x, llvm::Value *scale, bool isProductEnough);
  llvm::Value *bounded(const Expression &expression, const Node &node,
                       llvm::ArrayRef<llvm::Value *> values);
  /// A function of the library on operands in the types that it takes, and on constants.
  llvm::Value *call(const llvm::Function &function, llvm::SmallVector<llvm::Value *> operands,
                    llvm::ArrayRef<double> parameters, unsigned lanes);
  Expected<llvm::Value *> formula(const Expression &expression, const Node &node,
                                  llvm::ArrayRef<llvm::Value *> values, unsigned lanes);
  llvm::Value *fromTable(size_t index);
  llvm::Value *invariantLoad(llvm::Type *type, llvm::Value *array, size_t index);

  Library &formulas;
  Specialize level;
  size_t operandCount;
  bool fuses;
  llvm::Value *bases = nullptr, *table = nullptr;
};

} // namespace ingot::codegen
