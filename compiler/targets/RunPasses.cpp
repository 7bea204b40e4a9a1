// A pass manager's errors as a Status.
#include "compiler/targets/RunPasses.h"

#include "compiler/dialect/graph/Names.h"

namespace ingot::target {

Status runPasses(mlir::PassManager &passes, mlir::Operation *op, const char *otherwise) {
  Status status = failure(otherwise);
  bool isReported = false;
  mlir::ScopedDiagnosticHandler handler(op->getContext(), [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
      return mlir::failure();
    std::string node = graph::nodeName(diagnostic.getLocation());
    if (!std::exchange(isReported, true))
      status = node.empty() ? failure(diagnostic.str())
                            : failure(diagnostic.str()).within(str("node '", node, "'"));
    return mlir::success();
  });
  return failed(passes.run(op)) ? std::move(status) : success();
}

} // namespace ingot::target
