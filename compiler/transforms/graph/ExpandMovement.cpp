// The expansions of movements of blocks: axes are split, exchanged and joined.
//
//   depth_to_space(x [b, 4c, h, w]) {blocksize = 2, mode = "CRD"}
//   reshape [b, c, 2, 2, h, w], transpose to [b, c, h, 2, w, 2], reshape [b, c, 2h, 2w]
#include "compiler/dialect/graph/Movement.h"
#include "compiler/transforms/graph/Expansions.h"

using namespace mlir;

namespace ingot::graph {
namespace {

using Values = std::optional<SmallVector<mlir::Value>>;

/// x, split into these axes, in this order of them, as large as the operator's result.
Values moved(Operation *op, Emitter &e, const Shape &split, const std::vector<int64_t> &perm) {
  auto result = staticShape(op->getResult(0));
  if (!result)
    return std::nullopt;
  mlir::Value parts = e.transpose(e.reshape(op->getOperand(0), split), perm);
  return SmallVector<mlir::Value>{e.reshape(parts, *result)};
}

Values channelShuffle(Operation *op, Emitter &e) {
  auto shuffle = cast<ChannelShuffleOp>(op);
  auto x = staticShape(shuffle.getX());
  if (!x)
    return std::nullopt;
  auto axis = static_cast<size_t>(shuffle.getAxis());
  auto groups = static_cast<int64_t>(shuffle.getGroups());
  Shape split = *x;
  split[axis] /= groups;
  split.insert(split.begin() + static_cast<int64_t>(axis), groups);
  std::vector<int64_t> perm(split.size());
  for (size_t i = 0; i < perm.size(); ++i)
    perm[i] = static_cast<int64_t>(i);
  std::swap(perm[axis], perm[axis + 1]);
  return moved(op, e, split, perm);
}

Values depthToSpace(Operation *op, Emitter &e) {
  auto blocks = cast<DepthToSpaceOp>(op);
  auto x = staticShape(blocks.getX());
  if (!x)
    return std::nullopt;
  auto size = static_cast<int64_t>(blocks.getBlocksize());
  int64_t depth = (*x)[1] / size / size;
  if (blocks.getMode() == "DCR")
    return moved(op, e, {(*x)[0], size, size, depth, (*x)[2], (*x)[3]}, {0, 3, 4, 1, 5, 2});
  return moved(op, e, {(*x)[0], depth, size, size, (*x)[2], (*x)[3]}, {0, 1, 4, 2, 5, 3});
}

Values spaceToDepth(Operation *op, Emitter &e) {
  auto blocks = cast<SpaceToDepthOp>(op);
  auto x = staticShape(blocks.getX());
  if (!x)
    return std::nullopt;
  auto size = static_cast<int64_t>(blocks.getBlocksize());
  Shape split{(*x)[0], (*x)[1], (*x)[2] / size, size, (*x)[3] / size, size};
  if (blocks.getMode() == "DCR")
    return moved(op, e, split, {0, 3, 5, 1, 2, 4});
  return moved(op, e, split, {0, 1, 3, 5, 2, 4});
}

constexpr ExpansionRow rows[] = {
    {"channel_shuffle", channelShuffle},
    {"depth_to_space", depthToSpace},
    {"space_to_depth", spaceToDepth},
};

} // namespace

ArrayRef<ExpansionRow> movementExpansions() { return rows; }

} // namespace ingot::graph
