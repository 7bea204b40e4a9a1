// ingot bench: how fast a model runs, what it takes, and where the time goes.
#include "tools/ingot/BenchSizes.h"
#include "tools/ingot/Measure.h"
#include "tools/ingot/Profile.h"
#include "tools/ingot/Session.h"
#include "tools/ingot/Verbs.h"

#include <iostream>

namespace ingot::tool {
namespace {

struct BenchOptions {
  ModelOptions model;
  CodeOptions code;
  InputOptions inputs;
  MeasureOptions measure;
  std::string trace;
  bool profile = false;
};

struct Bench {
  Measurement measured;
  int64_t memoryAfterCompile = 0, peakMemory = 0;
  std::vector<ProfiledRun> runs;
  std::vector<NodeTime> nodes;
};

Status checkOptions(const BenchOptions &options) {
  if (options.measure.iterations < 0 || options.measure.iterations > MeasureOptions::mostIterations)
    return usage(str("--iterations ", options.measure.iterations, ": wanted 1 to ",
                     MeasureOptions::mostIterations));
  if (!(options.measure.duration > 0) || options.measure.duration > 1e6)
    return usage(str("--duration ", options.measure.duration, ": wanted more than 0 seconds"));
  if (options.measure.warmup < 0)
    return usage(str("--warmup ", options.measure.warmup, ": wanted 0 or more"));
  return success();
}

/// What a table over sizes has no place for.
Status checkRangeOptions(const BenchOptions &options, const std::vector<DimRange> &ranges) {
  const char *odd = options.profile                  ? "--profile"
                    : !options.trace.empty()         ? "--trace"
                    : !options.inputs.inputs.empty() ? "--input"
                                                     : nullptr;
  return odd ? usage(str(odd, " is for one size; wanted one instead of --dim ", rangesText(ranges)))
             : success();
}

constexpr std::pair<const char *, double> percentiles[] = {
    {"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}};

/// "min", "mean", "p50", …, "max" in milliseconds.
std::vector<std::pair<std::string, double>> latencies(const Measurement &measured) {
  std::vector<std::pair<std::string, double>> rows{{"min", 1e3 * measured.seconds.front()},
                                                   {"mean", 1e3 * measured.mean()}};
  for (const auto &[name, share] : percentiles)
    rows.emplace_back(name, 1e3 * measured.percentile(share));
  rows.emplace_back("max", 1e3 * measured.seconds.back());
  return rows;
}

double runsPerSecond(const Measurement &measured) {
  return static_cast<double>(measured.seconds.size()) / measured.wall;
}

Json toJson(const BenchOptions &options, const Session &session, const Bench &bench) {
  Json latency = Json::object();
  for (const auto &[name, ms] : latencies(bench.measured))
    latency[name] = ms;
  Json json = programJson(options.model, options.code, session.program.report());
  json.update({{"iterations", bench.measured.seconds.size()},
               {"warmup", options.measure.warmup},
               {"latency_ms", std::move(latency)},
               {"runs_per_second", runsPerSecond(bench.measured)},
               {"allocations", bench.measured.allocations},
               {"noisy", bench.measured.isNoisy()},
               {"load_seconds", session.loadSeconds},
               {"compile_seconds", session.compileSeconds},
               {"rss_after_compile", bench.memoryAfterCompile},
               {"rss_peak", bench.peakMemory}});
  addReport(json, session.program.report());
  if (options.profile)
    json["operators"] = nodeTimesJson(bench.nodes);
  return json;
}

std::string decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.3f" : "%.2f", value);
  return text;
}

void print(const BenchOptions &options, const Session &session, const Bench &bench) {
  const Measurement &measured = bench.measured;
  const Report report = session.program.report();
  std::cout << styled(printable(options.model.path), Style::Bold, std::cout) << " on "
            << options.model.target << ", " << counted(threadsOf(options.code, report), "thread")
            << ", " << counted(static_cast<int64_t>(measured.seconds.size()), "run")
            << (options.code.hasPrecision() ? ", precision " + options.code.precision : "")
            << (options.code.isFast() ? ", math " + options.code.math : "") << "\n";
  Table latency({"latency", "ms"}, "lr");
  for (const auto &[name, ms] : latencies(measured))
    latency.row({name, decimals(ms)});
  latency.print(std::cout, "  ");
  Table rest({"", ""}, "ll");
  rest.row({"runs per second", decimals(runsPerSecond(measured))});
  rest.row({"allocations", grouped(measured.allocations)});
  rest.row({"load", decimals(session.loadSeconds) + " s"});
  rest.row({"compile", decimals(session.compileSeconds) + " s"});
  if (report.compiles())
    rest.row({"compiled", compiledText(report)});
  if (!report.segments.empty()) {
    rest.row({"weights", bytesText(report.weightBytes())});
    rest.row({"arena", bytesText(report.arenaBytes())});
    rest.row({"code", bytesText(report.codeBytes())});
  }
  rest.row({"memory after compile", bytesText(bench.memoryAfterCompile)});
  rest.row({"memory at most", bytesText(bench.peakMemory)});
  rest.print(std::cout, "  ");
  if (options.profile) {
    std::cout << styled("operators", Style::Bold, std::cout) << "\n";
    printNodeTimes(bench.nodes);
  }
}

/// The profile is taken in runs of its own: clocks between the steps cost time.
Status profile(const BenchOptions &options, Session &session, Bench &bench) {
  if (!options.profile && options.trace.empty())
    return success();
  bench.runs = INGOT_TRY(profileRuns(session.context));
  bench.nodes = nodeTimes(bench.runs, session.model, session.program.report());
  return success();
}

int report(const BenchOptions &options, const Session &session, const Bench &bench) {
  if (options.model.json != "-" && options.trace != "-")
    print(options, session, bench);
  if (bench.measured.isNoisy())
    std::cerr << styled("warning", Style::Yellow, std::cerr)
              << ": a tenth of the runs took more than 1.25 times the fastest: something else ran "
                 "on this machine; trust the minimum\n";
  warnOfReference(session.program.report());
  int code = 0;
  if (!options.trace.empty())
    code = writeJson(traceJson(bench.runs, options.model.path), options.trace, 0);
  if (code == 0 && !options.model.json.empty())
    code = writeJson(toJson(options, session, bench), options.model.json, 0);
  return code;
}

int run(const BenchOptions &options) {
  auto compile = compileOptions(options.model, options.code);
  const Status valid = checkOptions(options);
  for (const Status *status : {&compile.status(), &valid})
    if (!status->ok())
      return fail(*status);
  if (!compile->ranges.empty()) {
    Status fits = checkRangeOptions(options, compile->ranges);
    return fits.ok()
               ? benchSizes({options.model, options.code, options.measure, options.inputs.seed},
                            *compile)
               : fail(fits);
  }
  RunOptions runs;
  runs.seed = options.inputs.seed;
  int code = 0;
  auto session = openSession({options.model, *compile, runs, &options.inputs}, code);
  if (!session)
    return code;
  Bench bench;
  bench.memoryAfterCompile = processMemory("VmRSS");
  auto measured = measure(session->context, options.measure);
  if (!measured.ok())
    return fail(measured.status());
  bench.measured = measured.take();
  bench.peakMemory = processMemory("VmHWM");
  Status profiled = profile(options, *session, bench);
  return profiled.ok() ? report(options, *session, bench) : fail(profiled);
}

} // namespace

void addBench(CLI::App &app, Action &action) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App *verb = app.add_subcommand(
      "bench", "Measures how fast a model runs, on made-up inputs unless some are given.");
  options->model.add(*verb, /*takesRanges=*/true);
  options->code.add(*verb);
  options->inputs.add(*verb);
  verb->add_option("--iterations", options->measure.iterations,
                   "how many runs to measure; default: as many as the duration allows");
  verb->add_option("--duration", options->measure.duration, "seconds to measure for")
      ->capture_default_str();
  verb->add_option("--warmup", options->measure.warmup, "runs before the first that counts")
      ->capture_default_str();
  verb->add_flag("--profile", options->profile, "a table of the operators and their times");
  addOptionalFile(*verb, "--trace", options->trace, "the steps of some runs, for Perfetto");
  verb->footer(
      "Allocations are those of the whole process while the runs are measured. The profile "
      "and the trace come from runs of their own. Of a range of sizes there is a table: the first "
      "answer for a size, with kernels that were compiled ahead, and those of the program for it.\n"
      "Example:\n  ingot bench model.onnx --threads=2 --profile\n"
      "  ingot bench model.onnx --dim batch=1 --dim seq=1..512\n"
      "  ingot bench model.onnx --duration=10 --json=bench.json "
      "--trace=trace.json");
  verb->callback([&action, options] { action = [options] { return run(*options); }; });
}

} // namespace ingot::tool
