// Evaluators of matrix products and determinants.
#include "compiler/interp/Contraction.h"

#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::interp {
namespace {
using namespace kernels::contraction;

/// One operand of a matrix product: its matrices, and where each batch finds its own.
struct MatrixOperand {
  int64_t rows, columns; ///< after transposition
  int64_t rowStride, columnStride;
  std::vector<int64_t> batchDims; ///< aligned with the result's, 1 where it broadcasts
};

MatrixOperand matrixOperand(Shape dims, bool left, bool transposed, size_t batchRank) {
  if (dims.size() == 1)
    dims.insert(left ? dims.begin() : dims.end(), 1);
  MatrixOperand m;
  m.rows = dims[dims.size() - 2];
  m.columns = dims.back();
  m.rowStride = m.columns;
  m.columnStride = 1;
  if (transposed) {
    std::swap(m.rows, m.columns);
    std::swap(m.rowStride, m.columnStride);
  }
  m.batchDims.assign(batchRank - (dims.size() - 2), 1);
  m.batchDims.insert(m.batchDims.end(), dims.begin(), dims.end() - 2);
  return m;
}

/// Which matrix of an operand batch number `batch` of the result takes.
int64_t matrixIndex(int64_t batch, const Shape &batches, const std::vector<int64_t> &own) {
  int64_t index = 0, stride = 1;
  for (size_t i = batches.size(); i-- > 0;) {
    index += own[i] == 1 ? 0 : batch % batches[i] * stride;
    stride *= own[i];
    batch /= batches[i];
  }
  return index;
}

/// A matrix product of a [batches…, rows, depth] and b [batches…, depth, columns].
struct Product {
  MatrixOperand a, b;
  Shape batches;

  Product(const Shape &aDims, const Shape &bDims, const Shape &yDims, bool transposeA,
          bool transposeB) {
    batches = yDims;
    batches.resize(yDims.size() - (aDims.size() > 1) - (bDims.size() > 1));
    a = matrixOperand(aDims, true, transposeA, batches.size());
    b = matrixOperand(bDims, false, transposeB, batches.size());
  }

  /// y = sink type of the sums; `out` is the result's data.
  template <typename TA, typename TB, typename Acc, typename TY>
  Status run(const EvalContext &c, const TA *aData, Acc aZero, const TB *bData, Acc bZero, TY *out,
             Workspace<Acc> &space) const {
    int64_t count = elementCount(batches).value_or(0);
    for (int64_t batch = 0; batch < count; ++batch) {
      int64_t ai = matrixIndex(batch, batches, a.batchDims) * a.rows * a.columns;
      int64_t bi = matrixIndex(batch, batches, b.batchDims) * b.rows * b.columns;
      TY *y = out + batch * a.rows * b.columns;
      Matrix<TA, Acc> left{aData + ai, a.rowStride, a.columnStride, aZero};
      Matrix<TB, Acc> right{bData + bi, b.rowStride, b.columnStride, bZero};
      auto sink = [&](int64_t row, int64_t column, int64_t columns, const Acc *sums) {
        for (int64_t i = 0; i < columns; ++i)
          y[row * b.columns + column + i] = static_cast<TY>(sums[i]);
      };
      if (a.rows < tileRows && b.columnStride == 1)
        contractRows<Acc>(a.rows, b.columns, a.columns, left, right, sink, space);
      else
        INGOT_TRY(contractInTime<Acc>(c, a.rows, b.columns, a.columns, left, right, sink, space));
    }
    return success();
  }
};

/// The operand as i32 less its zero point, which broadcasts to it.
template <typename T>
Expected<Tensor> withoutZeroPoint(const EvalContext &c, const Tensor &x, const Tensor &zero) {
  Tensor out = INGOT_TRY(c.scratch(ElementType::I32, x.shape()));
  auto dense = graph::denseStrides(zero.shape());
  std::vector<int64_t> strides(x.shape().size(), 0), index(x.shape().size(), 0);
  for (size_t i = 0; i < dense.size(); ++i)
    if (zero.shape()[i] != 1)
      strides[strides.size() - dense.size() + i] = dense[i];
  int64_t at = 0;
  for (int64_t i = 0; i < x.elements(); ++i) {
    out.mutableData<int32_t>()[i] = int32_t{x.data<T>()[i]} - int32_t{zero.data<T>()[at]};
    for (size_t axis = index.size(); axis-- > 0;) {
      at += strides[axis];
      if (++index[axis] < x.shape()[axis])
        break;
      at -= strides[axis] * x.shape()[axis];
      index[axis] = 0;
    }
  }
  return out;
}

/// An 8-bit operand and its zero point, as the kernel takes them: the operand as it is when there
/// is one zero point for all of it, else as i32 with the zero points taken off.
struct IntegerOperand {
  Tensor data;
  uint32_t zero = 0;
};

Expected<IntegerOperand> integerOperand(const EvalContext &c, size_t i) {
  const Tensor &x = c.in(i);
  if (!c.has(i + 2))
    return IntegerOperand{x};
  const Tensor &zero = c.in(i + 2);
  if (zero.elements() == 1)
    return IntegerOperand{x, static_cast<uint32_t>(zero.integerAt(0))};
  if (x.type() == ElementType::I8)
    return IntegerOperand{INGOT_TRY(withoutZeroPoint<int8_t>(c, x, zero))};
  return IntegerOperand{INGOT_TRY(withoutZeroPoint<uint8_t>(c, x, zero))};
}

template <typename Acc, typename T> Status runMatmul(EvalContext &c, const Product &product) {
  auto space = INGOT_TRY(contractionSpace<Acc>(c));
  return product.run(c, static_cast<const T *>(c.in(0).bytes()), Acc(0),
                     static_cast<const T *>(c.in(1).bytes()), Acc(0),
                     static_cast<T *>(c.out(0).mutableBytes()), space.get());
}
} // namespace

