// Reference kernels of regions of interest: RoiAlign, MaxRoiPool, and what non-maximum suppression
// needs. Geometry is computed in the type of the regions, as those who trained on it did.
#pragma once

#include <stdint.h>

namespace ingot::kernels::vision {

//===--------------------------------------------------------------------------------------------===//
// RoiAlign
//===--------------------------------------------------------------------------------------------===//

/// The samples along one axis of one bin: position i is start + (i + 0.5) * step, i < count.
struct Samples {
  double start, step;
  int64_t first, last; ///< the samples that may hit the feature map
};

/// Bin `bin` of an axis of `size` positions. `count` samples each, which may be any number.
inline Samples samplesOf(double start, double binSize, int64_t bin, double count, int64_t size) {
  Samples s{start + static_cast<double>(bin) * binSize, binSize / count, 0, 0};
  if (!(count >= 1) || s.start != s.start || s.step != s.step)
    return s;
  double last = count;
  double limit = 4.0 * static_cast<double>(size) + 1024;
  if (count > limit) {
    // Far more samples than there are positions: the region is much larger than the map, each step
    // about one position, so that few samples hit it.
    double from = (-1 - s.start) / s.step - 2,
           to = (static_cast<double>(size) - s.start) / s.step + 2;
    double first = from > 0 ? from : 0;
    last = to < count ? to : count;
    if (!(first < last) || last - first > limit || last > 4503599627370496.0)
      return s;
    s.first = static_cast<int64_t>(first);
  }
  s.last = static_cast<int64_t>(last);
  return s;
}

/// Two neighbouring positions and their weights; both 0 when the sample is outside.
struct Neighbours {
  int64_t low, high;
  double lowWeight, highWeight;
};

inline Neighbours neighbours(const Samples &s, int64_t i, int64_t size) {
  double position = s.start + (static_cast<double>(i) + 0.5) * s.step;
  if (!(position >= -1 && position <= static_cast<double>(size)))
    return {0, 0, 0, 0};
  position = position > 0 ? position : 0;
  int64_t low = static_cast<int64_t>(position);
  if (low >= size - 1)
    return {size - 1, size - 1, 1, 0};
  double part = position - static_cast<double>(low);
  return {low, low + 1, 1 - part, part};
}

/// One bin of one channel: the mean of bilinear samples, or the largest of their weighted corners.
/// A model may ask for any number of samples; stops when `goOn`, asked now and then, says so.
template <typename T, typename GoOn>
double alignBin(const T *map, int64_t height, int64_t width, const Samples &ys, const Samples &xs,
                double count, bool isMax, GoOn &&goOn) {
  double sum = 0, largest = 0;
  bool any = false;
  for (int64_t iy = ys.first; iy < ys.last; ++iy) {
    Neighbours y = neighbours(ys, iy, height);
    for (int64_t ix = xs.first; ix < xs.last; ++ix) {
      if ((ix - xs.first) % 1024 == 0 && !goOn())
        return 0;
      Neighbours x = neighbours(xs, ix, width);
      // What has no weight counts as 0, even if it is infinite.
      auto weighted = [&](double weight, int64_t row, int64_t column) {
        return weight == 0 ? 0 : weight * static_cast<double>(map[row * width + column]);
      };
      double corners[4] = {weighted(y.lowWeight * x.lowWeight, y.low, x.low),
                           weighted(y.lowWeight * x.highWeight, y.low, x.high),
                           weighted(y.highWeight * x.lowWeight, y.high, x.low),
                           weighted(y.highWeight * x.highWeight, y.high, x.high)};
      for (double corner : corners) {
        sum += corner;
        largest = any && largest >= corner ? largest : corner;
        any = true;
      }
    }
  }
  return isMax ? largest : sum / count;
}

struct RoiAlignPlan {
  int64_t channels, height, width, outHeight, outWidth;
  int64_t samplingRatio; ///< samples per bin and axis; 0: about one per position
  double scale;
  bool halfPixel, isMax;
};

/// The bins of one region [x1, y1, x2, y2].
template <typename T> struct RoiBins {
  const RoiAlignPlan &plan;
  T left, top, high, wide; ///< sizes are of a bin
  double rows, columns, count;

  RoiBins(const T *roi, const RoiAlignPlan &plan) : plan(plan) {
    T scale = static_cast<T>(plan.scale), shift = plan.halfPixel ? T(0.5) : T(0);
    left = roi[0] * scale - shift, top = roi[1] * scale - shift;
    wide = roi[2] * scale - shift - left, high = roi[3] * scale - shift - top;
    if (!plan.halfPixel) {
      wide = wide > T(1) ? wide : T(1);
      high = high > T(1) ? high : T(1);
    }
    high = high / static_cast<T>(plan.outHeight);
    wide = wide / static_cast<T>(plan.outWidth);
    double ratio = static_cast<double>(plan.samplingRatio);
    rows = ratio > 0 ? ratio : __builtin_ceil(static_cast<double>(high));
    columns = ratio > 0 ? ratio : __builtin_ceil(static_cast<double>(wide));
    count = rows * columns > 1 ? rows * columns : 1;
  }

  /// A bin of a channel.
  template <typename GoOn> T at(const T *map, int64_t row, int64_t column, GoOn &&goOn) const {
    if (plan.height == 0 || plan.width == 0)
      return T(0);
    Samples ys = samplesOf(top, high, row, rows, plan.height);
    Samples xs = samplesOf(left, wide, column, columns, plan.width);
    return static_cast<T>(alignBin(map, plan.height, plan.width, ys, xs, count, plan.isMax, goOn));
  }
};

/// One region of one image to `out` (channels, outHeight, outWidth).
template <typename T, typename GoOn>
void roiAlign(const T *image, const T *roi, T *out, const RoiAlignPlan &plan, GoOn &&goOn) {
  RoiBins<T> bins(roi, plan);
  for (int64_t c = 0; c < plan.channels; ++c)
    for (int64_t row = 0; row < plan.outHeight; ++row)
      for (int64_t column = 0; column < plan.outWidth; ++column) {
        if (!goOn())
          return;
        *out++ = bins.at(image + c * plan.height * plan.width, row, column, goOn);
      }
}

//===--------------------------------------------------------------------------------------------===//
// MaxRoiPool
//===--------------------------------------------------------------------------------------------===//

/// A position rounded half away from zero.
inline double roundAway(double x) {
  return x < 0 ? -__builtin_floor(0.5 - x) : __builtin_floor(x + 0.5);
}

/// A real position as an index into `size` positions, the end included; NaN becomes 0.
inline int64_t clip(double x, int64_t size) {
  return !(x > 0) ? 0 : x >= static_cast<double>(size) ? size : static_cast<int64_t>(x);
}

/// One region [batch, x1, y1, x2, y2] (corners included) of one image: the maximum of each bin of
/// whole positions, 0 for an empty one.
template <typename T>
void maxRoiPool(const T *image, const T *roi, T *out, int64_t channels, int64_t height,
                int64_t width, int64_t outHeight, int64_t outWidth, double scale) {
  double x1 = roundAway(static_cast<double>(roi[1]) * scale);
  double y1 = roundAway(static_cast<double>(roi[2]) * scale);
  double wide = roundAway(static_cast<double>(roi[3]) * scale) - x1 + 1;
  double high = roundAway(static_cast<double>(roi[4]) * scale) - y1 + 1;
  wide = wide > 1 ? wide : 1;
  high = high > 1 ? high : 1;
  auto bound = [](double start, double length, int64_t bin, int64_t bins, bool up) {
    double edge = static_cast<double>(bin) * length / static_cast<double>(bins);
    return start + (up ? __builtin_ceil(edge) : __builtin_floor(edge));
  };
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t by = 0; by < outHeight; ++by)
      for (int64_t bx = 0; bx < outWidth; ++bx) {
        const T *map = image + c * height * width;
        int64_t top = clip(bound(y1, high, by, outHeight, false), height);
        int64_t bottom = clip(bound(y1, high, by + 1, outHeight, true), height);
        int64_t left = clip(bound(x1, wide, bx, outWidth, false), width);
        int64_t right = clip(bound(x1, wide, bx + 1, outWidth, true), width);
        T best = T(0);
        bool any = false;
        for (int64_t y = top; y < bottom; ++y)
          for (int64_t x = left; x < right; ++x) {
            T value = map[y * width + x];
            if (!any || value > best || (value != value && best == best))
              best = value;
            any = true;
          }
        *out++ = best;
      }
}

