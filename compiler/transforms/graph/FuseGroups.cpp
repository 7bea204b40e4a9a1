// Groups operators that run as one.
//
//   conv, add, relu       →   graph.group of the kernel of conv
//   mul, layer_norm, add  →   graph.group of the kernel of layer_norm
//   mul, tanh             →   graph.group of one loop
//
// The root of a group has a kernel with an epilogue, as its lowering says: the others are applied
// to its results. Some have a prologue, too, for what is before the root. What is left of
// elementwise operators becomes loops.
#include "compiler/transforms/graph/FuseGroups.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/dialect/graph/Operators.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/Lowerable.h"
#include "compiler/transforms/graph/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_FUSEGROUPS
#include "compiler/transforms/graph/Passes.h.inc"

namespace {

/// A loop with more operands has no registers left for their addresses.
constexpr unsigned mostOperands = 12;
constexpr size_t mostOperators = 48;
/// Fewer units of work are not enough for many threads, and a loop of more elements is.
constexpr int64_t fewUnits = 16, manyElements = 16384;

bool isConstant(mlir::Value value) {
  Operation *op = value.getDefiningOp();
  return op && (op->getName().getStringRef() == "graph.constant" ||
                op->getName().getStringRef() == "graph.none");
}

bool isStaticLoop(Operation *op) { return lower::isLoopOperator(op) && lower::isStatic(op); }

std::string nameOf(Operation *op) { return graph::nodeName(op->getLoc()); }

std::string kindOf(Operation *op) { return op->getName().stripDialect().str(); }

std::string typeText(mlir::Value value) {
  return graph::fromMlir(value.getType()).value_or(ValueType::none()).text();
}

/// Why an operator is no loop; empty if it is one.
std::string whyNoLoop(Operation *op) {
  if (!lower::isLoopOperator(op))
    return str("'", kindOf(op), "' is not an elementwise operator, so it starts a new loop");
  return lower::isStatic(op) ? "" : str("the sizes of ", kindOf(op), " are not known");
}

/// Whether an operator has a result for an epilogue to work on, and no other that anybody reads.
bool canBeRoot(Operation *op, const lower::Capabilities &target) {
  return op->getNumResults() > 0 && lower::rootKernel(op, target) &&
         llvm::all_of(op->getResults().drop_front(),
                      [](mlir::Value result) { return result.use_empty(); });
}

/// What was decided about pairs of neighbours. Operators are only compared: some are gone.
class Decisions {
public:
  /// Remembers the pairs in a block before anything is fused.
  explicit Decisions(Block &block) {
    llvm::DenseSet<std::pair<Operation *, Operation *>> seen;
    for (Operation &consumer : block.without_terminator())
      for (mlir::Value operand : consumer.getOperands()) {
        Operation *producer = operand.getDefiningOp();
        if (producer && producer->getBlock() == &block && !isConstant(operand) &&
            seen.insert({producer, &consumer}).second)
          pairs.push_back(
              {producer,
               &consumer,
               lower::isLoopOperator(&consumer),
               {nameOf(producer), kindOf(producer), nameOf(&consumer), kindOf(&consumer), ""}});
      }
  }

  void refuse(Operation *producer, Operation *consumer, std::string reason) {
    if (!isa<graph::GroupOp>(consumer) && !isa<graph::GroupOp>(producer))
      reasons[{producer, consumer}] = std::move(reason);
  }
  void fuse(ArrayRef<Operation *> members, const std::string &name) {
    for (Operation *op : members)
      groups[op] = {groupCount, name};
    ++groupCount;
  }

  void report(std::vector<UnfusedReport> &unfused) const {
    for (const Pair &pair : pairs) {
      auto from = groups.find(pair.producer), to = groups.find(pair.consumer);
      if (from != groups.end() && to != groups.end() && from->second.first == to->second.first)
        continue;
      unfused.push_back(pair.text);
      auto known = reasons.find({pair.producer, pair.consumer});
      if (known != reasons.end())
        unfused.back().reason = known->second;
      else if (to != groups.end() && pair.consumerIsLoop)
        unfused.back().reason =
            str(pair.text.consumerOp, " is in the group of '", to->second.second, "'");
      else
        unfused.back().reason = str(pair.text.producerOp, " has no epilogue and ",
                                    pair.text.consumerOp, " reads its operands from memory");
    }
  }

private:
  struct Pair {
    Operation *producer, *consumer;
    bool consumerIsLoop;
    UnfusedReport text;
  };
  std::vector<Pair> pairs;
  llvm::DenseMap<std::pair<Operation *, Operation *>, std::string> reasons;
  llvm::DenseMap<Operation *, std::pair<int, std::string>> groups;
  int groupCount = 0;
};

class Fusion {
public:
  explicit Fusion(Block &block) : block(block), decisions(block) {}

