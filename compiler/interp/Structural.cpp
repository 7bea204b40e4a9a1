// Evaluators of constants and of what cannot run.
#include "compiler/interp/EvalContext.h"

namespace ingot::interp {

Status evalNone(EvalContext &) { return success(); }

Status evalConstant(EvalContext &c) {
  c.set(0, c.attributes.get<Tensor>("value"));
  return success();
}

/// Its shape function has failed before.
Status evalInvalid(EvalContext &c) { return c.fail(c.attributes.text("message")); }

} // namespace ingot::interp
