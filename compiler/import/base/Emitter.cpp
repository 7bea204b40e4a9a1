// What every emitter can do.
#include "compiler/import/base/Emitter.h"

namespace ingot::importer {

int64_t Emitter::axisOf(Handle value, int64_t axis) const {
  int64_t rank = rankOf(value);
  return rank >= 0 && axis < 0 && axis >= -rank ? axis + rank : axis;
}

Expected<Handle> Emitter::scalarLike(Handle like, double value) {
  Tensor tensor = INGOT_TRY(Tensor::allocate(elementOf(like), {}));
  bool done = dispatchNumeric(
      elementOf(like), [&]<typename T> { *tensor.mutableData<T>() = kernels::store<T>(value); });
  if (!done)
    return badModel(str("wanted a number, found ", typeOf(like).text()));
  return constant(std::move(tensor));
}

} // namespace ingot::importer
