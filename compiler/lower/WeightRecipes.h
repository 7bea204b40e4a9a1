// WeightRecipes: what weights were made of, for programs that want the same.
//
// A model that is lowered again, for other sizes, packs the same constants the same way. A recipe
// names constants by their addresses and says what was made of them; who finds its result need not
// even read them.
#pragma once

#include "ingot/Tensor.h"

#include <optional>
#include <string>

namespace ingot::lower {

class WeightRecipes {
public:
  virtual ~WeightRecipes() = default;

  /// Whether these bytes stay where they are for as long as recipes are kept, so that their address
  /// is a name for them.
  virtual bool isLasting(const void *bytes) const = 0;
  /// What was made by this recipe, if it still is in memory.
  virtual std::optional<Tensor> find(const std::string &recipe) const = 0;
};

} // namespace ingot::lower
