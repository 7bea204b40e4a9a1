// f(transpose(x)) → transpose(f(x)): moves transposes towards the end, where they meet and cancel.
//
// A transpose moves only where it leaves its old place altogether, at once or after the branches
// that use it have joined again, and where it then moves no wider elements than before. Operators
// that name axes name those of the operand afterwards.
#include "compiler/dialect/graph/Elementwise.h"
#include "compiler/dialect/graph/Normalization.h"
#include "compiler/dialect/graph/Reduction.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"
#include "compiler/transforms/graph/Patterns.h"
#include "compiler/transforms/graph/Permutations.h"
#include "compiler/transforms/graph/Support.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SINKTRANSPOSES
#include "compiler/transforms/graph/Passes.h.inc"

namespace graph {
Status inferReduce(InferContext &);
} // namespace graph

namespace {
using namespace graph;

/// A transposed operand and how it is transposed.
struct Transposed {
  mlir::Value x;
  Permutation perm;

  int64_t axis(int64_t i) const { return perm[static_cast<size_t>(i)]; }
  int64_t rank() const { return static_cast<int64_t>(perm.size()); }
};

std::optional<Transposed> transposed(mlir::Value value) {
  auto op = value.getDefiningOp<TransposeOp>();
  auto perm = op ? permutationOf(op) : std::nullopt;
  if (!perm || !dimsOf(op.getX()))
    return std::nullopt;
  return Transposed{op.getX(), std::move(*perm)};
}

/// The first operand's transpose, if only `op` uses it.
std::optional<Transposed> ownTranspose(Operation *op) {
  if (op->getNumOperands() == 0 || !isUsedOnlyBy(op->getOperand(0), op))
    return std::nullopt;
  return transposed(op->getOperand(0));
}

/// Whether the result of `op` goes through elementwise operators only until `end` uses it.
bool joins(Operation *op, Operation *end) {
  constexpr int farthest = 8;
  for (int i = 0; i < farthest && op->getNumResults() == 1; ++i) {
    mlir::Value result = op->getResult(0);
    if (result.use_empty() || !isUsedOnlyBy(result, *result.user_begin()))
      return false;
    op = *result.user_begin();
    if (!isUnaryElementwise(op) && !isBroadcasting(op))
      return false;
    if (op == end)
      return true;
  }
  return false;
}

/// Whether a transpose that moves below `op` is soon gone from above it: `op` alone uses it, or
/// what else does also uses what becomes of `op`, as in x * sigmoid(x).
bool leaves(mlir::Value transpose, Operation *op) {
  return llvm::all_of(transpose.getUsers(), [&](Operation *user) {
    return user == op || (isBroadcasting(user) && joins(op, user));
  });
}

/// op → transpose(moved, perm).
void sink(PatternRewriter &rewriter, Operation *op, Operation *moved, ArrayRef<int64_t> perm) {
  if (isIdentity(perm))
    return replaceBy(rewriter, op, moved);
  auto attribute = integersAttribute(rewriter, "perm", perm);
  replaceBy(rewriter, op,
            make<TransposeOp>(rewriter, op->getLoc(), moved->getResult(0), attribute));
}

//===--------------------------------------------------------------------------------------------===//
// Elementwise operators and concat
//===--------------------------------------------------------------------------------------------===//

/// f(transpose(x)) → transpose(f(x)), unless f makes the elements wider.
struct ThroughUnary : RewritePattern {
  explicit ThroughUnary(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto from = isUnaryElementwise(op) ? transposed(op->getOperand(0)) : std::nullopt;
    if (!from || !leaves(op->getOperand(0), op))
      return rewriter.notifyMatchFailure(op, "no elementwise operator on a transpose of its own");
    if (elementBytes(elementOf(op->getResult(0))) > elementBytes(elementOf(from->x)))
      return rewriter.notifyMatchFailure(op, "the result's elements are wider");
    sink(rewriter, op, cloneWith(rewriter, op, from->x), from->perm);
    return llvm::success();
  }
};

/// The permutation that the operands share: at least one is a transpose that goes away, and all
/// others are constants, single elements or transposed alike.
std::optional<Permutation> sharedPermutation(Operation *op, bool broadcasts) {
  std::optional<Permutation> shared;
  bool goes = false;
  for (mlir::Value operand : op->getOperands()) {
    auto from = transposed(operand);
    if (!from)
      continue;
    if (shared && *shared != from->perm)
      return std::nullopt;
    shared = from->perm;
    goes |= broadcasts ? leaves(operand, op) : isUsedOnlyBy(operand, op);
  }
  if (!goes)
    return std::nullopt;
  for (mlir::Value operand : op->getOperands()) {
    auto dims = dimsOf(operand);
    if (transposed(operand))
      continue;
    bool movable = dims && (isConstant(operand) ||
                            (broadcasts && llvm::all_of(*dims, [](int64_t d) { return d == 1; })));
    if (!movable || dims->size() > shared->size() ||
        (!broadcasts && dims->size() != shared->size()))
      return std::nullopt;
  }
  return shared;
}

/// An operand as it is before the transpose: its source, or a constant with its axes moved back.
mlir::Value movedBack(PatternRewriter &rewriter, mlir::Value operand, const Permutation &perm) {
  if (auto from = transposed(operand))
    return from->x;
  auto shape = *staticShape(operand);
  if (elementCount(shape) == 1 && shape.size() <= perm.size() && !isConstant(operand))
    return operand;
  Location loc = operand.getLoc();
  Shape full(perm.size() - shape.size(), 1);
  full.insert(full.end(), shape.begin(), shape.end());
  auto type = RankedTensorType::get(full, cast<TensorType>(operand.getType()).getElementType());
  mlir::Value aligned = makeReshape(rewriter, loc, operand, type)->getResult(0);
  return make<TransposeOp>(rewriter, loc, aligned,
                           integersAttribute(rewriter, "perm", inverse(perm)));
}

SmallVector<mlir::Value> allMovedBack(PatternRewriter &rewriter, Operation *op,
                                      const Permutation &perm) {
  SmallVector<mlir::Value> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(movedBack(rewriter, operand, perm));
  return operands;
}

/// add(transpose(x), transpose(y)) → transpose(add(x, y)); add(transpose(x), c) alike, with the
/// axes of the constant moved back, which folds.
struct ThroughBroadcasting : RewritePattern {
  explicit ThroughBroadcasting(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    auto perm = isBroadcasting(op) ? sharedPermutation(op, true) : std::nullopt;
    if (!perm)
      return rewriter.notifyMatchFailure(op, "operands are not transposed alike");
    sink(rewriter, op, cloneWith(rewriter, op, allMovedBack(rewriter, op, *perm)), *perm);
    return llvm::success();
  }
};

/// concat(transpose(x), transpose(y)) → transpose(concat(x, y)).
struct ThroughConcat : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const override {
    auto perm = sharedPermutation(op, false);
    auto axis =
        perm ? normalizeAxis(op.getAxis(), static_cast<int64_t>(perm->size())) : std::nullopt;
    if (!axis)
      return rewriter.notifyMatchFailure(op, "operands are not transposed alike");
    auto moved = integerAttribute(rewriter, "axis", (*perm)[static_cast<size_t>(*axis)]);
    sink(rewriter, op,
         make<ConcatOp>(rewriter, op.getLoc(), allMovedBack(rewriter, op, *perm), moved), *perm);
    return llvm::success();
  }
};

