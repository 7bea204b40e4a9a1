// Evaluators of data movement.
#include "compiler/interp/Movement.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/movement/reference.h"

#include <numeric>

namespace ingot::interp {

Status moveElements(EvalContext &c, size_t operand,
                    const std::function<void(const Tensor &in, Tensor &out)> &move) {
  const Tensor &in = c.in(operand);
  Tensor &out = c.out(0);
  if (!in.isString()) {
    move(in, out);
    return success();
  }
  Tensor numbers = INGOT_TRY(c.scratch(ElementType::I64, in.shape()));
  std::iota(numbers.mutableData<int64_t>(), numbers.mutableData<int64_t>() + in.elements(),
            int64_t{0});
  Tensor moved = INGOT_TRY(c.scratch(ElementType::I64, out.shape()));
  move(numbers, moved);
  for (int64_t i = 0; i < out.elements(); ++i)
    out.mutableData<std::string>()[i] = in.strings()[moved.data<int64_t>()[i]];
  return success();
}

Status evalIdentity(EvalContext &c) {
  c.set(0, c.operands[0]);
  return success();
}

/// The operand's data under the inferred shape: reshape, squeeze, unsqueeze, flatten.
Status evalReshaped(EvalContext &c) {
  c.set(0, c.in(0).reshaped(c.resultTypes[0].dims));
  return success();
}

Status evalTranspose(EvalContext &c) {
  return moveElements(c, 0, [&](const Tensor &in, Tensor &out) {
    auto dense = graph::denseStrides(in.shape());
    std::vector<int64_t> strides, index(in.shape().size());
    for (int64_t axis : c.attributes.integers("perm"))
      strides.push_back(dense[static_cast<size_t>(axis)]);
    kernels::movement::copyStrided(
        static_cast<const char *>(in.bytes()), static_cast<char *>(out.mutableBytes()),
        out.shape().data(), strides.data(), out.rank(),
        static_cast<int64_t>(elementBytes(in.type())), index.data());
  });
}

} // namespace ingot::interp
