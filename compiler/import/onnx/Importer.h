// The ONNX importer: model bytes to a module in the graph dialect, or to everything that is wrong.
#pragma once

#include "compiler/import/onnx/TensorData.h"
#include "ingot/Diagnostic.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot::onnx {

struct ImportOptions {
  std::string fileName;                ///< for messages and locations
  std::string folder;                  ///< where external data may lie; empty: nowhere
  std::map<std::string, int64_t> dims; ///< sizes for symbolic dimensions
  std::map<std::string, Shape> shapes; ///< shapes for inputs
  Limits limits;
};

struct Imported {
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< null when there are errors
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const ModelProto> proto; ///< points into the bytes: use it while `owner` lives
};

/// `bytes` must stay valid while `owner` lives; constants keep `owner` alive.
Imported importModel(mlir::MLIRContext *context, std::string_view bytes,
                     std::shared_ptr<const void> owner, const ImportOptions &options);

} // namespace ingot::onnx