//===--------------------------------------------------------------------------------------------===//
// Operators that name axes
//===--------------------------------------------------------------------------------------------===//

/// The axes that an operand names, all when it is none; nothing when they are not known.
std::optional<std::vector<int64_t>> namedAxes(mlir::Value axes, int64_t rank) {
  if (!isNone(axes)) {
    auto given = constantIntegers(axes);
    return given ? normalizeAxes(*given, rank) : std::nullopt;
  }
  std::vector<int64_t> all;
  for (int64_t i = 0; i < rank; ++i)
    all.push_back(i);
  return all;
}

/// Axes of the transpose's result as those of its source.
std::vector<int64_t> sourceAxes(const std::vector<int64_t> &axes, const Transposed &from) {
  std::vector<int64_t> sources;
  for (int64_t axis : axes)
    sources.push_back(from.axis(axis));
  return sources;
}

/// What is left of a permutation when these axes of the source go.
Permutation without(const Permutation &perm, ArrayRef<int64_t> gone) {
  Permutation rest;
  for (int64_t axis : perm)
    if (!llvm::is_contained(gone, axis))
      rest.push_back(axis - llvm::count_if(gone, [&](int64_t g) { return g < axis; }));
  return rest;
}

/// reduce(transpose(x), axes) → transpose(reduce(x, the same axes)). Only where the reduced axes
/// stay in order, so that the elements are added up in the same order.
struct ThroughReduction : RewritePattern {
  explicit ThroughReduction(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    const OperatorInfo *info = infoOf(op);
    auto from = info && info->infer == inferReduce ? ownTranspose(op) : std::nullopt;
    if (!from)
      return rewriter.notifyMatchFailure(op, "no reduction of a transpose of its own");
    // Without entries, axes mean none or all of them: see all_if_empty.
    auto axes = namedAxes(op->getOperand(1), from->rank());
    if (!axes || axes->empty())
      return rewriter.notifyMatchFailure(op, "the axes are not known");
    llvm::sort(*axes);
    auto named = sourceAxes(*axes, *from);
    if (!llvm::is_sorted(named))
      return rewriter.notifyMatchFailure(op, "the order of the reduced axes changes");
    bool keepDims = cast<BoolAttr>(op->getAttr("keepdims")).getValue();
    mlir::Value moved = createIntegers(rewriter, op->getLoc(), named);
    sink(rewriter, op, cloneWith(rewriter, op, {from->x, moved}),
         keepDims ? from->perm : without(from->perm, named));
    return llvm::success();
  }
};

