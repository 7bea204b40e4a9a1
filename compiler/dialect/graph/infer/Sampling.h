// Which elements each output of a resize or of a sampled grid is made of; shared by evaluators and
// lowerings.
#pragma once

#include "compiler/dialect/graph/infer/Resize.h"
#include "kernels/resampling/reference.h"

namespace ingot::graph {

class ResizeSampling {
public:
  explicit ResizeSampling(const Attributes &attributes);

  /// Outputs are elements of the operand; else they are weighted means.
  bool isNearest() const { return nearestOnly; }
  /// What outputs outside of a crop are.
  double extrapolation() const { return outsideValue; }

  /// The place along an axis that output `j` has its element from, -1 where that is outside.
  int64_t nearest(const ResizeAxis &axis, int64_t j) const;

  /// How many neighbours an output is made of; nothing where the scale is too small.
  std::optional<int64_t> taps(const ResizeAxis &axis) const;
  struct Output {
    int64_t first; ///< of the neighbours; those beyond the ends are the outermost elements
    bool isOutside;
  };
  /// Output `j` of an axis, and the weights of its neighbours.
  Output weigh(const ResizeAxis &axis, int64_t j, int64_t taps, double *weights) const;

private:
  double squeeze(const ResizeAxis &axis) const;
  double source(const ResizeAxis &axis, int64_t j) const;
  bool isOutside(double x, int64_t in) const;

  bool nearestOnly, antialias, excludeOutside;
  kernels::resampling::Filter filter;
  kernels::resampling::Coordinates coordinates;
  std::string rounding;
  double cubicA, outsideValue;
};

/// How grid_sample looks between elements and beyond them.
struct GridSampling {
  kernels::resampling::Filter filter;
  kernels::resampling::Padding padding;

  explicit GridSampling(const Attributes &attributes);
};

} // namespace ingot::graph
