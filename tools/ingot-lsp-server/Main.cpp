// ingot-lsp-server: diagnostics, hover and definitions for IR files in an editor.
#include "compiler/dialect/graph/Graph.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<ingot::graph::GraphDialect, mlir::func::FuncDialect, mlir::quant::QuantDialect>();
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
