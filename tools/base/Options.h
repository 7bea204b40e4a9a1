// Options that programs share, and how their values are read.
#pragma once

#include "ingot/Status.h"

#include <CLI/CLI.hpp>
#include <charconv>

namespace ingot::tool {

/// Adds an option whose value may be left out: "--json" means "--json=-", standard output.
void addOptionalFile(CLI::App &app, const std::string &name, std::string &value,
                     const std::string &text);
/// Adds "--json[=FILE]".
void addJson(CLI::App &app, std::string &json);
/// The command line with "=-" behind options of addOptionalFile that have no value.
std::vector<std::string> completeArguments(const CLI::App &app, int argc, char **argv);
/// Adds an option that may be given several times, one value each.
CLI::Option *addList(CLI::App &app, const std::string &name, std::vector<std::string> &values,
                     const std::string &text);

/// "512", "64K", "2G", "1.5G": bytes.
Expected<int64_t> parseBytes(const std::string &text);

/// An error of the command line.
Status usage(std::string message);
/// complain() and the exit code of usage errors.
int usageError(const std::string &message, const std::string &help);
/// A usage error for the first argument that the app does not know, with the option that was
/// perhaps meant; nothing when it knows all.
std::optional<int> explainUnknown(const CLI::App &app, const std::string &command);

/// A number and nothing else.
template <typename N> bool parseWhole(std::string_view text, N &value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}
std::vector<std::string> split(const std::string &text, char at);

} // namespace ingot::tool
