// conv(act(conv(x, w, b)), u, c) → the same without the channels between them that are constant.
//
// An output channel whose weights are all 0 is its bias everywhere. Activations, pools and
// depthwise convolutions keep it constant, and the next contraction adds the same to every output:
// a bias.
//
//   channel  conv          relu   depthwise, padded    conv
//   0        computed                                  computed
//   1        0 x - 0.5  →  0   →  its bias, 0.3     →  bias += 0.3 * weights, channel dropped
//   2        0 x + 0.5  →  0.5 →  less at borders      stays
#include "compiler/dialect/graph/Contraction.h"
#include "compiler/dialect/graph/Vision.h"
#include "compiler/interp/EvalContext.h"
#include "compiler/transforms/graph/Expressions.h"
#include "compiler/transforms/graph/LinearMap.h"
#include "compiler/transforms/graph/Passes.h"
#include "compiler/transforms/graph/PatternPass.h"

#include <algorithm>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_DROPDEADCHANNELS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {
using namespace graph;

/// What is known of each channel: the number that it is everywhere.
using Known = std::vector<std::optional<double>>;

/// The slices of a tensor at these indices of an axis.
Tensor selected(const Tensor &tensor, size_t axis, const std::vector<int64_t> &indices) {
  Shape shape = tensor.shape();
  size_t inner = elementBytes(tensor.type());
  int64_t outer = 1;
  for (size_t i = 0; i < shape.size(); ++i)
    if (i < axis)
      outer *= shape[i];
    else if (i > axis)
      inner *= static_cast<size_t>(shape[i]);
  int64_t before = shape[axis];
  shape[axis] = static_cast<int64_t>(indices.size());
  auto result = Tensor::allocate(tensor.type(), shape);
  assert(result.ok() && "part of a tensor that is in memory");
  auto *to = static_cast<char *>(result->mutableBytes());
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t index : indices) {
      const auto *from = static_cast<const char *>(tensor.bytes());
      std::memcpy(to, from + static_cast<size_t>(o * before + index) * inner, inner);
      to += inner;
    }
  return result.take();
}

bool isPool(Operation *op) { return isa<MaxPoolOp, AveragePoolOp>(op); }

/// One channel in, one out, each by itself.
bool isDepthwise(const LinearMap &map) {
  return map.isConv() && map.group() == map.inputs() && map.inputs() == map.outputs() &&
         map.bias().has_value();
}

/// The operators between two contractions, from the first to the last.
struct Chain {
  LinearMap producer;
  std::vector<Operation *> steps;
  LinearMap consumer;
  size_t axis; ///< of the channels, in every value of the chain
};

/// The operand that carries the channels when all others are constants of channels; nothing when
/// the operator does not treat every channel by itself.
std::optional<unsigned> carriedOperand(Operation *op, size_t axis, int64_t channels) {
  auto dims = dimsOf(op->getResult(0));
  if (!dims || dims->size() <= axis || op->getNumResults() > 2)
    return std::nullopt;
  if (isPool(op))
    return axis == 1 ? std::optional(0u) : std::nullopt;
  if (auto map = LinearMap::of(op))
    return isDepthwise(*map) && axis == 1 ? std::optional(0u) : std::nullopt;
  if (!isUnaryElementwise(op) && !isBroadcasting(op))
    return std::nullopt;
  std::optional<unsigned> carried;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    if (isConstant(op->getOperand(i)))
      continue;
    auto own = dimsOf(op->getOperand(i));
    if (carried || !own || own->size() != dims->size())
      return std::nullopt;
    carried = i;
  }
  for (unsigned i = 0; carried && i < op->getNumOperands(); ++i)
    if (i != *carried && !perChannel(op->getOperand(i), op->getResult(0), axis, channels))
      return std::nullopt;
  return carried;
}

