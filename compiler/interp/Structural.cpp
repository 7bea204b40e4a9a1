// Evaluators of constants, control flow, sequences and optionals.
#include "compiler/interp/EvalContext.h"

namespace ingot::interp {

Status evalNone(EvalContext &) { return success(); }

Status evalConstant(EvalContext &c) {
  c.set(0, INGOT_TRY(c.attributes.get<Tensor>("value").aligned()));
  return success();
}

} // namespace ingot::interp
