// TensorFolder: tensors as NAME.npy files in a folder.
#pragma once

#include "ingot/Value.h"

#include <set>

namespace ingot::tool {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// The tensors in the results of a node: under its name if it is one value, else under name_0,
/// name_1, …; so are the items of a sequence. Results that are none do not count.
NamedTensors tensorsOf(const std::string &name, const std::vector<Value> &results);

class TensorFolder {
public:
  explicit TensorFolder(std::string path) : path(std::move(path)) {}

  /// Makes the folder unless it is there.
  Status make() const;
  /// The path of the next tensor of that name: "/" becomes "_", nothing escapes the folder or is
  /// hidden, and a name that comes again gets a number.
  std::string next(const std::string &name);

private:
  std::string path;
  std::set<std::string> taken;
};

} // namespace ingot::tool
