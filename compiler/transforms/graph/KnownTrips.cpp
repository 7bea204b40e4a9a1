// A loop that stacks items, and makes a number of trips that is known, has results of known sizes:
//
//   loop(3, true, state) {i, c, s} → scan(none, state, [0, 1, 2]) {s, i}
//
// A short one whose sizes depend on the trip is written out, trip by trip. A batched scan is a scan
// for each entry of its batch.
#include "compiler/transforms/graph/KnownTrips.h"

#include "compiler/dialect/graph/Movement.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/transforms/graph/Emitter.h"
#include "compiler/transforms/graph/Support.h"

#include "mlir/IR/IRMapping.h"

#include <numeric>

using namespace mlir;

namespace ingot::graph {
namespace {

bool isTrue(mlir::Value value) { return isConstant(value) && uniformNumber(value) == 1.0; }

/// How often a loop runs that nothing but its count ends.
std::optional<int64_t> tripsOf(LoopOp op) {
  auto count = isNone(op.getTripCount()) ? std::nullopt : constantIntegers(op.getTripCount());
  bool begins = isNone(op.getCondition()) || isTrue(op.getCondition());
  bool isKnown = count && count->size() == 1 && begins && isEndedByCount(op);
  return isKnown ? std::optional(count->front()) : std::nullopt;
}

bool areTensors(TypeRange types) {
  return llvm::all_of(types, [](Type type) { return isa<RankedTensorType>(type); });
}

bool hasOpenSizes(Block &body) {
  auto isOpen = [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  return llvm::any_of(body,
                      [&](Operation &op) { return llvm::any_of(op.getResultTypes(), isOpen); });
}

/// The operators of every trip, one after the other.
SmallVector<mlir::Value> writtenOut(LoopOp op, int64_t trips, PatternRewriter &rewriter) {
  Emitter e(rewriter, op.getLoc());
  Block &body = op.getBody().front();
  size_t carried = op.getInitial().size();
  SmallVector<mlir::Value> state(op.getInitial());
  SmallVector<SmallVector<mlir::Value>> stacks(op.getNumResults() - carried);
  for (int64_t trip = 0; trip < trips; ++trip) {
    IRMapping mapping;
    mapping.map(body.getArgument(0), e.number(static_cast<double>(trip), ElementType::I64));
    mapping.map(body.getArgument(1), e.number(1, ElementType::Bool));
    mapping.map(body.getArguments().drop_front(2), state);
    for (Operation &inner : body.without_terminator())
      rewriter.clone(inner, mapping);
    SmallVector<mlir::Value> yields;
    for (mlir::Value value : body.getTerminator()->getOperands().drop_front())
      yields.push_back(mapping.lookupOrDefault(value));
    state.assign(yields.begin(), yields.begin() + static_cast<ptrdiff_t>(carried));
    for (auto [stack, item] : llvm::zip_equal(stacks, ArrayRef(yields).drop_front(carried)))
      stack.push_back(e.value("unsqueeze", {item, e.integers({0})}));
  }
  for (ArrayRef<mlir::Value> stack : stacks)
    state.push_back(e.value("concat", stack, {{"axis", int64_t{0}}}));
  return state;
}

/// The same region over the numbers of the trips.
SmallVector<mlir::Value> scanned(LoopOp op, int64_t trips, PatternRewriter &rewriter) {
  Emitter e(rewriter, op.getLoc());
  size_t carried = op.getInitial().size(), items = op.getNumResults() - carried;
  std::vector<int64_t> numbers(static_cast<size_t>(trips));
  std::iota(numbers.begin(), numbers.end(), 0);
  SmallVector<mlir::Value> values(op.getInitial());
  values.push_back(e.integers(numbers));
  SmallVector<Type> types(op.getInitial().getTypes());
  Block &body = op.getBody().front();
  for (mlir::Value item : body.getTerminator()->getOperands().drop_front(1 + carried)) {
    auto type = cast<RankedTensorType>(item.getType());
    SmallVector<int64_t> dims{trips};
    llvm::append_range(dims, type.getShape());
    types.push_back(RankedTensorType::get(dims, type.getElementType()));
  }
  SmallVector<int64_t> zeros(items, 0);
  auto scan = ScanOp::create(rewriter, op.getLoc(), types, e.none(), values, /*scan_inputs=*/1,
                             /*input_axes=*/{0}, /*input_reversed=*/{0},
                             /*output_axes=*/zeros, /*output_reversed=*/zeros);
  rewriter.inlineRegionBefore(op.getBody(), scan.getBody(), scan.getBody().end());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&body);
  rewriter.replaceAllUsesWith(body.getArgument(1), e.number(1, ElementType::Bool));
  mlir::Value trip = body.addArgument(body.getArgument(0).getType(), op.getLoc());
  rewriter.replaceAllUsesWith(body.getArgument(0), trip);
  body.eraseArguments(0, 2);
  rewriter.modifyOpInPlace(body.getTerminator(), [&] { body.getTerminator()->eraseOperand(0); });
  return SmallVector<mlir::Value>(scan.getResults());
}

struct StackKnownTrips : OpRewritePattern<LoopOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoopOp op, PatternRewriter &rewriter) const override {
    constexpr int64_t mostTrips = 1 << 20, mostOperators = 256;
    Block &body = op.getBody().front();
    auto trips = tripsOf(op);
    if (op.getNumResults() == op.getInitial().size() || !trips || *trips < 1 || *trips > mostTrips)
      return rewriter.notifyMatchFailure(op, "stacks nothing, or how often is not known");
    if (!areTensors(op.getInitial().getTypes()) || !areTensors(op.getResultTypes()) ||
        !areTensors(body.getArgumentTypes()) ||
        !areTensors(body.getTerminator()->getOperandTypes()) ||
        cast<RankedTensorType>(body.getArgument(0).getType()).getRank() != 0)
      return rewriter.notifyMatchFailure(op, "not all values are tensors of known rank");
    auto size = static_cast<int64_t>(llvm::range_size(body));
    bool isShort = *trips <= mostOperators / size;
    replaceKeepingType(rewriter, op,
                       hasOpenSizes(body) && isShort ? writtenOut(op, *trips, rewriter)
                                                     : scanned(op, *trips, rewriter));
    return llvm::success();
  }
};

