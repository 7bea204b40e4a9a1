// Options that verbs share; parsing of shapes and numbers.
#include "tools/ingot/Options.h"

#include <algorithm>

namespace ingot::tool {

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

namespace {
constexpr std::pair<const char *, Specialization> levels[] = {
    {"none", Specialization::None},
    {"shapes", Specialization::Shapes},
    {"all", Specialization::All},
};
constexpr std::pair<const char *, Math> maths[] = {
    {"strict", Math::Strict},
    {"fast", Math::Fast},
};

template <typename Value, size_t N>
std::vector<std::string> namesOf(const std::pair<const char *, Value> (&values)[N]) {
  std::vector<std::string> names;
  for (const auto &[name, value] : values)
    names.emplace_back(name);
  return names;
}
template <typename Value, size_t N>
Value valueOf(const std::pair<const char *, Value> (&values)[N], const std::string &wanted) {
  return std::find_if(std::begin(values), std::end(values),
                      [&](const auto &value) { return wanted == value.first; })
      ->second;
}
} // namespace

void CodeOptions::add(CLI::App &app) {
  app.add_option("--threads", threads,
                 "threads that a run may use; default: as many as cores that the process may use");
  app.add_option("--mcpu", cpu,
                 "the processor that code is made for, like neoverse-n1; default: this machine's")
      ->type_name("NAME");
  app.add_option("--machine", machine,
                 "a file that describes the machine that code is made for, in JSON")
      ->type_name("FILE");
  app.add_option("--specialize", specialize,
                 "what becomes part of the machine code: nothing, sizes, or addresses too")
      ->check(CLI::IsMember(namesOf(levels)))
      ->capture_default_str();
  app.add_option("--precision", precision,
                 "the floats that weights are rounded to and kept in, everything being computed in "
                 "f32; model: as the model has it")
      ->check(CLI::IsMember({"model", "f32", "f16", "bf16"}))
      ->capture_default_str();
  app.add_option("--math", math,
                 "fast: products whose weights are kept in f16 are computed in f16 where the "
                 "machine can, and convolutions by transforms that round more; strict: neither")
      ->check(CLI::IsMember(namesOf(maths)))
      ->capture_default_str();
  app.add_flag("--no-optimize", noOptimize, "compile the operators as the model has them");
  app.add_flag("--flush-denormals", flushDenormals,
               "compiled code takes denormal numbers for zero");
}

Expected<CompileOptions> CodeOptions::compileOptions(const std::string &target) const {
  if (threads < 0 || threads > CompileOptions::mostThreads)
    return usage(str("--threads ", threads, ": wanted 0 to ", CompileOptions::mostThreads));
  CompileOptions options;
  options.target = target;
  options.threads = threads;
  options.cpu = cpu;
  options.machine = machine;
  options.specialize = valueOf(levels, specialize);
  options.math = valueOf(maths, math);
  if (hasPrecision())
    options.precision = elementFromName(precision);
  options.optimize = !noOptimize;
  options.flushDenormals = flushDenormals;
  options.inBackground = false; // a verb meets one size of everything
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
