// Parts of tensors along an axis, for numbers and strings alike: what sequences and loops are made
// of.
#pragma once

#include "compiler/interp/EvalContext.h"

namespace ingot::interp {

/// Bytes of text that the strings of a tensor hold; 0 for numbers.
int64_t textBytes(const Tensor &tensor);

/// Writes `part` into `whole` at `from` along `axis`. The part has the whole's dims but on this
/// axis, where it may be missing: then it counts as 1.
void placePart(const Tensor &part, Tensor &whole, int64_t axis, int64_t from);

/// `length` positions of `whole` from `from` along `axis`, under `shape`. A view where that is one
/// run of memory, else a copy.
Expected<Tensor> takePart(const EvalContext &c, const Tensor &whole, int64_t axis, int64_t from,
                          int64_t length, Shape shape);

/// Stacks tensors of one type and shape along a new axis as they come.
class Stack {
public:
  /// `capacity` items are expected; where that is not exact, the axis must be the first.
  Stack(EvalContext &c, int64_t axis, int64_t capacity)
      : context(c), axis(axis), capacity(capacity), text(std::make_shared<MemoryCharge>(c.budget)) {
  }

  /// Puts an item at a position; positions that are left out stay zero.
  Status put(int64_t position, const Tensor &item);
  /// The first `count` items as one tensor. Without items: `empty` with unknown dimensions taken as
  /// 0.
  Expected<Tensor> finish(int64_t count, const ValueType &empty);

private:
  Status start(const Tensor &item);
  Status grow(int64_t wanted);
  Expected<Tensor> resized(int64_t positions) const;

  EvalContext &context;
  int64_t axis, capacity;
  bool started = false;
  Shape itemShape;
  Tensor buffer;
  std::shared_ptr<MemoryCharge> text;
};

} // namespace ingot::interp
