// Lowerings of padding and of reversed sequences.
//
// Along each axis the result is made of runs: pieces of the operand in order, backwards or
// repeated, and pieces that are filled. Every region of the result that has one run along each axis
// is a copy.
#include "compiler/dialect/graph/infer/Movement.h"
#include "compiler/lower/RowMajor.h"
#include "kernels/movement/contract.h"

namespace ingot::lower {
namespace {

/// Places [begin, begin + count) of an axis come from places from, from + step, …, or are filled
/// where `from` is negative.
struct Run {
  int64_t begin, count, from, step;
};

std::vector<Run> runsOf(const graph::PadRange &range, const std::string &mode) {
  std::vector<Run> runs;
  for (int64_t i = 0; i < range.before + range.count + range.after; ++i) {
    int64_t from = graph::paddedFrom(i - range.before, range.count, mode);
    from = from < 0 ? -1 : range.start + from;
    Run *last = runs.empty() ? nullptr : &runs.back();
    int64_t step = last ? from - (last->from + (last->count - 1) * last->step) : 0;
    bool bothFilled = last && last->from < 0 && from < 0;
    bool goesOn = last && last->from >= 0 && from >= 0 && std::abs(step) <= 1 &&
                  (last->count == 1 || step == last->step);
    if (!bothFilled && !goesOn)
      runs.push_back({i, 0, from, 0});
    else if (goesOn)
      last->step = step;
    ++runs.back().count;
  }
  return runs;
}

class Padding {
public:
  Padding(LowerContext &c, std::vector<std::vector<Run>> runs) : c(c), runs(std::move(runs)) {}

  /// Whether there are not too many regions, and all can be copied.
  bool fits() const {
    constexpr size_t mostRegions = 512;
    size_t regions = 1;
    bool reverses = false;
    for (const auto &axis : runs) {
      regions = std::min(mostRegions + 1, regions * axis.size());
      for (const Run &run : axis)
        reverses |= run.step < 0;
    }
    return regions <= mostRegions && (!reverses || canCopyReversed(c.in(0)));
  }

  void lower(const Memory &fill) { pad(c.in(0), rowMajorOut(c), fill, 0); }

private:
  /// `y` is what is left of the result when the runs of all axes before this one are chosen, and
  /// `x` what goes there.
  void pad(const Memory &x, const Memory &y, const Memory &fill, size_t axis) {
    if (axis == runs.size()) {
      if (isReversed(x))
        copyReversed(c, x, y);
      else
        c.copy(x, y);
      return;
    }
    for (const Run &run : runs[axis]) {
      Memory to = y;
      to.offset += run.begin * to.strides[axis];
      to.dims[axis] = run.count;
      if (run.from < 0) {
        Memory filled = fill;
        filled.dims = to.dims;
        filled.strides.assign(to.dims.size(), 0);
        c.copy(filled, to);
        continue;
      }
      Memory from = x;
      from.offset += run.from * from.strides[axis];
      from.strides[axis] *= run.step;
      from.dims[axis] = run.count;
      pad(from, to, fill, axis + 1);
    }
  }

  LowerContext &c;
  std::vector<std::vector<Run>> runs;
};

} // namespace

/// Constant pads and axes.
bool lowerPad(LowerContext &c) {
  bool isConstant = c.integers(1) && (!c.has(3) || c.integers(3));
  if (!isConstant || !hasElements(c.results[0]))
    return false;
  graph::InferContext infer = inferenceOf(c);
  auto ranges = graph::padRanges(infer);
  if (!ranges.ok() || !*ranges)
    return false;
  std::vector<std::vector<Run>> runs;
  for (const graph::PadRange &range : **ranges)
    runs.push_back(runsOf(range, c.attributes.text("mode")));
  auto zero = Tensor::allocate(c.operands[0].element, {});
  Padding padding(c, std::move(runs));
  if (!zero.ok() || !padding.fits())
    return false;
  padding.lower(c.has(2) ? c.in(2) : c.weight(c.name() + ".fill", *zero));
  return true;
}

bool lowerReverseSequence(LowerContext &c) {
  Moved moved(c.operands[0].element);
  const library::Kernel *kernel = moved.kernel("reverse_sequence");
  if (!kernel || !isIndex(c.operands[1].element) || !hasElements(c.operands[0]))
    return false;
  const Shape &dims = c.operands[0].dims;
  kernels::movement::ReverseSequenceSizes sizes{
      .outer = dims[0],
      .middle = dims[1],
      .inner = graph::productOf(dims, 2, dims.size()) * moved.parts,
      .batchFirst = c.attributes.integer("batch_axis") == 0,
      .indexBytes = static_cast<int64_t>(elementBytes(c.operands[1].element))};
  Memory x = rowMajorIn(c, 0), lengths = rowMajorIn(c, 1);
  c.kernel(
      *kernel, {x, lengths}, {rowMajorOut(c)}, library::valuesOf(sizes),
      str(c.op.name, ": length % is out of range for ", dims[sizes.batchFirst ? 1 : 0], " steps"));
  return true;
}

} // namespace ingot::lower
