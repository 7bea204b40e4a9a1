// Many graphs, in other processes, so that a crash or hang is an outcome.
#include "tests/differential/Bounds.h"
#include "tests/differential/Jit.h"
#include "tests/differential/Reduce.h"
#include "tests/differential/Variants.h"
#include "tests/processes/Processes.h"

#include "compiler/dialect/graph/Graph.h"

#include "mlir/Parser/Parser.h"

#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>

namespace ingot::differential {
namespace {

constexpr processes::Limits limitsOfOne{.cpuSeconds = 300, .seconds = 3600};

void loadDialects(mlir::MLIRContext &context) {
  context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
}

/// Totals and what is wrong, as one text.
std::string packed(const JitTotals &totals, const std::string &wrong) {
  static_assert(std::is_trivially_copyable_v<JitTotals>);
  return std::string(reinterpret_cast<const char *>(&totals), sizeof totals) + wrong;
}

std::string unpacked(const processes::Outcome &outcome, JitTotals &totals) {
  if (outcome.end != processes::End::Done)
    return outcome.text;
  std::memcpy(&totals, outcome.text.data(), sizeof totals);
  return outcome.text.substr(sizeof totals);
}

std::string checkIsolated(const RandomGraph &graph, uint64_t seed) {
  JitTotals totals;
  std::string found;
  processes::forEach(
      1, limitsOfOne,
      [&](int64_t) {
        std::string wrong = checkCompiled(graph, seed, false, totals);
        return packed(totals, wrong);
      },
      [&](int64_t, const processes::Outcome &outcome) { found = unpacked(outcome, totals); });
  return found;
}

std::string checkSeed(uint64_t seed) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadDialects(context);
  JitTotals totals;
  std::string wrong = checkCompiled(makeGraph(context, seed), seed, true, totals);
  return packed(totals, wrong);
}

std::string commandFor(uint64_t seed) {
  return str("ingot-differential --jit --random=1 --seed=", seed);
}

/// Prints what is wrong with a graph; writes it as small as it can be made.
void report(uint64_t seed, const std::string &text, const JitOptions &options) {
  std::cout << "different  random graph " << seed << "  " << text << std::endl;
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadDialects(context);
  RandomGraph graph = makeGraph(context, seed);
  std::string last = checkIsolated(graph, seed);
  if (last.empty()) { // the fault is in the variant
    vary(*graph.module, seed);
    last = text;
  }
  reduce(graph, [&](const RandomGraph &smaller) {
    std::string found = checkIsolated(smaller, seed);
    last = found.empty() ? last : found;
    return !found.empty();
  });
  std::string path = str(options.folder.empty() ? "." : options.folder, "/graph-", seed, ".mlir");
  std::string notes =
      str("seed ", seed, ": ", text, "\nreduced: ", last, "\nrepeat with: ", commandFor(seed),
          "\nor as reduced: ingot-differential --jit ", path);
  Status status = write(graph, seed, path, notes);
  std::cout << "  reduced to " << operatorsIn(*graph.module) << " operators, "
            << (status.ok() ? "written to " + path : status.message()) << std::endl;
}

class Graphs {
public:
  explicit Graphs(const JitOptions &options) : options(options) {}

  int64_t run() {
    if (!options.folder.empty()) { // hours later it would be too late
      std::error_code problem;
      std::filesystem::create_directories(options.folder, problem);
      if (problem) {
        std::cout << "cannot make folder '" << options.folder << "': " << problem.message() << "\n";
        return 1;
      }
    }
    auto began = std::chrono::steady_clock::now();
    processes::Limits limits = limitsOfOne;
    limits.jobs = options.jobs;
    processes::forEach(
        static_cast<int64_t>(options.count), limits,
        [&](int64_t i) { return checkSeed(options.seed + static_cast<uint64_t>(i)); },
        [&](int64_t i, const processes::Outcome &outcome) {
          take(options.seed + static_cast<uint64_t>(i), outcome);
        });
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    for (const auto &[seed, text] : wrong)
      report(seed, text, options);
    print(seconds);
    return static_cast<int64_t>(wrong.size()) + isDull();
  }

private:
  void take(uint64_t seed, const processes::Outcome &outcome) {
    JitTotals found;
    std::string text = unpacked(outcome, found);
    totals.add(found);
    if (options.verbose)
      std::cout << "random graph " << seed << "  " << (text.empty() ? "equal" : text)
                << ", furthest " << found.furthest << std::endl;
    if (!text.empty()) {
      wrong[seed] = text;
      std::cerr << "different  random graph " << seed << "  " << text
                << "\n  repeat with: " << commandFor(seed) << std::endl;
    }
    if (++done % 50 == 0)
      std::cerr << done << " of " << options.count << " graphs, " << wrong.size() << " different"
                << std::endl;
  }

  void print(double seconds) const {
    std::cout << options.count << " graphs from seed " << options.seed << " with "
              << totals.operators << " operators, " << totals.programs
              << " programs: " << wrong.size() << " different\n"
              << totals.variants << " variants, " << totals.variantsInSameBits
              << " in the same bits\n"
              << totals.sharpness.text() << "\n"
              << "the furthest float lay " << totals.furthest << " widths outside of its draws, "
              << bounds::widening << " are allowed\n"
              << static_cast<double>(options.count) / seconds << " graphs a second\n";
  }

  /// Whether the judge let too much pass to have judged.
  bool isDull() const {
    std::string text = totals.sharpness.brokenBounds(totals.graphs);
    if (!text.empty())
      std::cout << "the judge is not sharp (tests/differential/Bounds.h): " << text << "\n";
    return !text.empty();
  }

  const JitOptions &options;
  JitTotals totals;
  uint64_t done = 0;
  std::map<uint64_t, std::string> wrong;
};

} // namespace

int64_t checkCompiledGraphs(const JitOptions &options) { return Graphs(options).run(); }

std::string checkWrittenGraph(const std::string &path) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadDialects(context);
  uint64_t seed = 0;
  auto graph = read(context, path, seed);
  JitTotals totals;
  return graph.ok() ? checkCompiled(*graph, seed, false, totals) : graph.status().message();
}

} // namespace ingot::differential
