// Buffers that are copied whole go; their writers write to the copy's destination.
//
//   map(… @out %a); copy(@in %a, @out %part of %y)   →   map(… @out %part of %y)
#include "compiler/transforms/instr/Moving.h"
#include "compiler/transforms/instr/Passes.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_ELIMINATECOPIES
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

class CopyElimination {
public:
  CopyElimination(CopyOp copy, Positions &positions)
      : copy(copy), positions(positions), source(copy.getOperand(0).getDefiningOp<AllocOp>()),
        target(rootOf(copy.getOperand(1))),
        targetType(cast<MemRefType>(copy.getOperand(1).getType())) {}

  /// Whether the source can be written to the target directly.
  bool fits() {
    if (!source || !isa<AllocOp, OutputOp>(target) || target == source)
      return false;
    moving = Moving::between(cast<MemRefType>(source.getMemory().getType()), targetType);
    bool suits = llvm::all_of(usesOf(source, positions), [&](const Use &use) {
      return moving ? moving->suits(use) : takesAnyStrides(use.op);
    });
    return suits && viewsSuit(source.getMemory()) && !isReadInVectors() && !targetIsTouched();
  }

  void rewrite() {
    moveTarget();
    if (moving) {
      for (const Use &use : usesOf(source, positions))
        moving->tell(use);
      moveViews(source.getMemory());
    }
    OpBuilder builder(source);
    auto view = ViewOp::create(builder, copy.getLoc(), targetType, target->getResult(0));
    Operation *old = source;
    source.getMemory().replaceAllUsesWith(view.getMemory());
    copy->erase();
    old->erase();
  }

private:
  /// A hook reads whole vectors at the end of a row; behind an output lies memory of the caller.
  /// What a kernel reads itself lies inside of its operands, as its contract says. Kernels of a
  /// program that is run again read what they wrote in the trip before.
  bool isReadInVectors() {
    return isa<OutputOp>(target) && llvm::any_of(usesOf(source, positions), [](const Use &use) {
             return isHooked(use) || isa<RunOp>(use.op);
           });
  }

  /// Views of the source lie with it, each where it counts from the root.
  void moveViews(mlir::Value memory) {
    for (Operation *user : memory.getUsers())
      if (auto view = dyn_cast<ViewOp>(user)) {
        moveViews(view.getMemory());
        view.getMemory().setType(*moving->moved(cast<MemRefType>(view.getMemory().getType())));
      }
  }

  /// Whether the views of the source can lie with it. In another order of axes they cannot.
  bool viewsSuit(mlir::Value memory) const {
    return llvm::all_of(memory.getUsers(), [&](Operation *user) {
      auto view = dyn_cast<ViewOp>(user);
      return !view || (moving && moving->moved(cast<MemRefType>(view.getMemory().getType())) &&
                       viewsSuit(view.getMemory()));
    });
  }

  /// Whether anything between the first write of the source and the copy uses the same part of the
  /// target, or anything after the copy writes source or target's part.
  bool targetIsTouched() {
    auto sourceUses = usesOf(source, positions);
    Operation *first = sourceUses.front().op;
    for (const Use &use : usesOf(target, positions)) {
      if (use.op == copy.getOperation())
        continue;
      bool before = positions.isBefore(use.op, first);
      if (before && writes(use.role))
        continue; // an earlier part
      auto type = cast<MemRefType>(use.op->getOperand(use.operand).getType());
      if (positions.isBefore(use.op, copy) || writes(use.role))
        if (overlaps(type))
          return true;
    }
    return llvm::any_of(sourceUses, [&](const Use &use) {
      return writes(use.role) && positions.isBefore(copy, use.op);
    });
  }

  bool overlaps(MemRefType other) const {
    auto a = layoutOf(targetType), b = layoutOf(other);
    int64_t size = elementBytesOf(targetType);
    int64_t aBegin = a->offset * size, bBegin = b->offset * size;
    bool apart = aBegin + bytesOf(targetType) <= bBegin || bBegin + bytesOf(other) <= aBegin;
    // Parts along an inner axis interleave; equal strides and different offsets within a row are
    // apart as well.
    return !apart && !isDisjointPart(*a, targetType, *b, other);
  }

  /// Two parts of one array that differ along a single axis and do not meet there.
  static bool isDisjointPart(const Layout &a, MemRefType aType, const Layout &b, MemRefType bType) {
    if (aType.getRank() != bType.getRank() || a.strides != b.strides)
      return false;
    for (auto [i, stride] : llvm::enumerate(a.strides)) {
      int64_t distance = b.offset - a.offset;
      if (stride == 0 || distance % stride != 0)
        continue;
      bool othersFit = true;
      for (auto [j, other] : llvm::enumerate(a.strides))
        othersFit &= j == i || aType.getDimSize(j) == bType.getDimSize(j);
      int64_t steps = distance / stride;
      if (othersFit && (steps >= aType.getDimSize(i) || -steps >= bType.getDimSize(i)))
        return true;
    }
    return false;
  }

  /// The target must live when the source begins.
  void moveTarget() {
    if (!isa<AllocOp>(target) || !positions.isBefore(source, target))
      return;
    target->moveBefore(source);
    positions.move(target, source);
  }

  CopyOp copy;
  Positions &positions;
  AllocOp source;
  Operation *target;
  MemRefType targetType;
  std::optional<Moving> moving; ///< nothing where the target lies in another order
};

struct EliminateCopies : impl::EliminateCopiesBase<EliminateCopies> {
  void runOnOperation() override {
    // From the end, so that a copy into a buffer that is itself copied goes all the way.
    Block &block = getOperation().getBody().front();
    SmallVector<CopyOp> copies(block.getOps<CopyOp>());
    Positions positions(block);
    for (CopyOp copy : llvm::reverse(copies)) {
      CopyElimination elimination(copy, positions);
      if (elimination.fits())
        elimination.rewrite();
    }
  }
};

} // namespace
} // namespace ingot
