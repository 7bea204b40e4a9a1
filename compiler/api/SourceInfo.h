// What an ONNX file says about itself, and whether the caller's names are in it.
#pragma once

#include "compiler/import/onnx/Importer.h"
#include "ingot/Inspect.h"

namespace ingot {

ModelInfo sourceInfo(const onnx::ModelProto &model);

/// Reports sizes and shapes that were given for dimensions and inputs the model does not have.
void checkOptionNames(const onnx::ModelProto &model, const onnx::ImportOptions &options,
                      std::vector<Diagnostic> &diagnostics);

} // namespace ingot
