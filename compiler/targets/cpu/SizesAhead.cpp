// Walks ranges of sizes.
#include "compiler/targets/cpu/SizesAhead.h"

#include <algorithm>

namespace ingot::cpu {
namespace {

/// The ends and the doublings between them.
std::vector<int64_t> pointsOf(const DimRange &range) {
  std::vector<int64_t> points{range.first};
  for (int64_t size = std::max<int64_t>(1, range.first); size < range.last; size *= 2) {
    if (size > points.back())
      points.push_back(size);
    if (size > range.last / 2)
      break; // twice that may be more than an integer holds
  }
  if (range.last > points.back())
    points.push_back(range.last);
  return points;
}

} // namespace

SizesAhead::SizesAhead(const std::vector<Port> &inputs, const std::vector<DimRange> &ranges,
                       std::vector<ValueType> types)
    : inputs(inputs), ranges(ranges), types(std::move(types)) {}

std::vector<ValueType> SizesAhead::typesAt(const Sizes &sizes) const {
  std::vector<ValueType> made = types;
  for (size_t i = 0; i < made.size(); ++i) {
    const Port &port = inputs[i];
    size_t known = std::min(port.dimNames.size(), made[i].dims.size());
    for (size_t axis = 0; axis < known; ++axis)
      for (size_t r = 0; r < ranges.size(); ++r)
        if (port.type.dims[axis] < 0 && port.dimNames[axis] == ranges[r].name)
          made[i].dims[axis] = sizes[r];
  }
  return made;
}

std::vector<ValueType> SizesAhead::first() const {
  Sizes sizes;
  for (const DimRange &range : ranges)
    sizes.push_back(range.first);
  return typesAt(sizes);
}

bool SizesAhead::isComplete() const {
  std::vector<ValueType> made = first();
  return std::all_of(made.begin(), made.end(),
                     [](const ValueType &type) { return !type.isTensor() || type.isStatic(); });
}

Expected<AheadReport> SizesAhead::run(const Make &makeOne, const Told &tell) {
  make = &makeOne;
  told = &tell;
  for (bool isLast : {false, true}) {
    Sizes sizes;
    for (const DimRange &range : ranges)
      sizes.push_back(isLast ? range.last : range.first);
    for (size_t r = 0; r < ranges.size(); ++r)
      if (!isLast || ranges.size() > 1) // else that is the same walk
        walk(r, sizes);
  }
  if (report.sizes == 0)
    return std::move(problem).within(str("no size of ", text(), " can be compiled"));
  return report;
}

std::string SizesAhead::text() const {
  std::string text;
  for (const DimRange &range : ranges)
    text += (text.empty() ? "" : ", ") + range.text();
  return text;
}

void SizesAhead::walk(size_t range, Sizes sizes) {
  std::vector<int64_t> points = pointsOf(ranges[range]);
  total += static_cast<int64_t>(2 * points.size() - 1);
  for (int64_t point : points) {
    sizes[range] = point;
    isNewAt(sizes);
  }
  for (size_t i = 0; i + 1 < points.size(); ++i)
    walkBetween(range, sizes, points[i], points[i + 1]);
}

void SizesAhead::walkBetween(size_t range, Sizes sizes, int64_t from, int64_t to) {
  int64_t middle = from + (to - from) / 2;
  if (middle == from) {
    --total;
    return;
  }
  sizes[range] = middle;
  if (!isNewAt(sizes))
    return;
  total += 2;
  walkBetween(range, sizes, from, middle);
  walkBetween(range, sizes, middle, to);
}

bool SizesAhead::isNewAt(const Sizes &sizes) {
  auto [place, isFirst] = seen.try_emplace(sizes, false);
  if (!isFirst) {
    --total;
    return place->second;
  }
  if (*told)
    (*told)(report.sizes + report.refused, total);
  auto made = (*make)(typesAt(sizes));
  place->second = made.ok() && *made;
  ++(made.ok() ? report.sizes : report.refused);
  if (!made.ok() && problem.ok())
    problem = made.takeStatus();
  return place->second;
}

} // namespace ingot::cpu