std::optional<Chain> chainBefore(Operation *root) {
  auto consumer = LinearMap::of(root);
  auto axis = consumer ? consumer->axisIn(consumer->x()) : std::nullopt;
  if (!axis || consumer->group() != 1 || !consumer->bias() || consumer->weights().rank() < 2 ||
      (!consumer->hasBias() && consumer->weights().rank() != 2))
    return std::nullopt;
  std::vector<Operation *> steps;
  mlir::Value at = consumer->x();
  while (Operation *op = at.getDefiningOp()) {
    if (!at.hasOneUse() || at != op->getResult(0))
      return std::nullopt;
    auto producer = LinearMap::of(op);
    if (producer && !isDepthwise(*producer)) {
      bool fits = producer->group() == 1 && producer->bias() &&
                  producer->axisIn(producer->y()) == axis &&
                  producer->outputs() == consumer->inputs() &&
                  (producer->hasBias() || producer->weights().rank() == 2);
      std::reverse(steps.begin(), steps.end());
      return fits ? std::optional(Chain{*producer, steps, *consumer, *axis}) : std::nullopt;
    }
    auto carried = carriedOperand(op, *axis, consumer->inputs());
    if (!carried)
      return std::nullopt;
    steps.push_back(op);
    at = op->getOperand(*carried);
  }
  return std::nullopt;
}

/// The axis of the weights that an output's number, or an input's, is an index of.
size_t weightAxis(const LinearMap &map, bool ofOutputs) {
  if (map.hasBias())
    return map.isConv() == ofOutputs ? 0 : 1;
  bool turned = cast<MatmulOp>(map.operation()).getTransposeB();
  return turned == ofOutputs ? 0 : 1;
}

/// Whether all weights of an output (or input) are 0, for each: few are looked at where none is.
std::vector<bool> zeroWeights(const LinearMap &map, bool ofOutputs) {
  const Tensor &weights = map.weights();
  size_t axis = weightAxis(map, ofOutputs);
  int64_t channels = weights.shape()[axis], inner = 1;
  for (size_t i = axis + 1; i < weights.shape().size(); ++i)
    inner *= weights.shape()[i];
  int64_t others = channels > 0 ? weights.elements() / channels : 0;
  std::vector<bool> zero;
  for (int64_t c = 0; c < channels; ++c) {
    int64_t i = 0;
    while (i < others && weights.numberAt((i / inner * channels + c) * inner + i % inner) == 0)
      ++i;
    zero.push_back(i == others);
  }
  return zero;
}

Known knownOutputs(const LinearMap &producer) {
  std::vector<bool> zero = zeroWeights(producer, /*ofOutputs=*/true);
  std::vector<double> bias = *producer.bias();
  Known known(bias.size());
  for (size_t c = 0; c < known.size(); ++c)
    if (zero[c])
      known[c] = bias[c];
  return known;
}

/// A channel of zero weights is its bias whatever comes in. Otherwise a constant stays one where it
/// meets no padding, or is what padding is.
void throughDepthwise(const LinearMap &map, Known &known) {
  std::vector<double> weights = map.numbers(), bias = *map.bias(), sums(bias.size());
  std::vector<bool> zero = zeroWeights(map, /*ofOutputs=*/true);
  for (size_t i = 0; i < weights.size(); ++i)
    sums[static_cast<size_t>(map.outputOf(static_cast<int64_t>(i)))] += weights[i];
  for (size_t c = 0; c < known.size(); ++c)
    if (zero[c] || (known[c] && *known[c] == 0))
      known[c] = bias[c];
    else if (known[c] && map.hasNoPadding())
      known[c] = static_cast<double>(static_cast<float>(*known[c] * sums[c] + bias[c]));
    else
      known[c].reset();
}

/// Windows without padding give what is in them. A padded max_pool never sees the padding as long
/// as each window holds an element; a padded average of zeros is zero.
void throughPool(Operation *op, Known &known) {
  auto integers = [&](StringRef name) {
    return cast<DenseI64ArrayAttr>(op->getAttr(name)).asArrayRef();
  };
  auto pads = integers("pads"), kernel = integers("kernel_shape"),
       dilations = integers("dilations");
  bool plain = cast<StringAttr>(op->getAttr("auto_pad")).getValue() == "explicit" &&
               !cast<BoolAttr>(op->getAttr("ceil_mode")).getValue() &&
               llvm::all_of(dilations, [](int64_t d) { return d == 1; });
  bool padded = false;
  for (size_t i = 0; i < pads.size(); ++i) {
    plain &= pads[i] < kernel[i % kernel.size()];
    padded |= pads[i] > 0;
  }
  for (auto &number : known)
    if (number && !(plain && (!padded || isa<MaxPoolOp>(op) || *number == 0)))
      number.reset();
}

