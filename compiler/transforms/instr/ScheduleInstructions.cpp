// Orders instructions so that less memory is live at a time.
//
//   a → big; b → big'; big → small; big' → small'   becomes   a → big → small; b → big' → small'
#include "compiler/transforms/instr/Passes.h"
#include "compiler/transforms/instr/Uses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <set>

using namespace mlir;

namespace ingot {
#define GEN_PASS_DEF_SCHEDULEINSTRUCTIONS
#include "compiler/transforms/instr/Passes.h.inc"

namespace {
using namespace instr;

/// The instructions of a program by number, what must come before what, and the buffers they use.
class Schedule {
public:
  explicit Schedule(Block &block) {
    for (Operation &op : block)
      if (rolesOf(&op)) {
        numberOf[&op] = static_cast<int>(instructions.size());
        instructions.push_back(&op);
      }
    successors.resize(instructions.size());
    predecessors.resize(instructions.size());
    buffersOf.resize(instructions.size());
    for (Operation &op : block)
      if (op.getNumResults() == 1 && !isa<ViewOp, WeightOp>(op) && !rolesOf(&op))
        addBuffer(op);
  }

  std::vector<int> original() const {
    std::vector<int> order(instructions.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = static_cast<int>(i);
    return order;
  }

  std::vector<int> greedy() const;
  int64_t peakOf(const std::vector<int> &order) const;
  /// Moves the instructions into this order, buffers and views with those that use them first.
  void apply(const std::vector<int> &order) const;

private:
  struct Buffer {
    int64_t bytes;
    std::vector<int> users; ///< instructions, without repetition
  };
  class Ready;

  void addBuffer(Operation &root);
  void depend(int later, int earlier) {
    if (later == earlier)
      return;
    successors[static_cast<size_t>(earlier)].push_back(later);
    ++predecessors[static_cast<size_t>(later)];
  }
  static void place(Operation *definition, Operation *before, llvm::DenseSet<Operation *> &placed);

  std::vector<Operation *> instructions;
  llvm::DenseMap<Operation *, int> numberOf;
  std::vector<std::vector<int>> successors;
  std::vector<int> predecessors;
  std::vector<Buffer> buffers;
  std::vector<std::vector<int>> buffersOf; ///< of each instruction, without repetition
};

/// Readers come after the writers before them, writers after all that came before.
void Schedule::addBuffer(Operation &root) {
  std::vector<int> writers, readers, users;
  for (const Use &use : usesOf(&root)) {
    int number = numberOf.at(use.op);
    if (users.empty() || users.back() != number)
      users.push_back(number);
    for (int writer : writers)
      depend(number, writer);
    if (writes(use.role)) {
      for (int reader : readers)
        depend(number, reader);
      if (!readers.empty())
        writers.clear(), readers.clear();
      writers.push_back(number);
    }
    if (reads(use.role))
      readers.push_back(number);
  }
  if (!isa<AllocOp>(root))
    return;
  for (int user : users)
    buffersOf[static_cast<size_t>(user)].push_back(static_cast<int>(buffers.size()));
  buffers.push_back({bytesOf(cast<MemRefType>(root.getResult(0).getType())), std::move(users)});
}

/// The instructions that may come next, by how much more is live after each than before it.
class Schedule::Ready {
public:
  explicit Ready(const Schedule &schedule)
      : schedule(schedule), lives(schedule.buffers.size(), false),
        growths(schedule.instructions.size()), isReady(schedule.instructions.size(), false) {
    for (const Buffer &buffer : schedule.buffers)
      users.push_back(static_cast<int>(buffer.users.size()));
  }

