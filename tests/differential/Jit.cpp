// Compiled code, judged by the interpreter.
#include "tests/differential/Jit.h"

#include "tests/differential/Network.h"
#include "tests/differential/Variants.h"

namespace ingot::differential {

void JitTotals::add(const JitTotals &other) {
  graphs += other.graphs;
  operators += other.operators;
  programs += other.programs;
  variants += other.variants;
  variantsInSameBits += other.variantsInSameBits;
  sharpness.add(other.sharpness);
  furthest = std::max(furthest, other.furthest);
}

RandomGraph makeGraph(mlir::MLIRContext &context, uint64_t seed) {
  return seed % 4 == 0 ? makeRandomGraph(context, seed) : makeNetwork(context, seed);
}

namespace {

/// The ways to compile that must not differ in a bit.
struct Way {
  const char *name;
  Specialization level;
  int threads;
};
constexpr Way ways[] = {{"none, 1 thread", Specialization::None, 1},
                        {"shapes, 2 threads", Specialization::Shapes, 2},
                        {"all, 4 threads", Specialization::All, 4}};

class Check {
public:
  Check(const RandomGraph &graph, uint64_t seed, std::vector<Value> wanted, JitTotals &totals)
      : graph(graph), seed(seed), wanted(std::move(wanted)),
        rounding(*graph.module, graph.inputs, this->wanted), totals(totals) {}

  std::string run(bool varied) {
    std::string text = levels();
    if (text.empty() && seed % 4 == 1)
      text = unoptimized();
    if (text.empty() && varied)
      text = variant();
    return text.empty() ? countSharpness() : text;
  }

private:
  Results compiled(mlir::ModuleOp module, const Way &way, bool optimize) {
    ++totals.programs;
    CompileOptions options;
    options.target = "cpu";
    options.specialize = way.level;
    options.threads = way.threads;
    options.optimize = optimize;
    return runCompiled(module, graph.inputs, options);
  }

  std::string countSharpness() {
    auto sharpness = rounding.sharpness();
    if (!sharpness.ok())
      return "the graph with rounding errors does not run: " + sharpness.status().message();
    totals.sharpness = *sharpness;
    totals.furthest = rounding.furthest();
    return "";
  }

  std::string judge(const Results &found) {
    return found.ok() ? rounding.unexplained(*found) : "the run fails: " + found.status().message();
  }

  std::string levels() {
    for (const Way &way : ways) {
      auto found = compiled(*graph.module, way, true);
      std::string text = judge(found);
      if (!text.empty())
        return str(way.name, ": ", text);
      if (results.empty())
        results = *found;
      else if (text = differenceOf(results, *found); !text.empty())
        return str(way.name, " differs from ", ways[0].name, ": ", text);
    }
    return "";
  }

  std::string unoptimized() {
    std::string text = judge(compiled(*graph.module, ways[seed / 4 % std::size(ways)], false));
    return text.empty() ? "" : "not optimized: " + text;
  }

  std::string variant() {
    mlir::OwningOpRef<mlir::ModuleOp> varied(graph.module.get().clone());
    std::string names = vary(*varied, seed);
    if (names.empty())
      return "";
    auto found = runModule(*varied, graph.inputs);
    std::string text = found.ok() ? differenceOf(wanted, *found) : found.status().message();
    if (!text.empty())
      return str("interpreted variant (", names, "): ", text);
    auto again = compiled(*varied, ways[1], true);
    text = judge(again);
    if (!text.empty())
      return str("variant (", names, "): ", text);
    ++totals.variants;
    totals.variantsInSameBits += differenceOf(results, *again).empty();
    return "";
  }

  const RandomGraph &graph;
  uint64_t seed;
  std::vector<Value> wanted, results;
  Rounding rounding;
  JitTotals &totals;
};

} // namespace

std::string checkCompiled(const RandomGraph &graph, uint64_t seed, bool varied, JitTotals &totals) {
  auto wanted = runModule(*graph.module, graph.inputs);
  if (!wanted.ok())
    return "does not run: " + wanted.status().message();
  totals.graphs = 1;
  totals.operators = operatorsIn(*graph.module);
  return Check(graph, seed, *wanted, totals).run(varied);
}

} // namespace ingot::differential
