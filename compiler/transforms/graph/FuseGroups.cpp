// Groups operators that run as one.
//
//   %1 = graph.conv …; %2 = graph.add %1, %r; %3 = graph.relu %2   →   %3 = graph.group
//   {"contraction"} %1 = graph.mul …; %2 = graph.tanh %1                           →   %2 =
//   graph.group {"elementwise"}
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/transforms/graph/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_FUSEGROUPS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {

/// A loop with more operands has no registers left for their addresses.
constexpr unsigned mostOperands = 12;
constexpr size_t mostOperators = 48;

bool isConstant(mlir::Value value) {
  Operation *op = value.getDefiningOp();
  return op && (op->getName().getStringRef() == "graph.constant" ||
                op->getName().getStringRef() == "graph.none");
}

bool isStaticLoop(Operation *op) {
  if (!lower::isLoopOperator(op))
    return false;
  return llvm::all_of(llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                         SmallVector<Type>(op->getResultTypes())),
                      [](Type type) { return cast<TensorType>(type).hasStaticShape(); });
}

/// Operators whose kernels have an epilogue, which works on f32.
bool hasEpilogue(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name != "graph.conv" && name != "graph.matmul")
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && type.hasStaticShape() && type.getElementType().isF32();
}

class Fusion {
public:
  explicit Fusion(Block &block) : block(block) {}

  void run() {
    SmallVector<Operation *> roots;
    for (Operation &op : block)
      if (hasEpilogue(&op))
        roots.push_back(&op);
    for (Operation *root : roots)
      contraction(root);
    SmallVector<Operation *> loops;
    for (Operation &op : llvm::reverse(block))
      if (isStaticLoop(&op))
        loops.push_back(&op);
    for (Operation *loop : loops)
      if (!taken.contains(loop))
        elementwise(loop);
  }

private:
  /// The elementwise operators behind a product, one after the other.
  void contraction(Operation *root) {
    llvm::SetVector<Operation *> members;
    members.insert(root);
    mlir::Value value = root->getResult(0);
    while (value.hasOneUse()) {
      Operation *user = *value.getUsers().begin();
      bool fits = user->getBlock() == &block && isStaticLoop(user) &&
                  user->getResult(0).getType() == value.getType() && areFloats(user) &&
                  !taken.contains(user);
      if (!fits || members.size() >= mostOperators)
        break;
      members.insert(user);
      value = user->getResult(0);
    }
    if (members.size() > 1)
      group(members, root, "contraction");
  }

  static bool areFloats(Operation *op) {
    return llvm::all_of(op->getOperandTypes(),
                        [](Type type) { return cast<TensorType>(type).getElementType().isF32(); });
  }

  /// What is computed only for this loop, and has its shape.
  void elementwise(Operation *last) {
    llvm::SetVector<Operation *> members;
    members.insert(last);
    ArrayRef<int64_t> shape = cast<TensorType>(last->getResult(0).getType()).getShape();
    auto joins = [&](Operation *op) {
      return op && op->getBlock() == &block && isStaticLoop(op) && !taken.contains(op) &&
             cast<TensorType>(op->getResult(0).getType()).getShape() == shape &&
             llvm::all_of(op->getResult(0).getUsers(),
                          [&](Operation *user) { return members.contains(user); });
    };
    bool grows = true;
    while (grows) {
      grows = false;
      for (size_t i = 0; i < members.size(); ++i)
        for (mlir::Value operand : members[i]->getOperands()) {
          Operation *producer = operand.getDefiningOp();
          if (members.contains(producer) || !joins(producer) || members.size() >= mostOperators)
            continue;
          members.insert(producer);
          if (outsideOf(members).size() > mostOperands)
            members.pop_back();
          else
            grows = true;
        }
    }
    if (members.size() > 1)
      group(members, nullptr, "elementwise");
    else
      taken.insert(last);
  }

  static llvm::SetVector<mlir::Value> outsideOf(const llvm::SetVector<Operation *> &members) {
    llvm::SetVector<mlir::Value> outside;
    for (Operation *op : members)
      for (mlir::Value operand : op->getOperands())
        if (!members.contains(operand.getDefiningOp()))
          outside.insert(operand);
    return outside;
  }

  /// Moves the members into a group where the last of them stands. Constants of the root, its
  /// weights, go with it.
  void group(const llvm::SetVector<Operation *> &members, Operation *root, StringRef kind) {
    SmallVector<Operation *> ordered(members.begin(), members.end());
    llvm::sort(ordered, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    llvm::SetVector<mlir::Value> operands;
    for (Operation *op : ordered)
      for (mlir::Value operand : op->getOperands())
        if (!members.contains(operand.getDefiningOp()) && !(op == root && isConstant(operand)))
          operands.insert(operand);
    Operation *last = ordered.back();
    OpBuilder builder(last);
    SmallVector<Location> locations;
    for (Operation *op : ordered)
      locations.push_back(op->getLoc());
    Location location = ordered.front()->getLoc(); // the name of the first says most
    auto group = graph::GroupOp::create(builder, location, last->getResultTypes(),
                                        operands.getArrayRef(), builder.getStringAttr(kind));
    Block &body = group.getBody().emplaceBlock();
    IRMapping mapping;
    for (mlir::Value operand : operands)
      mapping.map(operand, body.addArgument(operand.getType(), operand.getLoc()));
    builder.setInsertionPointToStart(&body);
    for (Operation *op : ordered) {
      for (mlir::Value operand : op->getOperands())
        if (!mapping.contains(operand))
          builder.clone(*operand.getDefiningOp(), mapping);
      builder.clone(*op, mapping);
    }
    graph::YieldOp::create(builder, location, mapping.lookup(last->getResult(0)));
    last->getResult(0).replaceAllUsesWith(group.getResult(0));
    for (Operation *op : llvm::reverse(ordered)) {
      taken.insert(op);
      op->erase();
    }
  }

  Block &block;
  llvm::DenseSet<Operation *> taken; ///< only compared: some are gone
};

struct FuseGroups : impl::FuseGroupsBase<FuseGroups> {
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) {
      if (!isa<graph::GroupOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      Fusion(*block).run();
  }
};

} // namespace
} // namespace ingot