/// arg_max(transpose(x), axis) → transpose(arg_max(x, the same axis)), and arg_min alike.
template <typename Op> struct ThroughArgReduction : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto from = ownTranspose(op);
    auto axis = from ? normalizeAxis(op.getAxis(), from->rank()) : std::nullopt;
    if (!axis)
      return rewriter.notifyMatchFailure(op, "the operand is no transpose of its own");
    int64_t source = from->axis(*axis);
    Operation *moved =
        make<Op>(rewriter, op.getLoc(), from->x,
                 {integerAttribute(rewriter, "axis", source),
                  flagAttribute(rewriter, "keepdims", op.getKeepdims()),
                  flagAttribute(rewriter, "select_last_index", op.getSelectLastIndex())});
    sink(rewriter, op, moved, op.getKeepdims() ? from->perm : without(from->perm, source));
    return llvm::success();
  }
};

/// softmax(transpose(x), axis) → transpose(softmax(x, the same axis)) and the like, along one axis.
template <typename Op> struct ThroughAlongAxis : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto from = ownTranspose(op);
    auto axis = from ? normalizeAxis(op.getAxis(), from->rank()) : std::nullopt;
    bool isOne = axis && (op.getCount() == 1 || (op.getCount() == 0 && *axis == from->rank() - 1));
    if (!isOne)
      return rewriter.notifyMatchFailure(op, "not along one axis of a transpose of its own");
    Operation *moved = make<Op>(rewriter, op.getLoc(), from->x,
                                {integerAttribute(rewriter, "axis", from->axis(*axis)),
                                 integerAttribute(rewriter, "count", 1)});
    sink(rewriter, op, moved, from->perm);
    return llvm::success();
  }
};

