// What instructions do with their operands, and how memory lies.
#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/instr/Instr.h"

using namespace mlir;

namespace ingot::instr {

void roleEffects(Operation *op, llvm::ArrayRef<int8_t> roles,
                 SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (auto [operand, role] : llvm::zip(op->getOpOperands(), roles)) {
    if (reads(static_cast<Role>(role)))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (writes(static_cast<Role>(role)))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

std::optional<llvm::ArrayRef<int8_t>> rolesOf(Operation *op) {
  auto roles = op->getAttrOfType<DenseI8ArrayAttr>("roles");
  return roles ? std::optional(roles.asArrayRef()) : std::nullopt;
}

Operation *rootOf(mlir::Value memory) {
  Operation *op = memory.getDefiningOp();
  while (auto view = dyn_cast_or_null<ViewOp>(op))
    op = view.getSource().getDefiningOp();
  return op;
}

std::optional<Layout> layoutOf(MemRefType type) {
  Layout layout;
  if (type.getLayout().isIdentity() && type.hasStaticShape()) {
    // Row-major, also where an axis is empty.
    int64_t stride = 1;
    layout.strides.assign(type.getShape().size(), 1);
    for (size_t i = layout.strides.size(); i-- > 0;
         stride *= std::max<int64_t>(type.getDimSize(i), 1))
      layout.strides[i] = stride;
    return layout;
  }
  if (failed(type.getStridesAndOffset(layout.strides, layout.offset)) ||
      layout.offset == ShapedType::kDynamic || !type.hasStaticShape() ||
      llvm::is_contained(layout.strides, ShapedType::kDynamic))
    return std::nullopt;
  return layout;
}

int64_t elementBytesOf(MemRefType type) {
  auto element = graph::elementFromMlir(type.getElementType());
  return element ? static_cast<int64_t>(elementBytes(*element)) : 0;
}

int64_t bytesOf(MemRefType type) {
  auto layout = layoutOf(type);
  int64_t last = 0;
  for (auto [size, stride] : llvm::zip(type.getShape(), layout->strides)) {
    if (size == 0)
      return 0;
    last += (size - 1) * stride;
  }
  return (last + 1) * elementBytesOf(type);
}

} // namespace ingot::instr
