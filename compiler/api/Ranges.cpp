// Ranges of sizes by the names of dimensions.
#include "compiler/api/Ranges.h"

#include <algorithm>
#include <set>

namespace ingot {
namespace {

/// The names of dimensions that are open, each once.
std::vector<std::string> openNames(const std::vector<Port> &inputs) {
  std::vector<std::string> names;
  for (const Port &port : inputs)
    for (size_t i = 0; i < std::min(port.dimNames.size(), port.type.dims.size()); ++i) {
      const std::string &name = port.dimNames[i];
      if (!name.empty() && port.type.dims[i] < 0 &&
          std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  return names;
}

std::string listOf(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    list += str(list.empty() ? "" : ", ", "'", name, "'");
  return names.empty() ? "the inputs leave no dimension open that has a name"
                       : "the inputs leave open: " + list;
}

Status checkRange(const DimRange &range, const std::vector<std::string> &open,
                  std::set<std::string> &taken) {
  auto wrong = [&](const auto &...what) {
    return failure(str("range ", range.text(), ": ", what..., "; ", listOf(open)),
                   ErrorKind::Usage);
  };
  if (std::find(open.begin(), open.end(), range.name) == open.end()) {
    std::string nearest = nearestName(range.name, open);
    return wrong("no open dimension '", range.name, "'",
                 nearest.empty() ? "" : str("; did you mean '", nearest, "'?"));
  }
  if (range.first < 0)
    return wrong("the size ", range.first, " is negative");
  if (range.last < range.first)
    return wrong("it is empty, wanted FIRST..LAST with FIRST not above LAST");
  if (!taken.insert(range.name).second)
    return wrong("'", range.name, "' has another range already");
  return success();
}

} // namespace

Status checkRanges(const std::vector<Port> &inputs, const CompileOptions &options) {
  if (options.ranges.empty())
    return success();
  std::vector<std::string> open = openNames(inputs);
  std::set<std::string> taken;
  for (const DimRange &range : options.ranges)
    INGOT_TRY(checkRange(range, open, taken));
  auto conflict = [&](const char *option) {
    return failure(str("range ", options.ranges.front().text(),
                       ": what is made ahead is of no use to a program with ", option),
                   ErrorKind::Usage);
  };
  if (!options.inBackground)
    return conflict("inBackground = false");
  if (!options.optimize)
    return conflict("optimize = false (--no-optimize)");
  if (options.observable)
    return conflict("observable = true");
  if (!options.emit.empty())
    return conflict("emit, which shows one size");
  return success();
}

} // namespace ingot