  void run(const lower::Capabilities &target) {
    SmallVector<Operation *> roots;
    for (Operation &op : block)
      if (canBeRoot(&op, target))
        roots.push_back(&op);
    for (Operation *root : roots)
      around(root, target);
    SmallVector<Operation *> loops;
    for (Operation &op : llvm::reverse(block))
      if (isStaticLoop(&op))
        loops.push_back(&op);
    for (Operation *loop : loops)
      if (!taken.contains(loop))
        elementwise(loop);
  }

  void report(std::vector<UnfusedReport> &unfused) const { decisions.report(unfused); }

private:
  /// A kernel with what is behind it and before it.
  void around(Operation *root, const lower::Capabilities &target) {
    llvm::SetVector<Operation *> members;
    members.insert(root);
    const library::Kernel &kernel = *lower::rootKernel(root, target);
    epilogue(root, kernel, members);
    if (isInteger(kernel.sumType()))
      beside(members);
    size_t behind = members.size();
    prologue(root, target, members);
    if (members.size() > 1)
      group(members, root, behind);
  }

  /// The elementwise operators behind a kernel, one after the other.
  void epilogue(Operation *root, const library::Kernel &kernel,
                llvm::SetVector<Operation *> &members) {
    for (mlir::Value value = root->getResult(0); !value.use_empty();) {
      Operation *user = *value.getUsers().begin();
      std::string problem = whyNotBehind(value, user, kernel, members.size());
      if (!problem.empty()) {
        for (Operation *each : value.getUsers())
          decisions.refuse(value.getDefiningOp(), each, problem);
        break;
      }
      members.insert(user);
      value = user->getResult(0);
    }
  }

  /// What is computed only for the operators behind a kernel of integers: it mostly dequantizes,
  /// and would be four times as large in memory.
  void beside(llvm::SetVector<Operation *> &members) {
    if (members.size() == 1)
      return;
    llvm::SetVector<Operation *> behind(members.begin() + 1, members.end());
    mlir::Value last = behind.back()->getResult(0);
    grow(behind, [&](Operation *producer) -> std::string {
      if (std::string problem = whyNotInto(behind, last, producer); !problem.empty())
        return problem;
      if (narrows(producer))
        return str("what ", kindOf(producer), " makes is narrower in memory than what it reads");
      return isNarrow(producer) ? ""
                                : str("an epilogue computes with elements of at most 4 bytes, ",
                                      kindOf(producer), " does not");
    });
    members.insert(behind.begin(), behind.end());
  }

  /// The elementwise operators that make the first operand of a kernel, and nothing else.
  void prologue(Operation *root, const lower::Capabilities &target,
                llvm::SetVector<Operation *> &members) {
    auto units = lower::unitsWithPrologue(root, target);
    if (!units || !root->getOperand(0).getDefiningOp())
      return;
    mlir::Value x = root->getOperand(0);
    if (int64_t elements = cast<ShapedType>(x.getType()).getNumElements();
        *units < fewUnits && elements > manyElements)
      return decisions.refuse(x.getDefiningOp(), root,
                              str(kindOf(root), " has ", *units, " units of work, a loop over ",
                                  elements, " elements has more for threads"));
    llvm::SetVector<Operation *> before;
    before.insert(root);
    grow(before, [&](Operation *producer) { return whyNotBefore(before, x, producer); });
    members.insert(before.begin(), before.end());
  }

