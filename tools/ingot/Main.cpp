// ingot: looks into models, checks and runs them. One file per verb.
#include "ingot/Ingot.h"
#include "tools/ingot/Options.h"
#include "tools/ingot/Output.h"
#include "tools/ingot/Verbs.h"

#include <algorithm>
#include <cstring>
#include <iostream>

using namespace ingot;
using namespace ingot::tool;

namespace {

std::vector<std::string> verbsOf(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::App *verb : app.get_subcommands([](const CLI::App *) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

int unknownVerb(const std::string &verb, const std::vector<std::string> &names) {
  std::string all;
  for (const std::string &name : names)
    all += (all.empty() ? "" : ", ") + name;
  std::string nearest = nearestName(verb, names);
  return usageError(str("no command '", verb, "'"), nearest.empty()
                                                        ? "the commands are: " + all
                                                        : str("did you mean '", nearest, "'?"));
}

/// A command line that does not parse: says what is wrong with it and what was perhaps meant.
int explain(const CLI::App &app, const CLI::ParseError &error) {
  std::string command = "ingot";
  for (const CLI::App *sub : app.get_subcommands()) {
    command += " " + sub->get_name();
    if (auto code = explainUnknown(*sub, command))
      return *code;
  }
  if (auto code = explainUnknown(app, "ingot"))
    return *code;
  return usageError(error.what(), "see: " + command + " --help");
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{
      "Ingot: a neural-network compiler.\n"
      "Exit codes: 0 ok, 1 runtime error, 2 usage, 3 unsupported, 4 mismatch, 5 bad model.",
      "ingot"};
  app.set_version_flag("--version", str("ingot ", version()));
  app.require_subcommand(1);
  app.footer("Example:\n  ingot check model.onnx\n"
             "'ingot COMMAND --help' explains a command.");
  Action action;
  addCheck(app, action);
  addRun(app, action);
  addBench(app, action);
  addCompile(app, action);
  addExplain(app, action);
  addDiff(app, action);
  addInspect(app, action);
  addDoctor(app, action);

  auto verbs = verbsOf(app);
  if (argc > 1 && argv[1][0] != '-' &&
      std::find(verbs.begin(), verbs.end(), argv[1]) == verbs.end())
    return unknownVerb(argv[1], verbs);
  try {
    // CLI11 wants the last argument first.
    auto arguments = completeArguments(app, argc, argv);
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError &error) {
    return error.get_exit_code() == 0 ? app.exit(error) : explain(app, error);
  }
  int code = action();
  std::cout.flush();
  if (!std::cout) {
    complain(str("cannot write to standard output: ", std::strerror(errno)), "");
    return code ? code : static_cast<int>(ErrorKind::Runtime);
  }
  return code;
}
