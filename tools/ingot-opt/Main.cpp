// ingot-opt: runs passes on IR text, for people who work on the compiler.
#include "compiler/dialect/graph/Graph.h"
#include "compiler/dialect/instr/Instr.h"
#include "compiler/lower/LowerPass.h"
#include "compiler/pipelines/GraphOptimize.h"
#include "compiler/pipelines/Instr.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/instr/Passes.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<ingot::graph::GraphDialect, ingot::instr::InstrDialect, mlir::func::FuncDialect,
                  mlir::quant::QuantDialect>();
  mlir::registerTransformsPasses();
  ingot::registerGraphPasses();
  ingot::registerInstrPasses();
  ingot::registerGraphPipelines();
  ingot::registerInstrPipelines();
  ingot::lower::registerLowerPass();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Ingot optimizer driver\n", registry));
}
