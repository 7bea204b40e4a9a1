// Evaluators of pooling.
#include "compiler/interp/EvalContext.h"

#include "compiler/dialect/graph/infer/Windows.h"
#include "kernels/pooling/reference.h"

namespace ingot::interp {
namespace {

/// A pool's geometry as its kernels want it.
struct PoolPlan {
  int64_t planes;
  std::vector<kernels::pooling::Axis> axes;
  std::vector<kernels::pooling::Cursor> cursors;

  explicit PoolPlan(const EvalContext &c) {
    const Shape &x = c.in(0).shape();
    // Wraps only where the tensor is empty, and then there is nothing to do.
    planes = c.in(0).elements() == 0 && (x[0] == 0 || x[1] == 0) ? 0 : x[0] * x[1];
    for (const graph::WindowAxis &axis : graph::poolWindows(c.attributes, x))
      axes.push_back(
          {axis.in, axis.out, axis.kernel, axis.stride, axis.dilation, axis.before, axis.after});
    cursors.resize(axes.size());
  }
  int64_t rank() const { return static_cast<int64_t>(axes.size()); }
};

} // namespace

Status evalMaxPool(EvalContext &c) {
  PoolPlan plan(c);
  const std::string &order = c.attributes.text("indices");
  int64_t *indices = order == "none" ? nullptr : c.out<int64_t>(1);
  Deadline deadline{c};
  INGOT_TRY((c.dispatchOn<float, double, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t,
                          int64_t, uint64_t>(0, [&]<typename T> {
    kernels::pooling::maxPool(c.in<T>(0), c.out<T>(0), indices, order == "column_major",
                              plan.planes, plan.axes.data(), plan.rank(), plan.cursors.data(),
                              deadline);
  })));
  return std::move(deadline.status);
}

Status evalAveragePool(EvalContext &c) {
  PoolPlan plan(c);
  Deadline deadline{c};
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    kernels::pooling::averagePool(c.in<T>(0), c.out<T>(0), c.attributes.flag("count_include_pad"),
                                  plan.planes, plan.axes.data(), plan.rank(), plan.cursors.data(),
                                  deadline);
  })));
  return std::move(deadline.status);
}

Status evalLpPool(EvalContext &c) {
  PoolPlan plan(c);
  Deadline deadline{c};
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    kernels::pooling::lpPool(c.in<T>(0), c.out<T>(0), double{c.attributes.number("p")}, plan.planes,
                             plan.axes.data(), plan.rank(), plan.cursors.data(), deadline);
  })));
  return std::move(deadline.status);
}

Status evalMaxUnpool(EvalContext &c) {
  auto from = graph::unpooledShape(c.attributes, c.in(0).shape());
  int64_t bad = -1;
  INGOT_TRY((c.dispatchOn<float, double, int8_t, uint8_t>(0, [&]<typename T> {
    bad = kernels::pooling::maxUnpool(c.in<T>(0), c.in<int64_t>(1), c.in(0).elements(), c.out<T>(0),
                                      from->data(), c.out(0).shape().data(), c.out(0).rank());
  })));
  if (bad >= 0)
    return c.fail("index ", c.in<int64_t>(1)[bad], " of element ", bad, " is outside ",
                  shapeText(*from));
  return success();
}

} // namespace ingot::interp
