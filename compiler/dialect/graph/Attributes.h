// Attributes: the attributes of an operator as plain C++ values.
//
// Shape functions, evaluators and import rules see operators through this class, not through
// MLIR's, so that they compile fast and serve the importer, the verifier and the interpreter alike.
#pragma once

#include "runtime/base/AttributeValue.h"

namespace ingot::graph {

using ingot::AttributeValue;

class Attributes {
public:
  Attributes() = default;
  Attributes(std::initializer_list<std::pair<std::string, AttributeValue>> list)
      : entries(list.begin(), list.end()) {}

  void set(std::string name, AttributeValue value) {
    entries.emplace_back(std::move(name), std::move(value));
  }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  const AttributeValue *find(std::string_view name) const {
    for (const auto &[key, value] : entries)
      if (key == name)
        return &value;
    return nullptr;
  }

  /// The value of a mandatory attribute; ODS has verified that it is there with this type.
  template <typename T> const T &get(std::string_view name) const {
    const AttributeValue *value = find(name);
    assert(value && std::holds_alternative<T>(*value) && "attribute missing or of another type");
    return std::get<T>(*value);
  }
  int64_t integer(std::string_view name) const { return get<int64_t>(name); }
  float number(std::string_view name) const { return get<float>(name); }
  bool flag(std::string_view name) const { return get<bool>(name); }
  const std::string &text(std::string_view name) const { return get<std::string>(name); }
  const std::vector<int64_t> &integers(std::string_view name) const {
    return get<std::vector<int64_t>>(name);
  }
  const std::vector<float> &numbers(std::string_view name) const {
    return get<std::vector<float>>(name);
  }
  const std::vector<std::string> &texts(std::string_view name) const {
    return get<std::vector<std::string>>(name);
  }
  ElementType type(std::string_view name) const { return get<ElementType>(name); }

  auto begin() const { return entries.begin(); }
  auto end() const { return entries.end(); }
  size_t size() const { return entries.size(); }

private:
  std::vector<std::pair<std::string, AttributeValue>> entries;
};

} // namespace ingot::graph