/// The reference evaluator says what becomes of each number.
void throughElementwise(Operation *op, size_t axis, Known &known) {
  Shape shape(dimsOf(op->getResult(0))->size(), 1);
  shape[axis] = static_cast<int64_t>(known.size());
  std::vector<double> numbers;
  for (const auto &number : known)
    numbers.push_back(number.value_or(0));
  std::vector<Value> operands;
  for (mlir::Value operand : op->getOperands()) {
    auto tensor = constantTensor(operand);
    if (!tensor) {
      auto made = interp::convert(Tensor::of<double>(shape, numbers), elementOf(operand), nullptr);
      tensor = made.ok() ? std::optional(made.take()) : std::nullopt;
    }
    operands.push_back(tensor ? Value(*tensor) : Value());
  }
  auto results = interp::evaluate(*infoOf(op), attributesOf(op), std::move(operands), {});
  bool usable = results.ok() && (*results)[0].isTensor() &&
                (*results)[0].tensor().elements() == static_cast<int64_t>(known.size());
  for (size_t c = 0; c < known.size(); ++c)
    if (!usable)
      known[c].reset();
    else if (known[c])
      known[c] = (*results)[0].tensor().numberAt(static_cast<int64_t>(c));
}

Known knownBefore(const Chain &chain) {
  Known known = knownOutputs(chain.producer);
  for (Operation *op : chain.steps)
    if (auto map = LinearMap::of(op))
      throughDepthwise(*map, known);
    else if (isPool(op))
      throughPool(op, known);
    else
      throughElementwise(op, chain.axis, known);
  return known;
}

/// The channels that must stay. At the edge of a padded contraction a constant other than 0 counts
/// less than in the middle.
std::vector<int64_t> channelsToKeep(const Chain &chain, const Known &known) {
  std::vector<bool> unused = zeroWeights(chain.consumer, /*ofOutputs=*/false);
  bool uniform = !chain.consumer.isConvTranspose() && chain.consumer.hasNoPadding();
  std::vector<int64_t> keep;
  for (size_t c = 0; c < known.size(); ++c) {
    bool constant = known[c] && (*known[c] == 0 || (uniform && std::isfinite(*known[c])));
    if (!unused[c] && !constant)
      keep.push_back(static_cast<int64_t>(c));
  }
  if (keep.empty())
    keep.push_back(0);
  return keep;
}

/// What the dropped channels add to each output of the consumer.
std::vector<double> contribution(const Chain &chain, const Known &known,
                                 const std::vector<int64_t> &keep) {
  std::vector<double> weights = chain.consumer.numbers(),
                      sums(static_cast<size_t>(chain.consumer.outputs()));
  for (size_t i = 0; i < weights.size(); ++i) {
    int64_t input = chain.consumer.inputOf(static_cast<int64_t>(i));
    auto number = known[static_cast<size_t>(input)];
    if (weights[i] != 0 && number && !llvm::is_contained(keep, input))
      sums[static_cast<size_t>(chain.consumer.outputOf(static_cast<int64_t>(i)))] +=
          weights[i] * *number;
  }
  return sums;
}

/// Builds the chain again with fewer channels, before the consumer.
class Rebuild {
public:
  Rebuild(const Chain &chain, const std::vector<int64_t> &keep, PatternRewriter &rewriter)
      : chain(chain), keep(keep), rewriter(rewriter) {}