  bool empty() const { return order.empty(); }
  void add(int instruction) {
    auto i = static_cast<size_t>(instruction);
    isReady[i] = true;
    growths[i] = growthOf(instruction);
    order.insert({growths[i], instruction});
  }
  /// Takes out the one that grows least, of equals the first.
  int take() {
    int instruction = order.begin()->second;
    order.erase(order.begin());
    isReady[static_cast<size_t>(instruction)] = false;
    for (int b : schedule.buffersOf[static_cast<size_t>(instruction)]) {
      auto buffer = static_cast<size_t>(b);
      bool matters = !lives[buffer];
      lives[buffer] = true;
      matters |= --users[buffer] == 1;
      if (matters)
        for (int user : schedule.buffers[buffer].users)
          update(user);
    }
    return instruction;
  }

private:
  int64_t growthOf(int instruction) const {
    int64_t bytes = 0;
    for (int b : schedule.buffersOf[static_cast<size_t>(instruction)]) {
      auto buffer = static_cast<size_t>(b);
      bytes += lives[buffer] ? 0 : schedule.buffers[buffer].bytes;
      bytes -= users[buffer] == 1 ? schedule.buffers[buffer].bytes : 0;
    }
    return bytes;
  }
  void update(int instruction) {
    auto i = static_cast<size_t>(instruction);
    if (!isReady[i])
      return;
    order.erase({growths[i], instruction});
    add(instruction);
  }

  const Schedule &schedule;
  std::vector<bool> lives;
  std::vector<int> users; ///< of each buffer, that are still to come
  std::vector<int64_t> growths;
  std::vector<bool> isReady;
  std::set<std::pair<int64_t, int>> order;
};

std::vector<int> Schedule::greedy() const {
  std::vector<int> order, waiting = predecessors;
  Ready ready(*this);
  for (size_t i = 0; i < instructions.size(); ++i)
    if (waiting[i] == 0)
      ready.add(static_cast<int>(i));
  while (!ready.empty()) {
    int next = ready.take();
    order.push_back(next);
    for (int successor : successors[static_cast<size_t>(next)])
      if (--waiting[static_cast<size_t>(successor)] == 0)
        ready.add(successor);
  }
  return order;
}

int64_t Schedule::peakOf(const std::vector<int> &order) const {
  std::vector<int> users;
  for (const Buffer &buffer : buffers)
    users.push_back(static_cast<int>(buffer.users.size()));
  int64_t live = 0, peak = 0;
  for (int instruction : order) {
    for (int b : buffersOf[static_cast<size_t>(instruction)])
      if (users[static_cast<size_t>(b)] ==
          static_cast<int>(buffers[static_cast<size_t>(b)].users.size()))
        live += buffers[static_cast<size_t>(b)].bytes;
    peak = std::max(peak, live);
    for (int b : buffersOf[static_cast<size_t>(instruction)])
      if (--users[static_cast<size_t>(b)] == 0)
        live -= buffers[static_cast<size_t>(b)].bytes;
  }
  return peak;
}

void Schedule::place(Operation *definition, Operation *before,
                     llvm::DenseSet<Operation *> &placed) {
  if (!isa_and_nonnull<AllocOp, ViewOp>(definition) || !placed.insert(definition).second)
    return;
  definition->moveBefore(before);
  for (mlir::Value operand : definition->getOperands())
    place(operand.getDefiningOp(), definition, placed);
}

void Schedule::apply(const std::vector<int> &order) const {
  llvm::DenseSet<Operation *> placed;
  Block *block = instructions.front()->getBlock();
  for (int number : order) {
    Operation *op = instructions[static_cast<size_t>(number)];
    op->moveBefore(block, block->end());
    for (mlir::Value operand : op->getOperands())
      place(operand.getDefiningOp(), op, placed);
  }
}

/// A view that nothing uses would stay where it is, before its buffer.
void dropUnusedViews(Block &block) {
  SmallVector<ViewOp> views(block.getOps<ViewOp>());
  for (ViewOp view : llvm::reverse(views))
    if (view->use_empty())
      view->erase();
}

struct ScheduleInstructions : impl::ScheduleInstructionsBase<ScheduleInstructions> {
  void runOnOperation() override {
    dropUnusedViews(getOperation().getBody().front());
    Schedule schedule(getOperation().getBody().front());
    std::vector<int> original = schedule.original(), greedy = schedule.greedy();
    if (schedule.peakOf(greedy) < schedule.peakOf(original))
      schedule.apply(greedy);
  }
};

} // namespace
} // namespace ingot