Status evalMatmul(EvalContext &c) {
  if (c.out(0).elements() == 0)
    return success();
  Product product(c.in(0).shape(), c.in(1).shape(), c.out(0).shape(),
                  c.attributes.flag("transpose_a"), c.attributes.flag("transpose_b"));
  if (product.a.columns == 0) // sums of nothing; the other sizes may be anything
    return success();
  return dispatchStatus<float, double, uint8_t, uint16_t, uint32_t, uint64_t>(
      c, wrappingType(c.in(0).type()),
      [&]<typename T> { return runMatmul<Sum<T>, T>(c, product); });
}

Status evalMatmulInteger(EvalContext &c) {
  if (c.out(0).elements() == 0)
    return success();
  Product product(c.in(0).shape(), c.in(1).shape(), c.out(0).shape(), false, false);
  if (product.a.columns == 0)
    return success();
  IntegerOperand a = INGOT_TRY(integerOperand(c, 0)), b = INGOT_TRY(integerOperand(c, 1));
  auto space = INGOT_TRY(contractionSpace<uint32_t>(c));
  return dispatchStatus<int8_t, uint8_t, int32_t>(c, a.data.type(), [&]<typename TA> {
    return dispatchStatus<int8_t, uint8_t, int32_t>(c, b.data.type(), [&]<typename TB> {
      return product.run(c, a.data.data<TA>(), a.zero, b.data.data<TB>(), b.zero, c.out<int32_t>(0),
                         space.get());
    });
  });
}

Status evalMatmulCodes(EvalContext &c) {
  int64_t columns = c.in(1).shape()[0], depth = c.in(0).shape().back();
  if (c.out(0).elements() == 0 || depth == 0)
    return success();
  Tensor right = INGOT_TRY(c.scratch(ElementType::F32, {columns, depth}));
  kernels::contraction::decode(
      c.in<uint8_t>(1), c.in<float>(2), c.has(3) ? c.in<float>(3) : nullptr,
      right.mutableData<float>(), columns, depth, c.in(1).shape()[1], c.attributes.integer("bits"),
      c.attributes.integer("block_size"), c.has(3) ? c.in(3).elements() : 0);
  Product product(c.in(0).shape(), right.shape(), c.out(0).shape(), false, true);
  auto space = INGOT_TRY(contractionSpace<Sum<float>>(c));
  return product.run(c, c.in<float>(0), Sum<float>(0), right.data<float>(), Sum<float>(0),
                     c.out<float>(0), space.get());
}

Status evalDet(EvalContext &c) {
  if (c.out(0).elements() == 0)
    return success();
  int64_t n = c.in(0).shape().back();
  Tensor space = INGOT_TRY(c.scratch(ElementType::F64, {n, n}));
  auto *matrix = space.mutableData<double>();
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    for (int64_t i = 0; i < c.out(0).elements(); ++i) {
      const T *from = c.in<T>(0) + i * n * n;
      for (int64_t j = 0; j < n * n; ++j)
        matrix[j] = static_cast<double>(from[j]);
      c.out<T>(0)[i] = static_cast<T>(determinant(matrix, n));
    }
  });
}

} // namespace ingot::interp
