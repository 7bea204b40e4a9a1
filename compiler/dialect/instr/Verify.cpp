// What holds of instr IR: shapes of single instructions, and lives of buffers in a program.
#include "compiler/dialect/graph/Graph.h"
#include "compiler/dialect/instr/Instr.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace ingot::instr {

LogicalResult verifyRoles(Operation *op, ArrayRef<int8_t> roles) {
  if (roles.size() != op->getNumOperands())
    return op->emitOpError("has ")
           << roles.size() << " roles for " << op->getNumOperands() << " operands";
  for (Value operand : op->getOperands())
    if (!layoutOf(cast<MemRefType>(operand.getType())))
      return op->emitOpError("operand ") << operand.getType() << " has no static strides";
  return success();
}

namespace {

/// Whether a tensor in a region stands for memory of this type.
bool standsFor(Type tensor, Type memory) {
  auto ranked = dyn_cast<RankedTensorType>(tensor);
  auto buffer = cast<MemRefType>(memory);
  return ranked && ranked.getShape() == buffer.getShape() &&
         ranked.getElementType() == buffer.getElementType();
}

/// One argument per operand that is read, one yielded value per operand that is written.
LogicalResult verifyRegion(Operation *op, ArrayRef<int8_t> roles) {
  if (failed(verifyRoles(op, roles)))
    return failure();
  Block &body = op->getRegion(0).front();
  if (body.empty() || !body.back().hasTrait<OpTrait::IsTerminator>())
    return op->emitOpError("region does not end in graph.yield");
  Operation *yield = &body.back();
  unsigned read = 0, written = 0;
  for (auto [operand, role] : llvm::zip(op->getOperands(), roles)) {
    if (reads(static_cast<Role>(role))) {
      if (read >= body.getNumArguments() ||
          !standsFor(body.getArgument(read).getType(), operand.getType()))
        return op->emitOpError("region argument ") << read << " does not fit " << operand.getType();
      ++read;
    }
    if (writes(static_cast<Role>(role))) {
      if (written >= yield->getNumOperands() ||
          !standsFor(yield->getOperand(written).getType(), operand.getType()))
        return op->emitOpError("yielded value ")
               << written << " does not fit " << operand.getType();
      ++written;
    }
  }
  if (read != body.getNumArguments() || written != yield->getNumOperands())
    return op->emitOpError("region has ")
           << body.getNumArguments() << " arguments and yields " << yield->getNumOperands()
           << " values, wanted " << read << " and " << written;
  return success();
}

/// Follows the buffers of a program through its instructions.
class Lives {
public:
  LogicalResult visit(Operation &op) {
    if (isa<WeightOp, InputOp, OutputOp>(op))
      return declare(op);
    declarationsOver = true;
    if (isa<AllocOp>(op))
      return begin(cast<AllocOp>(op));
    if (isa<ViewOp>(op))
      return alive(op, op.getOperand(0));
    if (auto dealloc = dyn_cast<DeallocOp>(op))
      return end(dealloc);
    auto roles = rolesOf(&op);
    if (!roles)
      return op.emitOpError("is no instruction");
    return instruction(op, *roles);
  }

  LogicalResult finish() {
    for (Operation *output : outputs)
      if (!written.contains(output))
        return output->emitOpError("C6: is never written");
    return success();
  }

private:
  LogicalResult declare(Operation &op) {
    if (declarationsOver)
      return op.emitOpError("C1: is declared after the first instruction");
    if (isa<OutputOp>(op))
      outputs.push_back(&op);
    else
      written.insert(&op);
    return success();
  }

  LogicalResult begin(AllocOp alloc) {
    auto type = alloc.getMemory().getType();
    if (!layoutOf(cast<MemRefType>(type)))
      return alloc.emitOpError("has no static strides");
    if (auto offset = alloc.getOffset())
      for (AllocOp other : live)
        if (auto otherOffset = other.getOffset())
          if (*offset < *otherOffset + bytesOf(cast<MemRefType>(other.getMemory().getType())) &&
              *otherOffset < *offset + bytesOf(cast<MemRefType>(type)))
            return alloc.emitOpError("C4: overlaps a buffer that lives at ") << *otherOffset;
    live.insert(alloc);
    return success();
  }

  LogicalResult end(DeallocOp dealloc) {
    auto alloc = dealloc.getMemory().getDefiningOp<AllocOp>();
    if (!alloc || !live.remove(alloc))
      return dealloc.emitOpError("C3: ends no live buffer");
    return success();
  }

