// Sizes out of steps.
#include "compiler/codegen/GeneralStep.h"

namespace ingot::codegen {
namespace {

class Generalizer {
public:
  explicit Generalizer(GeneralStep &made) : made(made) {}

  void operator()(LoopStep &step) {
    takeAll(step.dims);
    for (Operand &operand : step.operands)
      for (size_t d = 0; d < operand.strides.size(); ++d)
        takeUnless(operand.strides[d], d + 1 < operand.strides.size() ? 0 : 1);
  }
  void operator()(KernelStep &step) {
    takeAll(step.sizes); // side by side: the kernel gets them as an array
    for (Hook *hook : {&step.prologue, &step.epilogue})
      for (Operand &extra : hook->extras) {
        take(extra.strides[0]);
        takeUnless(extra.strides[1], 1);
      }
  }

private:
  void take(int64_t &size) {
    made.sizes.push_back(size);
    size = GeneralStep::numberOf(made.sizes.size() - 1);
  }
  void takeAll(std::vector<int64_t> &sizes) {
    for (int64_t &size : sizes)
      take(size);
  }
  /// Strides from 0 to `last` stay.
  void takeUnless(int64_t &stride, int64_t last) {
    if (stride < 0 || stride > last)
      take(stride);
  }

  GeneralStep &made;
};

} // namespace

GeneralStep generalFormOf(const AnyStep &step) {
  GeneralStep made{step, {}};
  std::visit(Generalizer(made), made.step);
  return made;
}

} // namespace ingot::codegen
