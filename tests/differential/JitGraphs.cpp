// Many graphs, each in a process of its own, so that a crash or hang is an outcome.
#include "tests/differential/Jit.h"
#include "tests/differential/Reduce.h"
#include "tests/differential/Variants.h"

#include "compiler/dialect/graph/Graph.h"

#include "mlir/Parser/Parser.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ingot::differential {
namespace {

/// Of the processor, and of the clock for one that waits for ever.
constexpr unsigned secondsForOne = 300, secondsToWait = 3600;

struct Outcome {
  JitTotals totals;
  std::string text;
};

/// A process that writes an Outcome into a pipe. A pipe holds far more, so it is read at the end.
struct Child {
  uint64_t seed;
  int end;
};

void loadDialects(mlir::MLIRContext &context) {
  context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
}

[[noreturn]] void work(const std::function<std::string(JitTotals &)> &check, int end) {
  ::alarm(secondsToWait);
  rlimit limit{secondsForOne, secondsForOne};
  ::setrlimit(RLIMIT_CPU, &limit);
  Outcome outcome;
  outcome.text = check(outcome.totals).substr(0, 4000);
  std::string message(reinterpret_cast<const char *>(&outcome.totals), sizeof outcome.totals);
  message += outcome.text;
  (void)!::write(end, message.data(), message.size());
  ::_exit(0);
}

/// Starts a process; its id and the end of a pipe to read from.
std::pair<pid_t, int> start(const std::function<std::string(JitTotals &)> &check) {
  int ends[2];
  if (::pipe(ends) != 0)
    return {-1, -1};
  std::cout.flush();
  pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    work(check, ends[1]);
  }
  ::close(ends[1]);
  return {child, ends[0]};
}

Outcome outcomeOf(int end, int status) {
  std::string message;
  char buffer[4096];
  for (ssize_t n; (n = ::read(end, buffer, sizeof buffer)) > 0;)
    message.append(buffer, static_cast<size_t>(n));
  ::close(end);
  Outcome outcome;
  if (message.size() < sizeof outcome.totals) {
    outcome.text = WIFSIGNALED(status) ? str("died of signal ", WTERMSIG(status))
                                       : str("exited with ", WEXITSTATUS(status));
    return outcome;
  }
  std::memcpy(&outcome.totals, message.data(), sizeof outcome.totals);
  outcome.text = message.substr(sizeof outcome.totals);
  return outcome;
}

std::string checkIsolated(const RandomGraph &graph, uint64_t seed) {
  auto [child, end] =
      start([&](JitTotals &totals) { return checkCompiled(graph, seed, false, totals); });
  int status = 0;
  ::waitpid(child, &status, 0);
  return outcomeOf(end, status).text;
}

std::string checkSeed(uint64_t seed, JitTotals &totals) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadDialects(context);
  return checkCompiled(makeGraph(context, seed), seed, true, totals);
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
  std::string notes = str("seed ", seed, ": ", text, "\nreduced: ", last,
                          "\nrepeat with: ingot-differential --jit --random=1 --seed=", seed,
                          "\nor as reduced: ingot-differential --jit ", path);
  Status status = write(graph, seed, path, notes);
  std::cout << "  reduced to " << operatorsIn(*graph.module) << " operators, "
            << (status.ok() ? "written to " + path : status.message()) << std::endl;
}

class Workers {
public:
  explicit Workers(const JitOptions &options) : options(options) {}

  int64_t run() {
    auto began = std::chrono::steady_clock::now();
    int jobs =
        options.jobs > 0 ? options.jobs : static_cast<int>(std::thread::hardware_concurrency());
    for (uint64_t seed = options.seed; seed < options.seed + options.count; ++seed) {
      while (children.size() >= static_cast<size_t>(std::max(1, jobs)))
        finishOne();
      auto [child, end] = start([&](JitTotals &all) { return checkSeed(seed, all); });
      children[child] = {seed, end};
    }
    while (!children.empty())
      finishOne();
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    for (const auto &[seed, text] : wrong)
      report(seed, text, options);
    print(seconds);
    return static_cast<int64_t>(wrong.size());
  }

private:
  void finishOne() {
    int status = 0;
    pid_t child = ::waitpid(-1, &status, 0);
    auto found = children.find(child);
    if (found == children.end())
      return;
    Outcome outcome = outcomeOf(found->second.end, status);
    totals.add(outcome.totals);
    if (options.verbose)
      std::cout << "random graph " << found->second.seed << "  "
                << (outcome.text.empty() ? "equal" : outcome.text) << std::endl;
    if (!outcome.text.empty())
      wrong[found->second.seed] = outcome.text;
    children.erase(found);
  }

  void print(double seconds) const {
    const Sharpness &sharp = totals.sharpness;
    auto percent = [&](int64_t part) {
      return static_cast<double>(1000 * part / std::max<int64_t>(1, sharp.elements)) / 10;
    };
    std::cout << options.count << " graphs from seed " << options.seed << " with "
              << totals.operators << " operators, " << totals.programs
              << " programs: " << wrong.size() << " different\n"
              << totals.variants << " variants, " << totals.variantsInSameBits
              << " in the same bits\n"
              << sharp.elements << " float elements: " << percent(sharp.nonFinite)
              << " % not finite, " << percent(sharp.loose)
              << " % where rounding explains more than a hundredth of the value\n"
              << static_cast<double>(options.count) / seconds << " graphs a second\n";
  }

  const JitOptions &options;
  JitTotals totals;
  std::map<pid_t, Child> children;
  std::map<uint64_t, std::string> wrong;
};

} // namespace

int64_t checkCompiledGraphs(const JitOptions &options) { return Workers(options).run(); }

std::string checkWrittenGraph(const std::string &path) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  loadDialects(context);
  uint64_t seed = 0;
  auto graph = read(context, path, seed);
  JitTotals totals;
  return graph.ok() ? checkCompiled(*graph, seed, false, totals) : graph.status().message();
}

} // namespace ingot::differential
