// Names of tensors as names of files.
#include "tools/ingot/TensorFolder.h"

#include <algorithm>
#include <filesystem>

namespace ingot::tool {
namespace {

void flatten(const std::string &name, const Value &value, NamedTensors &tensors) {
  if (value.isTensor())
    tensors.emplace_back(name, value.tensor());
  if (value.isSequence())
    for (size_t i = 0; i < value.sequence().size(); ++i)
      flatten(str(name, "_", i), value.sequence()[i], tensors);
}

} // namespace

NamedTensors tensorsOf(const std::string &name, const std::vector<Value> &results) {
  std::vector<Value> kept;
  for (const Value &result : results)
    if (!result.isNone())
      kept.push_back(result);
  NamedTensors tensors;
  for (size_t i = 0; i < kept.size(); ++i)
    flatten(kept.size() == 1 ? name : str(name, "_", i), kept[i], tensors);
  return tensors;
}

Status TensorFolder::make() const {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  return error ? failure(str("cannot make folder '", path, "': ", error.message())) : success();
}

std::string TensorFolder::next(const std::string &name) {
  std::string base;
  for (char c : name)
    base += c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ? '_' : c;
  if (base.empty() || base[0] == '.')
    base = "_" + base;
  base.resize(std::min<size_t>(base.size(), 200));
  std::string unique = base;
  for (int i = 1; !taken.insert(unique).second; ++i)
    unique = str(base, "_", i);
  return path + "/" + unique + ".npy";
}

} // namespace ingot::tool
