// Walks an ONNX model and imports it node by node; errors are collected, not thrown at the first.
#include "compiler/import/onnx/Importer.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Graph.h"
#include "compiler/import/base/GraphBuilder.h"
#include "compiler/import/onnx/Node.h"
#include "compiler/import/onnx/NodeOrder.h"

#include "mlir/IR/Verifier.h"

#include <algorithm>
#include <set>

using namespace mlir;

namespace ingot::onnx {
namespace {

constexpr int64_t newestOpset = 28, newestMlOpset = 5;

/// The names visible in a graph; a subgraph sees those of the graphs around it.
struct Scope {
  const Scope *outer = nullptr;
  std::map<std::string_view, Handle> names;
  std::map<std::string_view, Definition> definitions; ///< of those that nodes define

  const Handle *find(std::string_view name) const {
    for (const Scope *scope = this; scope; scope = scope->outer)
      if (auto found = scope->names.find(name); found != scope->names.end())
        return &found->second;
    return nullptr;
  }
  std::optional<Definition> lookUp(std::string_view name) const {
    const Scope *scope = this;
    while (scope && !scope->names.count(name))
      scope = scope->outer;
    if (!scope)
      return std::nullopt;
    auto found = scope->definitions.find(name);
    return found == scope->definitions.end() ? Definition{} : found->second;
  }
};

/// What node attributes, opsets and names mean at this point: the model's or a function's.
struct Frame {
  const OpsetImports *opsets;
  const AttributeBindings *bindings;
  std::string prefix; ///< of node names: the path of function calls
  int depth = 0;      ///< of functions and subgraphs
};

/// The operator with its domain, unless that is ai.onnx.
std::string operatorName(const NodeProto &node) {
  return node.domain.empty() ? std::string(node.opType) : str(node.domain, ".", node.opType);
}

/// The version of the node's domain; 0 when the model does not import it.
int64_t opsetOf(const NodeProto &node, const Frame &frame) {
  auto version = frame.opsets->find(node.domain);
  return version == frame.opsets->end() ? 0 : version->second;
}

class Importer {
public:
  Importer(MLIRContext *context, const ModelProto &model, TensorSource source,
           const ImportOptions &options, std::vector<Diagnostic> &diagnostics)
      : context(context), model(model), options(options), diagnostics(diagnostics),
        source(std::move(source)), graphBuilder(context, options.limits, this->source.budget) {
    for (const FunctionProto &function : model.functions)
      functions.emplace(FunctionKey{function.domain, function.name, function.overload}, &function);
  }

  OwningOpRef<ModuleOp> run();

private:
  class NodeSurroundings;

  //===--- errors ---===//
  void report(Status status, const NodeProto *node, const Frame &frame, const Node *imported);
  void reportUnknown(const NodeProto &node, const std::vector<Handle> &inputs, const Frame &frame);
  void reportGraph(std::string message) {
    diagnostics.push_back(
        {Severity::Error, code::badGraph, std::move(message), options.fileName, "", "", 0, "", ""});
  }
  /// An error that has been reported already.
  static Status reported() { return badModel(""); }

  //===--- types ---===//
  Expected<ValueType> valueType(const TypeProto &type, int depth = 0) const;
  Expected<ValueType> inputType(const ValueInfo &input) const;

