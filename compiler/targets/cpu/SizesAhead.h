// SizesAhead: which sizes of some ranges to make kernels for, so that all of them find theirs.
//
// Kernels that are made for all sizes are not the same for all of them: a product takes other tiles
// where others waste less, and a dimension of 1 needs no stride. So the ends of a range are tried,
// the doublings from one to the other, and the middle of every two neighbours; where that one took
// kernels that none before it did, both halves are looked at in the same way.
//
// A range is walked with all others at their first sizes, and at their last.
#pragma once

#include "ingot/Ingot.h"

#include <map>

namespace ingot::cpu {

class SizesAhead {
public:
  /// Makes the kernels for inputs of these types. Whether some are new.
  using Make = std::function<Expected<bool>(const std::vector<ValueType> &types)>;
  /// Hears how many sizes are done; what is found on the way makes them more.
  using Told = std::function<void(int64_t done, int64_t total)>;

  /// `types` has the sizes that are in no range. All that is passed lives longer.
  SizesAhead(const std::vector<Port> &inputs, const std::vector<DimRange> &ranges,
             std::vector<ValueType> types);

  /// Whether the types have all sizes, but for the ranges.
  bool isComplete() const;
  /// The types with each range at its first size.
  std::vector<ValueType> first() const;
  /// Fails if not one size can be made.
  Expected<AheadReport> run(const Make &make, const Told &told);

private:
  using Sizes = std::vector<int64_t>; ///< one for each range

  std::vector<ValueType> typesAt(const Sizes &sizes) const;
  void walk(size_t range, Sizes sizes);
  void walkBetween(size_t range, Sizes sizes, int64_t from, int64_t to);
  bool isNewAt(const Sizes &sizes);
  std::string text() const;

  const std::vector<Port> &inputs;
  const std::vector<DimRange> &ranges;
  const std::vector<ValueType> types;
  const Make *make = nullptr;
  const Told *told = nullptr;
  std::map<Sizes, bool> seen; ///< whether they took kernels that were new then
  AheadReport report;
  int64_t total = 0;
  Status problem; ///< the first one
};

} // namespace ingot::cpu
