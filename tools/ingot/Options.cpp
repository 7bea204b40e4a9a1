// Options that verbs share; parsing of shapes and numbers.
#include "tools/ingot/Options.h"

#include <algorithm>

namespace ingot::tool {

namespace {

/// One --dim: a size, or a range of them.
struct GivenDim {
  DimRange range;
  bool isRange = false;
};

Expected<GivenDim> parseDim(const std::string &text, bool takesRanges) {
  size_t equals = text.rfind('=');
  GivenDim dim;
  if (equals != std::string::npos) {
    std::string sizes = text.substr(equals + 1);
    dim.range.name = text.substr(0, equals);
    size_t dots = sizes.find("..");
    dim.isRange = dots != std::string::npos;
    bool isWhole = dim.isRange ? parseWhole(sizes.substr(0, dots), dim.range.first) &&
                                     parseWhole(sizes.substr(dots + 2), dim.range.last)
                               : parseWhole(sizes, dim.range.first) && dim.range.first >= 0;
    if (isWhole && dim.isRange && !takesRanges)
      return usage(str("--dim '", text, "': a range is for compile, run and bench; wanted one size",
                       ", as in --dim ", dim.range.name, "=", dim.range.last));
    if (isWhole)
      return dim;
  }
  return usage(
      str("--dim '", text, "' is not NAME=SIZE", takesRanges ? " or NAME=FIRST..LAST" : ""));
}

} // namespace

void ModelOptions::add(CLI::App &app, bool ranges) {
  takesRanges = ranges;
  app.add_option("MODEL", path, "model file (.onnx, or .mlir with graph IR)")
      ->required()
      ->type_name("FILE");
  app.add_option("--target", target, "target to compile for")->capture_default_str();
  addList(app, "--dim", dims,
          ranges
              ? "size of a symbolic dimension: NAME=SIZE; or NAME=FIRST..LAST: compile ahead for "
                "all of these sizes"
              : "size of a symbolic dimension: NAME=SIZE")
      ->type_name(ranges ? "NAME=SIZE|FIRST..LAST" : "NAME=SIZE");
  addList(app, "--shapes", shapes,
          "shape of an input, whatever the model declares: NAME:1x3x224x224")
      ->type_name("NAME:SHAPE[,…]");
  addJson(app, json);
}

Expected<LoadOptions> ModelOptions::loadOptions() const {
  LoadOptions options;
  for (const std::string &text : dims) {
    GivenDim dim = INGOT_TRY(parseDim(text, takesRanges));
    if (!dim.isRange)
      options.dims[dim.range.name] = dim.range.first;
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

Expected<std::vector<DimRange>> ModelOptions::ranges() const {
  LoadOptions sizes = INGOT_TRY(loadOptions());
  std::vector<DimRange> ranges;
  for (const std::string &text : dims) {
    GivenDim dim = INGOT_TRY(parseDim(text, takesRanges));
    auto size = sizes.dims.find(dim.range.name);
    if (dim.isRange && size != sizes.dims.end())
      return usage(str("--dim '", text, "': '", dim.range.name, "' has the size ", size->second,
                       " already"));
    if (dim.isRange)
      ranges.push_back(std::move(dim.range));
  }
  return ranges;
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
  options.inBackground = false; // a verb meets one size of everything, unless it is given ranges
  return options;
}

Expected<CompileOptions> compileOptions(const ModelOptions &model, const CodeOptions &code) {
  CompileOptions options = INGOT_TRY(code.compileOptions(model.target));
  options.ranges = INGOT_TRY(model.ranges());
  options.inBackground = !options.ranges.empty();
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
