// The expansions of movements of blocks: axes are split, exchanged and joined.
//
//   depth_to_space(x [b, 4c, h, w]) {blocksize = 2, mode = "CRD"}
//   reshape [b, c, 2, 2, h, w], transpose to [b, c, h, 2, w, 2], reshape [b, c, 2h, 2w]
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/infer/Movement.h"
#include "compiler/transforms/graph/Expansions.h"

using namespace mlir;

namespace ingot::graph {
namespace {

template <BlockMove (*moveOf)(const Attributes &, const Shape &)>
std::optional<SmallVector<mlir::Value>> expand(Operation *op, Emitter &e) {
  auto x = staticShape(op->getOperand(0)), y = staticShape(op->getResult(0));
  // Of nothing there is nothing to move, and to reshape a size of 0 means another.
  if (!x || !y || elementCount(*x).value_or(0) == 0)
    return std::nullopt;
  BlockMove move = moveOf(attributesOf(op), *x);
  mlir::Value parts = e.transpose(e.reshape(op->getOperand(0), move.split), move.perm);
  return SmallVector<mlir::Value>{e.reshape(parts, *y)};
}

constexpr ExpansionRow rows[] = {
    {"channel_shuffle", expand<channelShuffleMove>},
    {"depth_to_space", expand<depthToSpaceMove>},
    {"space_to_depth", expand<spaceToDepthMove>},
};

} // namespace

ArrayRef<ExpansionRow> movementExpansions() { return rows; }

} // namespace ingot::graph
