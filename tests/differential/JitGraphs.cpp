// Many graphs, in processes of their own, so that a crash or hang is an outcome. A process goes on
// with the next graph: what it has compiled before need not be compiled again.
#include "tests/differential/Jit.h"
#include "tests/differential/Reduce.h"
#include "tests/differential/Variants.h"

#include "compiler/dialect/graph/Graph.h"

#include "mlir/Parser/Parser.h"

#include <algorithm>
#include <chrono>
#include <deque>
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
/// Of one process. The outcomes of all fit into a pipe, which is read at the end.
constexpr uint64_t mostGraphs = 100;
constexpr size_t mostText = 500;

struct Outcome {
  JitTotals totals;
  char text[mostText + 1] = {};
};
static_assert(mostGraphs * sizeof(Outcome) <= 65536 && std::is_trivially_copyable_v<Outcome>);

struct Seeds {
  uint64_t first, end;
};

/// A process that writes outcomes into a pipe.
struct Child {
  Seeds seeds;
  int end;
};

void loadDialects(mlir::MLIRContext &context) {
  context.loadDialect<graph::GraphDialect, mlir::func::FuncDialect>();
}

using CheckSeed = std::function<std::string(uint64_t, JitTotals &)>;

void limitTime() {
  ::alarm(secondsToWait);
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  rlim_t until = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + secondsForOne;
  rlimit limit{until, RLIM_INFINITY};
  ::setrlimit(RLIMIT_CPU, &limit);
}

[[noreturn]] void work(const CheckSeed &check, Seeds seeds, int end) {
  for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
    limitTime();
    Outcome outcome;
    check(seed, outcome.totals).copy(outcome.text, mostText);
    (void)!::write(end, &outcome, sizeof outcome);
  }
  ::_exit(0);
}

/// Starts a process; its id and the end of a pipe to read from.
std::pair<pid_t, int> start(const CheckSeed &check, Seeds seeds) {
  int ends[2];
  if (::pipe(ends) != 0)
    return {-1, -1};
  std::cout.flush();
  pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    work(check, seeds, ends[1]);
  }
  ::close(ends[1]);
  return {child, ends[0]};
}

/// What a process has said, and how it died if it did so before all was said.
std::vector<Outcome> outcomesOf(const Child &child, int status) {
  std::vector<Outcome> outcomes;
  Outcome outcome;
  while (::read(child.end, &outcome, sizeof outcome) == sizeof outcome)
    outcomes.push_back(outcome);
  ::close(child.end);
  if (outcomes.size() < child.seeds.end - child.seeds.first) {
    outcome = {};
    std::string text = WIFSIGNALED(status) ? str("died of signal ", WTERMSIG(status))
                                           : str("exited with ", WEXITSTATUS(status));
    text.copy(outcome.text, mostText);
    outcomes.push_back(outcome);
  }
  return outcomes;
}

std::string checkIsolated(const RandomGraph &graph, uint64_t seed) {
  Seeds seeds{seed, seed + 1};
  auto [child, end] =
      start([&](uint64_t, JitTotals &totals) { return checkCompiled(graph, seed, false, totals); },
            seeds);
  int status = 0;
  ::waitpid(child, &status, 0);
  return outcomesOf({seeds, end}, status).front().text;
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
    auto jobs = static_cast<uint64_t>(
        options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency()));
    uint64_t each = std::clamp<uint64_t>((options.count + jobs - 1) / jobs, 1, mostGraphs);
    uint64_t end = options.seed + options.count;
    for (uint64_t seed = options.seed; seed < end; seed += each)
      waiting.push_back({seed, std::min(end, seed + each)});
    while (!waiting.empty() || !children.empty())
      if (!waiting.empty() && children.size() < jobs)
        startOne();
      else
        finishOne();
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    for (const auto &[seed, text] : wrong)
      report(seed, text, options);
    print(seconds);
    return static_cast<int64_t>(wrong.size());
  }

private:
  void startOne() {
    Seeds seeds = waiting.front();
    waiting.pop_front();
    auto [child, end] = start(checkSeed, seeds);
    children[child] = {seeds, end};
  }

  void finishOne() {
    int status = 0;
    pid_t id = ::waitpid(-1, &status, 0);
    auto found = children.find(id);
    if (found == children.end())
      return;
    Child child = found->second;
    children.erase(found);
    for (const Outcome &outcome : outcomesOf(child, status))
      take(child.seeds.first++, outcome);
    if (child.seeds.first < child.seeds.end) // behind the one it died of
      waiting.push_front(child.seeds);
    std::cerr << done << " of " << options.count << " graphs, " << wrong.size() << " different"
              << std::endl;
  }

  void take(uint64_t seed, const Outcome &outcome) {
    ++done;
    totals.add(outcome.totals);
    std::string text = outcome.text;
    if (options.verbose)
      std::cout << "random graph " << seed << "  " << (text.empty() ? "equal" : text) << std::endl;
    if (!text.empty())
      wrong[seed] = text;
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
  uint64_t done = 0;
  std::deque<Seeds> waiting;
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
