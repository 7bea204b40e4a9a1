// Emits graph operators: inference, folding, creation, regions.
#include "compiler/import/base/GraphBuilder.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Facts.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/interp/PartialTensors.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace ingot::importer {
namespace {
/// Above this an operator on constants stays an operator: weights are not shape arithmetic.
constexpr int64_t maxFoldedElements = 1 << 14;

/// The size of a constant that counts for folding: its elements, or the letters of its texts.
int64_t lettersOrElements(const Tensor &tensor) {
  int64_t size = tensor.elements();
  for (int64_t i = 0; tensor.isString() && i < tensor.elements(); ++i)
    size += static_cast<int64_t>(tensor.strings()[i].size());
  return size;
}

/// After so many attempts to find the types a loop carries, their shapes are given up; after so
/// many more, the model is.
constexpr int shapeAttempts = 4, typeAttempts = 64;

bool sameType(const ValueType &a, const ValueType &b) { return a.text() == b.text(); }

/// Widens the arguments that carry values so that what is yielded fits; whether they fitted before.
bool widenCarried(RegionSource &source, const std::vector<ValueType> &yields, bool giveUp) {
  bool stable = true;
  for (auto [argument, yielded] : source.carried) {
    if (argument >= source.arguments.size() || yielded >= yields.size())
      continue;
    ValueType &current = source.arguments[argument];
    // Types that have nothing in common are the shape function's to report.
    ValueType merged = graph::commonType(current, yields[yielded]).value_or(current);
    stable &= sameType(merged, current);
    current = std::move(merged);
  }
  if (!stable && giveUp)
    for (auto [argument, yielded] : source.carried)
      if (argument < source.arguments.size())
        source.arguments[argument] = graph::withoutShape(source.arguments[argument]);
  return stable;
}
} // namespace

void GraphBuilder::enterFunction(Block *block) {
  entry = block;
  builder.setInsertionPointToEnd(block);
}

Handle GraphBuilder::add(mlir::Value value, ValueType type) {
  entries.push_back({value, std::move(type), std::nullopt, false});
  return {static_cast<int>(entries.size()) - 1};
}

Handle GraphBuilder::poison() {
  entries.push_back({nullptr, ValueType::none(), std::nullopt, true});
  return {static_cast<int>(entries.size()) - 1};
}

Handle GraphBuilder::standIn(ValueType type) {
  OperationState state(*where, "builtin.unrealized_conversion_cast");
  state.addTypes(graph::toMlir(builder.getContext(), type));
  return add(builder.create(state)->getResult(0), std::move(type));
}

Handle GraphBuilder::constant(Tensor value) {
  ValueType type = ValueType::tensor(value.type(), value.shape());
  entries.push_back({nullptr, std::move(type), std::move(value), false});
  return {static_cast<int>(entries.size()) - 1};
}

Handle GraphBuilder::constant(Tensor value, Location location) {
  Handle handle = constant(std::move(value));
  entries[index(handle)].where = location;
  return handle;
}

Handle GraphBuilder::none() {
  if (noneHandle.id < 0)
    noneHandle = add(nullptr, ValueType::none());
  return noneHandle;
}

Handle GraphBuilder::variable(Handle value) {
  mlir::Value ir = materialize(value);
  Handle handle = add(ir, ValueType(typeOf(value)));
  if (trace)
    trace->push_back({"identity", {value}, {handle}, {}});
  return handle;
}

mlir::Value GraphBuilder::materialize(Handle handle) {
  Entry &e = entries[index(handle)];
  if (e.ir)
    return e.ir;
  OpBuilder::InsertionGuard guard(builder);
  if (lastConstant)
    builder.setInsertionPointAfter(lastConstant);
  else
    builder.setInsertionPointToStart(entry);
  MLIRContext *context = builder.getContext();
  OperationState state(e.where.value_or(*where), e.value ? "graph.constant" : "graph.none");
  if (e.value)
    state.addAttribute("value", graph::toMlir(context, *e.value));
  state.addTypes(graph::toMlir(context, e.type));
  lastConstant = builder.create(state);
  e.ir = lastConstant->getResult(0);
  return e.ir;
}

Expected<std::vector<Value>> GraphBuilder::evaluateInTime(const graph::OperatorInfo &info,
                                                          const Attributes &attributes,
                                                          std::vector<Value> operands) {
  using Clock = std::chrono::steady_clock;
  auto started = Clock::now();
  interp::EvalOptions options;
  options.budget = budget;
  options.timeCheck = [&] {
    std::chrono::duration<double> total = foldTime + (Clock::now() - started);
    return total.count() < limits.foldSeconds ? success() : failure("no time for more constants");
  };
  INGOT_TRY(options.timeCheck());
  auto computed = interp::evaluate(info, attributes, std::move(operands), options);
  foldTime += Clock::now() - started;
  return computed;
}