  mlir::Value run(const std::vector<double> &more) {
    mlir::Value value = producer();
    for (Operation *op : chain.steps)
      value = step(op, value);
    return consumer(value, more);
  }

private:
  mlir::Value constant(Location loc, const Tensor &tensor) {
    return createConstant(rewriter, loc, tensor);
  }
  mlir::Value selectedConstant(mlir::Value value, size_t axis) {
    return constant(value.getLoc(), selected(*constantTensor(value), axis, keep));
  }
  /// The type with as many channels as are kept.
  mlir::Value narrowed(Operation *op) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> dims(type.getShape());
    dims[chain.axis] = static_cast<int64_t>(keep.size());
    op->getResult(0).setType(RankedTensorType::get(dims, type.getElementType()));
    return op->getResult(0);
  }

  mlir::Value producer() {
    Operation *op = chain.producer.operation();
    mlir::Value w = selectedConstant(op->getOperand(1), weightAxis(chain.producer, true));
    mlir::Value b = chain.producer.hasBias() && !isNone(op->getOperand(2))
                        ? selectedConstant(op->getOperand(2), 0)
                        : mlir::Value();
    Operation *copy = rewriter.clone(*op);
    copy->setOperand(1, w);
    if (b)
      copy->setOperand(2, b);
    return narrowed(copy);
  }

  mlir::Value step(Operation *op, mlir::Value x) {
    SmallVector<mlir::Value> operands;
    auto map = LinearMap::of(op);
    int64_t channels = chain.producer.outputs();
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      auto dims = dimsOf(operand);
      if (!isConstant(operand)) {
        operands.push_back(isNone(operand) ? operand : x);
        continue;
      }
      // Weights have their channels first; other constants where they meet those of x.
      size_t rank = dimsOf(op->getResult(0))->size(), lead = map ? 0 : rank - dims->size();
      size_t axis = map ? 0 : chain.axis - lead;
      bool along = map || (chain.axis >= lead && (*dims)[axis] == channels);
      operands.push_back(along ? selectedConstant(operand, axis) : operand);
    }
    Operation *copy = rewriter.clone(*op);
    copy->setOperands(operands);
    if (map)
      copy->setAttr("group", rewriter.getI64IntegerAttr(static_cast<int64_t>(keep.size())));
    return narrowed(copy);
  }

  mlir::Value consumer(mlir::Value x, std::vector<double> bias) {
    const LinearMap &map = chain.consumer;
    bool shifts = llvm::any_of(bias, [](double b) { return b != 0; });
    std::vector<double> own = *map.bias();
    for (size_t i = 0; i < bias.size(); ++i)
      bias[i] += own[i];
    Emitter e(rewriter, map.operation()->getLoc());
    mlir::Value w = selectedConstant(map.operation()->getOperand(1), weightAxis(map, false));
    mlir::Value b = shifts ? e.numbers({map.outputs()}, bias, map.element()) : mlir::Value();
    Operation *copy = rewriter.clone(*map.operation());
    copy->setOperand(0, x);
    copy->setOperand(1, w);
    if (b && map.hasBias())
      copy->setOperand(2, b);
    return b && !map.hasBias() ? e.add(copy->getResult(0), b) : copy->getResult(0);
  }

  const Chain &chain;
  const std::vector<int64_t> &keep;
  PatternRewriter &rewriter;
};

template <typename Root> struct DropChannels : OpRewritePattern<Root> {
  using OpRewritePattern<Root>::OpRewritePattern;
  LogicalResult matchAndRewrite(Root root, PatternRewriter &rewriter) const override {
    auto chain = chainBefore(root.getOperation());
    if (!chain)
      return rewriter.notifyMatchFailure(root, "no contraction of constant weights before it");
    Known known = knownBefore(*chain);
    auto keep = channelsToKeep(*chain, known);
    if (keep.size() == known.size())
      return rewriter.notifyMatchFailure(root, "every channel matters");
    auto more = contribution(*chain, known, keep);
    if (!allFinite(more))
      return rewriter.notifyMatchFailure(root, "the bias would not be finite");
    replaceKeepingType(rewriter, root, Rebuild(*chain, keep, rewriter).run(more));
    return llvm::success();
  }
};

struct DropDeadChannels : PatternPass<impl::DropDeadChannelsBase<DropDeadChannels>> {
  void addPatterns(RewritePatternSet &patterns) override {
    patterns.add<DropChannels<ConvOp>, DropChannels<ConvTransposeOp>, DropChannels<MatmulOp>>(
        patterns.getContext());
  }
};

} // namespace
} // namespace ingot
