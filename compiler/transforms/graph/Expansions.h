// Expansions: how composite operators are written with simpler ones.
//
// A target takes softmax, attention, layer_norm whole or lets them expand. An expansion may use
// composites again (mish is x * tanh(softplus(x))), which expand in turn where they are not taken.
#pragma once

#include "compiler/transforms/graph/Emitter.h"

namespace mlir {
class Pass;
}

namespace ingot::graph {

/// The values that take the place of the operator's results. Nothing, and no operator created, when
/// this one cannot be expanded: an unknown rank, an attribute that has no simpler form.
using Expansion = std::optional<llvm::SmallVector<mlir::Value>> (*)(mlir::Operation *op,
                                                                    Emitter &e);

/// The expansion of an operator ("softmax"); null for those that are not composites.
Expansion expansionOf(llvm::StringRef name);
/// The names of all operators that have one.
llvm::SmallVector<llvm::StringRef> composites();

/// Whether a composite stays whole.
using Keeps = std::function<bool(mlir::Operation *)>;
/// Expands every composite below `root` that `keeps` does not want to keep.
void decomposeComposites(mlir::Operation *root, const Keeps &keeps);

struct ExpansionRow {
  llvm::StringRef name;
  Expansion expand;
};
// One list a file.
llvm::ArrayRef<ExpansionRow> activationExpansions();
llvm::ArrayRef<ExpansionRow> normExpansions();
llvm::ArrayRef<ExpansionRow> attentionExpansions();
llvm::ArrayRef<ExpansionRow> einsumExpansions();
llvm::ArrayRef<ExpansionRow> recurrentExpansions();
llvm::ArrayRef<ExpansionRow> movementExpansions();
llvm::ArrayRef<ExpansionRow> quantizationExpansions();
llvm::ArrayRef<ExpansionRow> selectionExpansions();
llvm::ArrayRef<ExpansionRow> lossExpansions();
llvm::ArrayRef<ExpansionRow> rotaryExpansions();
llvm::ArrayRef<ExpansionRow> convolutionExpansions();
llvm::ArrayRef<ExpansionRow> trainingExpansions();
llvm::ArrayRef<ExpansionRow> reductionExpansions();
llvm::ArrayRef<ExpansionRow> samplingExpansions();

} // namespace ingot::graph

namespace ingot {
/// The pass that createDecomposeComposites() gives, for what a target keeps.
std::unique_ptr<mlir::Pass> createDecomposeComposites(graph::Keeps keeps);
} // namespace ingot