Expected<std::optional<std::vector<Handle>>>
GraphBuilder::fold(const graph::OperatorInfo &info, const Attributes &attributes,
                   const std::vector<Handle> &operands, const std::vector<ValueType> &results) {
  std::optional<std::vector<Handle>> nothing;
  // Shapes are integers; weights of few bits stay what they are.
  bool isWidened = graph::factsOf(info).growsConstants && !results.empty() &&
                   results[0].isTensor() && isFloat(results[0].element);
  if (!info.foldable || isWidened)
    return nothing;
  int64_t elements = 0;
  std::vector<Value> values;
  for (Handle operand : operands) {
    const Entry &e = entries[index(operand)];
    if (!e.value && !e.type.isNone())
      return nothing;
    elements += e.value ? lettersOrElements(*e.value) : 0;
    if (elements > maxFoldedElements)
      return nothing;
    values.push_back(e.value ? Value(INGOT_TRY(e.value->aligned())) : Value());
  }
  for (const ValueType &type : results) {
    auto count = type.isStatic() ? elementCount(type.dims) : std::nullopt;
    if (!type.isTensor() || (type.isStatic() && (!count || *count > maxFoldedElements)))
      return nothing;
  }
  // What fails on these values may never run: it could stand in a branch that is not taken.
  auto computed = evaluateInTime(info, attributes, std::move(values));
  if (!computed.ok())
    return nothing;
  std::vector<Handle> handles;
  for (const Value &value : *computed) {
    if (!value.isTensor() || lettersOrElements(value.tensor()) > maxFoldedElements)
      return nothing;
    handles.push_back(constant(value.tensor()));
  }
  return std::optional(std::move(handles));
}

std::optional<graph::PartialTensor> GraphBuilder::partialOf(Handle handle) const {
  const Entry &e = entries[index(handle)];
  if (!e.value)
    return e.partial;
  if (e.value->elements() > graph::maxPartial)
    return std::nullopt;
  auto aligned = e.value->aligned();
  return aligned.ok() ? std::optional(graph::PartialTensor::of(aligned.take())) : std::nullopt;
}

std::vector<std::optional<graph::PartialTensor>>
GraphBuilder::knowledgeOf(const graph::OperatorInfo &info, const std::vector<Handle> &operands,
                          const graph::InferContext &context) const {
  std::vector<std::optional<graph::PartialTensor>> known(context.results.size());
  for (size_t i = 0; i < context.known.size(); ++i)
    if (context.known[i])
      known[i] = interp::fromIntegers(*context.known[i], context.results[i]);
  if (!context.known.empty())
    return known;
  std::vector<std::optional<graph::PartialTensor>> given;
  for (Handle operand : operands)
    given.push_back(partialOf(operand));
  auto passed =
      interp::propagate(info, context.attributes, context.operands, given, context.results);
  for (size_t i = 0; passed && i < known.size(); ++i)
    known[i] = std::move((*passed)[i]);
  return known;
}

Expected<Trace> GraphBuilder::traced(const std::function<Expected<std::vector<Handle>>()> &build) {
  Trace inner;
  std::vector<Emission> *outer = std::exchange(trace, &inner.emissions);
  auto outputs = build();
  trace = outer;
  inner.outputs = INGOT_TRY(std::move(outputs));
  if (outer)
    outer->insert(outer->end(), inner.emissions.begin(), inner.emissions.end());
  return inner;
}

Expected<graph::RegionTypes> GraphBuilder::buildRegion(Region &region, RegionSource source) {
  for (int attempt = 1;; ++attempt) {
    OpBuilder::InsertionGuard guard(builder);
    auto *block = new Block();
    region.push_back(block);
    builder.setInsertionPointToEnd(block);
    std::vector<Handle> arguments;
    for (const ValueType &type : source.arguments)
      arguments.push_back(
          add(block->addArgument(graph::toMlir(builder.getContext(), type), *where), type));
    auto yields = INGOT_TRY(source.build(arguments));
    OperationState state(*where, "graph.yield");
    graph::RegionTypes types;
    for (Handle value : yields) {
      state.addOperands(materialize(value));
      types.yields.push_back(typeOf(value));
    }
    builder.create(state);
    if (trace)
      trace->push_back({"yield", yields, {}, {}});
    types.arguments = source.arguments;
    if (widenCarried(source, types.yields, attempt >= shapeAttempts))
      return types;
    if (attempt == shapeAttempts + typeAttempts)
      return badModel("the types of the values that the loop carries never settle");
    region.getBlocks().clear();
  }
}

