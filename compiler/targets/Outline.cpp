// Runs of operators that can be instructions become functions.
#include "compiler/targets/Outline.h"

#include "compiler/dialect/graph/Names.h"
#include "compiler/lower/Lower.h"
#include "compiler/lower/Lowerable.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace ingot::target {
namespace {

/// Constants are copied to where they are used.
bool isConstant(Operation *op) {
  return op->getName().getStringRef() == "graph.constant" ||
         op->getName().getStringRef() == "graph.none";
}

/// The operands of an operator, and what its regions capture.
SmallVector<mlir::Value> valuesUsedBy(Operation *op) {
  llvm::SetVector<mlir::Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return SmallVector<mlir::Value>(values.takeVector());
}

class Outliner {
public:
  Outliner(ModuleOp module, bool single)
      : module(module), single(single), builder(module.getContext()) {}

  void block(Block &block) {
    SmallVector<Operation *> run;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (isConstant(&op))
        continue;
      bool isCompiled = lower::isLowerable(&op) && lower::isStatic(&op);
      if (isCompiled)
        run.push_back(&op);
      if (isCompiled && !single)
        continue;
      outline(run);
      run.clear();
      if (isCompiled) // and gone
        continue;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          this->block(inner);
    }
  }

  std::vector<func::FuncOp> functions;

private:
  void outline(ArrayRef<Operation *> run) {
    if (run.empty())
      return;
    Block &block = *run.front()->getBlock();
    llvm::SetVector<Operation *> members(run.begin(), run.end());
    llvm::SetVector<mlir::Value> arguments, results;
    for (Operation *op : run) {
      for (mlir::Value operand : valuesUsedBy(op)) {
        Operation *definition = operand.getDefiningOp();
        if (!definition || (!members.contains(definition) && !isConstant(definition)))
          arguments.insert(operand);
      }
      for (mlir::Value result : op->getResults())
        if ((single && !isa<NoneType>(result.getType())) ||
            llvm::any_of(result.getUsers(), [&](Operation *user) {
              return !members.contains(block.findAncestorOpInBlock(*user));
            }))
          results.insert(result);
    }
    func::FuncOp function = makeFunction(run, arguments.getArrayRef(), results.getArrayRef());
    builder.setInsertionPointAfter(run.back());
    Location location = run.back()->getLoc();
    if (single && graph::nodeName(location).empty()) // what else is the step called by
      location =
          NameLoc::get(builder.getStringAttr(run.back()->getName().getStringRef()), location);
    auto call = func::CallOp::create(builder, location, function, arguments.getArrayRef());
    if (single)
      call->setAttr("graph.op", builder.getStringAttr(run.back()->getName().stripDialect()));
    for (auto [i, result] : llvm::enumerate(results.takeVector()))
      result.replaceAllUsesWith(call.getResult(static_cast<unsigned>(i)));
    for (Operation *op : llvm::reverse(run))
      op->erase();
  }

  func::FuncOp makeFunction(ArrayRef<Operation *> run, ArrayRef<mlir::Value> arguments,
                            ArrayRef<mlir::Value> results) {
    builder.setInsertionPointToEnd(module.getBody());
    auto typesOf = [](ArrayRef<mlir::Value> values) {
      return SmallVector<Type>(llvm::map_range(values, [](mlir::Value v) { return v.getType(); }));
    };
    auto type = builder.getFunctionType(typesOf(arguments), typesOf(results));
    auto function = func::FuncOp::create(builder, run.front()->getLoc(),
                                         "segment" + std::to_string(functions.size()), type);
    function.setPrivate();
    functions.push_back(function);
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    IRMapping mapping;
    mapping.map(arguments, body->getArguments());
    for (Operation *op : run) {
      for (mlir::Value operand : valuesUsedBy(op))
        if (!mapping.contains(operand))
          builder.clone(*operand.getDefiningOp(), mapping);
      builder.clone(*op, mapping);
    }
    SmallVector<mlir::Value> returned;
    for (mlir::Value result : results)
      returned.push_back(mapping.lookup(result));
    func::ReturnOp::create(builder, run.back()->getLoc(), returned);
    return function;
  }

  ModuleOp module;
  bool single;
  OpBuilder builder;
};

} // namespace

std::vector<func::FuncOp> outlineSegments(ModuleOp module, bool single) {
  Outliner outliner(module, single);
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions) {
    if (function.isExternal())
      continue;
    Block &body = function.getBody().front();
    SmallVector<Operation *> cuts;
    for (Operation &op : body)
      if (lower::isCutAtEnd(&op))
        cuts.push_back(&op);
    for (Operation *cut : cuts) // so that no segment ends before it
      cut->moveBefore(body.getTerminator());
    outliner.block(body);
  }
  // Constants that went into a segment.
  module.walk([](Operation *op) {
    if (isConstant(op) && op->use_empty())
      op->erase();
  });
  return outliner.functions;
}

} // namespace ingot::target
