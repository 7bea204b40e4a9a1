// Evaluators of constants.
#include "compiler/interp/EvalContext.h"

namespace ingot::interp {

Status evalNone(EvalContext &) { return success(); }

Status evalConstant(EvalContext &c) {
  c.set(0, c.attributes.get<Tensor>("value"));
  return success();
}

} // namespace ingot::interp
