// Evaluator of einsum: operands are contracted one after the other, each pair as a matrix product.
#include "compiler/interp/Contraction.h"

#include "compiler/dialect/graph/infer/Einsum.h"

#include <algorithm>

namespace ingot::interp {
namespace {
using namespace kernels::contraction;
using Labels = std::vector<int>;

bool contains(const Labels &labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// A dense tensor of sums whose axes are labels, all different.
struct Labeled {
  Tensor data;
  Labels labels;
};

template <typename T, typename Acc> class Contractor {
public:
  Contractor(EvalContext &c, const graph::EinsumPlan &plan) : c(c), plan(plan) {}

  Status run() {
    auto space = INGOT_TRY(contractionSpace<Acc>(c));
    Labeled sum = INGOT_TRY(reduced(0));
    for (size_t i = 1; i < plan.operands.size(); ++i)
      sum = INGOT_TRY(multiply(sum, INGOT_TRY(reduced(i)), i, space.get()));
    Tensor ordered = INGOT_TRY(arranged(sum, plan.result, {}));
    for (int64_t i = 0; i < ordered.elements(); ++i)
      static_cast<T *>(c.out(0).mutableBytes())[i] = static_cast<T>(at(ordered)[i]);
    return success();
  }

private:
  EvalContext &c;
  const graph::EinsumPlan &plan;

  static Acc *at(Tensor &tensor) { return tensor.mutableData<Acc>(); }
  int64_t sizeOf(int label) const { return plan.sizes[static_cast<size_t>(label)]; }
  Shape sizesOf(const Labels &labels) const {
    Shape sizes;
    for (int label : labels)
      sizes.push_back(sizeOf(label));
    return sizes;
  }
  /// The result, or an operand after number `i`, has this label.
  bool neededAfter(int label, size_t i) const {
    for (size_t later = i + 1; later < plan.operands.size(); ++later)
      if (contains(plan.operands[later], label))
        return true;
    return contains(plan.result, label);
  }

  /// out[kept…] = sum over the other labels of data[…], where label i has stride strides[i] in
  /// data.
  template <typename From>
  Expected<Tensor> gather(const From *data, const Labels &kept, const Labels &summed,
                          const std::vector<int64_t> &strides) {
    Tensor out = INGOT_TRY(c.scratch(elementTypeOf<Acc>, sizesOf(kept)));
    Shape sizes = sizesOf(kept), inner = sizesOf(summed);
    int64_t innerCount = elementCount(inner).value_or(0), offset = 0;
    std::vector<int64_t> outerIndex(sizes.size(), 0), innerIndex(inner.size(), 0);
    for (int64_t i = 0; i < out.elements(); ++i) {
      Acc sum = 0;
      for (int64_t j = 0; j < innerCount; ++j) {
        sum += static_cast<Acc>(data[offset]);
        step(innerIndex, inner, strides, kept.size(), offset);
      }
      at(out)[i] = sum;
      step(outerIndex, sizes, strides, 0, offset);
    }
    return out;
  }

  static void step(std::vector<int64_t> &index, const Shape &sizes,
                   const std::vector<int64_t> &strides, size_t first, int64_t &offset) {
    for (size_t axis = sizes.size(); axis-- > 0;) {
      offset += strides[first + axis];
      if (++index[axis] < sizes[axis])
        return;
      offset -= strides[first + axis] * sizes[axis];
      index[axis] = 0;
    }
  }

  /// Operand `i` with its diagonals taken and what no one else has summed.
  Expected<Labeled> reduced(size_t i) {
    const Labels &labels = plan.operands[i];
    const Tensor &x = c.in(i);
    Labels kept, summed;
    for (int label : labels) {
      if (contains(kept, label) || contains(summed, label))
        continue;
      bool elsewhere = neededAfter(label, i);
      for (size_t other = 0; other < i; ++other)
        elsewhere |= contains(plan.operands[other], label);
      (elsewhere ? kept : summed).push_back(label);
    }
    Labels all = kept;
    all.insert(all.end(), summed.begin(), summed.end());
    std::vector<int64_t> strides(all.size(), 0);
    int64_t stride = 1;
    for (size_t axis = labels.size(); axis-- > 0;) {
      auto place = std::find(all.begin(), all.end(), labels[axis]) - all.begin();
      if (x.shape()[axis] != 1) // an axis of size 1 broadcasts
        strides[static_cast<size_t>(place)] += stride;
      stride *= x.shape()[axis];
    }
    // A broadcast axis that is summed counts as often as it is long.
    return Labeled{INGOT_TRY(gather(static_cast<const T *>(x.bytes()), kept, summed, strides)),
                   std::move(kept)};
  }

  /// `x` with its axes in this order; labels it does not have broadcast.
  Expected<Tensor> arranged(Labeled &x, Labels order, const Labels &more) {
    order.insert(order.end(), more.begin(), more.end());
    std::vector<int64_t> strides(order.size(), 0);
    int64_t stride = 1;
    for (size_t axis = x.labels.size(); axis-- > 0;) {
      auto place = std::find(order.begin(), order.end(), x.labels[axis]);
      strides[static_cast<size_t>(place - order.begin())] = stride;
      stride *= sizeOf(x.labels[axis]);
    }
    return gather(static_cast<const Acc *>(at(x.data)), order, {}, strides);
  }

  /// The product of the sums so far with operand `i`, over what nobody needs any more.
  Expected<Labeled> multiply(Labeled &a, Labeled b, size_t i, Workspace<Acc> &space) {
    Labels batch, left, right, inner;
    for (int label : a.labels)
      (!contains(b.labels, label) ? left : neededAfter(label, i) ? batch : inner).push_back(label);
    for (int label : b.labels)
      if (!contains(a.labels, label))
        right.push_back(label);
    auto count = [&](const Labels &labels) { return elementCount(sizesOf(labels)).value_or(0); };
    Labels rows = batch, columns = batch, both = batch;
    rows.insert(rows.end(), left.begin(), left.end());
    columns.insert(columns.end(), inner.begin(), inner.end());
    both.insert(both.end(), left.begin(), left.end());
    both.insert(both.end(), right.begin(), right.end());
    Tensor x = INGOT_TRY(arranged(a, rows, inner)), y = INGOT_TRY(arranged(b, columns, right));
    Tensor out = INGOT_TRY(c.scratch(elementTypeOf<Acc>, sizesOf(both)));
    int64_t m = count(left), n = count(right), k = count(inner);
    for (int64_t at = 0; out.elements() > 0 && at < count(batch); ++at)
      INGOT_TRY(contractInTime<Acc>(
          c, m, n, k, Matrix<Acc, Acc>{this->at(x) + at * m * k, k, 1},
          Matrix<Acc, Acc>{this->at(y) + at * k * n, n, 1},
          [&](int64_t row, int64_t column, int64_t columns, const Acc *sums) {
            std::copy_n(sums, columns, this->at(out) + (at * m + row) * n + column);
          },
          space));
    return Labeled{std::move(out), std::move(both)};
  }
};
} // namespace

Status evalEinsum(EvalContext &c) {
  if (c.out(0).elements() == 0)
    return success();
  std::vector<Shape> shapes;
  for (size_t i = 0; i < c.operands.size(); ++i) {
    shapes.push_back(c.in(i).shape());
    if (c.in(i).elements() == 0) // sums of nothing; the other sizes may be anything
      return success();
  }
  int constraint = 0;
  auto plan = INGOT_TRY(graph::planEinsum(c.attributes.text("equation"), shapes, constraint));
  return dispatchStatus<float, double, uint8_t, uint16_t, uint32_t, uint64_t>(
      c, wrappingType(c.in(0).type()),
      [&]<typename T> { return Contractor<T, Sum<T>>(c, plan).run(); });
}

} // namespace ingot::interp
