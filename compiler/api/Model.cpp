// The public API over importer and targets.
#include "compiler/api/ModelImpl.h"

#include "compiler/api/Inputs.h"
#include "compiler/api/Ranges.h"
#include "compiler/api/SourceInfo.h"
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Graph.h"
#include "compiler/dialect/graph/Operators.h"
#include "compiler/import/onnx/Importer.h"
#include "compiler/targets/Target.h"
#include "runtime/base/File.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include <algorithm>

namespace ingot {
namespace {

std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::vector<std::string> dimNames(mlir::ArrayAttr names) {
  std::vector<std::string> texts;
  if (names)
    for (mlir::Attribute name : names) {
      auto text = mlir::dyn_cast<mlir::StringAttr>(name);
      texts.push_back(text ? text.str() : "");
    }
  return texts;
}

void describePorts(mlir::func::FuncOp main, std::vector<Port> &inputs, std::vector<Port> &outputs) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto name = main.getArgAttrOfType<mlir::StringAttr>(i, "graph.name");
    inputs.push_back({name ? name.str() : str("input", i),
                      graph::fromMlir(main.getArgumentTypes()[i]).value_or(ValueType::none()),
                      dimNames(main.getArgAttrOfType<mlir::ArrayAttr>(i, "graph.dims"))});
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    auto name = main.getResultAttrOfType<mlir::StringAttr>(i, "graph.name");
    outputs.push_back({name ? name.str() : str("output", i),
                       graph::fromMlir(main.getResultTypes()[i]).value_or(ValueType::none()),
                       dimNames(main.getResultAttrOfType<mlir::ArrayAttr>(i, "graph.dims"))});
  }
}

LoadResult finish(std::shared_ptr<Model::Impl> impl, LoadResult result) {
  describePorts(impl->module->lookupSymbol<mlir::func::FuncOp>("main"), impl->inputs,
                impl->outputs);
  impl->info = result.info;
  result.model = Model(std::move(impl));
  return result;
}

LoadResult loadOnnx(std::string_view bytes, const std::shared_ptr<const void> &owner,
                    onnx::ImportOptions options) {
  auto impl = std::make_shared<Model::Impl>();
  // `owner` stays here too: what was read of the model points into its bytes.
  auto imported = onnx::importModel(&impl->context, bytes, owner, options);
  LoadResult result;
  result.diagnostics = std::move(imported.diagnostics);
  if (imported.proto) {
    result.info = sourceInfo(*imported.proto);
    checkOptionNames(*imported.proto, options, result.diagnostics);
  }
  for (const Diagnostic &d : result.diagnostics)
    if (d.severity == Severity::Error)
      return result;
  impl->module = std::move(imported.module);
  return finish(std::move(impl), std::move(result));
}

Diagnostic fileError(const char *code, std::string message, const std::string &file) {
  return {Severity::Error, code, std::move(message), file, "", "", 0, "", ""};
}

onnx::ImportOptions importOptions(const LoadOptions &options) {
  onnx::ImportOptions import;
  import.dims = options.dims;
  import.shapes = options.shapes;
  import.limits = options.limits;
  return import;
}

} // namespace

LoadResult Model::load(const std::string &path, const LoadOptions &options) {
  auto file = MappedFile::open(path);
  if (!file.ok()) {
    LoadResult result;
    result.diagnostics.push_back(fileError(code::runFailed, file.status().message(), path));
    return result;
  }
  std::string_view bytes = (*file)->bytes();
  if (path.ends_with(".mlir")) {
    if (options.dims.empty() && options.shapes.empty())
      return loadText(bytes, path);
    LoadResult result;
    result.diagnostics.push_back(
        fileError(code::usage, "sizes were given for graph IR, which has them in its types", path));
    result.diagnostics.back().help = "write the sizes into the types, or give them (--dim, "
                                     "--shapes) for the ONNX model it came from";
    return result;
  }
  onnx::ImportOptions import = importOptions(options);
  import.fileName = path;
  import.folder = folderOf(path);
  return loadOnnx(bytes, file.take(), std::move(import));
}

