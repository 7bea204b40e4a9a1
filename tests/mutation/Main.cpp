// ingot-mutate: loads and runs mutated conformance models; nothing may die or hang.
#include "runtime/base/File.h"
#include "tests/conformance/Suite.h"
#include "tests/mutation/Mutate.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <fstream>
#include <iostream>
#include <sys/wait.h>
#include <unistd.h>

using namespace ingot;

namespace {

enum Fate { Rejected, FailedToRun, Ran, Died, Hung, fateCount };

struct Options {
  std::vector<std::string> suites;
  int64_t count = 20000;
  uint64_t seed = 1;
  unsigned timeout = 10;
  std::string keep, one;
};

uint64_t fnv1a(std::string_view text) {
  uint64_t hash = 14695981039346656037ull;
  for (char c : text)
    hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211ull;
  return hash;
}

/// Loads the bytes and runs them with the original inputs. Only ever in a process of its own.
Fate tryModel(const std::string &bytes, const conformance::Case &test, unsigned timeout) {
  auto loaded = Model::loadBytes(bytes, nullptr);
  if (!loaded.model)
    return Rejected;
  auto program = loaded.model->compile();
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
  RunOptions options;
  options.maxMemory = int64_t{512} << 20;
  options.timeout = timeout / 2.0;
  auto outputs = program->run(inputs, options);
  return outputs.ok() ? Ran : FailedToRun;
}

Fate tryIsolated(const std::string &bytes, const conformance::Case &test, unsigned timeout) {
  pid_t child = ::fork();
  if (child == 0) {
    ::alarm(timeout);
    ::_exit(tryModel(bytes, test, timeout));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? Hung : Died;
  return WEXITSTATUS(status) < Died ? static_cast<Fate>(WEXITSTATUS(status)) : Died;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{"Mutates the conformance models and loads and runs each mutant in its own process.\n"
               "Fails when one of them dies or hangs."};
  app.add_option("--suite", options.suites, "folder with backend tests")->required();
  app.add_option("--count", options.count, "how many mutants")->capture_default_str();
  app.add_option("--seed", options.seed, "of the whole run")->capture_default_str();
  app.add_option("--timeout", options.timeout, "seconds for one mutant")->capture_default_str();
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
  int64_t fates[fateCount] = {};
  for (int64_t i = 0; i < options.count; ++i) {
    const auto &test = cases[static_cast<size_t>(i) % cases.size()];
    uint64_t seed =
        fnv1a(test.name) + options.seed * 1000003 + static_cast<uint64_t>(i) / cases.size();
    if (!options.one.empty()) {
      auto found = std::find_if(cases.begin(), cases.end(), [&](const auto &c) {
        return options.one.starts_with(c.name + ":");
      });
      if (found == cases.end())
        return 2;
      auto file = MappedFile::open(found->model);
      std::string bytes = mutation::mutateModel(
          (*file)->bytes(), std::stoull(options.one.substr(found->name.size() + 1)));
      std::cout << "fate " << tryModel(bytes, *found, options.timeout) << "\n";
      return 0;
    }
    auto file = MappedFile::open(test.model);
    if (!file.ok())
      continue;
    std::string mutant = mutation::mutateModel((*file)->bytes(), seed);
    Fate fate = tryIsolated(mutant, test, options.timeout);
    ++fates[fate];
    if (fate >= Died) {
      std::cout << (fate == Died ? "died  " : "hung  ") << test.name << ":" << seed << std::endl;
      if (!options.keep.empty())
        std::ofstream(options.keep + "/" + std::to_string(seed) + ".onnx") << mutant;
    }
  }
  std::cout << "rejected " << fates[Rejected] << ", failed to run " << fates[FailedToRun]
            << ", ran " << fates[Ran] << ", died " << fates[Died] << ", hung " << fates[Hung]
            << "\n"
            << options.count - fates[Died] - fates[Hung] << " passed, " << fates[Died] + fates[Hung]
            << " failed, 0 skipped\n";
  return fates[Died] + fates[Hung] ? 1 : 0;
}