  //===--- graphs ---===//
  void importInitializers(const GraphProto &graph, Scope &scope);
  void importNodes(const std::vector<NodeProto> &nodes, Scope &scope, const Frame &frame);
  /// Each of the nodes uses an output of the next, and the last one of the first.
  void reportCycle(const std::vector<const NodeProto *> &nodes, const Frame &frame);
  Status importNode(const NodeProto &node, Scope &scope, const Frame &frame);
  Status bindOutputs(const NodeProto &node, const std::vector<Handle> &results, Scope &scope);
  Expected<std::vector<Handle>> importSubgraph(const GraphProto &graph,
                                               const std::vector<Handle> &arguments,
                                               const Scope &outer, const Frame &frame);
  Expected<std::vector<Handle>> importCall(const NodeProto &node, const FunctionProto &function,
                                           const std::vector<Handle> &inputs, const Frame &frame);
  const FunctionProto *findFunction(const NodeProto &node) const {
    auto found = functions.find({node.domain, node.opType, node.overload});
    return found == functions.end() ? nullptr : found->second;
  }
  /// Imports the body of a function or subgraph; `of` names it: "function 'f'".
  Expected<std::vector<Handle>> importBody(const std::vector<NodeProto> &nodes, Scope &scope,
                                           const Frame &frame,
                                           const std::vector<std::string_view> &outputs,
                                           const std::string &of);
  Status checkOpsets(const OpsetImports &opsets) const;
  /// The function with the model's inputs, bound in `scope`; null after an error.
  func::FuncOp declareInputs(ModuleOp module, Scope &scope);
  void returnOutputs(func::FuncOp function, const Scope &scope);
  /// Reports the unknown operators inside a node that cannot be imported itself.
  void checkNames(const NodeProto &node, const Frame &frame);
  /// What stands for an output of a node that could not be imported: its declared type, if any, so
  /// that the checks go on behind it.
  Handle replacementFor(std::string_view name, const Frame &frame);

  std::string nodeName(const NodeProto &node, const Frame &frame) const;
  Location locationOf(std::string_view name) const;

  MLIRContext *context;
  const ModelProto &model;
  const ImportOptions &options;
  std::vector<Diagnostic> &diagnostics;
  TensorSource source;
  importer::GraphBuilder graphBuilder;
  using FunctionKey = std::tuple<std::string_view, std::string_view, std::string_view>;
  std::map<FunctionKey, const FunctionProto *> functions;      ///< by domain, name and overload
  std::map<std::string_view, const TypeProto *> declaredTypes; ///< of the main graph's values
  NamesRead namesRead;
  int64_t visited = 0;    ///< nodes imported, those of functions once per call, and looked up
  bool overLimit = false; ///< and that has been reported
};

/// The model around a node in its graph.
class Importer::NodeSurroundings : public Surroundings {
public:
  NodeSurroundings(Importer &importer, const Scope &scope, const Frame &frame)
      : importer(importer), scope(scope), frame(frame) {}