/// Entry `i` of a batch.
mlir::Value entryOf(mlir::Value x, int64_t i, Emitter &e) {
  mlir::Value part =
      e.value("slice", {x, e.integers({i}), e.integers({i + 1}), e.integers({0}), e.none()});
  auto dims = *staticShape(x);
  return e.reshape(part, ArrayRef<int64_t>(dims).drop_front());
}

Type withoutBatch(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape().drop_front(), tensor.getElementType());
}

struct ScanEachEntry : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScanOp op, PatternRewriter &rewriter) const override {
    constexpr int64_t mostEntries = 16;
    if (!op.getBatched() || !isNone(op.getLengths()))
      return rewriter.notifyMatchFailure(op, "has no batch, or sequences of several lengths");
    auto hasElements = [](mlir::Value value) {
      auto dims = staticShape(value);
      return dims && elementCount(*dims).value_or(0) > 0;
    };
    if (!llvm::all_of(op.getValues(), hasElements) || !llvm::all_of(op.getResults(), hasElements))
      return rewriter.notifyMatchFailure(op, "sizes are not known");
    int64_t batch = (*staticShape(op.getValues()[0]))[0];
    if (batch > mostEntries)
      return rewriter.notifyMatchFailure(op, "the batch is large");
    Emitter e(rewriter, op.getLoc());
    SmallVector<SmallVector<mlir::Value>> parts(op.getNumResults());
    for (int64_t i = 0; i < batch; ++i) {
      SmallVector<mlir::Value> operands{op.getLengths()};
      for (mlir::Value value : op.getValues())
        operands.push_back(entryOf(value, i, e));
      auto scan = cast<ScanOp>(rewriter.clone(*op));
      scan->setOperands(operands);
      scan.setBatched(false);
      for (auto [part, result] : llvm::zip_equal(parts, scan.getResults())) {
        result.setType(withoutBatch(result.getType()));
        part.push_back(e.value("unsqueeze", {result, e.integers({0})}));
      }
    }
    SmallVector<mlir::Value> joined;
    for (ArrayRef<mlir::Value> part : parts)
      joined.push_back(batch == 1 ? part[0] : e.value("concat", part, {{"axis", int64_t{0}}}));
    replaceKeepingType(rewriter, op, joined);
    return llvm::success();
  }
};

} // namespace

bool isEndedByCount(LoopOp op) {
  Block &body = op.getBody().front();
  mlir::Value next = body.getTerminator()->getOperand(0);
  while (auto identity = next.getDefiningOp<IdentityOp>())
    next = identity.getX();
  return next == body.getArgument(1) || isTrue(next);
}

void addKnownTripPatterns(RewritePatternSet &patterns) {
  patterns.add<StackKnownTrips, ScanEachEntry>(patterns.getContext());
}

} // namespace ingot::graph
