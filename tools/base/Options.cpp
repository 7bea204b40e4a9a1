// Options that programs share.
#include "tools/base/Options.h"

#include "ingot/Diagnostic.h"
#include "tools/base/Output.h"

#include <cmath>
#include <set>

namespace ingot::tool {
namespace {

constexpr const char *optionalFile = "[=FILE]";

/// The long names of an app's options, "--target".
std::vector<std::string> flagsOf(const CLI::App &app) {
  std::vector<std::string> flags;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      flags.push_back("--" + name);
  return flags;
}

void addOptionalFiles(const CLI::App &app, std::set<std::string> &names) {
  for (const CLI::Option *option : app.get_options())
    if (option->get_type_name() == optionalFile)
      names.insert(option->get_name());
}

} // namespace

Status usage(std::string message) { return failure(std::move(message), ErrorKind::Usage); }

int usageError(const std::string &message, const std::string &help) {
  complain(message, help);
  return static_cast<int>(ErrorKind::Usage);
}

std::optional<int> explainUnknown(const CLI::App &app, const std::string &command) {
  for (const std::string &extra : app.remaining()) {
    std::string flag = extra.substr(0, extra.find('='));
    if (!flag.starts_with("-"))
      return usageError(str("unexpected argument '", extra, "'"), "see: " + command + " --help");
    std::string nearest = nearestName(flag, flagsOf(app));
    return usageError(str(command, " has no option '", flag, "'"),
                      nearest.empty() ? "see: " + command + " --help"
                                      : str("did you mean '", nearest, "'?"));
  }
  return std::nullopt;
}

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i)
    if (i == text.size() || text[i] == at) {
      parts.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  return parts;
}

CLI::Option *addList(CLI::App &app, const std::string &name, std::vector<std::string> &values,
                     const std::string &text) {
  return app.add_option(name, values, text)->allow_extra_args(false);
}

void addOptionalFile(CLI::App &app, const std::string &name, std::string &value,
                     const std::string &text) {
  app.add_option(name, value, text)->type_name(optionalFile);
}

void addJson(CLI::App &app, std::string &json) {
  addOptionalFile(app, "--json", json, "the result as JSON, to standard output or FILE");
}

std::vector<std::string> completeArguments(const CLI::App &app, int argc, char **argv) {
  std::set<std::string> optional;
  addOptionalFiles(app, optional);
  for (const CLI::App *verb : app.get_subcommands([](const CLI::App *) { return true; }))
    addOptionalFiles(*verb, optional);
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i)
    arguments.push_back(optional.count(argv[i]) ? str(argv[i], "=-") : std::string(argv[i]));
  return arguments;
}

Expected<int64_t> parseBytes(const std::string &text) {
  static constexpr std::string_view units = "KMGT";
  std::string number = text;
  if (number.ends_with("iB"))
    number.resize(number.size() - 2);
  else if (number.ends_with("B"))
    number.pop_back();
  double factor = 1;
  auto last = static_cast<unsigned char>(number.empty() ? '\0' : number.back());
  if (size_t unit = units.find(static_cast<char>(std::toupper(last)));
      unit != std::string_view::npos) {
    factor = std::ldexp(1.0, 10 * (static_cast<int>(unit) + 1));
    number.pop_back();
  }
  double value = 0;
  if (!parseWhole(number, value) || !(value * factor >= 1) || value * factor >= 9e18)
    return usage(str("'", text, "' is not a size like 512M or 2G"));
  return static_cast<int64_t>(value * factor);
}

} // namespace ingot::tool