/// slice(transpose(x), axes) → transpose(slice(x, the same axes)), and pad alike. `Axes` is the
/// position of the operand that names the axes; `Count` that of one with `PerAxis` entries for
/// each.
template <typename Op, unsigned Axes, unsigned Count, unsigned PerAxis>
struct ThroughAxesOperand : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    auto from = ownTranspose(op);
    auto count = dimsOf(op->getOperand(Count));
    if (!from || !count || count->size() != 1 || ShapedType::isDynamic((*count)[0]))
      return rewriter.notifyMatchFailure(op, "no transpose of its own, or unknown axes");
    auto axes = namedAxes(op->getOperand(Axes), from->rank());
    size_t entries = static_cast<size_t>((*count)[0]) / PerAxis;
    if (!axes || axes->size() < entries)
      return rewriter.notifyMatchFailure(op, "the axes are not known");
    axes->resize(entries); // without axes: the first ones
    SmallVector<mlir::Value> operands(op->getOperands());
    operands[0] = from->x;
    operands[Axes] = createIntegers(rewriter, op.getLoc(), sourceAxes(*axes, *from));
    sink(rewriter, op, cloneWith(rewriter, op, operands), from->perm);
    return llvm::success();
  }
};

/// For every place along the axes of x before `axis`, and each of `indices` [n, 1], both as a
/// tuple.
mlir::Value tuplesAlong(mlir::Value indices, const Shape &x, size_t axis, Emitter &e) {
  if (axis == 0)
    return indices;
  Shape places(x.begin(), x.begin() + static_cast<int64_t>(axis)), own(axis + 2, 1);
  own[axis] = (*dimsOf(indices))[0];
  places.push_back(own[axis]);
  std::vector<int64_t> before;
  auto strides = denseStrides(places);
  for (int64_t place = 0; place < *elementCount(places); ++place)
    for (size_t i = 0; i < axis; ++i)
      before.push_back(place / strides[i] % places[i]);
  Shape tuples = places, all = places;
  tuples.push_back(static_cast<int64_t>(axis));
  all.push_back(1);
  mlir::Value along = e.reshape(e.cast(indices, ElementType::I64), own);
  along = e.value("expand", {along, e.integers(all)});
  return e.value("concat", {e.constant(Tensor::of(tuples, before)), along},
                 {{"axis", static_cast<int64_t>(axis + 1)}});
}

/// scatter_nd(transpose(x), indices of its first axis, updates)
///   → transpose(scatter_nd(x, tuples, transpose(updates))),
/// as caches of a fixed length are written: of them all is moved, of the updates little.
struct ThroughScatter : OpRewritePattern<ScatterNdOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScatterNdOp op, PatternRewriter &rewriter) const override {
    auto from = ownTranspose(op);
    auto x = from ? staticShape(from->x) : std::nullopt;
    auto indices = staticShape(op.getIndices()), updates = staticShape(op.getUpdates());
    if (!x || !indices || !updates || indices->size() != 2 || indices->back() != 1 ||
        *elementCount(*updates) > *elementCount(*x) / 2)
      return rewriter.notifyMatchFailure(op, "does not write a few slices of a transpose");
    auto axis = static_cast<size_t>(from->axis(0));
    Permutation back = inverse(from->perm);
    Emitter e(rewriter, op.getLoc());
    mlir::Value moved =
        e.transpose(op.getUpdates(), std::vector<int64_t>(back.begin(), back.end()));
    mlir::Value tuples = tuplesAlong(op.getIndices(), *x, axis, e);
    sink(rewriter, op, cloneWith(rewriter, op, {from->x, tuples, moved}), from->perm);
    return llvm::success();
  }
};

struct SinkTransposes : PatternPass<impl::SinkTransposesBase<SinkTransposes>, TransposeOp> {
  void addPatterns(RewritePatternSet &patterns) override {
    addTransposePatterns(patterns); // what meets cancels, and is then used once less
    patterns.add<ThroughUnary, ThroughBroadcasting, ThroughConcat, ThroughReduction,
                 ThroughArgReduction<ArgMaxOp>, ThroughArgReduction<ArgMinOp>,
                 ThroughAlongAxis<SoftmaxOp>, ThroughAlongAxis<LogSoftmaxOp>,
                 ThroughAlongAxis<HardmaxOp>, ThroughAxesOperand<SliceOp, 3, 1, 1>,
                 ThroughAxesOperand<PadOp, 3, 1, 2>, ThroughScatter>(patterns.getContext());
  }
};

} // namespace
} // namespace ingot