LoadResult Model::loadBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                            const LoadOptions &options) {
  return loadOnnx(bytes, std::move(owner), importOptions(options));
}

LoadResult Model::loadText(std::string_view text, const std::string &fileName) {
  auto impl = std::make_shared<Model::Impl>();
  impl->context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
  LoadResult result;
  result.info.format = "graph IR";
  mlir::ScopedDiagnosticHandler handler(&impl->context, [&](mlir::Diagnostic &d) {
    std::string where;
    if (auto place = d.getLocation()->findInstanceOf<mlir::FileLineColLoc>())
      where = str("line ", place.getLine(), ": ");
    if (d.getSeverity() == mlir::DiagnosticSeverity::Error)
      result.diagnostics.push_back(fileError(code::badFile, where + d.str(), fileName));
    return llvm::success();
  });
  impl->module = mlir::parseSourceString<mlir::ModuleOp>(llvm::StringRef(text.data(), text.size()),
                                                         &impl->context, fileName);
  auto main =
      impl->module ? impl->module->lookupSymbol<mlir::func::FuncOp>("main") : mlir::func::FuncOp();
  if (impl->module && (!main || main.isExternal()))
    result.diagnostics.push_back(
        fileError(code::badGraph, "the module has no function 'main'", fileName));
  if (!impl->module && result.diagnostics.empty())
    result.diagnostics.push_back(fileError(code::badFile, "not graph IR", fileName));
  if (impl->module) // all others are there to be called
    for (auto function : impl->module->getOps<mlir::func::FuncOp>())
      if (function != main)
        function.setPrivate();
  return result.diagnostics.empty() ? finish(std::move(impl), std::move(result)) : result;
}

const std::vector<Port> &Model::inputs() const { return impl->inputs; }
const std::vector<Port> &Model::outputs() const { return impl->outputs; }
const ModelInfo &Model::info() const { return impl->info; }

bool Model::isRandom() const {
  auto drawsNumbers = [](mlir::Operation *op) {
    const graph::OperatorInfo *info =
        graph::findOperator(std::string_view(op->getName().getStringRef()));
    return info && info->random ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  };
  std::scoped_lock lock(impl->mutex);
  return impl->module.get()->walk(drawsNumbers).wasInterrupted();
}

std::string Model::text() const {
  std::scoped_lock lock(impl->mutex);
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Local scope: otherwise the weights are rendered, only to be dropped.
  impl->module.get()->print(stream, mlir::OpPrintingFlags().useLocalScope());
  return text;
}

GraphView Model::graph() const {
  std::scoped_lock lock(impl->mutex);
  return viewOf(*impl);
}

namespace {
Expected<const Target *> targetOf(const CompileOptions &options) {
  if (const Target *target = findTarget(options.target))
    return target;
  std::vector<std::string> names;
  std::string all;
  for (const TargetInfo &info : targets()) {
    names.push_back(info.name);
    all += (all.empty() ? "" : ", ") + info.name;
  }
  std::string nearest = nearestName(options.target, names);
  return failure(str("no target '", options.target, "'; ",
                     nearest.empty() ? "" : "did you mean '" + nearest + "'? ",
                     "this build has: ", all),
                 ErrorKind::Usage);
}

Status checkStage(const std::string &name) {
  std::string all;
  for (const char *known : stage::all) {
    if (name.empty() || name == known)
      return success();
    all += str(all.empty() ? "" : ", ", known);
  }
  return failure(str("no stage '", name, "'; the stages are: ", all), ErrorKind::Usage);
}

Status checkPrecision(std::optional<ElementType> precision) {
  for (ElementType known : {ElementType::F32, ElementType::F16, ElementType::BF16})
    if (!precision || *precision == known)
      return success();
  return failure(str("precision '", elementName(*precision), "', wanted f32, f16 or bf16"),
                 ErrorKind::Usage);
}
} // namespace

