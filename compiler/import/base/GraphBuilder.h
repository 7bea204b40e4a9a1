// GraphBuilder: the Emitter that makes graph operators in MLIR.
//
// Emitting an operator runs its shape function first: a violated constraint is reported with the
// node at hand, and never becomes IR. An operator on small constants is evaluated at once by its
// reference kernel, so that the shape arithmetic that exporters write disappears. Constants turn
// into IR only when an operator uses them.
#pragma once

#include "compiler/dialect/graph/Operators.h"
#include "compiler/import/base/Emitter.h"
#include "ingot/Limits.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include <chrono>

namespace ingot::importer {

class GraphBuilder : public Emitter {
public:
  /// `budget` is the memory that constants made here may take.
  GraphBuilder(mlir::MLIRContext *context, const Limits &limits,
               std::shared_ptr<MemoryBudget> budget)
      : builder(context), limits(limits), budget(std::move(budget)) {}

  mlir::OpBuilder builder;

  /// Constants go to the start of this block, everything else to the end of the current one.
  void enterFunction(mlir::Block *block);
  void setLocation(mlir::Location location) { where = location; }
  mlir::Location location() const { return *where; }
  Handle add(mlir::Value value, ValueType type);
  Handle poison();
  /// Takes the place of a value that could not be imported, so that the checks go on behind it. The
  /// module is dropped at the end.
  Handle standIn(ValueType type);
  bool isPoison(Handle handle) const { return entries[index(handle)].poison; }
  /// The IR value, making the constant if it is one.
  mlir::Value materialize(Handle handle);

  const ValueType &typeOf(Handle value) const override { return entries[index(value)].type; }
  std::optional<Tensor> valueOf(Handle value) const override { return entries[index(value)].value; }
  Handle constant(Tensor value) override;
  /// A constant that the model has given a name: its location keeps it.
  Handle constant(Tensor value, mlir::Location location);
  Handle none() override;
  Expected<std::vector<Handle>> emit(std::string_view op, const std::vector<Handle> &operands,
                                     Attributes attributes,
                                     const std::vector<RegionSource> &regions) override;
  Handle variable(Handle value) override;
  /// What is built, with a trace of it.
  Expected<Trace> traced(const std::function<Expected<std::vector<Handle>>()> &build);

private:
  struct Entry {
    mlir::Value ir; ///< null for a constant that nothing uses yet
    ValueType type;
    std::optional<Tensor> value;
    bool poison = false;
    std::optional<mlir::Location> where = std::nullopt; ///< of a constant with its own name
    /// Where the value is not known, but some of it.
    std::optional<graph::PartialTensor> partial = std::nullopt;
  };
  static size_t index(Handle handle) { return static_cast<size_t>(handle.id); }

  Expected<std::vector<Handle>> build(const graph::OperatorInfo &info,
                                      const std::vector<Handle> &operands,
                                      const Attributes &attributes,
                                      const std::vector<RegionSource> &regions);
  /// Within the memory and the time that constants of the whole model may take.
  Expected<std::vector<Value>> evaluateInTime(const graph::OperatorInfo &info,
                                              const Attributes &attributes,
                                              std::vector<Value> operands);
  Expected<std::optional<std::vector<Handle>>> fold(const graph::OperatorInfo &info,
                                                    const Attributes &attributes,
                                                    const std::vector<Handle> &operands,
                                                    const std::vector<ValueType> &results);
  /// What is known of the elements of a value.
  std::optional<graph::PartialTensor> partialOf(Handle handle) const;
  /// What is known of the results of an operator, as far as inference and the operands tell.
  std::vector<std::optional<graph::PartialTensor>>
  knowledgeOf(const graph::OperatorInfo &info, const std::vector<Handle> &operands,
              const graph::InferContext &context) const;
  Expected<graph::RegionTypes> buildRegion(mlir::Region &region, RegionSource source);
  /// Checks what the record says of operand and attribute types before an evaluator sees them: an
  /// operator on constants runs without ever becoming IR.
  Status checkTypes(const graph::OperatorInfo &info, const Attributes &attributes,
                    const std::vector<Handle> &operands, const std::vector<ValueType> &results);
  /// Verifies a new operator and enters its results.
  Expected<std::vector<Handle>> finish(mlir::Operation *op, const std::vector<ValueType> &types);

  const Limits &limits;
  std::shared_ptr<MemoryBudget> budget;
  std::vector<Entry> entries;
  Handle noneHandle;
  std::optional<mlir::Location> where;
  mlir::Block *entry = nullptr;
  mlir::Operation *lastConstant = nullptr;
  int64_t emitted = 0;
  std::chrono::duration<double> foldTime{0}; ///< spent so far
  std::vector<Emission> *trace = nullptr;    ///< of what is emitted, if wanted
};

} // namespace ingot::importer