//===--------------------------------------------------------------------------------------------===//
// Non-maximum suppression
//===--------------------------------------------------------------------------------------------===//

/// The sides of a box.
template <typename T> struct Sides {
  T left, right, top, bottom;
};

/// From [y1, x1, y2, x2], any two opposite corners, or [x, y, width, height] around a centre.
template <typename T> Sides<T> sidesOf(const T *box, bool centred) {
  if (centred)
    return {box[0] - box[2] / 2, box[0] + box[2] / 2, box[1] - box[3] / 2, box[1] + box[3] / 2};
  T x1 = box[1], x2 = box[3], y1 = box[0], y2 = box[2];
  return {x1 < x2 ? x1 : x2, x1 < x2 ? x2 : x1, y1 < y2 ? y1 : y2, y1 < y2 ? y2 : y1};
}

/// Whether the boxes overlap by more than `threshold` of their union.
template <typename T> bool overlaps(const T *a, const T *b, bool centred, T threshold) {
  Sides<T> s = sidesOf(a, centred), t = sidesOf(b, centred);
  T left = s.left > t.left ? s.left : t.left, right = s.right < t.right ? s.right : t.right;
  T top = s.top > t.top ? s.top : t.top, bottom = s.bottom < t.bottom ? s.bottom : t.bottom;
  if (!(right > left && bottom > top))
    return false;
  T common = (right - left) * (bottom - top);
  T first = (s.right - s.left) * (s.bottom - s.top);
  T second = (t.right - t.left) * (t.bottom - t.top);
  T together = first + second - common;
  if (!(common > 0 && first > 0 && second > 0 && together > 0))
    return false;
  return common / together > threshold;
}

/// Of `count` candidates, best first, keeps up to `limit` that overlap no better one that was kept.
/// `kept` may be `candidates`. Gives how many were kept.
template <typename T>
int64_t suppress(const T *boxes, const int64_t *candidates, int64_t count, bool centred,
                 T threshold, int64_t limit, int64_t *kept) {
  int64_t size = 0;
  for (int64_t i = 0; i < count && size < limit; ++i) {
    bool keep = true;
    int64_t candidate = candidates[i];
    for (int64_t k = 0; k < size && keep; ++k)
      keep = !overlaps(boxes + candidate * 4, boxes + kept[k] * 4, centred, threshold);
    if (keep)
      kept[size++] = candidate;
  }
  return size;
}

} // namespace ingot::kernels::vision