Expected<std::vector<Handle>> GraphBuilder::emit(std::string_view op,
                                                 const std::vector<Handle> &operands,
                                                 Attributes attributes,
                                                 const std::vector<RegionSource> &regions) {
  const graph::OperatorInfo *info = graph::findOperator(op);
  assert(info && "a rule emits an operator that has no record");
  if (++emitted > limits.nodes)
    return badModel(str("the model expands to more than ", limits.nodes, " operators"));
  graph::fillDefaults(*info, attributes);
  std::vector<Emission> regionTrace, *outer = trace;
  trace = outer ? &regionTrace : nullptr;
  auto results = build(*info, operands, attributes, regions);
  trace = outer;
  if (!trace || !results.ok())
    return results;
  Emission emission{info->name, operands, *results, std::move(attributes)};
  for (const Emission &inner : regionTrace)
    emission.operands.insert(emission.operands.end(), inner.operands.begin(), inner.operands.end());
  trace->push_back(std::move(emission));
  return results;
}

Expected<std::vector<Handle>> GraphBuilder::build(const graph::OperatorInfo &info,
                                                  const std::vector<Handle> &operands,
                                                  const Attributes &attributes,
                                                  const std::vector<RegionSource> &regions) {
  std::vector<ValueType> types;
  for (Handle operand : operands)
    types.push_back(typeOf(operand));
  graph::InferContext context(info.name, attributes, std::move(types));
  context.valueOf = [&](size_t i) { return valueOf(operands[i]); };
  context.partialOf = [&](size_t i) { return partialOf(operands[i]); };

  std::vector<std::unique_ptr<Region>> bodies;
  for (const RegionSource &region : regions) {
    bodies.push_back(std::make_unique<Region>());
    context.regions.push_back(INGOT_TRY(buildRegion(*bodies.back(), region)));
  }
  INGOT_TRY(info.infer(context));
  if (regions.empty() && info.foldable)
    INGOT_TRY(checkTypes(info, attributes, operands, context.results));
  if (regions.empty()) {
    if (auto folded = INGOT_TRY(fold(info, attributes, operands, context.results)))
      return std::move(*folded);
  }
  std::vector<std::optional<graph::PartialTensor>> known;
  if (regions.empty() && info.foldable) {
    known = knowledgeOf(info, operands, context);
    bool complete = !known.empty() && std::all_of(known.begin(), known.end(), [](const auto &k) {
      return k && k->isComplete();
    });
    if (complete) {
      std::vector<Handle> constants;
      for (auto &k : known)
        constants.push_back(constant(std::move(k->value)));
      return constants;
    }
  }
  MLIRContext *mlirContext = builder.getContext();
  OperationState state(*where, "graph." + std::string(info.name));
  for (Handle operand : operands)
    state.addOperands(materialize(operand));
  for (const auto &[name, value] : attributes)
    state.addAttribute(name, graph::toMlir(mlirContext, value));
  for (const ValueType &type : context.results)
    state.addTypes(graph::toMlir(mlirContext, type));
  for (auto &body : bodies)
    state.addRegion(std::move(body));
  auto results = INGOT_TRY(finish(builder.create(state), context.results));
  for (size_t i = 0; i < known.size(); ++i)
    entries[index(results[i])].partial = std::move(known[i]);
  return results;
}

/// Not mlir::verify: the operator may stand in a region that no operation holds yet.
static Status verified(Operation *op) {
  std::string message;
  ScopedDiagnosticHandler handler(op->getContext(), [&](mlir::Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return llvm::success();
  });
  return succeeded(op->getName().verifyInvariants(op)) ? success() : badModel(message);
}

Status GraphBuilder::checkTypes(const graph::OperatorInfo &info, const Attributes &attributes,
                                const std::vector<Handle> &operands,
                                const std::vector<ValueType> &results) {
  MLIRContext *context = builder.getContext();
  OperationState standIn(*where, "builtin.unrealized_conversion_cast");
  for (Handle operand : operands)
    standIn.addTypes(graph::toMlir(context, typeOf(operand)));
  Operation *values = Operation::create(standIn);
  OperationState state(*where, "graph." + std::string(info.name));
  state.addOperands(values->getResults());
  for (const auto &[name, value] : attributes)
    state.addAttribute(name, graph::toMlir(context, value));
  for (const ValueType &type : results)
    state.addTypes(graph::toMlir(context, type));
  Operation *op = Operation::create(state);
  Status status = verified(op);
  op->destroy();
  values->destroy();
  return status;
}

Expected<std::vector<Handle>> GraphBuilder::finish(Operation *op,
                                                   const std::vector<ValueType> &types) {
  if (Status status = verified(op); !status.ok()) {
    op->erase();
    return status;
  }
  std::vector<Handle> results;
  for (auto [value, type] : llvm::zip(op->getResults(), types))
    results.push_back(add(value, type));
  return results;
}

} // namespace ingot::importer
