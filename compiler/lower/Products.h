// Matrix products on the tuned kernels: what matmul and convolutions of one tap share.
#pragma once

#include "compiler/lower/LowerContext.h"
#include "kernels/contraction/contract.h"

namespace ingot::lower {

/// y[i] = a[i] · b[i] for every entry of a batch. All distances are in elements; those of a batch
/// are 0 where its entries are the same.
struct Product {
  int64_t rows = 1, depth = 1, columns = 1, batches = 1;
  Memory a; ///< elements of a row are neighbours
  int64_t aPitch = 0, aBatch = 0;
  int64_t bRow = 0, bColumn = 0, bBatch = 0;
  Memory y; ///< dense, the columns innermost
  Walk walk;
};

/// The right side of `kernel`, [depth, columns], in panels: packed now if operand `right` of the
/// operator, looked at as `b`, is constant, else by a kernel. The panel of `side` is the kernel's,
/// and so is the type of what is packed.
Memory packRight(LowerContext &c, size_t right, const Memory &b,
                 kernels::contraction::RightSizes side, const library::Kernel &kernel);

/// An 8-bit zero point of a product or a convolution.
struct ZeroPoint {
  Memory memory;
  std::optional<int64_t> value; ///< where it is known
};
/// Operand `i`, one element, or 0 of this type where there is none; nothing where there are
/// several.
std::optional<ZeroPoint> zeroPoint(LowerContext &c, size_t i, ElementType type);
/// Whether the right side of an integer kernel, less its zero point, is not what is packed of it:
/// rows of the left side must be summed.
bool needsRowSums(const library::Kernel &kernel, ElementType right, const ZeroPoint &zero);

/// New memory for words that a kernel packs integers into: of the type that its row says.
Memory packedScratch(LowerContext &c, const library::Kernel &packing, int64_t words);

/// The elements between neighbours of a batch whose axes are all but the last two; nothing where
/// they do not lie evenly.
std::optional<int64_t> batchStride(const Memory &m, const Shape &batches);

/// Says the product; the right side is operand `right` of the operator, looked at as `b`. False
/// when there is no kernel.
bool lowerProduct(LowerContext &c, const Product &product, size_t right, const Memory &b,
                  const std::optional<Memory> &bias);

/// The same of 8-bit integers less zero points, which are the operator's operands 2 and 3.
bool lowerIntegerProduct(LowerContext &c, const Product &product, size_t right, const Memory &b);

} // namespace ingot::lower