  /// Why a kernel that reads x computes this producer not as well; empty if it does.
  std::string whyNotBefore(llvm::SetVector<Operation *> &members, mlir::Value x,
                           Operation *producer) const {
    Operation *root = members.front();
    if (llvm::any_of(root->getOperands().drop_front(),
                     [&](mlir::Value operand) { return operand.getDefiningOp() == producer; }))
      return str("a prologue makes the first operand of ", kindOf(root), " only");
    if (std::string problem = whyNotInto(members, x, producer); !problem.empty())
      return problem;
    if (!isNarrow(producer))
      return str("a prologue computes with elements of at most 4 bytes, ", kindOf(producer),
                 " does not");
    members.insert(producer);
    llvm::SetVector<mlir::Value> outside = outsideOf(members);
    members.pop_back();
    bool isWhole = llvm::any_of(outside, [&](mlir::Value value) {
      return value.getType() == x.getType() && !llvm::is_contained(root->getOperands(), value);
    });
    return isWhole ? ""
                   : str("all that ", kindOf(producer), " reads is smaller than ", typeText(x));
  }

  /// Why an epilogue that ends with `value` does not go on with its user; empty if it does.
  std::string whyNotBehind(mlir::Value value, Operation *user, const library::Kernel &kernel,
                           size_t members) const {
    if (!value.hasOneUse())
      return str("what ", kindOf(value.getDefiningOp()), " makes is used ",
                 llvm::range_size(value.getUses()), " times");
    if (user->getBlock() != &block)
      return "it is used inside of a region";
    if (std::string problem = whyNoLoop(user); !problem.empty())
      return problem;
    if (taken.contains(user))
      return str(kindOf(user), " is in another group");
    if (cast<ShapedType>(user->getResult(0).getType()).getShape() !=
        cast<ShapedType>(value.getType()).getShape())
      return str("an epilogue keeps the shape ", typeText(value), ", ", kindOf(user), " makes ",
                 typeText(user->getResult(0)));
    if (!isNarrow(user))
      return str("an epilogue computes with elements of at most 4 bytes, ", kindOf(user),
                 " does not");
    if (!kernel.writes(elementOf(user->getResult(0))))
      return str("the kernel of ", kindOf(value.getDefiningOp()), " does not store ",
                 typeText(user->getResult(0)));
    return members < mostOperators ? "" : str("the group has ", members, " operators already");
  }

  static ElementType elementOf(mlir::Value value) {
    return graph::fromMlir(value.getType())->element;
  }
  /// Whether nothing that the operator reads or makes is wider than the lanes of a prologue.
  static bool isNarrow(Operation *op) {
    return llvm::all_of(llvm::concat<mlir::Value>(op->getOperands(), op->getResults()),
                        [](mlir::Value value) { return elementBytes(elementOf(value)) <= 4; });
  }

  static bool narrows(Operation *op) {
    return llvm::any_of(op->getOperands(), [&](mlir::Value operand) {
      return elementBytes(elementOf(operand)) > elementBytes(elementOf(op->getResult(0)));
    });
  }

  /// What is computed only for this loop, and has its shape.
  void elementwise(Operation *last) {
    llvm::SetVector<Operation *> members;
    members.insert(last);
    grow(members,
         [&](Operation *producer) { return whyNotInto(members, last->getResult(0), producer); });
    if (members.size() > 1)
      group(members, nullptr, 0);
    else
      taken.insert(last);
  }

  /// Adds producers of what the members read, unless there is a reason against it.
  void grow(llvm::SetVector<Operation *> &members,
            llvm::function_ref<std::string(Operation *)> whyNot) {
    bool grows = true;
    while (grows) {
      grows = false;
      for (size_t i = 0; i < members.size(); ++i)
        for (mlir::Value operand : members[i]->getOperands()) {
          Operation *producer = operand.getDefiningOp();
          if (!producer || members.contains(producer))
            continue;
          std::string problem = whyNot(producer);
          if (problem.empty()) {
            members.insert(producer);
            grows = true;
          } else if (!isConstant(operand)) {
            decisions.refuse(producer, members[i], problem);
          }
        }
    }
  }

  /// Why what computes `wanted` with these members does not compute the producer, too; empty if it
  /// does.
  std::string whyNotInto(llvm::SetVector<Operation *> &members, mlir::Value wanted,
                         Operation *producer) const {
    if (producer->getBlock() != &block)
      return "it is made outside of the region";
    if (std::string problem = whyNoLoop(producer); !problem.empty())
      return problem;
    if (taken.contains(producer))
      return str(kindOf(producer), " is in another group");
    mlir::Value made = producer->getResult(0);
    if (cast<TensorType>(made.getType()).getShape() !=
        cast<TensorType>(wanted.getType()).getShape())
      return str("the loop makes ", typeText(wanted), ", ", kindOf(producer), " ", typeText(made));
    if (!llvm::all_of(made.getUsers(), [&](Operation *user) { return members.contains(user); }))
      return str("what ", kindOf(producer), " makes is used elsewhere, too");
    if (members.size() >= mostOperators)
      return str("the group has ", members.size(), " operators already");
    members.insert(producer);
    size_t operands = outsideOf(members).size();
    members.pop_back();
    return operands <= mostOperands ? "" : str("the loop would read ", operands, " values");
  }

