// Kernel instructions, held to the rows of the kernel table.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/instr/Instr.h"
#include "compiler/library/KernelTable.h"

using namespace mlir;

namespace ingot::instr {

const library::Kernel &KernelOp::getRow() {
  return *library::findKernel(std::string_view(getKernel()));
}

std::vector<int64_t> KernelOp::getSizeValues() {
  std::vector<int64_t> values;
  for (const char *name : getRow().sizes)
    values.push_back(cast<IntegerAttr>(getSizes().get(name)).getInt());
  return values;
}

int64_t KernelOp::getUnits() { return getRow().units(getSizeValues()); }

namespace {

/// The kernel's own operands and its sizes are those of its row.
LogicalResult verifyRow(KernelOp op, const library::Kernel &row) {
  if (op.getNumOperands() < row.operands.size())
    return op.emitOpError("has ") << op.getNumOperands() << " operands, " << op.getKernel()
                                  << " wants " << row.operands.size();
  for (auto [operand, role] : llvm::zip(row.operands, op.getRoles()))
    if (writes(static_cast<Role>(role)) != (operand.role == kernels::Role::Out))
      return op.emitOpError("operand '") << operand.name << "' has another role than in the table";
  for (const char *name : row.sizes)
    if (!isa_and_nonnull<IntegerAttr>(op.getSizes().get(name)))
      return op.emitOpError("has no size '") << name << "'";
  for (NamedAttribute size : op.getSizes())
    if (!row.placeOf(std::string_view(size.getName().getValue())))
      return op.emitOpError("has a size '")
             << size.getName().getValue() << "' that " << op.getKernel() << " does not know";
  return mlir::success();
}

/// Whether a memory holds these bytes, counted from its first element.
bool holds(mlir::Value memory, const kernels::Extent &extent) {
  if (extent.begin == extent.end)
    return true;
  auto type = cast<MemRefType>(memory.getType());
  auto root = cast<MemRefType>(rootOf(memory)->getResult(0).getType());
  int64_t offset = layoutOf(type)->offset * elementBytesOf(type);
  return offset + extent.begin >= 0 && offset + extent.end <= bytesOf(root);
}

/// What the kernel touches with its sizes lies inside of its operands, whose types it takes.
LogicalResult verifyMemory(KernelOp op, const library::Kernel &row) {
  auto elementOf = [&](size_t i) {
    return graph::elementFromMlir(
        cast<MemRefType>(op.getOperand(static_cast<unsigned>(i)).getType()).getElementType());
  };
  auto in = elementOf(0), out = elementOf(row.operands.size() - 1);
  if (!in || !row.reads(*in) || !out || !row.writes(*out))
    return op.emitOpError("does not take operands of these types");
  std::vector<int64_t> sizes = op.getSizeValues();
  int64_t units = row.units(sizes);
  if (units < 0)
    return op.emitOpError("has a negative number of units");
  if (units == 0)
    return mlir::success();
  std::vector<kernels::Extent> extents = row.footprint(sizes, 0, units);
  for (auto [i, extent] : llvm::enumerate(extents))
    if (!holds(op.getOperand(static_cast<unsigned>(i)), extent))
      return op.emitOpError("touches bytes ")
             << extent.begin << " to " << extent.end << " of operand '" << row.operands[i].name
             << "', which is smaller";
  return mlir::success();
}

/// The first argument of a hook's region and what it yields.
LogicalResult verifyHook(KernelOp op, Region &region, StringRef what, Type given, Type yielded) {
  if (region.empty())
    return mlir::success();
  auto elementOf = [](Type type) { return cast<ShapedType>(type).getElementType(); };
  Operation *yield = region.front().empty() ? nullptr : &region.front().back();
  bool fits = region.getNumArguments() > 0 && region.getArgument(0).getType() == given && yield &&
              yield->hasTrait<OpTrait::IsTerminator>() && yield->getNumOperands() == 1 &&
              isa<RankedTensorType>(yield->getOperand(0).getType()) &&
              elementOf(yield->getOperand(0).getType()) == yielded;
  if (!fits)
    return op.emitOpError(what) << " does not make elements of " << yielded << " from " << given;
  return mlir::success();
}

} // namespace

LogicalResult KernelOp::verify() {
  if (failed(verifyRoles(*this, getRoles())))
    return mlir::failure();
  const library::Kernel *row = library::findKernel(std::string_view(getKernel()));
  if (!row)
    return emitOpError("'") << getKernel() << "' is in no table of kernels";
  if (failed(verifyRow(*this, *row)) || failed(verifyMemory(*this, *row)))
    return mlir::failure();
  for (auto [columns, axes] :
       {std::pair(getColumns(), getAxes().size()), std::pair(getXColumns(), getXAxes().size())})
    if (columns > axes)
      return emitOpError("has ") << columns << " columns among " << axes << " axes";
  size_t wanted = row->operands.size();
  for (Region *region : {&getPrologue(), &getEpilogue()})
    if (!region->empty() && region->getNumArguments() > 0)
      wanted += region->getNumArguments() - 1;
  if (wanted != getNumOperands())
    return emitOpError("has ") << getNumOperands() << " operands, its row and regions want "
                               << wanted;
  auto tensorOf = [](mlir::Value memory, Type element) {
    return RankedTensorType::get(cast<MemRefType>(memory.getType()).getShape(), element);
  };
  auto elementOf = [](mlir::Value memory) {
    return cast<MemRefType>(memory.getType()).getElementType();
  };
  Type sum = graph::toMlir(getContext(), row->sumType());
  mlir::Value x = getOperand(0), y = getOperand(static_cast<unsigned>(row->operands.size()) - 1);
  if (failed(verifyHook(*this, getPrologue(), "prologue", tensorOf(x, elementOf(x)), sum)))
    return mlir::failure();
  return verifyHook(*this, getEpilogue(), "epilogue", tensorOf(y, sum), elementOf(y));
}

} // namespace ingot::instr
