// Evaluators of sampling and of regions of interest.
#include "compiler/interp/EvalContext.h"

#include "compiler/dialect/graph/infer/Sampling.h"
#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/resampling/reference.h"
#include "kernels/vision/reference.h"

#include <algorithm>
#include <cmath>

namespace ingot::interp {

Status evalGridSample(EvalContext &c) {
  using namespace kernels::resampling;
  graph::GridSampling sampling(c.attributes);
  const Shape &x = c.in(0).shape(), &y = c.out(0).shape();
  if (c.out(0).elements() == 0)
    return success();
  int64_t points = graph::productOf(y, 2, y.size()), rank = c.in(0).rank() - 2;
  bool known = false;
  dispatchNumeric(c.in(0).type(), [&]<typename T> {
    known = dispatch<float, double>(c.in(1).type(), [&]<typename G> {
      gridSample(c.in<T>(0), c.in<G>(1), c.out<T>(0), x[0], x[1], points, x.data() + 2, rank,
                 sampling.filter, sampling.padding, c.attributes.flag("align_corners"));
    });
  });
  return known ? success() : c.noKernelFor(c.in(0).type());
}

Status evalAffineGrid(EvalContext &c) {
  const Shape &grid = c.out(0).shape();
  int64_t batch = grid[0], rank = grid.back();
  if (c.out(0).elements() == 0)
    return success();
  if (c.in(0).dim(0) != batch)
    return c.fail("theta is for ", c.in(0).dim(0), " images, size for ", batch);
  int64_t perImage = c.out(0).elements() / batch;
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    for (int64_t n = 0; n < batch; ++n)
      kernels::resampling::affineGrid(c.in<T>(0) + n * rank * (rank + 1),
                                      c.out<T>(0) + n * perImage, grid.data() + 1, rank,
                                      c.attributes.flag("align_corners"));
  });
}

Status evalRoiAlign(EvalContext &c) {
  const Shape &x = c.in(0).shape(), &y = c.out(0).shape();
  for (int64_t i = 0; i < c.in(2).elements(); ++i)
    if (int64_t image = c.in(2).integerAt(i); image < 0 || image >= x[0])
      return c.fail("batch index ", image, " of region ", i, " is outside 0 to ", x[0] - 1);
  if (c.in(0).elements() == 0 || c.out(0).elements() == 0)
    return success();
  kernels::vision::RoiAlignPlan plan{x[1],
                                     x[2],
                                     x[3],
                                     y[2],
                                     y[3],
                                     c.attributes.integer("sampling_ratio"),
                                     double{c.attributes.number("spatial_scale")},
                                     c.attributes.flag("half_pixel"),
                                     c.attributes.text("mode") == "max"};
  Deadline deadline{c};
  int64_t asked = 0;
  // A clock is slower than a bin.
  auto goOn = [&] { return deadline.status.ok() && (++asked % 64 != 0 || deadline()); };
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    for (int64_t i = 0; i < y[0]; ++i)
      kernels::vision::roiAlign(c.in<T>(0) + c.in(2).integerAt(i) * x[1] * x[2] * x[3],
                                c.in<T>(1) + i * 4, c.out<T>(0) + i * y[1] * y[2] * y[3], plan,
                                goOn);
  })));
  return std::move(deadline.status);
}

Status evalMaxRoiPool(EvalContext &c) {
  const Shape &x = c.in(0).shape(), &y = c.out(0).shape();
  if (c.in(0).elements() == 0 || c.out(0).elements() == 0)
    return success();
  for (int64_t i = 0; i < y[0]; ++i)
    if (double image = c.in(1).numberAt(i * 5);
        !(image >= 0 && image < static_cast<double>(x[0]) && image == std::floor(image)))
      return c.fail("batch index ", image, " of region ", i, " is outside 0 to ", x[0] - 1);
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    for (int64_t i = 0; i < y[0]; ++i) {
      const T *roi = c.in<T>(1) + i * 5;
      const T *image = c.in<T>(0) + static_cast<int64_t>(roi[0]) * x[1] * x[2] * x[3];
      kernels::vision::maxRoiPool(image, roi, c.out<T>(0) + i * y[1] * y[2] * y[3], x[1], x[2],
                                  x[3], y[2], y[3], double{c.attributes.number("spatial_scale")});
    }
  });
}