  static llvm::SetVector<mlir::Value> outsideOf(const llvm::SetVector<Operation *> &members) {
    llvm::SetVector<mlir::Value> outside;
    for (Operation *op : members)
      for (mlir::Value operand : op->getOperands())
        if (!members.contains(operand.getDefiningOp()))
          outside.insert(operand);
    return outside;
  }

  /// Moves the members into a group where the last of them stands. Constants of the root, its
  /// weights, go with it. The root is the first of the members, and those up to number `behind`
  /// come after it, wherever they stand now.
  void group(const llvm::SetVector<Operation *> &members, Operation *root, size_t behind) {
    SmallVector<Operation *> ordered(members.begin(), members.end());
    llvm::SmallPtrSet<Operation *, 16> isBehind;
    if (root)
      isBehind.insert(ordered.begin() + 1, ordered.begin() + static_cast<ptrdiff_t>(behind));
    llvm::sort(ordered, [&](Operation *a, Operation *b) {
      auto place = [&](Operation *op) { return op == root ? 1 : isBehind.contains(op) ? 2 : 0; };
      return root && place(a) != place(b) ? place(a) < place(b) : a->isBeforeInBlock(b);
    });
    llvm::SetVector<mlir::Value> operands;
    for (Operation *op : ordered)
      for (mlir::Value operand : op->getOperands())
        if (!members.contains(operand.getDefiningOp()) && !(op == root && isConstant(operand)))
          operands.insert(operand);
    decisions.fuse(ordered, nameOf(root ? root : ordered.front()));
    Operation *last = ordered.back();
    OpBuilder builder(last);
    // The name of the root says most, or of the first.
    Location location = (root ? root : ordered.front())->getLoc();
    auto group = graph::GroupOp::create(builder, location, last->getResult(0).getType(),
                                        operands.getArrayRef());
    Block &body = group.getBody().emplaceBlock();
    IRMapping mapping;
    for (mlir::Value operand : operands)
      mapping.map(operand, body.addArgument(operand.getType(), operand.getLoc()));
    builder.setInsertionPointToStart(&body);
    for (Operation *op : ordered) {
      for (mlir::Value operand : op->getOperands())
        if (!mapping.contains(operand))
          builder.clone(*operand.getDefiningOp(), mapping);
      builder.clone(*op, mapping);
    }
    graph::YieldOp::create(builder, location, mapping.lookup(last->getResult(0)));
    last->getResult(0).replaceAllUsesWith(group.getResult(0));
    for (Operation *op : llvm::reverse(ordered)) {
      taken.insert(op);
      op->erase();
    }
  }

  Block &block;
  Decisions decisions;
  llvm::DenseSet<Operation *> taken; ///< only compared: some are gone
};

struct FuseGroups : impl::FuseGroupsBase<FuseGroups> {
  using FuseGroupsBase::FuseGroupsBase;
  FuseGroups(const lower::Capabilities &target, std::vector<UnfusedReport> *unfused)
      : target(target), unfused(unfused) {}

  void runOnOperation() override {
    if (!target) {
      auto machine = machine::hostMachine();
      if (!machine.ok()) {
        getOperation().emitError(machine.status().message());
        return signalPassFailure();
      }
      target = lower::Capabilities{.machine = machine.take()};
    }
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) {
      if (!isa<graph::GroupOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks) {
      Fusion fusion(*block);
      fusion.run(*target);
      if (unfused)
        fusion.report(*unfused);
    }
  }

  std::optional<lower::Capabilities> target; ///< none until a function comes: that of this machine
  std::vector<UnfusedReport> *unfused = nullptr;
};

} // namespace

std::unique_ptr<mlir::Pass> createFuseGroups(const lower::Capabilities &target,
                                             std::vector<UnfusedReport> &unfused) {
  return std::make_unique<FuseGroups>(target, &unfused);
}

} // namespace ingot
