// Made once.
#include "compiler/targets/cpu/OpenForm.h"

#include "mlir/IR/MLIRContext.h"

namespace ingot::cpu {

Expected<std::shared_ptr<const target::ModuleBytes>> OpenForm::get(const Make &make) {
  std::scoped_lock lock(mutex);
  if (!made.module)
    made = INGOT_TRY(make());
  return made.module;
}

} // namespace ingot::cpu
