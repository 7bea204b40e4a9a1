// Parsing of sizes, shapes and numbers from the command line.
#include "tools/ingot/Options.h"

#include <charconv>
#include <cmath>
#include <set>

namespace ingot::tool {
namespace {

constexpr const char *optionalFile = "[=FILE]";

Status usage(std::string message) { return failure(std::move(message), ErrorKind::Usage); }

template <typename N> bool parseWhole(std::string_view text, N &value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
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

} // namespace

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
  for (const CLI::App *verb : app.get_subcommands([](const CLI::App *) { return true; }))
    for (const CLI::Option *option : verb->get_options())
      if (option->get_type_name() == optionalFile)
        optional.insert(option->get_name());
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i)
    arguments.push_back(optional.count(argv[i]) ? str(argv[i], "=-") : std::string(argv[i]));
  return arguments;
}

void ModelOptions::add(CLI::App &app) {
  app.add_option("MODEL", path, "model file (.onnx, or .mlir with graph IR)")
      ->required()
      ->type_name("FILE");
  app.add_option("--target", target, "target to compile for")->capture_default_str();
  addList(app, "--dim", dims, "size of a symbolic dimension: NAME=SIZE")->type_name("NAME=SIZE");
  addList(app, "--shapes", shapes,
          "shape of an input, whatever the model declares: NAME:1x3x224x224")
      ->type_name("NAME:SHAPE[,…]");
  addJson(app, json);
}

Expected<LoadOptions> ModelOptions::loadOptions() const {
  LoadOptions options;
  for (const std::string &dim : dims) {
    size_t equals = dim.rfind('=');
    int64_t size = -1;
    if (equals == std::string::npos || !parseWhole(dim.substr(equals + 1), size) || size < 0)
      return usage(str("--dim '", dim, "' is not NAME=SIZE"));
    options.dims[dim.substr(0, equals)] = size;
  }
  for (const std::string &list : shapes)
    for (const std::string &shape : split(list, ',')) {
      // Input names may hold colons; shapes do not.
      size_t colon = shape.rfind(':');
      if (colon == std::string::npos)
        return usage(str("--shapes '", shape, "' is not NAME:1x2x3"));
      options.shapes[shape.substr(0, colon)] = INGOT_TRY(parseShape(shape.substr(colon + 1)));
    }
  return options;
}

Expected<Shape> parseShape(const std::string &text) {
  Shape shape;
  if (text == "scalar")
    return shape;
  for (const std::string &part : split(text, 'x')) {
    int64_t dim = -1;
    if (!parseWhole(part, dim) || dim < 0)
      return usage(str("'", text, "' is not a shape like 1x3x224x224"));
    shape.push_back(dim);
  }
  return shape;
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

Expected<double> parseFraction(const std::string &text) {
  auto parts = split(text, '/');
  double top = 0, bottom = 1;
  if (parts.size() > 2 || !parseWhole(parts[0], top) ||
      (parts.size() == 2 && !parseWhole(parts[1], bottom)) || bottom == 0)
    return usage(str("'", text, "' is not a number like 0.5 or 1/255"));
  return top / bottom;
}

Expected<std::vector<double>> parseNumbers(const std::string &text) {
  std::vector<double> numbers;
  if (text.empty())
    return numbers;
  for (const std::string &part : split(text, ','))
    numbers.push_back(INGOT_TRY(parseFraction(part)));
  return numbers;
}

} // namespace ingot::tool
