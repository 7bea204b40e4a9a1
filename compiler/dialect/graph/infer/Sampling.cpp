// Shape functions of grid_sample and affine_grid, and what attributes of the former mean.
#include "compiler/dialect/graph/infer/Sampling.h"
#include "compiler/dialect/graph/infer/Shapes.h"

namespace ingot::graph {

Status inferGridSample(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &x = c.operand(0), &grid = c.operand(1);
  const std::string &mode = c.attributes.text("mode"), &padding = c.attributes.text("padding");
  INGOT_TRY(
      c.require(3, mode == "nearest" || mode == "linear" || mode == "cubic", "mode '", mode, "'"));
  INGOT_TRY(c.require(4, padding == "zeros" || padding == "border" || padding == "reflection",
                      "padding '", padding, "'"));
  if (!x.ranked && !grid.ranked)
    return c.yield(ValueType::unranked(x.element));
  int64_t rank = x.ranked ? x.rank() : grid.rank();
  bool fits = rank >= 3 && rank <= 8 && (!x.ranked || x.rank() == rank) &&
              (!grid.ranked || grid.rank() == rank);
  bool bothKnown = x.ranked && grid.ranked;
  INGOT_TRY(c.require(1, fits && (!bothKnown || compatible(x.dims[0], grid.dims[0])), "x is ",
                      x.text(), ", grid ", grid.text()));
  INGOT_TRY(c.require(2, !grid.ranked || compatible(grid.dims.back(), rank - 2), "grid is ",
                      grid.text()));
  Shape dims(static_cast<size_t>(rank), unknownDim);
  dims[0] = mergeDim(x.ranked ? x.dims[0] : unknownDim, grid.ranked ? grid.dims[0] : unknownDim);
  dims[1] = x.ranked ? x.dims[1] : unknownDim;
  for (size_t i = 2; grid.ranked && i < dims.size(); ++i)
    dims[i] = grid.dims[i - 1];
  return c.yield(tensorLike(x, std::move(dims)));
}

Status inferAffineGrid(InferContext &c) {
  INGOT_TRY(c.requireTensors(2, 2));
  const ValueType &theta = c.operand(0);
  int64_t batch = theta.ranked && theta.rank() == 3 ? theta.dims[0] : unknownDim, rows = unknownDim;
  if (theta.ranked) {
    bool fits = theta.rank() == 3;
    if (fits)
      rows = theta.dims[1] >= 0 ? theta.dims[1] : theta.dims[2] >= 0 ? theta.dims[2] - 1 : -1;
    fits = fits && (rows < 0 || ((rows == 2 || rows == 3) && compatible(theta.dims[2], rows + 1)));
    INGOT_TRY(c.require(1, fits, "theta is ", theta.text()));
  }
  const ValueType &type = c.operand(1);
  INGOT_TRY(c.require(2,
                      !type.ranked || (type.rank() == 1 && (type.dims[0] < 0 || type.dims[0] == 4 ||
                                                            type.dims[0] == 5)),
                      "size is ", type.text()));
  if (auto entries = c.partial(1)) {
    Shape size;
    bool fits = entries->size() == 4 || entries->size() == 5;
    for (const auto &entry : *entries) {
      fits = fits && (!entry || *entry >= 0);
      size.push_back(dimOf(entry));
    }
    int64_t spatial = static_cast<int64_t>(size.size()) - 2;
    INGOT_TRY(c.require(2, fits && compatible(rows, spatial) && compatible(batch, size[0]), "size ",
                        size, " for theta ", theta.text()));
    Shape dims = {mergeDim(size[0], batch)};
    dims.insert(dims.end(), size.begin() + 2, size.end());
    dims.push_back(spatial);
    return c.yield(tensorLike(theta, std::move(dims)));
  }
  if (rows < 0)
    return c.yield(ValueType::unranked(theta.element));
  Shape dims(static_cast<size_t>(rows) + 2, unknownDim);
  dims.front() = batch;
  dims.back() = rows;
  return c.yield(tensorLike(theta, std::move(dims)));
}

GridSampling::GridSampling(const Attributes &attributes) {
  using kernels::resampling::Filter, kernels::resampling::Padding;
  const std::string &mode = attributes.text("mode"), &outside = attributes.text("padding");
  filter = mode == "nearest" ? Filter::Nearest : mode == "linear" ? Filter::Linear : Filter::Cubic;
  padding = outside == "zeros"    ? Padding::Zeros
            : outside == "border" ? Padding::Border
                                  : Padding::Reflection;
}

} // namespace ingot::graph
