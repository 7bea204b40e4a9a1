// The expansion of einsum: one matrix product between transpositions and reshapes.
//
//   "bqhd,bkhd->bhqk": b and h are in both operands and the result, d only in the operands
//   a [b, h, q, d], c [b, h, d, k], matmul → [b, h, q, k]
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/infer/Einsum.h"
#include "compiler/transforms/graph/Expansions.h"

#include <algorithm>

using namespace mlir;

namespace ingot::graph {
namespace {

using Labels = std::vector<int>;

bool contains(const Labels &labels, int label) { return llvm::is_contained(labels, label); }

bool isDistinct(Labels labels) {
  std::sort(labels.begin(), labels.end());
  return std::adjacent_find(labels.begin(), labels.end()) == labels.end();
}

/// An operand under construction: its value and the label of each axis.
struct Term {
  mlir::Value value;
  Labels labels;
};

/// The diagonal of the axes of the first label that comes twice: with both innermost and joined,
/// every (n + 1)-th element. Nothing where the axes differ, or are not known.
std::optional<Term> diagonal(const Term &term, Emitter &e) {
  Labels others;
  int twice = -1;
  for (int label : term.labels)
    if (twice < 0 && llvm::count(term.labels, label) == 2)
      twice = label;
  std::vector<int64_t> perm, ends;
  auto dims = staticShape(term.value);
  Shape joined;
  for (size_t i = 0; dims && i < term.labels.size(); ++i) {
    if (term.labels[i] == twice) {
      ends.push_back(static_cast<int64_t>(i));
      continue;
    }
    perm.push_back(static_cast<int64_t>(i));
    others.push_back(term.labels[i]);
    joined.push_back((*dims)[i]);
  }
  if (ends.size() != 2 || elementCount(*dims).value_or(0) == 0)
    return std::nullopt;
  int64_t n = (*dims)[static_cast<size_t>(ends[0])];
  if ((*dims)[static_cast<size_t>(ends[1])] != n)
    return std::nullopt;
  auto axis = static_cast<int64_t>(perm.size());
  perm.insert(perm.end(), ends.begin(), ends.end());
  joined.push_back(n * n);
  mlir::Value flat = e.reshape(e.transpose(term.value, perm), joined);
  mlir::Value line = e.value("slice", {flat, e.integers({0}), e.integers({n * n}),
                                       e.integers({axis}), e.integers({n + 1})});
  others.push_back(twice);
  return Term{line, others};
}

/// Sums over the labels that nothing else has.
Term summed(Term term, const std::function<bool(int)> &needed, Emitter &e) {
  std::vector<int64_t> axes;
  Labels left;
  for (size_t i = 0; i < term.labels.size(); ++i)
    if (needed(term.labels[i]))
      left.push_back(term.labels[i]);
    else
      axes.push_back(static_cast<int64_t>(i));
  if (axes.empty())
    return term;
  return {e.value("reduce_sum", {term.value, e.integers(axes)}, {{"keepdims", false}}), left};
}

mlir::Value ordered(const Term &term, const Labels &order, Emitter &e) {
  std::vector<int64_t> perm;
  for (int label : order)
    perm.push_back(llvm::find(term.labels, label) - term.labels.begin());
  return llvm::is_sorted(perm) ? term.value : e.transpose(term.value, perm);
}

/// The roles of the labels of a product of two.
struct Roles {
  Labels batch, rows, inner, columns;
  Labels all(bool left) const {
    Labels labels = batch;
    const Labels &first = left ? rows : inner, &second = left ? inner : columns;
    labels.insert(labels.end(), first.begin(), first.end());
    labels.insert(labels.end(), second.begin(), second.end());
    return labels;
  }
};

Roles rolesOf(const EinsumPlan &plan) {
  Roles roles;
  const Labels &a = plan.operands[0], &b = plan.operands[1];
  for (int label : plan.result)
    (contains(a, label) ? contains(b, label) ? roles.batch : roles.rows : roles.columns)
        .push_back(label);
  for (int label : a)
    if (contains(b, label) && !contains(plan.result, label))
      roles.inner.push_back(label);
  return roles;
}

/// Shapes for reshaping groups of axes into one and back; at most one entry may be unknown.
class Sizes {
public:
  explicit Sizes(const EinsumPlan &plan) : plan(plan) {}
  void one(int label) { add(plan.sizes[static_cast<size_t>(label)]); }
  void product(const Labels &labels) {
    int64_t size = 1;
    for (int label : labels) {
      int64_t dim = plan.sizes[static_cast<size_t>(label)];
      size = dim < 0 || size < 0 ? -1 : size * dim;
    }
    add(size);
  }
  /// 0 would copy the operand's dimension.
  bool valid() const {
    return llvm::count(shape, -1) <= 1 && !llvm::is_contained(shape, int64_t{0});
  }
  std::vector<int64_t> shape;

private:
  void add(int64_t size) { shape.push_back(size < 0 ? -1 : size); }
  const EinsumPlan &plan;
};

Sizes matrixSizes(const EinsumPlan &plan, const Roles &roles, bool left) {
  Sizes sizes(plan);
  for (int label : roles.batch)
    sizes.one(label);
  sizes.product(left ? roles.rows : roles.inner);
  sizes.product(left ? roles.inner : roles.columns);
  return sizes;
}

/// An axis of size 1 broadcasts in einsum; in matmul only those of the batch do, and none once axes
/// were merged. There both operands must state the same size.
bool sizesAgree(const EinsumPlan &plan, const Roles &roles, OperandRange operands, bool reshapes) {
  for (auto [labels, operand] : llvm::zip(plan.operands, operands))
    for (auto [label, dim] : llvm::zip(labels, *dimsOf(operand))) {
      int64_t size = plan.sizes[static_cast<size_t>(label)];
      bool both = contains(roles.batch, label) || contains(roles.inner, label);
      bool known = !ShapedType::isDynamic(dim) && dim == size;
      if (both && !known && (reshapes || contains(roles.inner, label)))
        return false;
    }
  return true;
}

std::optional<mlir::Value> product(EinsumOp op, const EinsumPlan &plan, Emitter &e) {
  Roles roles = rolesOf(plan);
  bool reshapes = roles.rows.size() != 1 || roles.inner.size() != 1 || roles.columns.size() != 1;
  Sizes left = matrixSizes(plan, roles, true), right = matrixSizes(plan, roles, false);
  Labels order = roles.batch;
  order.insert(order.end(), roles.rows.begin(), roles.rows.end());
  order.insert(order.end(), roles.columns.begin(), roles.columns.end());
  Sizes whole(plan);
  for (int label : order)
    whole.one(label);
  if (!sizesAgree(plan, roles, op.getOperands(), reshapes) ||
      (reshapes && !(left.valid() && right.valid() && whole.valid())))
    return std::nullopt;

  auto needed = [&](const Labels &other) {
    return [&](int label) { return contains(other, label) || contains(plan.result, label); };
  };
  Term a = summed({op.getOperands()[0], plan.operands[0]}, needed(plan.operands[1]), e);
  Term b = summed({op.getOperands()[1], plan.operands[1]}, needed(plan.operands[0]), e);
  mlir::Value x = ordered(a, roles.all(true), e), y = ordered(b, roles.all(false), e);
  if (reshapes) {
    x = e.reshape(x, left.shape);
    y = e.reshape(y, right.shape);
  }
  mlir::Value z = e.value("matmul", {x, y});
  if (reshapes)
    z = e.reshape(z, whole.shape);
  return ordered({z, order}, plan.result, e);
}

std::optional<SmallVector<mlir::Value>> expandEinsum(Operation *operation, Emitter &e) {
  auto op = cast<EinsumOp>(operation);
  std::vector<Shape> shapes;
  for (mlir::Value operand : op.getOperands()) {
    auto type = fromMlir(operand.getType());
    if (!type || !type->ranked)
      return std::nullopt;
    shapes.push_back(type->dims);
  }
  int constraint = 0;
  auto plan = planEinsum(op.getEquation().str(), shapes, constraint);
  if (!plan.ok())
    return std::nullopt;
  bool areDistinct = llvm::all_of(plan->operands, [](const Labels &l) { return isDistinct(l); });
  if (shapes.size() == 1) {
    Term operand{op.getOperands()[0], plan->operands[0]};
    if (!areDistinct) {
      auto taken = diagonal(operand, e);
      if (!taken || !isDistinct(taken->labels))
        return std::nullopt;
      operand = *taken;
    }
    Term term = summed(operand, [&](int label) { return contains(plan->result, label); }, e);
    // A label of the result that the operand lacks does not exist.
    return SmallVector<mlir::Value>{ordered(term, plan->result, e)};
  }
  auto value = shapes.size() == 2 && areDistinct ? product(op, *plan, e) : std::nullopt;
  return value ? std::optional(SmallVector<mlir::Value>{*value}) : std::nullopt;
}

} // namespace

ArrayRef<ExpansionRow> einsumExpansions() {
  static constexpr ExpansionRow rows[] = {{"einsum", expandEinsum}};
  return rows;
}

} // namespace ingot::graph
