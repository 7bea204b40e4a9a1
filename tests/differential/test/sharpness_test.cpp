// How sharp the judge is: what it allows in random graphs, and which planted errors it finds. The
// graphs are always the same, and nothing is compiled.
#include "tests/differential/Bounds.h"
#include "tests/differential/Jit.h"

#include "compiler/dialect/graph/Graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

namespace ingot::differential {
namespace {

struct Count {
  int64_t planted = 0, caught = 0;
  double share() const { return static_cast<double>(caught) / static_cast<double>(planted); }
};
struct Counts {
  Count floats, halves, integers;
};

/// Changes up to so many elements of an output, one at a time.
void plantIn(const Tensor &wanted, const Possible &possible, Counts &counts) {
  bool isReal = isFloat(wanted.type());
  Count &count = !isReal                           ? counts.integers
                 : elementBits(wanted.type()) > 16 ? counts.floats
                                                   : counts.halves;
  int64_t step = std::max<int64_t>(1, wanted.elements() / 40);
  for (int64_t i = 0; i < wanted.elements(); i += step) {
    if (isReal && !std::isfinite(wanted.numberAt(i)))
      continue;
    ++count.planted;
    count.caught += !possible.explains(withError(wanted, i, bounds::plantedUnits), i);
  }
}

/// Calls f(wanted, rounding) for the graph of a seed.
template <typename F> void judge(uint64_t seed, F f) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
  RandomGraph graph = makeGraph(context, seed);
  auto wanted = runModule(*graph.module, graph.inputs);
  ASSERT_TRUE(wanted.ok()) << wanted.status().message();
  Rounding rounding(*graph.module, graph.inputs, *wanted);
  f(*wanted, rounding);
}

/// As many draws as the judge ever makes have been made when it is asked, so that it is as lenient
/// as it gets.
void plantInGraph(uint64_t seed, Counts &counts) {
  judge(seed, [&](const std::vector<Value> &wanted, Rounding &rounding) {
    auto possible = rounding.possibleAfter(*std::rbegin(bounds::draws));
    ASSERT_TRUE(possible.ok()) << possible.status().message();
    for (size_t i = 0; i < wanted.size(); ++i)
      if ((*possible)[i] && !wanted[i].tensor().isString())
        plantIn(wanted[i].tensor(), *(*possible)[i], counts);
  });
}

TEST(Sharpness, KeepsItsBounds) {
  Sharpness all;
  for (uint64_t seed = 1; seed <= bounds::manyGraphs; ++seed)
    judge(seed, [&](const std::vector<Value> &, Rounding &rounding) {
      auto sharpness = rounding.sharpness();
      ASSERT_TRUE(sharpness.ok()) << sharpness.status().message();
      all.add(*sharpness);
    });
  std::cout << all.text() << "\n";
  EXPECT_EQ(all.brokenBounds(bounds::manyGraphs), "");
}

TEST(Sharpness, NamesTheBoundsThatAreNotKept) {
  Sharpness dull;
  dull.floats = dull.widths[3] = 100; // an eighth of the value is allowed
  dull.elements = dull.judged = 100;
  EXPECT_NE(dull.brokenBounds(bounds::fewestGraphs).find("median width"), std::string::npos);
  EXPECT_EQ(dull.brokenBounds(bounds::fewestGraphs - 1), "");
  dull.widths[3] = 0;
  dull.widths[20] = 100;
  EXPECT_EQ(dull.brokenBounds(bounds::manyGraphs), "");
  dull.judged = 50;
  EXPECT_NE(dull.brokenBounds(bounds::fewestGraphs).find("judged"), std::string::npos);
}

TEST(Planted, ErrorsAreCaught) {
  Counts counts;
  for (uint64_t seed = 1; seed <= 24; ++seed)
    plantInGraph(seed, counts);
  auto check = [](const char *what, const Count &count, double least) {
    std::cout << what << ": " << count.caught << " of " << count.planted << " caught\n";
    EXPECT_GT(count.planted, 100) << what;
    EXPECT_GE(count.share(), least) << what;
  };
  check("floats", counts.floats, bounds::caughtFloats);
  check("16-bit floats", counts.halves, bounds::caughtHalves);
  check("integers", counts.integers, bounds::caughtIntegers);
}

} // namespace
} // namespace ingot::differential
