// ingot-conformance: runs the ONNX backend tests on a target and keeps the ledger.
#include "tests/conformance/Suite.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

using namespace ingot;
using namespace ingot::conformance;

namespace {

struct Options {
  CompileOptions compile;
  std::string filter, json, ledger, compiled;
  std::vector<std::string> suites;
  processes::Limits limits{.cpuSeconds = 120, .seconds = 3600};
  double rtol = 1e-3, atol = 1e-7;
  bool quiet = false, inProcess = false, updateLedger = false;
};

using Results = std::vector<std::pair<Case, conformance::Report>>;

Results runAll(const Options &options) {
  std::vector<Case> tests;
  std::regex filter(options.filter.empty() ? ".*" : options.filter);
  for (const std::string &suite : options.suites)
    for (Case &test : findCases(suite))
      if (std::regex_search(test.name, filter)) {
        test.rtol = options.rtol;
        test.atol = options.atol;
        tests.push_back(std::move(test));
      }
  Results results;
  for (const Case &test : tests)
    results.emplace_back(test, conformance::Report());
  auto take = [&](size_t i, const conformance::Report &r) {
    if (!options.quiet && r.outcome != Outcome::Pass)
      std::cout << outcomeName(r.outcome) << "  " << tests[i].name << "  " << r.reason << std::endl;
    results[i].second = r;
  };
  if (options.inProcess)
    for (size_t i = 0; i < tests.size(); ++i)
      take(i, runCase(tests[i], options.compile));
  else
    runCases(tests, options.compile, options.limits, take);
  return results;
}

/// The mean of the tests' shares of operators that are machine code; nothing where the target
/// compiles nothing.
std::optional<double> meanShare(const Results &results) {
  double sum = 0;
  int64_t count = 0;
  for (const auto &[test, r] : results)
    if (r.compiledOperators)
      sum += *r.compiledOperators, ++count;
  return count ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

nlohmann::ordered_json number(const std::optional<double> &value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

void writeJson(const std::string &path, const std::string &target, const Results &results) {
  nlohmann::ordered_json document{{"target", target}, {"tests", nlohmann::ordered_json::array()}};
  for (const auto &[test, r] : results)
    document["tests"].push_back({{"name", test.name},
                                 {"outcome", outcomeName(r.outcome)},
                                 {"reason", r.reason},
                                 {"seconds", r.seconds},
                                 {"compiled_operators", number(r.compiledOperators)},
                                 {"compiled_macs", number(r.compiledMacs)}});
  document["compiled_operators"] = number(meanShare(results));
  std::ofstream(path) << document.dump(1) << "\n";
}

/// The ledger lists what is known not to pass: "name  outcome: reason". Everything else must pass,
/// and what it lists must not. A wrong answer is tolerated only where the word is `superseded`: the
/// test's own data was wrong and a later release of the suite corrected it. A crash never is.
int checkLedger(const Options &options, const Results &results) {
  std::map<std::string, std::string> known;
  std::ifstream file(options.ledger);
  if (!file) {
    std::cerr << "error: cannot read ledger '" << options.ledger << "'\n";
    return 1;
  }
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name, outcome;
    if (words >> name >> outcome && name[0] != '#')
      known[name] = outcome;
  }
  int faults = 0;
  auto fault = [&](std::string_view what, const std::string &name) {
    std::cout << what << name << "\n";
    ++faults;
  };
  for (const auto &[test, r] : results) {
    auto entry = known.extract(test.name);
    if (r.outcome == Outcome::Pass && !entry.empty())
      fault("passes, so take it off the ledger: ", test.name);
    std::string word = r.outcome == Outcome::Wrong ? "superseded" : outcomeName(r.outcome);
    bool tolerated = r.outcome != Outcome::Crash && !entry.empty() && entry.mapped() == word + ":";
    if (r.outcome != Outcome::Pass && !tolerated)
      fault(str("not in the ledger: ", outcomeName(r.outcome), "  "), test.name);
  }
  for (const auto &[name, outcome] : known)
    if (options.filter.empty())
      fault("in the ledger, but not in the suite: ", name);
  return faults ? 1 : 0;
}

/// As it stands in a ledger: rounded down, so that it can be read back as it is.
std::string shareText(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.3f", std::floor(share * 1000 + 1e-9) / 1000);
  return text;
}

/// The ledger of compiled shares lists tests of which a part runs on the reference: "name  share".
/// All of any other test is machine code. A share may only rise, and then the list says so.
int checkCompiled(const Options &options, const Results &results) {
  std::map<std::string, std::string> known;
  std::ifstream file(options.compiled);
  if (!file) {
    std::cerr << "error: cannot read ledger '" << options.compiled << "'\n";
    return 1;
  }
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name, share;
    if (words >> name >> share && name[0] != '#')
      known[name] = share;
  }
  int faults = 0;
  for (const auto &[test, r] : results) {
    auto entry = known.extract(test.name);
    std::string wanted = entry.empty() ? shareText(1) : entry.mapped();
    std::string found = shareText(r.compiledOperators.value_or(1));
    if (found == wanted || r.outcome != Outcome::Pass)
      continue;
    ++faults;
    std::cout << test.name << ": a share of " << found << " is compiled, the ledger has " << wanted
              << (found > wanted ? ": raise it there" : "") << "\n";
  }
  for (const auto &[name, share] : known)
    if (options.filter.empty() && ++faults)
      std::cout << "in the ledger, but not in the suite: " << name << "\n";
  return faults ? 1 : 0;
}

void writeCompiled(const Options &options, const Results &results) {
  std::ofstream out(options.compiled);
  out << "# Conformance tests of which target '" << options.compile.target
      << "' runs a part on the reference: the share of\n"
      << "# operators that are machine code. All of every other test is. A share may only rise.\n";
  for (const auto &[test, r] : results)
    if (r.outcome == Outcome::Pass && r.compiledOperators.value_or(1) < 1)
      out << test.name << "  " << shareText(*r.compiledOperators) << "\n";
}

void writeLedger(const Options &options, const Results &results) {
  std::ofstream out(options.ledger);
  out << "# Conformance tests that target '" << options.compile.target
      << "' does not pass, with the reason.\n"
      << "# Every other test of the suite must pass. This list may only shrink.\n";
  for (const auto &[test, r] : results)
    if (r.outcome != Outcome::Pass)
      out << test.name << "  " << outcomeName(r.outcome) << ": " << r.reason << "\n";
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{
      "Runs ONNX backend tests on a target, in processes that may crash or hang.\n"
      "Ends with a line 'N passed, N failed, N skipped'; unsupported tests count as skipped."};
  app.add_option("--target", options.compile.target, "target to judge")->capture_default_str();
  std::string optimize = "on", level = "shapes";
  app.add_option("--optimize", optimize, "optimize models")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  app.add_option("--specialize", level, "what of a model becomes part of its kernels")
      ->check(CLI::IsMember({"none", "shapes", "all"}))
      ->capture_default_str();
  app.add_option("--mcpu", options.compile.cpu,
                 "the processor that code is made for, as LLVM names it; by default this one");
  app.add_option("--suite", options.suites, "folder with backend tests; may be given several times")
      ->required();
  app.add_option("--filter", options.filter, "run only tests whose name matches this regex");
  app.add_option("--json", options.json, "write each test's outcome and reason to this file");
  app.add_option("--ledger", options.ledger,
                 "fail unless every test passes that this list does not name");
  app.add_option("--compiled-ledger", options.compiled,
                 "fail unless all of every test is machine code, or the share that this list has");
  app.add_flag("--update-ledger", options.updateLedger, "write the lists instead of checking them");
  app.add_option("--rtol", options.rtol, "relative tolerance")->capture_default_str();
  app.add_option("--atol", options.atol, "absolute tolerance")->capture_default_str();
  app.add_option("--timeout", options.limits.cpuSeconds, "seconds that one test may compute")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  app.add_option("--jobs", options.limits.jobs, "processes at a time; 0: one a core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  app.add_flag("--quiet", options.quiet, "print only the closing line");
  app.add_flag("--in-process", options.inProcess, "do not isolate tests, for debugging");
  CLI11_PARSE(app, argc, argv);
  options.compile.optimize = optimize == "on";
  options.compile.specialize = level == "none"  ? Specialization::None
                               : level == "all" ? Specialization::All
                                                : Specialization::Shapes;

  Results results = runAll(options);
  if (results.empty()) {
    std::cerr << "error: no test found; --suite wants a folder with */test_*/model.onnx\n";
    return 2;
  }
  size_t counts[5] = {};
  for (const auto &[test, r] : results)
    ++counts[static_cast<int>(r.outcome)];
  if (!options.json.empty())
    writeJson(options.json, options.compile.target, results);
  int code = 0;
  if (!options.ledger.empty() && options.updateLedger)
    writeLedger(options, results);
  else if (!options.ledger.empty())
    code = checkLedger(options, results);
  else
    code = counts[1] + counts[2] + counts[4] ? 1 : 0;
  if (!options.compiled.empty() && options.updateLedger)
    writeCompiled(options, results);
  else if (!options.compiled.empty())
    code = std::max(code, checkCompiled(options, results));
  if (auto share = meanShare(results))
    std::cout << "compiled " << shareText(*share) << " of the operators of a test, on average\n";
  std::cout << "wrong " << counts[1] << ", error " << counts[2] << ", unsupported " << counts[3]
            << ", crash " << counts[4] << "\n"
            << counts[0] << " passed, " << counts[1] + counts[2] + counts[4] << " failed, "
            << counts[3] << " skipped\n";
  return code;
}
