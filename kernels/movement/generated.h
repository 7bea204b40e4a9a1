// Reference kernels of tensors that are generated from a few numbers.
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"

namespace ingot::kernels::movement {

/// out[i] = start + i * delta, computed in the wide type and rounded once; integers wrap.
template <typename T> void range(T start, T delta, int64_t count, T *out) {
  using C = Compute<T>;
  for (int64_t i = 0; i < count; ++i)
    out[i] = store<T>(math::add(load(start), math::mul(static_cast<C>(i), load(delta))));
}

} // namespace ingot::kernels::movement
