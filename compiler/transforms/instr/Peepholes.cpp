// Instructions that need not be.
//
//   copy(@in %part of %x, @out %a); map(@in %a, …)   →   map(@in %part of %x, …)
//   the same of a kernel that takes the pitch of %x
//   map(@in %a, @out %b) { yields what it is given } →   copy(@in %a, @out %b)
//   copy(@in %a, @out %a)                            →
#include "compiler/dialect/graph/Structural.h"
#include "compiler/transforms/instr/Moving.h"
#include "compiler/transforms/instr/Passes.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_PEEPHOLES
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

/// Whether a loop along the neighbouring elements of the second is one along neighbours, or
/// repetitions, of the first: not the other way round, when it would read across rows.
bool walksAlike(MemRefType from, MemRefType to) {
  auto source = layoutOf(from), target = layoutOf(to);
  for (auto [i, size] : llvm::enumerate(to.getShape()))
    if (size > 1 && target->strides[i] == 1)
      return source->strides[i] == 0 || source->strides[i] == 1;
  return true;
}

MemRefType typeOf(mlir::Value memory) { return cast<MemRefType>(memory.getType()); }

class Peephole {
public:
  explicit Peephole(Block &block) : block(block) {}

  void run() {
    for (MapOp map : llvm::make_early_inc_range(block.getOps<MapOp>()))
      copyInsteadOf(map);
    for (CopyOp copy : llvm::make_early_inc_range(block.getOps<CopyOp>()))
      if (isOntoItself(copy))
        copy->erase();
    for (CopyOp copy : llvm::make_early_inc_range(block.getOps<CopyOp>()))
      readThrough(copy);
  }

private:
  /// A loop that computes nothing is a copy, which later passes know how to avoid.
  static void copyInsteadOf(MapOp map) {
    if (map.getNumOperands() != 2 || map.getRoles()[0] != static_cast<int8_t>(Role::In) ||
        map.getRoles()[1] != static_cast<int8_t>(Role::Out))
      return;
    Block &body = map.getBody().front();
    mlir::Value given = body.getArgument(0), made = body.getTerminator()->getOperand(0);
    if (made != given ||
        typeOf(map.getOperand(0)).getShape() != typeOf(map.getOperand(1)).getShape())
      return;
    OpBuilder builder(map);
    CopyOp::create(builder, map.getLoc(), map.getOperands(), map.getRolesAttr());
    map->erase();
  }

  static bool isOntoItself(CopyOp copy) {
    return rootOf(copy.getOperand(0)) == rootOf(copy.getOperand(1)) &&
           copy.getOperand(0).getType() == copy.getOperand(1).getType();
  }

  /// From the copy to what was copied.
  static std::optional<Moving> movingOf(CopyOp copy) {
    return Moving::between(typeOf(copy.getOperand(1)), typeOf(copy.getOperand(0)));
  }

  /// The only reader of a copy reads what was copied.
  static void readThrough(CopyOp copy) {
    auto buffer = copy.getOperand(1).getDefiningOp<AllocOp>();
    if (!buffer || !walksAlike(typeOf(copy.getOperand(0)), typeOf(copy.getOperand(1))))
      return;
    auto uses = usesOf(buffer);
    if (uses.size() != 2 || uses[0].op != copy.getOperation() || !mayReadSource(copy, uses[1]))
      return;
    if (uses[1].op->getOperand(uses[1].operand) != buffer.getMemory())
      return; // through a view, which depends on how the copy lies
    if (auto moving = movingOf(copy))
      moving->tell(uses[1]);
    uses[1].op->setOperand(uses[1].operand, copy.getOperand(0));
    copy->erase();
    if (buffer.getMemory().use_empty())
      buffer->erase();
  }

  /// Whether the reader takes the source as it lies, and finds in it what the copy would.
  static bool mayReadSource(CopyOp copy, const Use &reader) {
    auto moving = movingOf(copy);
    // What a hook reads beyond the end of a row may be the caller's, if it is no copy.
    bool suits =
        takesAnyStrides(reader.op) || (moving && moving->suitsKernel(reader) && !isHooked(reader));
    if (reader.role != Role::In || !suits)
      return false;
    return llvm::none_of(usesOf(rootOf(copy.getOperand(0))), [&](const Use &use) {
      return writes(use.role) && copy->isBeforeInBlock(use.op) &&
             !reader.op->isBeforeInBlock(use.op);
    });
  }

  Block &block;
};

struct Peepholes : impl::PeepholesBase<Peepholes> {
  void runOnOperation() override { Peephole(getOperation().getBody().front()).run(); }
};

} // namespace
} // namespace ingot
