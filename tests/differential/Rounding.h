// Rounding: which results of a graph rounding errors explain.
//
// Two correct implementations of a graph differ because they round at other places: a sum has
// another order, a product and a sum are fused, an exponential is good to two units in the last
// place. How far this carries depends on the graph (a difference of nearly equal numbers magnifies
// it, a comparison or a cast turns it into another integer), so no fixed tolerance is right. It is
// measured instead, by stochastic arithmetic: the interpreter runs a copy of the graph that rounds
// at random, some times over, and each of these draws shows values that may come out.
//
// The rules. Their numbers are in Bounds.h.
//  1. Types and shapes are equal, and so are all bits of what no rounding touches: moved data,
//     integers computed from integers, results of exact operators. Which operators are exact is
//     tried (Noise.h). NaN is NaN whatever its bits.
//  2. f32 and f64: an operator that rounds is off by a few units in the last place. In a draw each
//     element of its result is multiplied by 1 + d, and so is each operand of a sum (contraction,
//     reduction, batch_norm): a sum in any order is the exact sum of terms that are each a little
//     off. The result of a long sum gets more, for terms that are all rounded the same way.
//     Composite operators are written out first, so that what they round inside counts.
//  3. f16 and bf16: an operator computes in f32 and rounds its result once. The copy says so with
//     casts, and draws change what is rounded. Two neighbours are allowed where the number to be
//     rounded is near the middle of them, one value elsewhere.
//  4. A float may lie between the least and the greatest drawn, and outside by a part of the width
//     of that, since draws do not reach the ends. Of f16 and bf16 one unit of the width is left
//     out: see 3.
//  5. Integers and truth values are one of the values that were drawn, not one between them. An
//     index of the largest element is 3 or 7, never 5.
//  6. An element that the draws do not explain gets many more: an argmax of two nearly equal
//     numbers changes in few.
//  7. What underflow loses is in no proportion to the value, and no factor shows it: where a graph
//     rounds at all, some units of the smallest number are allowed. Fast exponentials have no
//     denormal numbers (fast_math.h): where e^x, a sigmoid or a softplus of f32 is as small, it is
//     0 in half of the draws.
//  8. A sum of nearly the largest number may be beyond it on the way, in some order: it may be
//     infinite, or NaN. Where rounding decides the sign of an infinity, the factor of that infinity
//     may as well be zero: NaN.
//  9. asin, acos, atanh and acosh of a number at the end of their domain: half of the draws keep it
//     there. In the others rounding may bring it beyond, which gives NaN.
//
// A judge that explains everything is worthless: Sharpness.h says how much must be left.
#pragma once

#include "tests/differential/Noise.h"
#include "tests/differential/Possible.h"
#include "tests/differential/Run.h"
#include "tests/differential/Sharpness.h"

#include "compiler/interp/Program.h"

#include <random>

namespace ingot::differential {

class Rounding {
public:
  /// For the outputs that the interpreter gives for these inputs.
  Rounding(mlir::ModuleOp graph, const std::vector<Value> &inputs,
           const std::vector<Value> &wanted);

  /// The first element that rounding does not explain; "" when it explains all.
  std::string unexplained(const std::vector<Value> &found);
  /// How sharp the judgement is after at least the first draws.
  Expected<Sharpness> sharpness();
  /// How far the furthest float that was explained lay outside of what the draws gave
  /// (Possible::excessAt).
  double furthest() const { return furthestExcess; }
  /// The possible values of each output after so many draws; nothing for an output of sequences.
  Expected<std::vector<std::optional<Possible>>> possibleAfter(int draws);

private:
  Status build();
  Status drawUpTo(int count);
  void measure(const std::vector<Value> &found);
  std::string firstUnexplained(const std::vector<Value> &found) const;

  mlir::ModuleOp graph;
  const std::vector<Value> &inputs, &wanted;
  NoisyGraph noisy;
  std::shared_ptr<const interp::Program> program; ///< of the noisy graph
  std::vector<std::optional<Possible>> possible;
  std::mt19937_64 random{1};
  int drawn = 0;
  double furthestExcess = -0.5;
};

} // namespace ingot::differential