  Expected<std::vector<Handle>> inlineGraph(const GraphProto &graph,
                                            const std::vector<Handle> &arguments) override {
    Location here = importer.graphBuilder.location();
    auto results = importer.importSubgraph(graph, arguments, scope, frame);
    importer.graphBuilder.setLocation(here);
    return results;
  }
  Expected<Trace> traceGraph(const GraphProto &graph,
                             const std::vector<Handle> &arguments) override {
    return importer.graphBuilder.traced([&] { return inlineGraph(graph, arguments); });
  }
  std::optional<Definition> lookUp(std::string_view name) override {
    ++importer.visited; // many nodes that each look at all the others take long, too
    return scope.lookUp(name);
  }
  Expected<Tensor> decode(const TensorProto &proto) override {
    return toTensor(proto, importer.source);
  }
  Expected<Tensor> decode(const SparseTensorProto &proto) override {
    return toTensor(proto, importer.source);
  }

private:
  Importer &importer;
  const Scope &scope;
  const Frame &frame;
};

std::string Importer::nodeName(const NodeProto &node, const Frame &frame) const {
  std::string name(node.name);
  if (name.empty()) // as Netron shows it: by what it produces
    name = str(node.opType, "->", node.outputs.empty() ? std::string_view("?") : node.outputs[0]);
  return frame.prefix + name;
}

Location Importer::locationOf(std::string_view name) const {
  return NameLoc::get(StringAttr::get(context, StringRef(name)),
                      FileLineColLoc::get(context, options.fileName, 0, 0));
}

void Importer::report(Status status, const NodeProto *node, const Frame &frame,
                      const Node *imported) {
  if (status.message().empty())
    return;
  Diagnostic diagnostic;
  diagnostic.message = status.message();
  diagnostic.help = status.help();
  diagnostic.file = options.fileName;
  diagnostic.code = status.kind() == ErrorKind::Unsupported ? code::unsupportedForm : code::badNode;
  if (node) {
    diagnostic.node = nodeName(*node, frame);
    diagnostic.op = operatorName(*node);
    diagnostic.opset = opsetOf(*node, frame);
  }
  if (imported)
    for (size_t i = 0; i < imported->inputCount(); ++i)
      diagnostic.detail += (i ? ", " : "") + imported->type(imported->input(i)).text();
  diagnostics.push_back(std::move(diagnostic));
}

Expected<ValueType> Importer::valueType(const TypeProto &type, int depth) const {
  switch (type.kind) {
  case TypeProto::Kind::Sequence:
  case TypeProto::Kind::Optional: {
    if (!type.inner)
      return badModel("a sequence or optional type does not say of what");
    ValueType inner = INGOT_TRY(valueType(*type.inner, depth + 1));
    return type.kind == TypeProto::Kind::Sequence ? ValueType::sequence(std::move(inner))
                                                  : ValueType::optional(std::move(inner));
  }
  case TypeProto::Kind::Tensor:
  case TypeProto::Kind::SparseTensor:
    break;
  case TypeProto::Kind::Map:
    return unsupported("values of type map are not supported");
  default:
    return badModel("the type is missing or unknown");
  }
  auto element = elementFromOnnx(type.element);
  if (!element)
    return badModel(str("element type ", type.element, " is not one that ONNX defines"));
  if (!type.hasShape)
    return ValueType::unranked(*element);
  Shape dims;
  for (const Dimension &dim : type.dims) {
    auto bound = options.dims.find(std::string(dim.name));
    if (dim.value >= 0)
      dims.push_back(dim.value);
    else
      dims.push_back(!dim.name.empty() && bound != options.dims.end() ? bound->second : unknownDim);
  }
  return ValueType::tensor(*element, std::move(dims));
}

Expected<ValueType> Importer::inputType(const ValueInfo &input) const {
  ValueType type = INGOT_TRY(valueType(input.type));
  auto given = options.shapes.find(std::string(input.name));
  if (given == options.shapes.end())
    return type;
  if (!type.isTensor())
    return failure(str("shape ", shapeText(given->second), " given for ", type.text()),
                   ErrorKind::Usage);
  return ValueType::tensor(type.element, given->second);
}

void Importer::importInitializers(const GraphProto &graph, Scope &scope) {
  auto define = [&](std::string_view name, Expected<Tensor> tensor) {
    if (!tensor.ok())
      reportGraph(str("initializer '", name, "': ", tensor.status().message()));
    scope.names[name] = tensor.ok() ? graphBuilder.constant(tensor.take(), locationOf(name))
                                    : graphBuilder.poison();
  };
  for (const TensorProto &tensor : graph.initializers)
    define(tensor.name, toTensor(tensor, source));
  for (const SparseTensorProto &tensor : graph.sparseInitializers)
    define(tensor.values.name, toTensor(tensor, source));
}

Expected<std::vector<Handle>> Importer::importBody(const std::vector<NodeProto> &nodes,
                                                   Scope &scope, const Frame &frame,
                                                   const std::vector<std::string_view> &outputs,
                                                   const std::string &of) {
  size_t errors = diagnostics.size();
  importNodes(nodes, scope, frame);
  if (diagnostics.size() != errors)
    return reported();
  std::vector<Handle> results;
  for (std::string_view output : outputs) {
    const Handle *value = scope.find(output);
    if (!value)
      return badModel(str(of, " does not define its output '", output, "'"));
    if (graphBuilder.isPoison(*value))
      return reported();
    results.push_back(*value);
  }
  return results;
}

Expected<std::vector<Handle>> Importer::importCall(const NodeProto &node,
                                                   const FunctionProto &function,
                                                   const std::vector<Handle> &inputs,
                                                   const Frame &frame) {
  if (frame.depth >= options.limits.nesting)
    return badModel(
        str("functions call each other more than ", options.limits.nesting, " levels deep"));
  if (inputs.size() > function.inputs.size())
    return badModel(str(inputs.size(), " inputs for function '", function.name,
                        "', wanted at most ", function.inputs.size()));
  INGOT_TRY(checkOpsets(function.opsets));
  AttributeBindings bindings;
  for (const AttributeProto &attribute : function.defaults)
    bindings[attribute.name] = &attribute;
  for (const AttributeProto &attribute : node.attributes) {
    const AttributeProto *meant = &attribute;
    if (!attribute.reference.empty()) {
      auto outer = frame.bindings ? frame.bindings->find(attribute.reference)
                                  : AttributeBindings::const_iterator();
      if (!frame.bindings || outer == frame.bindings->end())
        continue;
      meant = outer->second;
    }
    bindings[attribute.name] = meant;
  }
  Scope scope;
  for (size_t i = 0; i < function.inputs.size(); ++i)
    scope.names[function.inputs[i]] = i < inputs.size() ? inputs[i] : graphBuilder.none();
  // A function without its own imports uses the caller's.
  OpsetImports opsets = *frame.opsets;
  for (const auto &[domain, version] : function.opsets)
    opsets[domain] = version;
  Frame inner{&opsets, &bindings, nodeName(node, frame) + "/", frame.depth + 1};
  return importBody(function.nodes, scope, inner, function.outputs,
                    str("function '", function.name, "'"));
}

Expected<std::vector<Handle>> Importer::importSubgraph(const GraphProto &graph,
                                                       const std::vector<Handle> &arguments,
                                                       const Scope &outer, const Frame &frame) {
  if (frame.depth >= options.limits.nesting)
    return badModel(str("subgraphs are nested more than ", options.limits.nesting, " levels deep"));
  Scope scope;
  scope.outer = &outer;
  Frame inner = frame;
  ++inner.depth;
  if (graph.inputs.size() != arguments.size())
    return badModel(str("subgraph '", graph.name, "' takes ", graph.inputs.size(),
                        " values, given ", arguments.size()));
  for (size_t i = 0; i < arguments.size(); ++i)
    scope.names[graph.inputs[i].name] = arguments[i];
  size_t errors = diagnostics.size();
  importInitializers(graph, scope);
  if (diagnostics.size() != errors)
    return reported();
  std::vector<std::string_view> outputs;
  for (const ValueInfo &output : graph.outputs)
    outputs.push_back(output.name);
  return importBody(graph.nodes, scope, inner, outputs, str("subgraph '", graph.name, "'"));
}

Status Importer::bindOutputs(const NodeProto &node, const std::vector<Handle> &results,
                             Scope &scope) {
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i].empty())
      continue;
    if (i >= results.size() || results[i].id < 0)
      return unsupported(str("output ", i, " ('", node.outputs[i], "') is not provided"));
    if (!scope.names.emplace(node.outputs[i], results[i]).second)
      return badModel(str("the name '", node.outputs[i], "' is defined twice"));
    scope.definitions[node.outputs[i]] = {&node, visited};
  }
  return success();
}