std::vector<Diagnostic> Model::check(const CompileOptions &options) const {
  auto target = targetOf(options);
  if (!target.ok())
    return {fileError(code::usage, target.status().message(), "")};
  std::scoped_lock lock(impl->mutex);
  return (*target)->check(*impl->module);
}

Expected<Program> Model::compile(const CompileOptions &options) const {
  const Target *target = INGOT_TRY(targetOf(options));
  INGOT_TRY(checkStage(options.emit));
  INGOT_TRY(checkPrecision(options.precision));
  if (options.threads < 0 || options.threads > CompileOptions::mostThreads)
    return failure(str(options.threads, " threads, wanted 0 to ", CompileOptions::mostThreads),
                   ErrorKind::Usage);
  INGOT_TRY(checkRanges(impl->inputs, options));
  auto program =
      INGOT_TRY(target->compile({*impl->module, impl, &impl->mutex, &impl->inputs}, options));
  return Program(std::move(program), std::shared_ptr<const std::vector<Port>>(impl, &impl->inputs));
}

Expected<Report> Model::survey(const CompileOptions &options) const {
  const Target *target = INGOT_TRY(targetOf(options));
  INGOT_TRY(checkPrecision(options.precision));
  std::vector<ValueType> types;
  for (const Port &port : impl->inputs) {
    types.push_back(port.type);
    Shape &dims = types.back().dims;
    if (types.back().isTensor() && !std::exchange(types.back().ranked, true))
      dims = {1};
    std::replace_if(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; }, 1);
  }
  return target->survey({*impl->module, impl, &impl->mutex, &impl->inputs}, types, options);
}

Expected<std::vector<Product>> Model::emit(const std::vector<ValueType> &types,
                                           const CompileOptions &options) const {
  const Target *target = INGOT_TRY(targetOf(options));
  INGOT_TRY(checkPrecision(options.precision));
  if (types.size() != impl->inputs.size())
    return failure(str(types.size(), " types given, wanted ", impl->inputs.size()),
                   ErrorKind::Usage);
  return target->emit({*impl->module, impl, &impl->mutex, &impl->inputs}, types, options);
}

Expected<std::vector<Value>> Program::run(const std::vector<Value> &values,
                                          const RunOptions &options) const {
  std::string all;
  for (const std::string &problem : checkInputs(*inputs, values))
    all += (all.empty() ? "" : "; ") + problem;
  if (!(options.timeout >= 0))
    all += str(all.empty() ? "" : "; ", "timeout ", options.timeout, " s, wanted 0 or more");
  if (!all.empty())
    return failure(std::move(all), ErrorKind::Usage);
  auto budget = std::make_shared<MemoryBudget>(options.memoryLimit());
  MemoryCharge held(budget);
  std::vector<Value> prepared;
  for (size_t i = 0; i < values.size(); ++i) {
    Status fits = held.add(bytesOf(values[i]));
    if (!fits.ok())
      return std::move(fits).within(str("input '", (*inputs)[i].name, "'"));
    prepared.push_back(INGOT_TRY(alignedValue(values[i])));
  }
  RunOptions rest = options;
  rest.maxMemory = std::max<int64_t>(1, budget->limit - budget->used); // 0 would be the default
  return impl->run(prepared, rest);
}

ErrorKind LoadResult::kind() const {
  // A malformed model outranks an unsupported one, which outranks a failed read.
  ErrorKind gravest = ErrorKind::Runtime;
  for (const Diagnostic &d : diagnostics) {
    if (d.severity != Severity::Error)
      continue;
    if (d.code.starts_with("E05"))
      return ErrorKind::BadModel;
    if (d.code.starts_with("E03"))
      gravest = ErrorKind::Unsupported;
    else if (d.code.starts_with("E02") && gravest == ErrorKind::Runtime)
      gravest = ErrorKind::Usage;
  }
  return gravest;
}

} // namespace ingot
