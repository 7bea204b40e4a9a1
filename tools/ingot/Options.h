// Options that several verbs share, and how their values are read.
#pragma once

#include "ingot/Ingot.h"

#include <CLI/CLI.hpp>

namespace ingot::tool {

/// Which model, for what, with which sizes.
struct ModelOptions {
  std::string path;
  std::string target = "interpreter";
  std::vector<std::string> dims;   ///< "batch=8"
  std::vector<std::string> shapes; ///< "x:1x3x224x224"
  std::string json;                ///< empty: none, "-": standard output, else a file

  void add(CLI::App &app);
  /// The sizes, parsed; a usage error says which was not understood.
  Expected<LoadOptions> loadOptions() const;
};

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
/// "1x3x224x224".
Expected<Shape> parseShape(const std::string &text);
/// "0.5" or "1/255".
Expected<double> parseFraction(const std::string &text);
/// Numbers between commas.
Expected<std::vector<double>> parseNumbers(const std::string &text);

} // namespace ingot::tool
