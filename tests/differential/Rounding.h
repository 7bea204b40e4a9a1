// Rounding: which results of a graph rounding errors explain.
//
// Two correct implementations of a graph differ because they round at other places: a sum has
// another order, a product and a sum are fused, an exponential is good to two units in the last
// place. How far this carries depends on the graph (a difference of nearly equal numbers magnifies
// it, a comparison or a cast turns it into another integer), so no fixed tolerance is right. It is
// measured instead, by stochastic arithmetic: the interpreter runs a copy of the graph in which
//   - the result of every operator that rounds is multiplied by 1 + d, and
//   - every operand of a sum (contraction, reduction, batch_norm) is, too: a sum in any order is
//     the exact sum of terms that are each off by some units in the last place,
// with d drawn for each element from the whole multiples of the type's epsilon between -4 and 4:
// twice the two units in the last place that a function of an operator may be off. Composite
// operators are written out first, so that what they round inside counts.
//
// The results of some such runs span, per element, the range that rounding explains; a result may
// lie outside of it by its width, since a few draws do not reach its ends. A result that is not
// explained gets more draws, as an argmax of two nearly equal numbers changes in few of them. What
// no draw changes, such as all that is computed from integers alone, must be equal bit by bit.
//
// What is lost to underflow is in no proportion to the value, and no factor shows it: where a graph
// rounds at all, some units of the smallest number are allowed. And a sum of nearly the largest
// number may be beyond it on the way, in some order: it may be infinite, or NaN. Where rounding
// decides the sign of an infinity, what the infinity is multiplied by may as well be zero: NaN.
#pragma once

#include "tests/differential/Run.h"

#include "compiler/interp/Program.h"

#include "mlir/IR/OwningOpRef.h"

#include <random>

namespace ingot::differential {

/// How sharply results were judged: a range as wide as its value proves nothing.
struct Sharpness {
  int64_t elements = 0;  ///< of float outputs
  int64_t nonFinite = 0; ///< infinities and NaN
  int64_t loose = 0;     ///< others whose range is wider than a hundredth of the value
};

class Rounding {
public:
  /// For the outputs that the interpreter gives for these inputs.
  Rounding(mlir::ModuleOp module, const std::vector<Value> &inputs,
           const std::vector<Value> &wanted);

  /// The first element that rounding does not explain; "" when it explains all.
  std::string unexplained(const std::vector<Value> &found);
  Sharpness sharpness();

private:
  /// The values that an element of an output had in all runs.
  struct Range {
    double low, high; ///< of finite ones; low > high when there are none
    bool infinite[2]; ///< negative, positive
    bool nan;
    void add(double value);
    /// `lost`: beyond what the runs have shown.
    bool explains(double value, bool widened, double lost) const;
  };

  Status build();
  /// Runs until there were `runs`.
  Status drawUpTo(int runs);
  void add(const std::vector<Value> &results);
  std::string firstUnexplained(const std::vector<Value> &found) const;

  mlir::OwningOpRef<mlir::ModuleOp> module;
  const std::vector<Value> &inputs, &wanted;
  std::shared_ptr<const interp::Program> program;
  std::vector<ValueType> noise; ///< the further inputs
  std::vector<std::vector<Range>> ranges;
  std::mt19937_64 random{1};
  int runs = 0;
};

} // namespace ingot::differential
