// The public API over importer and targets.
#include "compiler/api/ModelImpl.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Operators.h"
#include "compiler/import/onnx/Importer.h"
#include "compiler/targets/Target.h"
#include "runtime/base/File.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot {
namespace {

std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::vector<std::string> dimNames(mlir::ArrayAttr names) {
  std::vector<std::string> texts;
  if (names)
    for (auto name : names.getAsValueRange<mlir::StringAttr>())
      texts.push_back(name.str());
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
                       {}});
  }
}

LoadResult loadOnnx(std::string_view bytes, std::shared_ptr<const void> owner,
                    onnx::ImportOptions options) {
  auto impl = std::make_shared<Model::Impl>();
  auto imported = onnx::importModel(&impl->context, bytes, std::move(owner), options);
  LoadResult result;
  result.diagnostics = std::move(imported.diagnostics);
  if (!imported.module)
    return result;
  impl->module = std::move(imported.module);
  describePorts(impl->module->lookupSymbol<mlir::func::FuncOp>("main"), impl->inputs,
                impl->outputs);
  result.model = Model(std::move(impl));
  return result;
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
    result.diagnostics.push_back(
        {Severity::Error, code::runFailed, file.status().message(), path, "", "", 0, "", ""});
    return result;
  }
  onnx::ImportOptions import = importOptions(options);
  import.fileName = path;
  import.folder = folderOf(path);
  std::string_view bytes = (*file)->bytes();
  return loadOnnx(bytes, file.take(), std::move(import));
}

LoadResult Model::loadBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                            const LoadOptions &options) {
  return loadOnnx(bytes, std::move(owner), importOptions(options));
}

const std::vector<Port> &Model::inputs() const { return impl->inputs; }
const std::vector<Port> &Model::outputs() const { return impl->outputs; }

bool Model::isRandom() const {
  auto drawsNumbers = [](mlir::Operation *op) {
    const graph::OperatorInfo *info =
        graph::findOperator(std::string_view(op->getName().getStringRef()));
    return info && info->random ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  };
  return impl->module.get()->walk(drawsNumbers).wasInterrupted();
}

std::string Model::text() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Local scope: otherwise the weights are rendered, only to be dropped.
  impl->module.get()->print(stream, mlir::OpPrintingFlags().useLocalScope());
  return text;
}

Expected<Program> Model::compile(const CompileOptions &options) const {
  const Target *target = findTarget(options.target);
  if (!target) {
    std::string names;
    for (const TargetInfo &info : targets())
      names += (names.empty() ? "" : ", ") + info.name;
    return failure(str("no target '", options.target, "'; this build has: ", names),
                   ErrorKind::Usage);
  }
  return Program(INGOT_TRY(target->compile(*impl->module, impl, options)));
}

Expected<std::vector<Value>> Program::run(const std::vector<Value> &inputs,
                                          const RunOptions &options) const {
  return impl->run(inputs, options);
}

ErrorKind LoadResult::kind() const {
  // A malformed model outranks an unsupported one, which outranks a failed read.
  ErrorKind gravest = ErrorKind::Runtime;
  for (const Diagnostic &d : diagnostics) {
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
