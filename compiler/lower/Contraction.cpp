// Lowerings of matrix products and determinants.
#include "compiler/lower/LowerContext.h"
#include "compiler/lower/Products.h"

namespace ingot::lower {
namespace {

/// Swaps the last two axes.
void transpose(Memory &m) {
  size_t rank = m.dims.size();
  std::swap(m.dims[rank - 1], m.dims[rank - 2]);
  std::swap(m.strides[rank - 1], m.strides[rank - 2]);
}

/// The matrices of all batches one after the other: for batches that lie unevenly, or repeat along
/// some of their axes only.
Memory writtenOut(LowerContext &c, const Memory &m, const Shape &batches) {
  Memory whole = m;
  whole.dims = batches;
  whole.dims.insert(whole.dims.end(), m.dims.end() - 2, m.dims.end());
  whole.strides = broadcastStrides(m, whole.dims);
  return c.ordered(whole, rowMajor(whole.dims.size()));
}

/// The kernel of a type that has no tuned ones; null where there is none either.
const library::Kernel *plainKernel(ElementType type) {
  bool isWhole = isInteger(type) && elementBits(type) >= 8;
  return isWhole                    ? library::findKernel(str("product_bits", elementBits(type)))
         : type == ElementType::F64 ? library::findKernel("product_f64")
                                    : nullptr;
}

void lowerPlain(LowerContext &c, const Product &p, const Memory &b) {
  kernels::contraction::PlainProductSizes sizes{.rows = p.rows,
                                                .columns = p.columns,
                                                .depth = p.depth,
                                                .batches = p.batches,
                                                .aPitch = p.aPitch,
                                                .aBatch = p.aBatch,
                                                .bRow = p.bRow,
                                                .bColumn = p.bColumn,
                                                .bBatch = p.bBatch};
  c.kernel(*plainKernel(p.a.type), {p.a, b}, {p.y}, library::valuesOf(sizes));
}

bool isEmpty(const LowerContext &c) {
  return elementCount(c.results[0].dims).value_or(0) == 0 ||
         elementCount(c.operands[0].dims).value_or(0) == 0;
}

/// The product of two operands looked at as `a` and `b`, of which the latter may be a copy
/// afterwards.
Product productOf(LowerContext &c, Memory a, Memory &b) {
  Shape batches = c.results[0].dims;
  batches.resize(batches.size() - (a.dims.size() > 1) - (b.dims.size() > 1));
  if (a.dims.size() == 1)
    a.dims.insert(a.dims.begin(), 1), a.strides.insert(a.strides.begin(), 0);
  if (b.dims.size() == 1)
    b.dims.push_back(1), b.strides.push_back(0);
  size_t aRank = a.dims.size(), bRank = b.dims.size();

  Product product;
  product.rows = a.dims[aRank - 2];
  product.depth = a.dims[aRank - 1];
  product.columns = b.dims[bRank - 1];
  product.batches = elementCount(batches).value_or(0);
  if (product.depth > 1 && a.strides[aRank - 1] != 1)
    a = c.ordered(a, rowMajor(aRank));
  auto aBatch = batchStride(a, batches), bBatch = batchStride(b, batches);
  if (!aBatch)
    a = writtenOut(c, a, batches), aBatch = batchStride(a, batches), aRank = a.dims.size();
  if (!bBatch)
    b = writtenOut(c, b, batches), bBatch = batchStride(b, batches), bRank = b.dims.size();
  product.a = a;
  product.aPitch = a.strides[aRank - 2];
  product.aBatch = *aBatch;
  product.bRow = b.strides[bRank - 2];
  product.bColumn = b.strides[bRank - 1];
  product.bBatch = *bBatch;
  // One right side for all batches: they are more rows of one product.
  bool foldable = *bBatch == 0 && (product.rows == 1 || *aBatch == product.aPitch * product.rows);
  if (product.batches > 1 && foldable) {
    if (product.rows == 1)
      product.aPitch = *aBatch;
    product.rows *= product.batches;
    product.batches = 1;
  }
  size_t rank = c.results[0].dims.size();
  product.y = c.out(0, rowMajor(rank));
  // The result of a product with a vector has no axis of columns.
  product.walk = {rowMajor(rank), c.operands[1].dims.size() > 1 ? size_t{1} : size_t{0}};
  return product;
}

} // namespace

bool lowerMatmul(LowerContext &c) {
  bool isTuned = c.results[0].element == ElementType::F32;
  if (isEmpty(c) || (!isTuned && !plainKernel(c.results[0].element)))
    return false;
  Memory a = c.in(0), b = c.in(1);
  if (c.attributes.flag("transpose_a"))
    transpose(a);
  if (c.attributes.flag("transpose_b"))
    transpose(b);
  Product product = productOf(c, a, b);
  if (isTuned)
    return lowerProduct(c, product, 1, b, std::nullopt);
  lowerPlain(c, product, b);
  return true;
}

bool lowerDet(LowerContext &c) {
  const Shape &dims = c.operands[0].dims;
  ElementType type = c.operands[0].element;
  if ((type != ElementType::F32 && type != ElementType::F64) || elementCount(dims).value_or(0) == 0)
    return false;
  kernels::contraction::DeterminantSizes sizes{.count = *elementCount(c.results[0].dims),
                                               .n = dims.back(),
                                               .bytes = static_cast<int64_t>(elementBytes(type))};
  Memory x = c.in(0, rowMajor(dims.size()));
  Memory scratch = c.scratch(ElementType::F64, {sizes.count, sizes.n, sizes.n});
  Memory y = c.out(0, rowMajor(c.results[0].dims.size()));
  c.kernel(*library::findKernel("determinant_f64"), {x}, {scratch, y}, library::valuesOf(sizes));
  return true;
}

/// Zero points are single elements; others are left to the reference evaluator.
bool lowerMatmulInteger(LowerContext &c) {
  auto isSingle = [&](size_t i) { return !c.has(i) || elementCount(c.operands[i].dims) == 1; };
  if (isEmpty(c) || !isSingle(2) || !isSingle(3))
    return false;
  Memory b = c.in(1);
  Product product = productOf(c, c.in(0), b);
  return lowerIntegerProduct(c, product, 1, b);
}

} // namespace ingot::lower
