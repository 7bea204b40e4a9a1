// From graph IR to a Program: slots, steps, last uses.
#include "compiler/interp/Build.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Names.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace ingot::interp {
namespace {

class Builder {
public:
  explicit Builder(Program &program) : program(program) {}

  Status function(func::FuncOp op, Body &body) {
    if (op.isExternal())
      return failure(str("function '", op.getName().str(), "' has no body"));
    return block(op.getBody().front(), body);
  }
  llvm::StringMap<const Body *> callees;
  NativeResolver natives;

private:
  int slotOf(mlir::Value value) {
    auto [entry, isNew] = slots.try_emplace(value, program.slots);
    program.slots += isNew;
    return entry->second;
  }

  Status block(Block &source, Body &body) {
    for (BlockArgument argument : source.getArguments())
      body.arguments.push_back(slotOf(argument));
    for (Operation &op : source.without_terminator()) {
      body.steps.emplace_back();
      INGOT_TRY(step(op, body.steps.back()));
    }
    for (mlir::Value value : source.getTerminator()->getOperands()) {
      body.results.push_back(slotOf(value));
      if (value.getParentBlock() == &source)
        body.dying.push_back(slotOf(value));
    }
    markDying(source, body);
    return success();
  }

  Status step(Operation &op, Step &step) {
    step.where = graph::nodeName(op.getLoc());
    if (step.where.empty())
      step.where = op.getName().getStringRef().str();
    for (mlir::Value operand : op.getOperands())
      step.operands.push_back(slotOf(operand));
    for (mlir::Value result : op.getResults())
      step.results.push_back(slotOf(result));
    if (auto call = dyn_cast<func::CallOp>(op)) {
      if (auto what = call->getAttrOfType<StringAttr>("graph.op"))
        step.what = what.str();
      if (natives && (step.native = natives(call.getCallee())))
        return success();
      step.callee = callees.lookup(call.getCallee());
      return step.callee ? success() : failure(str("no function '", call.getCallee().str(), "'"));
    }
    step.op = graph::findOperator(std::string_view(op.getName().getStringRef()));
    if (!step.op)
      return unsupported(
          str("the interpreter does not run '", op.getName().getStringRef().str(), "'"));
    step.what = step.op->name;
    step.constant = step.op->name == "constant" || step.op->name == "none";
    for (const auto &[name, value] : graph::attributesOf(&op)) {
      // Weights are views of the file, where nothing is aligned: copied once here, not in each run.
      const auto *tensor = std::get_if<Tensor>(&value);
      step.attributes.set(name, tensor ? graph::AttributeValue(kept(INGOT_TRY(tensor->aligned())))
                                       : value);
    }
    for (Region &region : op.getRegions()) {
      step.regions.emplace_back();
      step.regionTypes.push_back(graph::typesOf(region));
      INGOT_TRY(block(region.front(), step.regions.back()));
    }
    return success();
  }

  /// A constant may be a result, and then outlive the program: it keeps its memory by itself.
  Tensor kept(Tensor tensor) const {
    if (tensor.isString()) // is a copy
      return tensor;
    auto both = std::make_shared<const std::pair<Tensor, std::shared_ptr<const void>>>(
        tensor, program.owner);
    return Tensor::view(tensor.type(), tensor.shape(), tensor.bytes(), std::move(both));
  }

  /// A value defined in this block dies at the last operator of the block that reads it, itself or
  /// in its regions. What the block returns does not die here.
  void markDying(Block &source, Body &body) {
    auto dieAt = [&](mlir::Value value, Step *definition) {
      Operation *last = nullptr;
      for (Operation *user : value.getUsers()) {
        Operation *ancestor = source.findAncestorOpInBlock(*user);
        if (!last || (ancestor && last->isBeforeInBlock(ancestor)))
          last = ancestor;
      }
      if (last && last->hasTrait<OpTrait::IsTerminator>())
        return;
      Step *at = last ? stepOf[last] : definition;
      if (at)
        at->dying.push_back(slotOf(value));
    };
    stepOf.clear();
    size_t index = 0;
    for (Operation &op : source.without_terminator())
      stepOf[&op] = &body.steps[index++];
    for (BlockArgument argument : source.getArguments())
      dieAt(argument, nullptr);
    for (Operation &op : source.without_terminator())
      for (mlir::Value result : op.getResults())
        dieAt(result, stepOf[&op]);
  }

  Program &program;
  llvm::DenseMap<mlir::Value, int> slots;
  llvm::DenseMap<Operation *, Step *> stepOf;
};

void describe(func::FuncOp main, Program &program) {
  auto nameOf = [](StringAttr name, const char *kind, unsigned i) {
    return name ? name.getValue().str() : str(kind, i);
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    program.inputNames.push_back(
        nameOf(main.getArgAttrOfType<StringAttr>(i, "graph.name"), "input", i));
    program.inputTypes.push_back(
        graph::fromMlir(main.getArgumentTypes()[i]).value_or(ValueType::none()));
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    program.outputNames.push_back(
        nameOf(main.getResultAttrOfType<StringAttr>(i, "graph.name"), "output", i));
    program.outputTypes.push_back(
        graph::fromMlir(main.getResultTypes()[i]).value_or(ValueType::none()));
  }
}

} // namespace

Expected<std::shared_ptr<const Program>>
buildProgram(ModuleOp module, std::shared_ptr<const void> owner, const NativeResolver &natives) {
  auto program = std::make_shared<Program>();
  program->owner = std::move(owner);
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return failure("the module has no function 'main'");
  Builder builder(*program);
  builder.natives = natives;
  for (auto function : module.getOps<func::FuncOp>())
    if (function != main && !(natives && natives(function.getName()))) {
      program->functions.emplace_back(function.getName().str(), std::make_unique<Body>());
      builder.callees[function.getName()] = program->functions.back().second.get();
    }
  for (auto &[name, body] : program->functions)
    INGOT_TRY(builder.function(module.lookupSymbol<func::FuncOp>(name), *body));
  INGOT_TRY(builder.function(main, program->main));
  describe(main, *program);
  return std::shared_ptr<const Program>(std::move(program));
}

} // namespace ingot::interp
