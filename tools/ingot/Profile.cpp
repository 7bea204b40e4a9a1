// Times of steps, summed by node.
#include "tools/ingot/Profile.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>

namespace ingot::tool {
namespace {

/// The time of each step without the steps inside of it, in the order the steps ended.
std::vector<double> ownSeconds(const std::vector<StepTime> &steps) {
  std::vector<double> own;
  std::vector<size_t> outer; // steps that no later one contains so far
  for (const StepTime &step : steps) {
    double inner = 0;
    while (!outer.empty() && steps[outer.back()].begin >= step.begin) {
      inner += steps[outer.back()].end - steps[outer.back()].begin;
      outer.pop_back();
    }
    outer.push_back(own.size());
    own.push_back(std::max(0.0, step.end - step.begin - inner));
  }
  return own;
}

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

struct NodeFacts {
  std::string ops;
  std::optional<int64_t> macs = 0;

  void add(const std::string &op, std::optional<int64_t> more) {
    ops += (ops.empty() ? "" : "+") + op;
    macs = macs && more ? std::optional(*macs + *more) : std::nullopt;
  }
};

/// What the compilation says of the nodes, or the model where nothing was compiled.
std::map<std::string, NodeFacts> factsOf(const Model &model, const Report &report) {
  std::map<std::string, NodeFacts> facts;
  for (const OperatorReport &op : report.operators) {
    std::string all;
    for (const std::string &name : op.ops)
      all += (all.empty() ? "" : "+") + name;
    facts[op.node].add(all, op.macs);
  }
  if (report.operators.empty())
    for (const GraphNode &node : model.graph().nodes)
      facts[node.name].add(node.op, node.macs);
  return facts;
}

std::string fixed(double value, const char *format) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

} // namespace

std::optional<double> NodeTime::gigaflops() const {
  if (!macs || *macs == 0 || seconds <= 0)
    return std::nullopt;
  return 2e-9 * static_cast<double>(*macs) / seconds;
}

Expected<std::vector<ProfiledRun>> profileRuns(Context &context) {
  using Clock = std::chrono::steady_clock;
  constexpr size_t least = 3, most = 50;
  constexpr double longest = 1;
  std::vector<ProfiledRun> runs;
  auto start = Clock::now();
  auto now = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  while (runs.size() < most && (runs.size() < least || now() < longest)) {
    double begin = now();
    runs.push_back({begin, INGOT_TRY(context.profile())});
  }
  return runs;
}

std::vector<NodeTime> nodeTimes(const std::vector<ProfiledRun> &runs, const Model &model,
                                const Report &report) {
  std::map<std::string, std::vector<double>> seconds; // by node, one for each run
  std::map<std::string, std::vector<std::string>> kernels;
  for (size_t r = 0; r < runs.size(); ++r) {
    std::vector<double> own = ownSeconds(runs[r].steps);
    for (size_t i = 0; i < own.size(); ++i) {
      const StepTime &step = runs[r].steps[i];
      auto &times = seconds[step.node];
      times.resize(runs.size());
      times[r] += own[i];
      auto &known = kernels[step.node];
      if (std::find(known.begin(), known.end(), step.what) == known.end())
        known.push_back(step.what);
    }
  }
  auto facts = factsOf(model, report);
  std::vector<NodeTime> nodes;
  double sum = 0;
  for (const auto &[name, times] : seconds) {
    NodeTime node{name, facts[name].ops, "", medianOf(times), 0, facts[name].macs};
    for (const std::string &kernel : kernels[name])
      node.kernels += (node.kernels.empty() ? "" : ", ") + kernel;
    sum += node.seconds;
    nodes.push_back(std::move(node));
  }
  for (NodeTime &node : nodes)
    node.share = sum > 0 ? node.seconds / sum : 0;
  std::sort(nodes.begin(), nodes.end(), [](const NodeTime &a, const NodeTime &b) {
    return a.seconds != b.seconds ? a.seconds > b.seconds : a.node < b.node;
  });
  return nodes;
}

void printNodeTimes(const std::vector<NodeTime> &nodes) {
  constexpr size_t shown = 30;
  Table table({"node", "operators", "ms", "share", "GFLOP/s", "kernels"}, "llrrrl");
  double rest = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const NodeTime &node = nodes[i];
    if (i >= shown) {
      rest += node.share;
      continue;
    }
    auto rate = node.gigaflops();
    table.row({node.node, node.ops, fixed(1e3 * node.seconds, "%.3f"),
               fixed(100 * node.share, "%.1f %%"), rate ? fixed(*rate, "%.1f") : "", node.kernels});
  }
  table.print(std::cout, "  ");
  if (nodes.size() > shown)
    std::cout << "  … " << counted(static_cast<int64_t>(nodes.size() - shown), "more node") << ", "
              << fixed(100 * rest, "%.1f %%") << " in all\n";
}

Json nodeTimesJson(const std::vector<NodeTime> &nodes) {
  Json json = Json::array();
  for (const NodeTime &node : nodes) {
    Json entry{{"node", node.node},        {"operators", node.ops}, {"kernels", node.kernels},
               {"ms", 1e3 * node.seconds}, {"share", node.share},   {"macs", nullptr}};
    if (node.macs)
      entry["macs"] = *node.macs;
    if (auto rate = node.gigaflops())
      entry["gigaflops"] = *rate;
    json.push_back(std::move(entry));
  }
  return json;
}

Json traceJson(const std::vector<ProfiledRun> &runs, const std::string &title) {
  Json events = Json::array();
  events.push_back(
      {{"ph", "M"}, {"name", "process_name"}, {"pid", 1}, {"tid", 1}, {"args", {{"name", title}}}});
  auto slice = [&](const std::string &name, const char *category, double begin, double end) {
    events.push_back({{"ph", "X"},
                      {"name", name},
                      {"cat", category},
                      {"pid", 1},
                      {"tid", 1},
                      {"ts", 1e6 * begin},
                      {"dur", 1e6 * (end - begin)}});
  };
  for (size_t r = 0; r < runs.size(); ++r) {
    double end = 0;
    for (const StepTime &step : runs[r].steps)
      end = std::max(end, step.end);
    slice(str("run ", r), "run", runs[r].begin, runs[r].begin + end);
    for (const StepTime &step : runs[r].steps) {
      bool isHost = step.what.starts_with("host ");
      slice(step.node.empty() ? step.what : step.node, isHost ? "host" : "code",
            runs[r].begin + step.begin, runs[r].begin + step.end);
      events.back()["args"] = {{"kernel", step.what}};
    }
  }
  return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}};
}

} // namespace ingot::tool