void Importer::reportUnknown(const NodeProto &node, const std::vector<Handle> &inputs,
                             const Frame &frame) {
  Diagnostic diagnostic;
  diagnostic.code = code::unsupportedOperator;
  diagnostic.file = options.fileName;
  diagnostic.node = nodeName(node, frame);
  diagnostic.op = operatorName(node);
  diagnostic.opset = opsetOf(node, frame);
  diagnostic.message = str("operator '", diagnostic.op, "' is not supported");
  for (size_t i = 0; i < inputs.size(); ++i)
    diagnostic.detail +=
        (i ? ", " : "") +
        (graphBuilder.isPoison(inputs[i]) ? "?" : graphBuilder.typeOf(inputs[i]).text());
  // A file of nothing but strange names is no collection of spelling mistakes.
  constexpr size_t maxSuggestions = 100;
  std::string nearest =
      diagnostics.size() < maxSuggestions ? suggestRule(node.domain, node.opType) : "";
  diagnostic.help = nearest.empty() ? "replace the node by supported operators, or define it as a "
                                      "function of the model"
                                    : str("did you mean '", nearest, "'?");
  diagnostics.push_back(std::move(diagnostic));
}

void Importer::checkNames(const NodeProto &node, const Frame &frame) {
  auto check = [&](const std::vector<NodeProto> &nodes, const Frame &inner) {
    for (const NodeProto &each : nodes) {
      if (++visited > options.limits.nodes)
        return;
      if (!findFunction(each) && !findRule(each.domain, each.opType))
        reportUnknown(each, {}, inner);
      checkNames(each, inner);
    }
  };
  if (frame.depth >= options.limits.nesting)
    return;
  Frame inner = frame;
  ++inner.depth;
  for (const AttributeProto &attribute : node.attributes)
    if (attribute.graph)
      check(attribute.graph->nodes, inner);
  if (const FunctionProto *function = findFunction(node)) {
    inner.prefix = nodeName(node, frame) + "/";
    check(function->nodes, inner);
  }
}

