// Buffers that come to lie elsewhere.
#include "compiler/transforms/instr/Moving.h"

#include "compiler/library/KernelTable.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace ingot::instr {
namespace {

MemRefType typeOf(const Use &use) {
  return cast<MemRefType>(use.op->getOperand(use.operand).getType());
}

/// The size of a kernel that becomes `to` when its operand is moved from rows of `from` elements;
/// nothing where that is not how it walks the operand.
std::optional<size_t> pitchOf(const Use &use, int64_t from, int64_t to) {
  auto kernel = cast<KernelOp>(use.op);
  const library::Kernel &row = kernel.getRow();
  if (use.operand >= row.operands.size())
    return std::nullopt;
  std::vector<int64_t> sizes = kernel.getSizeValues();
  auto place = row.pitchOf(use.operand, sizes);
  if (!place || sizes[*place] != from)
    return std::nullopt;
  // A single row may be longer than its pitch.
  int64_t bytes = std::max<int64_t>(1, typeOf(use).getElementTypeBitWidth() / 8);
  bool fits = row.rowBytes(use.operand, *place, sizes) <= std::min(from, to) * bytes;
  return fits ? place : std::nullopt;
}

} // namespace

std::optional<Moving> Moving::between(MemRefType fromType, MemRefType toType) {
  auto source = layoutOf(fromType), target = layoutOf(toType);
  Moving moving;
  // Of the strides that change the smallest is the pitch: all others are made of rows.
  int64_t pitch = 0;
  for (auto [i, size] : llvm::enumerate(fromType.getShape())) {
    int64_t stride = source->strides[i];
    if (size <= 1 || stride == target->strides[i] || (pitch != 0 && stride >= pitch))
      continue;
    pitch = stride;
    moving.from = stride;
    moving.to = target->strides[i];
  }
  if (moving.from <= 0 || moving.to <= 0)
    return std::nullopt;
  auto reached = moving.moved(fromType);
  if (!reached)
    return std::nullopt;
  auto layout = layoutOf(*reached);
  for (auto [i, size] : llvm::enumerate(fromType.getShape()))
    if (size > 1 && layout->strides[i] != target->strides[i])
      return std::nullopt;
  moving.base = target->offset - layout->offset;
  return moving;
}

std::optional<MemRefType> Moving::moved(MemRefType type) const {
  auto layout = layoutOf(type);
  int64_t column = layout->offset % from, first = column, last = column;
  for (auto [size, stride] : llvm::zip(type.getShape(), layout->strides)) {
    if (keepsStrides())
      break;
    if (stride % from == 0)
      stride = stride / from * to;
    else if (size > 1)
      (stride < 0 ? first : last) += (size - 1) * stride;
  }
  if (!keepsStrides() && (first < 0 || last >= std::min(from, to)))
    return std::nullopt;
  int64_t offset = base + layout->offset / from * to + column;
  return MemRefType::get(type.getShape(), type.getElementType(),
                         StridedLayoutAttr::get(type.getContext(), offset, layout->strides));
}

bool Moving::suits(const Use &use) const {
  if (!moved(typeOf(use)))
    return false;
  if (keepsStrides() || takesAnyStrides(use.op) || suitsKernel(use))
    return true;
  auto kernel = dyn_cast<KernelOp>(use.op);
  return kernel && use.operand >= kernel.getRow().operands.size() && keepsEven(kernel, use.operand);
}

bool Moving::suitsKernel(const Use &use) const {
  auto kernel = dyn_cast<KernelOp>(use.op);
  if (!kernel || use.operand >= kernel.getRow().operands.size())
    return false;
  return keepsStrides() || pitchOf(use, from, to);
}

bool Moving::keepsEven(KernelOp kernel, unsigned operand) const {
  size_t own = kernel.getRow().operands.size();
  size_t ofPrologue = kernel.getPrologue().empty() ? 0 : kernel.getPrologue().getNumArguments() - 1;
  bool isPrologue = operand < own + ofPrologue;
  ArrayRef<int32_t> axes = isPrologue ? kernel.getXAxes() : kernel.getAxes();
  uint64_t columns = isPrologue ? kernel.getXColumns() : kernel.getColumns();
  auto type = cast<MemRefType>(kernel.getOperand(operand).getType());
  auto layout = layoutOf(type);
  int64_t missing = static_cast<int64_t>(axes.size()) - type.getRank();
  // Scaled all together, or not at all: what was even stays so.
  for (auto [i, axis] : llvm::enumerate(axes)) {
    bool isColumn = i >= axes.size() - columns;
    if (axis < missing || type.getDimSize(static_cast<unsigned>(axis - missing)) == 1)
      continue;
    int64_t stride = layout->strides[static_cast<size_t>(axis - missing)];
    if (stride != 0 && (stride % from == 0) == isColumn)
      return false;
  }
  return true;
}

void Moving::tell(const Use &use) const {
  auto kernel = dyn_cast<KernelOp>(use.op);
  auto place = kernel && !keepsStrides() ? pitchOf(use, from, to) : std::nullopt;
  if (!place)
    return;
  Builder builder(kernel.getContext());
  NamedAttrList sizes(kernel.getSizes());
  sizes.set(kernel.getRow().sizes[*place], builder.getI64IntegerAttr(to));
  kernel.setSizesAttr(sizes.getDictionary(kernel.getContext()));
}

} // namespace ingot::instr
