// Another precision than the model's own.
#include "compiler/pipelines/Precision.h"

#include "compiler/transforms/graph/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace ingot {

void buildWidenPipeline(OpPassManager &module) {
  ConvertPrecisionOptions toF32;
  toF32.type = elementName(ElementType::F32);
  module.addNestedPass<func::FuncOp>(createConvertPrecision(toF32));
}

void buildRoundPipeline(OpPassManager &module, ElementType precision) {
  if (precision == ElementType::F32)
    return;
  RoundWeightsOptions options;
  options.type = elementName(precision);
  module.addNestedPass<func::FuncOp>(createRoundWeights(options));
}

} // namespace ingot