namespace {

/// The boxes that pass the score threshold, best first; gives how many.
template <typename T>
int64_t sortCandidates(const T *scores, int64_t boxes, const std::optional<T> &threshold,
                       int64_t *candidates) {
  int64_t count = 0;
  for (int64_t i = 0; i < boxes; ++i)
    if (!threshold || scores[i] > *threshold)
      candidates[count++] = i;
  // NaN is worse than any score.
  auto rank = [&](int64_t i) { return std::isnan(scores[i]) ? -INFINITY : scores[i]; };
  std::sort(candidates, candidates + count,
            [&](int64_t a, int64_t b) { return rank(a) != rank(b) ? rank(a) > rank(b) : a < b; });
  return count;
}

/// Operand `i` was given; an empty tensor was not.
bool given(const EvalContext &c, size_t i) { return c.has(i) && c.in(i).elements() > 0; }

/// A row of `limit` boxes for each batch and class: those that are taken, then -1.
template <typename T> Status selectBoxes(EvalContext &c, int64_t limit, int64_t *row) {
  const Shape &scores = c.in(1).shape();
  int64_t batches = scores[0], classes = scores[1], boxes = scores[2];
  T overlap = given(c, 3) ? *c.in<T>(3) : T(0);
  std::optional<T> least = given(c, 4) ? std::optional(*c.in<T>(4)) : std::nullopt;
  int64_t most = given(c, 2) ? std::max<int64_t>(c.in(2).integerAt(0), 0) : 0;
  int64_t there = given(c, 5) ? c.in(5).integerAt(0) : boxes;
  if (there < 0 || there > boxes)
    return failure(str("count is ", there, ", there are ", boxes, " boxes"));
  Tensor candidates = INGOT_TRY(c.scratch(ElementType::I64, {boxes}));
  int64_t *kept = candidates.mutableData<int64_t>();
  for (int64_t n = 0; n < batches && limit > 0; ++n)
    for (int64_t k = 0; k < classes; ++k, row += limit) {
      const T *score = c.in<T>(1) + (n * classes + k) * boxes;
      int64_t count = sortCandidates(score, there, least, kept);
      count = kernels::vision::suppress(c.in<T>(0) + n * boxes * 4, kept, count,
                                        c.attributes.flag("centred"), overlap,
                                        std::min(limit, most), kept);
      std::fill(std::copy_n(kept, count, row), row + limit, -1);
    }
  return success();
}

Status selectBoxesOfType(EvalContext &c, int64_t limit, Tensor &rows) {
  for (size_t i = 3; i < 5; ++i)
    if (c.has(i) && c.in(i).type() != c.in(0).type())
      c.operands[i] = INGOT_TRY(convert(c.in(i), c.in(0).type(), c.budget));
  Status status = success();
  INGOT_TRY((c.dispatchOn<float, double>(
      0, [&]<typename T> { status = selectBoxes<T>(c, limit, rows.mutableData<int64_t>()); })));
  return status;
}

} // namespace

Status evalSelectBoxes(EvalContext &c) {
  return selectBoxesOfType(c, c.attributes.integer("limit"), c.out(0));
}

Status evalNonMaxSuppression(EvalContext &c) {
  const Shape &scores = c.in(1).shape();
  int64_t classes = scores[1], most = given(c, 2) ? c.in(2).integerAt(0) : 0;
  int64_t limit = std::clamp<int64_t>(most, 0, scores[2]);
  Tensor rows = INGOT_TRY(c.scratch(ElementType::I64, {scores[0], classes, limit}));
  if (rows.elements())
    INGOT_TRY(selectBoxesOfType(c, limit, rows));
  const int64_t *box = rows.data<int64_t>();
  auto isThere = [](int64_t i) { return i >= 0; };
  INGOT_TRY(c.allocate(0, {std::count_if(box, box + rows.elements(), isThere), 3}));
  int64_t *out = c.out(0).elements() ? c.out<int64_t>(0) : nullptr;
  for (int64_t i = 0; i < rows.elements(); ++i)
    if (isThere(box[i]))
      for (int64_t part : {i / limit / classes, i / limit % classes, box[i]})
        *out++ = part;
  return success();
}

} // namespace ingot::interp
