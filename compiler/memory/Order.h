// Orders of boxes, from the one to place first to the last.
#pragma once

#include "compiler/memory/Packing.h"
#include "compiler/memory/Random.h"

#include <string_view>

namespace ingot::memory {

/// What boxes are compared by, the greater first.
enum class Key : char {
  Load = 'T',     ///< the most bytes alive together with it (total)
  Lifetime = 'W', ///< width
  Area = 'A',     ///< lifetime × size
  Size = 'S',
};

class Orders {
public:
  explicit Orders(const Packing &packing);

  /// Compares by each key in turn, "TWA"; ties by index. `jitter` scales the keys of every box by
  /// its own random factor in [1-jitter, 1+jitter].
  std::vector<int> by(std::string_view keys, double jitter, Random &random) const;
  std::vector<int> by(std::string_view keys) const;

private:
  double keyOf(int box, Key key) const;

  const Packing &packing;
  std::vector<double> load;
};

} // namespace ingot::memory
