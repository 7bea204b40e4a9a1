// Parts of tensors along an axis.
#include "compiler/interp/Parts.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/structural/reference.h"

#include <algorithm>

namespace ingot::interp {

int64_t textBytes(const Tensor &tensor) {
  int64_t bytes = 0;
  if (tensor.isString())
    for (int64_t i = 0; i < tensor.elements(); ++i)
      bytes += static_cast<int64_t>(tensor.strings()[i].size());
  return bytes;
}

namespace {
/// A tensor as rows: everything before the axis, and everything from it on.
struct Rows {
  int64_t outer, stride, step; ///< step: elements of one position on the axis
  Rows(const Shape &dims, int64_t axis)
      : outer(graph::productOf(dims, 0, static_cast<size_t>(axis))),
        step(graph::productOf(dims, static_cast<size_t>(axis) + 1, dims.size())) {
    stride = dims[static_cast<size_t>(axis)] * step;
  }
};
} // namespace

void placePart(const Tensor &part, Tensor &whole, int64_t axis, int64_t from) {
  if (part.elements() == 0)
    return;
  Rows rows(whole.shape(), axis);
  int64_t inner = part.elements() / rows.outer, offset = from * rows.step;
  if (whole.isString())
    return kernels::structural::placePart(part.strings(), whole.mutableData<std::string>(),
                                          rows.outer, inner, rows.stride, offset);
  auto width = static_cast<int64_t>(elementBytes(whole.type()));
  kernels::structural::placePart(static_cast<const char *>(part.bytes()),
                                 static_cast<char *>(whole.mutableBytes()), rows.outer,
                                 inner * width, rows.stride * width, offset * width);
}

Expected<Tensor> takePart(const EvalContext &c, const Tensor &whole, int64_t axis, int64_t from,
                          int64_t length, Shape shape) {
  if (whole.elements() == 0 || length == 0)
    return c.scratch(whole.type(), std::move(shape));
  Rows rows(whole.shape(), axis);
  int64_t inner = length * rows.step, offset = from * rows.step;
  auto width = static_cast<int64_t>(elementBytes(whole.type()));
  if (rows.outer == 1) {
    const void *start = whole.isString()
                            ? static_cast<const void *>(whole.strings() + offset)
                            : static_cast<const char *>(whole.bytes()) + offset * width;
    return Tensor::view(whole.type(), std::move(shape), start, whole.owner());
  }
  Tensor part = INGOT_TRY(c.scratch(whole.type(), std::move(shape)));
  if (whole.isString()) {
    kernels::structural::takePart(whole.strings(), part.mutableData<std::string>(), rows.outer,
                                  inner, rows.stride, offset);
    INGOT_TRY(c.charge(part, textBytes(part)));
    return part;
  }
  kernels::structural::takePart(static_cast<const char *>(whole.bytes()),
                                static_cast<char *>(part.mutableBytes()), rows.outer, inner * width,
                                rows.stride * width, offset * width);
  return part;
}

Expected<Tensor> Stack::resized(int64_t positions) const {
  Shape shape = itemShape;
  shape.insert(shape.begin() + axis, positions);
  return context.scratch(buffer.type(), std::move(shape));
}

Status Stack::start(const Tensor &item) {
  if (item.shape().size() >= graph::maxRank)
    return context.fail("items have ", item.rank(), " axes, more than can be stacked");
  started = true;
  itemShape = item.shape();
  buffer = item;
  // Room for everything at once unless that is much: the count comes from the model. Items without
  // elements need no room, but their number must be a size.
  constexpr int64_t atOnce = 64 << 20;
  int64_t bytes = 0;
  bool much = __builtin_mul_overflow(capacity, static_cast<int64_t>(item.byteSize()), &bytes) ||
              bytes > atOnce || bytes == 0;
  if (axis == 0 && (much || (item.isString() && capacity > 1024)))
    capacity = 1;
  buffer = INGOT_TRY(resized(capacity));
  return success();
}

Status Stack::grow(int64_t wanted) {
  int64_t doubled = capacity > INT64_MAX / 2 ? INT64_MAX : capacity * 2;
  capacity = std::max(wanted, doubled);
  Tensor larger = INGOT_TRY(resized(capacity));
  placePart(buffer, larger, 0, 0);
  buffer = std::move(larger);
  return success();
}

Status Stack::put(int64_t position, const Tensor &item) {
  if (!started)
    INGOT_TRY(start(item));
  if (item.type() != buffer.type() || item.shape() != itemShape)
    return context.fail("item ", position, " is ", ValueType::of(Value(item)).text(),
                        ", the first ", elementName(buffer.type()), "[", shapeText(itemShape), "]");
  if (position >= capacity)
    INGOT_TRY(grow(position + 1));
  INGOT_TRY(text->add(textBytes(item)));
  placePart(item, buffer, axis, position);
  return success();
}

Expected<Tensor> Stack::finish(int64_t count, const ValueType &empty) {
  if (!started) {
    Shape shape = empty.ranked ? empty.dims : Shape{0};
    for (int64_t &dim : shape)
      dim = std::max<int64_t>(dim, 0);
    return context.scratch(empty.element, std::move(shape));
  }
  if (count != capacity) {
    Tensor exact = INGOT_TRY(resized(count));
    // Items that were left out at the end are beyond the buffer, and stay zero.
    int64_t kept = std::min(count, capacity);
    if (kept > 0 && exact.elements() > 0) {
      Shape shape = exact.shape();
      shape[0] = kept;
      placePart(INGOT_TRY(takePart(context, buffer, 0, 0, kept, std::move(shape))), exact, 0, 0);
    }
    buffer = std::move(exact);
  }
  if (buffer.isString())
    buffer.keep(text);
  return buffer;
}

} // namespace ingot::interp
