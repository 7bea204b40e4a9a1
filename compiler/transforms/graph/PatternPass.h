// PatternPass: a pass that applies patterns, and does not run where it would change nothing.
//
//   struct SimplifyPads : PatternPass<impl::SimplifyPadsBase<SimplifyPads>> {
//     void addPatterns(RewritePatternSet &patterns) override {
//       patterns.add<DropPad, PadToSlice, MergePads>(&getContext());
//     }
//   };
//
// Pipelines run most passes several times, since each may make room for others. Mostly it does not,
// and to look at every operator of a large graph in order to find that out is what optimizing would
// spend its time on. So a pass that changed nothing says so: its name is kept in an analysis,
// Settled, which the first pass to change something invalidates, and it is not run before that. The
// verifier does not run after such a pass either.
//
// A pass whose patterns start at operators that do not occur does not run at all. Patterns that
// start at any operator say which one they need near it:
//
//   struct SinkTransposes : PatternPass<impl::SinkTransposesBase<SinkTransposes>, TransposeOp> {
#pragma once

#include "compiler/transforms/graph/Support.h"

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringSet.h"

namespace ingot::graph {

/// The passes that would change nothing of an operation as it is now: an analysis.
class Settled {
public:
  explicit Settled(mlir::Operation *) {}

  bool contains(llvm::StringRef pass) const { return passes.contains(pass); }
  void insert(llvm::StringRef pass) { passes.insert(pass); }

private:
  llvm::StringSet<> passes;
};

/// A pass that does not run again until another has changed something.
template <typename Base> class SettlingPass : public Base {
public:
  using Base::Base;

  void runOnOperation() final {
    std::string name;
    llvm::raw_string_ostream stream(name);
    this->printAsTextualPipeline(stream); // with its options
    auto settled = this->template getCachedAnalysis<Settled>();
    bool isSettled = settled && settled->get().contains(name);
    if (!isSettled && change())
      return;
    this->template getAnalysis<Settled>().insert(name);
    this->markAllAnalysesPreserved();
  }

private:
  /// Does the work; whether it changed anything.
  virtual bool change() = 0;
};

/// `Needed`: operators of which at least one must occur for a pattern to match.
template <typename Base, typename... Needed> class PatternPass : public SettlingPass<Base> {
public:
  using SettlingPass<Base>::SettlingPass;

  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {
    mlir::RewritePatternSet set(context);
    addPatterns(set);
    patterns = std::move(set);
    return llvm::success();
  }

private:
  virtual void addPatterns(mlir::RewritePatternSet &set) = 0;

  bool change() final {
    mlir::Operation *root = this->getOperation();
    if constexpr (sizeof...(Needed) > 0) {
      auto isNeeded = [](mlir::Operation *op) {
        return llvm::isa<Needed...>(op) ? mlir::WalkResult::interrupt()
                                        : mlir::WalkResult::advance();
      };
      if (!root->walk(isNeeded).wasInterrupted())
        return false;
    }
    return applyGreedily(root, patterns);
  }

  mlir::FrozenRewritePatternSet patterns;
};

} // namespace ingot::graph