Handle Importer::replacementFor(std::string_view name, const Frame &frame) {
  // Declared types are the main graph's; the same name elsewhere means something else.
  auto declared = frame.depth == 0 ? declaredTypes.find(name) : declaredTypes.end();
  if (declared != declaredTypes.end())
    if (auto type = valueType(*declared->second); type.ok())
      return graphBuilder.standIn(type.take());
  return graphBuilder.poison();
}

Status Importer::importNode(const NodeProto &node, Scope &scope, const Frame &frame) {
  // Functions that call each other twice a level grow exponentially without any of them being
  // large.
  if (++visited > options.limits.nodes)
    return std::exchange(overLimit, true)
               ? reported()
               : badModel(str("the model expands to more than ", options.limits.nodes, " nodes"));
  std::vector<Handle> inputs;
  for (std::string_view name : node.inputs) {
    const Handle *value = name.empty() ? nullptr : scope.find(name);
    if (!name.empty() && !value)
      return badModel(str("input '", name, "' is not defined by any node, input or initializer"));
    inputs.push_back(value ? *value : graphBuilder.none());
  }
  const FunctionProto *function = findFunction(node);
  const RuleEntry *rule = findRule(node.domain, node.opType);
  if (!function && !rule)
    reportUnknown(node, inputs, frame);
  bool poisoned = std::any_of(inputs.begin(), inputs.end(),
                              [&](Handle input) { return graphBuilder.isPoison(input); });
  if ((!function && !rule) || poisoned) { // an error here or upstream has been reported
    checkNames(node, frame);
    return reported();
  }
  graphBuilder.setLocation(locationOf(nodeName(node, frame)));
  if (function) {
    auto results = INGOT_TRY(importCall(node, *function, inputs, frame));
    return bindOutputs(node, results, scope);
  }
  NodeSurroundings around(*this, scope, frame);
  Node imported(node, graphBuilder, around, std::max<int64_t>(1, opsetOf(node, frame)),
                std::move(inputs), frame.bindings);
  Status status = applyRule(*rule, imported);
  if (status.ok())
    status = bindOutputs(node, imported.results(), scope);
  if (!status.ok())
    report(std::move(status), &node, frame, &imported);
  else
    return success();
  return reported();
}

