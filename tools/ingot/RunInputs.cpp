// Reads what --input names.
#include "tools/ingot/RunInputs.h"

#include "tools/ingot/Output.h"

#include <algorithm>
#include <iostream>

namespace ingot::tool {
namespace {

/// What an --input says: for which input, and the text or file.
struct Given {
  std::string name; ///< empty: for the only input, or for all that an archive has
  std::string text;
  bool isFile = false;
};

Given parseGiven(const std::string &spec, const std::vector<Port> &ports) {
  Given given;
  std::string rest = spec;
  // Names may hold "=": the longest that fits is meant.
  size_t split = 0;
  for (const Port &port : ports)
    if (spec.starts_with(port.name + "="))
      split = std::max(split, port.name.size());
  if (split == 0 && !spec.starts_with("@"))
    if (size_t equals = spec.find('='); equals != std::string::npos)
      split = equals;
  if (split > 0) {
    given.name = spec.substr(0, split);
    rest = spec.substr(split + 1);
  }
  given.isFile = rest.starts_with("@");
  given.text = given.isFile ? rest.substr(1) : rest;
  return given;
}

std::string extensionOf(const std::string &path) {
  size_t dot = path.rfind('.'), slash = path.rfind('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash))
    return "";
  std::string extension = path.substr(dot + 1);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

/// "FILE.npz:member" to its two parts; the member is empty when none is named.
std::pair<std::string, std::string> splitArchive(const std::string &path) {
  size_t at = path.rfind(".npz:");
  if (at == std::string::npos)
    return {path, ""};
  return {path.substr(0, at + 4), path.substr(at + 5)};
}

using Budget = std::shared_ptr<MemoryBudget>;

Expected<Tensor> readArchive(const std::string &path, std::string member, const Port &port,
                             const Budget &budget) {
  auto names = INGOT_TRY(npzNames(path));
  if (member.empty())
    member = std::find(names.begin(), names.end(), port.name) == names.end() && names.size() == 1
                 ? names.front()
                 : port.name;
  return readNpz(path, member, budget);
}

/// NumPy lacks some types: files hold them in a wider one.
Expected<Value> fromNumpy(Expected<Tensor> read, const Port &port, const Budget &budget) {
  Tensor tensor = INGOT_TRY(std::move(read));
  ElementType wanted = port.type.element;
  bool convert = port.type.isTensor() && !hasNumpyType(wanted) && tensor.type() != wanted &&
                 isFloat(tensor.type()) == isFloat(wanted);
  return Value(convert ? INGOT_TRY(converted(tensor, wanted, budget)) : tensor);
}

bool isPicture(const std::string &extension) {
  static constexpr std::string_view known[] = {"png", "jpg", "jpeg", "pnm",  "ppm", "pgm",
                                               "pbm", "bmp", "webp", "tiff", "tif", "jp2"};
  return std::find(std::begin(known), std::end(known), extension) != std::end(known);
}

Expected<Value> readValue(const std::string &path, const Port &port, bool picture,
                          const ImageOptions &images, const Budget &budget) {
  auto [file, member] = splitArchive(path);
  std::string extension = extensionOf(file);
  if (picture || isPicture(extension))
    return Value(INGOT_TRY(readImage(file, port.type, images, budget)));
  if (extension == "npz")
    return fromNumpy(readArchive(file, member, port, budget), port, budget);
  if (extension == "npy")
    return fromNumpy(readNpy(file, budget), port, budget);
  if (extension == "pb")
    return readOnnxValue(file, port.type);
  if (extension == "bin" || extension == "raw") {
    if (!port.type.isStatic())
      return failure(str("'", file, "' is raw, but the input's shape is not fixed: ",
                         port.typeText(), "; give it with --shapes or --dim"),
                     ErrorKind::Usage);
    return Value(INGOT_TRY(readRaw(file, port.type.element, port.type.dims)));
  }
  return failure(
      str("'", file, "' is of no known kind; known are .npy, .npz, .pb, .bin and pictures"),
      ErrorKind::Usage);
}

class Gatherer {
public:
  Gatherer(const Model &model, const InputOptions &options, const ImageOptions &images,
           const Budget &budget)
      : ports(model.inputs()), options(options), images(images), budget(budget),
        found(ports.size()) {}

  GatheredInputs run() {
    for (const std::string &spec : options.inputs)
      take(parseGiven(spec, ports));
    fillMissing();
    for (size_t i = 0; i < ports.size(); ++i)
      check(i);
    for (auto &value : found)
      result.values.push_back(value ? std::move(*value) : Value());
    return std::move(result);
  }

private:
  template <typename... Parts> void problem(const Parts &...parts) {
    result.problems.push_back(str(parts...));
  }

  void take(const Given &given) {
    auto [file, member] = splitArchive(given.text);
    if (given.name.empty() && given.isFile && member.empty() && extensionOf(file) == "npz" &&
        ports.size() != 1)
      return takeArchive(file);
    if (given.name.empty() && ports.size() != 1)
      return problem("'", given.isFile ? "@" : "", given.text, "' does not say for which of the ",
                     ports.size(), " inputs; write --input NAME=", given.isFile ? "@FILE" : "…");
    size_t place = given.name.empty() ? 0 : placeOf(given.name);
    if (place == ports.size())
      return;
    const Port &port = ports[place];
    auto value = given.isFile ? readValue(given.text, port, options.image, images, budget)
                              : fromText(tensorFromText(given.text, port.type));
    set(place, std::move(value));
  }

  static Expected<Value> fromText(Expected<Tensor> tensor) {
    return Value(INGOT_TRY(std::move(tensor)));
  }

  /// Every array of the archive whose name is an input's.
  void takeArchive(const std::string &file) {
    auto names = npzNames(file);
    if (!names.ok())
      return problem(names.status().message());
    bool any = false;
    for (size_t i = 0; i < ports.size(); ++i)
      if (std::find(names->begin(), names->end(), ports[i].name) != names->end()) {
        set(i, fromNumpy(readNpz(file, ports[i].name, budget), ports[i], budget));
        any = true;
      }
    if (!any)
      problem("'", file, "' has no array named like an input");
  }

  size_t placeOf(const std::string &name) {
    std::vector<std::string> names;
    for (size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].name == name)
        return i;
      names.push_back(ports[i].name);
    }
    std::string nearest = nearestName(name, names);
    problem("no input '", name, "'", nearest.empty() ? "" : str("; did you mean '", nearest, "'?"));
    return ports.size();
  }

  void set(size_t place, Expected<Value> value) {
    failed.resize(ports.size());
    if (!value.ok()) {
      if (value.status().kind() != ErrorKind::Usage)
        result.kind = ErrorKind::Runtime;
      failed[place] = true;
      return problem("input '", ports[place].name, "': ", value.status().message());
    }
    if (found[place])
      problem("input '", ports[place].name, "' is given twice");
    found[place] = value.take();
  }

  void fillMissing() {
    failed.resize(ports.size());
    for (size_t i = 0; i < ports.size(); ++i) {
      if (found[i] || failed[i])
        continue;
      if (options.random) {
        noteAssumed(ports[i]);
        set(i, randomValue(ports[i].type, options.seed + i, budget));
      } else if (ports[i].type.isOptional()) {
        found[i] = Value();
      } else {
        problem("input '", ports[i].name, "' is missing, wanted ", ports[i].typeText());
      }
    }
  }

  static void noteAssumed(const Port &port) {
    bool unknown = port.type.isTensor() && !port.type.isStatic();
    if (unknown)
      std::cerr << "note: unknown sizes of input '" << printable(port.name) << "' "
                << printable(port.typeText())
                << " are taken as 1; set them with --dim or --shapes\n";
  }

  void check(size_t i) {
    if (!found[i])
      return;
    auto problems = checkInputs({ports[i]}, {*found[i]});
    if (problems.empty())
      return;
    problem(problems.front());
    if (found[i]->isTensor() && ports[i].type.isTensor() &&
        found[i]->tensor().type() != ports[i].type.element && hasNumpyType(ports[i].type.element))
      result.problems.back() +=
          str("; convert the file's elements to ", elementName(ports[i].type.element));
  }

  const std::vector<Port> &ports;
  const InputOptions &options;
  const ImageOptions &images;
  const Budget &budget;
  std::vector<std::optional<Value>> found;
  std::vector<bool> failed; ///< has been reported
  GatheredInputs result;
};

} // namespace

void InputOptions::add(CLI::App &app) {
  addList(app, "--input", inputs,
          "value of an input: NAME=@FILE (.npy, .npz, .npz:ARRAY, .pb, .bin, pictures) or\n"
          "NAME=1,2,3; "
          "without NAME= if there is one input, or for every array of an .npz")
      ->type_name("NAME=VALUE");
  app.add_flag("--image", image, "files are pictures, whatever their names");
  app.add_option("--image-layout", imageLayout, "axes of the input: nchw or nhwc")
      ->check(CLI::IsMember({"auto", "nchw", "nhwc"}))
      ->capture_default_str();
  app.add_option("--image-order", imageOrder, "channels of the input: rgb or bgr")
      ->check(CLI::IsMember({"rgb", "bgr"}))
      ->capture_default_str();
  app.add_option("--image-scale", imageScale,
                 "what pixels of 0 to 255 are multiplied by; default: 1/255 for floats");
  app.add_option("--image-mean", imageMean, "then subtracted, one number or one per channel")
      ->type_name("A,B,C");
  app.add_option("--image-std", imageDeviation, "then divided by, one number or one per channel")
      ->type_name("A,B,C");
  app.add_flag("--random-inputs", random, "make up the inputs that are not given");
  app.add_option("--seed", seed, "for --random-inputs and random operators")->capture_default_str();
}

Expected<ImageOptions> InputOptions::imageOptions() const {
  ImageOptions options;
  if (imageLayout != "auto")
    options.layout = imageLayout == "nchw" ? ImageOptions::Layout::ChannelsFirst
                                           : ImageOptions::Layout::ChannelsLast;
  options.bgr = imageOrder == "bgr";
  options.mean = INGOT_TRY(parseNumbers(imageMean));
  options.deviation = INGOT_TRY(parseNumbers(imageDeviation));
  if (!imageScale.empty())
    options.scale = INGOT_TRY(parseFraction(imageScale));
  return options;
}

GatheredInputs gatherInputs(const Model &model, const InputOptions &options,
                            const ImageOptions &images,
                            const std::shared_ptr<MemoryBudget> &budget) {
  return Gatherer(model, options, images, budget).run();
}

} // namespace ingot::tool
