// Operators, groups, steps and live memory as plain structs.
#include "compiler/targets/Describe.h"

#include "compiler/dialect/graph/Bridge.h"
#include "compiler/dialect/graph/Names.h"
#include "compiler/dialect/graph/Operators.h"
#include "compiler/dialect/graph/Structural.h"
#include "compiler/library/KernelTable.h"
#include "compiler/lower/Elementwise.h"
#include "compiler/lower/Lowerable.h"
#include "compiler/lower/SourceContext.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace ingot::target {
namespace {

std::string nameOf(Operation *op) { return graph::nodeName(op->getLoc()); }

std::string kindOf(Operation *op) { return op->getName().stripDialect().str(); }

bool isOperator(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name.starts_with("graph.") && name != "graph.constant" && name != "graph.none" &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

std::string whyTogether(Operation *root) {
  if (!root)
    return "they make the same shape and nobody else reads what is between them: one loop computes "
           "them";
  return "each follows on what the one before it made, which nobody else reads: the kernel applies "
         "those before it to what it reads, and the others to what it is about to store";
}

OperatorReport describe(Operation *op, const lower::Capabilities &target) {
  OperatorReport report;
  report.node = nameOf(op);
  report.host = lower::whyNotCompiled(op, target);
  auto group = dyn_cast<graph::GroupOp>(op);
  if (!group) {
    report.ops = {kindOf(op)};
    report.nodes = {report.node};
    report.macs = graph::macsOf(op);
    return report;
  }
  Operation *root = lower::rootOf(group.getBody().front());
  report.group =
      graph::categoryName(root ? lower::infoOf(root)->category : graph::Category::Elementwise);
  report.reason = whyTogether(root);
  for (Operation &member : group.getBody().front()) {
    if (!isOperator(&member))
      continue;
    report.ops.push_back(kindOf(&member));
    report.nodes.push_back(nameOf(&member));
    auto macs = graph::macsOf(&member);
    report.macs = macs && report.macs ? std::optional(*macs + *report.macs) : std::nullopt;
  }
  return report;
}

std::vector<std::pair<std::string, int64_t>> sizesOf(instr::KernelOp op) {
  std::vector<std::pair<std::string, int64_t>> sizes;
  for (auto [name, size] : llvm::zip_equal(op.getRow().sizes, op.getSizeValues()))
    sizes.emplace_back(name, size);
  return sizes;
}

/// Bytes of the buffers that live at each instruction.
llvm::DenseMap<Operation *, int64_t> liveBytes(instr::ProgramOp program) {
  llvm::DenseMap<Operation *, int64_t> live;
  int64_t bytes = 0;
  for (Operation &op : program.getBody().front()) {
    if (auto alloc = dyn_cast<instr::AllocOp>(op))
      bytes += instr::bytesOf(cast<MemRefType>(alloc.getMemory().getType()));
    else if (auto dealloc = dyn_cast<instr::DeallocOp>(op))
      bytes -= instr::bytesOf(cast<MemRefType>(dealloc.getMemory().getType()));
    live[&op] = bytes;
  }
  return live;
}

} // namespace

std::vector<OperatorReport> describeOperators(ModuleOp module, const lower::Capabilities &target) {
  std::vector<OperatorReport> reports;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isOperator(op))
      reports.push_back(describe(op, target));
    return isa<graph::GroupOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return reports;
}

SegmentReport describeSegment(instr::ProgramOp program, const runtime::Image &image,
                              const std::vector<Operation *> &sources,
                              const lower::Capabilities &target) {
  SegmentReport report;
  report.name = program.getSymName().str();
  report.weightBytes = image.weightBytes;
  report.arenaBytes = image.arenaBytes;
  report.codeBytes = image.codeBytes;
  auto live = liveBytes(program);
  for (auto [step, source] : llvm::zip(image.steps, sources)) {
    StepReport &entry = report.steps.emplace_back();
    entry.node = step.name;
    entry.what = step.what;
    entry.units = step.units;
    entry.liveBytes = live.lookup(source);
    if (auto kernel = dyn_cast<instr::KernelOp>(source))
      entry.sizes = sizesOf(kernel);
    if (auto host = dyn_cast<instr::HostOp>(source)) {
      Operation *computed = host.getBody().front().getTerminator()->getPrevNode();
      entry.host = lower::whyNotCompiled(computed, target);
    }
  }
  return report;
}

} // namespace ingot::target