void Importer::reportCycle(const std::vector<const NodeProto *> &nodes, const Frame &frame) {
  constexpr size_t mostNamed = 20;
  std::string names;
  for (size_t i = 0; i < std::min(nodes.size(), mostNamed); ++i)
    names += str(i ? ", " : "", "'", nodeName(*nodes[i], frame), "'");
  if (nodes.size() > mostNamed)
    names += str(" and ", nodes.size() - mostNamed, " more");
  bool alone = nodes.size() == 1;
  report(badModel(alone ? str("node ", names, " uses its own output")
                        : str("nodes ", names,
                              " form a cycle: each uses an output of the next, the last one of the "
                              "first")),
         nodes.front(), frame, nullptr);
}

void Importer::importNodes(const std::vector<NodeProto> &nodes, Scope &scope, const Frame &frame) {
  if (overLimit)
    return;
  NodeOrder order = sortByUse(nodes, namesRead,
                              [&](std::string_view name) { return scope.find(name) != nullptr; });
  if (!order.cycle.empty()) {
    reportCycle(order.cycle, frame);
    for (const NodeProto &node : nodes)
      for (std::string_view output : node.outputs)
        scope.names.emplace(output, graphBuilder.poison());
    return;
  }
  for (const NodeProto *node : order.nodes) {
    if (overLimit)
      return;
    Status status = importNode(*node, scope, frame);
    if (status.ok())
      continue;
    report(std::move(status), node, frame, nullptr);
    for (std::string_view output : node->outputs)
      if (!output.empty())
        scope.names.emplace(output, replacementFor(output, frame));
  }
}

/// Names on the function: graph.name, and graph.dims where a dimension is symbolic. The type may
/// know more than the declaration, or other sizes.
DictionaryAttr argumentAttributes(MLIRContext *context, const ValueInfo &info,
                                  const ValueType &type) {
  Builder b(context);
  SmallVector<NamedAttribute> attributes{
      b.getNamedAttr("graph.name", b.getStringAttr(StringRef(info.name)))};
  SmallVector<StringRef> names;
  bool symbolic = false;
  for (size_t i = 0; i < info.type.dims.size(); ++i) {
    bool open = i < type.dims.size() && type.dims[i] < 0;
    names.push_back(open ? StringRef(info.type.dims[i].name) : StringRef());
    symbolic |= !names.back().empty();
  }
  if (symbolic && names.size() == type.dims.size())
    attributes.push_back(b.getNamedAttr("graph.dims", b.getStrArrayAttr(names)));
  return b.getDictionaryAttr(attributes);
}

Status Importer::checkOpsets(const OpsetImports &opsets) const {
  static constexpr std::pair<std::string_view, int64_t> newest[] = {{"", newestOpset},
                                                                    {"ai.onnx.ml", newestMlOpset}};
  for (auto [domain, version] : newest) {
    auto found = opsets.find(domain);
    if (found != opsets.end() && found->second > version)
      return unsupported(str(domain, domain.empty() ? "" : " ", "opset ", found->second,
                             " is newer than ", version))
          .hint(str("export the model for opset ", version, " or lower"));
  }
  return success();
}

func::FuncOp Importer::declareInputs(ModuleOp module, Scope &scope) {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> names;
  std::vector<std::pair<std::string_view, ValueType>> arguments;
  std::set<std::string_view> seen;
  for (const ValueInfo &input : model.graph.inputs) {
    if (scope.names.count(input.name))
      continue; // an initializer with the same name is its value
    auto type = inputType(input);
    if (!type.ok()) {
      reportGraph(str("input '", input.name, "': ", type.status().message()));
      if (type.status().kind() == ErrorKind::Usage)
        diagnostics.back().code = code::usage;
      continue;
    }
    if (!seen.insert(input.name).second) {
      reportGraph(str("input '", input.name, "' is declared twice"));
      continue;
    }
    types.push_back(graph::toMlir(context, *type));
    names.push_back(argumentAttributes(context, input, *type));
    arguments.emplace_back(input.name, type.take());
  }
  if (!diagnostics.empty())
    return nullptr;
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto function =
      func::FuncOp::create(builder, module.getLoc(), "main", FunctionType::get(context, types, {}));
  Block *entry = function.addEntryBlock();
  function.setAllArgAttrs(names);
  for (size_t i = 0; i < arguments.size(); ++i)
    scope.names[arguments[i].first] =
        graphBuilder.add(entry->getArgument(static_cast<unsigned>(i)), arguments[i].second);
  graphBuilder.enterFunction(entry);
  return function;
}