  LogicalResult alive(Operation &op, Value memory) {
    auto alloc = dyn_cast_or_null<AllocOp>(rootOf(memory));
    if (alloc && !live.contains(alloc))
      return op.emitOpError("C3: uses a buffer after its dealloc");
    return success();
  }

  LogicalResult instruction(Operation &op, ArrayRef<int8_t> roles) {
    for (auto [operand, role] : llvm::zip(op.getOperands(), roles)) {
      if (failed(alive(op, operand)))
        return failure();
      Operation *root = rootOf(operand);
      if (reads(static_cast<Role>(role)) && !written.contains(root))
        return op.emitOpError("C2: reads ") << operand << " before it is written";
      if (writes(static_cast<Role>(role)) && isa<WeightOp, InputOp>(root))
        return op.emitOpError("C5: writes a weight or an input");
    }
    for (auto [operand, role] : llvm::zip(op.getOperands(), roles))
      if (writes(static_cast<Role>(role)))
        written.insert(rootOf(operand));
    return success();
  }

  bool declarationsOver = false;
  llvm::SmallVector<Operation *> outputs;
  llvm::DenseSet<Operation *> written;
  llvm::SetVector<AllocOp> live;
};

} // namespace

LogicalResult ProgramOp::verifyRegions() {
  Lives lives;
  for (Operation &op : getBody().front())
    if (failed(lives.visit(op)))
      return failure();
  return lives.finish();
}

LogicalResult ViewOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto type = cast<MemRefType>(getMemory().getType());
  auto layout = layoutOf(type);
  if (!layout)
    return emitOpError("has no static strides");
  if (source.getElementType() != type.getElementType())
    return emitOpError("changes the element type");
  Operation *root = rootOf(getSource());
  if (!root)
    return emitOpError("is of no buffer");
  auto memory = cast<MemRefType>(root->getResult(0).getType());
  int64_t end = layout->offset * elementBytesOf(type) + bytesOf(type);
  if (layout->offset < 0 || end > bytesOf(memory))
    return emitOpError("reaches to byte ") << end << " of a buffer of " << bytesOf(memory);
  return success();
}

LogicalResult CopyOp::verify() {
  if (failed(verifyRoles(*this, getRoles())))
    return failure();
  bool fits = getNumOperands() == 2 && getRoles()[0] == static_cast<int8_t>(Role::In) &&
              getRoles()[1] == static_cast<int8_t>(Role::Out);
  if (!fits)
    return emitOpError("wants one operand to read and one to write");
  auto from = cast<MemRefType>(getOperand(0).getType());
  auto to = cast<MemRefType>(getOperand(1).getType());
  if (from.getShape() != to.getShape() || from.getElementType() != to.getElementType())
    return emitOpError("from ") << from << " to another shape or type, " << to;
  return success();
}

LogicalResult MapOp::verify() { return verifyRegion(*this, getRoles()); }
LogicalResult HostOp::verify() { return verifyRegion(*this, getRoles()); }

LogicalResult RunOp::verify() {
  if (failed(verifyRoles(*this, getRoles())))
    return failure();
  auto isOperand = [&](int64_t i) { return i >= 0 && i < static_cast<int64_t>(getNumOperands()); };
  auto isMaybe = [&](int64_t i) { return i == -1 || isOperand(i); };
  if (getPorts().size() % 3 != 0 || getCarried().size() % 5 != 0)
    return emitOpError("wants three numbers for each port, and five for each value it carries");
  if (getArenas().size() != (getSecond() ? 2 : 1) ||
      (getSecond() && !isOperand(static_cast<int64_t>(getCondition()))))
    return emitOpError("wants an arena for each program, and a condition for two");
  for (size_t i = 0; i < getPorts().size(); i += 3)
    if (!isMaybe(getPorts()[i]))
      return emitOpError("has a port in operand ") << getPorts()[i];
  for (size_t i = 0; i < getCarried().size(); i += 5)
    if (!llvm::all_of(getCarried().slice(i + 2, 3), isOperand))
      return emitOpError("carries a value in an operand that it has not");
  const uint64_t named[] = {getCondition(), getNext(), getCount(), getTrip(), getHolds()};
  if (!llvm::all_of(named, [&](uint64_t i) { return isMaybe(static_cast<int64_t>(i)); }) ||
      !llvm::all_of(getArenas(), isOperand))
    return emitOpError("names an operand that it has not");
  return success();
}

} // namespace ingot::instr
