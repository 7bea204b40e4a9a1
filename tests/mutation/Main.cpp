// ingot-mutate: loads, compiles and runs mutated conformance models; nothing may die or hang.
#include "runtime/base/File.h"
#include "tests/conformance/Suite.h"
#include "tests/mutation/Mutate.h"
#include "tests/processes/Processes.h"
#include "tests/seed/Seed.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>

using namespace ingot;

namespace {

enum Fate { Rejected, FailedToRun, Ran, Died, Hung, fateCount };
constexpr const char *fateNames[] = {"rejected", "failed to run", "ran", "died", "hung"};

struct Options {
  std::vector<std::string> suites;
  int64_t count = 20000;
  uint64_t seed = seedOfTheDay();
  unsigned timeout = 60; ///< the largest networks take ten seconds to compile
  int jobs = 0;
  std::string target = "cpu", keep, one;
};

uint64_t fnv1a(std::string_view text) {
  uint64_t hash = 14695981039346656037ull;
  for (char c : text)
    hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211ull;
  return hash;
}

/// Loads the bytes, compiles them and runs them with the original inputs.
Fate tryModel(const std::string &bytes, const conformance::Case &test, const Options &options) {
  auto loaded = Model::loadBytes(bytes, nullptr);
  if (!loaded.model)
    return Rejected;
  CompileOptions compileOptions;
  compileOptions.target = options.target;
  compileOptions.threads = 1; // there is a process a core
  auto program = loaded.model->compile(compileOptions);
  if (!program.ok())
    return FailedToRun;
  std::vector<Value> inputs;
  const auto &ports = loaded.model->inputs();
  for (size_t i = 0; i < ports.size() && !test.dataSets.empty(); ++i) {
    auto value = readOnnxValue(str(test.dataSets[0], "/input_", i, ".pb"), ports[i].type);
    if (!value.ok())
      break;
    inputs.push_back(value.take());
  }
  RunOptions runOptions;
  runOptions.maxMemory = int64_t{512} << 20;
  runOptions.timeout = std::min(5.0, options.timeout / 2.0);
  auto outputs = program->run(inputs, runOptions);
  return outputs.ok() ? Ran : FailedToRun;
}

/// A mutant is known by the test that it comes from and a seed.
struct Mutant {
  const conformance::Case &test;
  uint64_t seed;

  Mutant(const std::vector<conformance::Case> &cases, const Options &options, int64_t i)
      : test(cases[static_cast<size_t>(i) % cases.size()]),
        seed(fnv1a(test.name) + options.seed * 1000003 + static_cast<uint64_t>(i) / cases.size()) {}
  Mutant(const conformance::Case &test, uint64_t seed) : test(test), seed(seed) {}

  std::string bytes() const {
    auto file = MappedFile::open(test.model);
    return file.ok() ? mutation::mutateModel((*file)->bytes(), seed) : "";
  }
  std::string name() const { return str(test.name, ":", seed); }
};

int tryOne(const std::vector<conformance::Case> &cases, const Options &options) {
  for (const auto &test : cases)
    if (options.one.starts_with(test.name + ":")) {
      Mutant mutant(test, std::strtoull(options.one.c_str() + test.name.size() + 1, nullptr, 10));
      std::cout << fateNames[tryModel(mutant.bytes(), test, options)] << "\n";
      return 0;
    }
  std::cerr << "error: no test of that name: " << options.one << "\n";
  return 2;
}

std::string commandFor(const Mutant &mutant, const Options &options) {
  std::string command = "ingot-mutate";
  for (const std::string &suite : options.suites)
    command += " --suite=" + suite;
  return command + " --target=" + options.target + " --one=" + mutant.name();
}

int tryAll(const std::vector<conformance::Case> &cases, const Options &options) {
  int64_t fates[fateCount] = {};
  std::cout << "seed " << options.seed << std::endl;
  auto work = [&](int64_t i) {
    Mutant mutant(cases, options, i);
    return std::string(1, static_cast<char>('0' + tryModel(mutant.bytes(), mutant.test, options)));
  };
  auto take = [&](int64_t i, const processes::Outcome &outcome) {
    Fate fate = outcome.end == processes::End::Done   ? static_cast<Fate>(outcome.text[0] - '0')
                : outcome.end == processes::End::Hung ? Hung
                                                      : Died;
    ++fates[fate];
    if (fate < Died)
      return;
    Mutant mutant(cases, options, i);
    std::cout << fateNames[fate] << "  " << mutant.name() << "  " << outcome.text
              << "\n  repeat with: " << commandFor(mutant, options) << std::endl;
    if (!options.keep.empty())
      std::ofstream(str(options.keep, "/", mutant.seed, ".onnx")) << mutant.bytes();
  };
  processes::Limits limits{
      .cpuSeconds = options.timeout, .seconds = 20 * options.timeout, .jobs = options.jobs};
  processes::forEach(options.count, limits, work, take);
  int64_t failed = fates[Died] + fates[Hung];
  for (int fate = 0; fate < fateCount; ++fate)
    std::cout << (fate ? ", " : "") << fateNames[fate] << " " << fates[fate];
  std::cout << "\n" << options.count - failed << " passed, " << failed << " failed, 0 skipped\n";
  return failed ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{
      "Mutates the conformance models; loads, compiles and runs each mutant, in processes that may "
      "die.\nFails when one of them dies or hangs."};
  app.add_option("--suite", options.suites, "folder with backend tests")->required();
  app.add_option("--count", options.count, "how many mutants")->capture_default_str();
  std::vector<std::string> known;
  for (const TargetInfo &target : targets())
    known.push_back(target.name);
  app.add_option("--target", options.target, "what to compile for")
      ->check(CLI::IsMember(known))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of the whole run; without it, the day's");
  app.add_option("--timeout", options.timeout,
                 "seconds that one mutant may take, compiling and running")
      ->check(CLI::Range(2, 3600))
      ->capture_default_str();
  app.add_option("--jobs", options.jobs, "processes at a time; 0: one a core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  app.add_option("--keep", options.keep, "folder for the mutants that died or hung");
  app.add_option("--one", options.one, "NAME:SEED of a single mutant, run in this process");
  CLI11_PARSE(app, argc, argv);

  std::vector<conformance::Case> cases;
  for (const std::string &suite : options.suites)
    for (auto &test : conformance::findCases(suite))
      cases.push_back(std::move(test));
  if (cases.empty()) {
    std::cerr << "error: no test found below --suite\n";
    return 2;
  }
  return options.one.empty() ? tryAll(cases, options) : tryOne(cases, options);
}