void Importer::returnOutputs(func::FuncOp function, const Scope &scope) {
  SmallVector<mlir::Value> results;
  SmallVector<DictionaryAttr> names;
  graphBuilder.setLocation(function.getLoc());
  for (const ValueInfo &output : model.graph.outputs) {
    const Handle *value = scope.find(output.name);
    if (!value)
      reportGraph(str("output '", output.name, "' is not defined by any node"));
    if (!diagnostics.empty())
      continue;
    results.push_back(graphBuilder.materialize(*value));
    names.push_back(argumentAttributes(context, output, graphBuilder.typeOf(*value)));
  }
  if (!diagnostics.empty())
    return;
  func::ReturnOp::create(graphBuilder.builder, function.getLoc(), results);
  function.setType(
      FunctionType::get(context, function.getArgumentTypes(), ValueRange(results).getTypes()));
  function.setAllResultAttrs(names);
}

OwningOpRef<ModuleOp> Importer::run() {
  Frame frame{&model.opsets, nullptr, "", 0};
  if (Status status = checkOpsets(model.opsets); !status.ok())
    report(std::move(status), nullptr, frame, nullptr);
  Location file = FileLineColLoc::get(context, options.fileName, 0, 0);
  OwningOpRef<ModuleOp> module = ModuleOp::create(file);
  Scope scope;
  graphBuilder.setLocation(file);
  importInitializers(model.graph, scope);
  func::FuncOp function = declareInputs(*module, scope);
  if (!function)
    return nullptr;
  for (const auto *infos : {&model.graph.values, &model.graph.outputs})
    for (const ValueInfo &info : *infos)
      declaredTypes.emplace(info.name, &info.type);
  importNodes(model.graph.nodes, scope, frame);
  returnOutputs(function, scope);
  return diagnostics.empty() ? std::move(module) : nullptr;
}

} // namespace

Imported importModel(MLIRContext *context, std::string_view bytes,
                     std::shared_ptr<const void> owner, const ImportOptions &options) {
  context->loadDialect<graph::GraphDialect, func::FuncDialect>();
  Imported imported;
  auto fileError = [&](std::string message, std::string help) {
    bool limit = !help.empty();
    imported.diagnostics.push_back(
        {Severity::Error, limit ? code::overLimit : code::badFile, std::move(message),
         options.fileName, "", "", 0, "",
         limit ? std::move(help) : "check that the file is a complete ONNX model"});
  };
  auto proto = parseModel(bytes, options.limits);
  if (!proto.ok()) {
    fileError(proto.status().message(), proto.status().help());
    return imported;
  }
  imported.proto = *proto;
  if (imported.proto->irVersion == 0 && imported.proto->graph.nodes.empty() &&
      imported.proto->graph.outputs.empty()) {
    fileError("not an ONNX model: it has neither a version nor a graph", "");
    return imported;
  }
  auto files = std::make_shared<ExternalFiles>(options.folder);
  // The views of constants keep the model's bytes alive.
  TensorSource source{std::move(owner), files.get(), &options.limits,
                      std::make_shared<MemoryBudget>(options.limits.foldedBytes)};
  Importer importer(context, *imported.proto, source, options, imported.diagnostics);
  imported.module = importer.run();
  assert((!imported.module || succeeded(mlir::verify(*imported.module))) &&
         "what the importer emits is valid IR");
  return imported;
}

} // namespace ingot::onnx
