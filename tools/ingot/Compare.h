// Compare: how far two tensors that should be equal are apart.
#pragma once

#include "ingot/Tensor.h"

#include <limits>

namespace ingot::tool {

/// found is near enough when |found - wanted| ≤ atol + rtol·|wanted|. Floats of 16 bits and fewer
/// are given two units in their last place at least, and one of the largest number of the tensor:
/// where numbers of its size are added and cancel, what is left has their rounding. Integers and
/// texts are equal or they are not.
struct Tolerance {
  double rtol = 1e-3, atol = 1e-5;
};

struct Difference {
  std::string problem; ///< type or shape: nothing else was compared then
  int64_t bad = 0, elements = 0;
  int64_t worst = -1;        ///< the element furthest beyond the tolerance; -1: none is bad
  std::string found, wanted; ///< there
  double greatest = 0;       ///< |found - wanted| over all finite elements
  bool isEqual() const { return problem.empty() && bad == 0; }
};

/// Whether a rounding to this type is seen: floats of 16 bits and fewer.
bool isCoarse(ElementType type);
/// Moves every number of a coarse type by a unit in its last place, up or down or not at
/// all, as `seed` says; other tensors stay as they are.
Tensor shaken(const Tensor &tensor, uint64_t seed);
/// Moves every number of a tensor of floats of up to 32 bits by this part of the root of their mean
/// square, up or down or not at all, as `seed` says; other tensors stay as they are.
Tensor movedBy(const Tensor &tensor, double part, uint64_t seed);
/// How far apart tensors of the same type and shape are, at most, in any one element.
double spreadOf(const std::vector<Tensor> &tensors);
/// `wanted`, but where `found` is what one of `others` is, that.
Tensor orAsIn(const Tensor &wanted, const Tensor &found, const std::vector<Tensor> &others);

Difference compare(const Tensor &found, const Tensor &wanted, const Tolerance &tolerance);

/// "[0,3,1]" of an element.
std::string positionText(int64_t element, const Shape &shape);

} // namespace ingot::tool
