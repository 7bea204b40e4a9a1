// Evaluators of convolutions.
#include "compiler/interp/Contraction.h"

#include "compiler/dialect/graph/infer/Convolution.h"
#include "kernels/convolution/reference.h"

#include <algorithm>

namespace ingot::interp {
namespace {
using namespace kernels::contraction;
using namespace kernels::convolution;

static_assert(maxAxes == static_cast<int64_t>(graph::maxSpatialAxes));

/// `small` and `large`: shapes of the tensors on the two sides, with batch and channels.
Geometry geometryOf(const std::vector<graph::WindowAxis> &window, const Shape &small,
                    const Shape &large) {
  Geometry g;
  g.axes = static_cast<int64_t>(window.size());
  for (size_t i = 0; i < window.size(); ++i) {
    g.small[i] = small[i + 2];
    g.large[i] = large[i + 2];
    g.kernel[i] = window[i].kernel;
    g.stride[i] = window[i].stride;
    g.dilation[i] = window[i].dilation;
    g.pad[i] = window[i].before;
  }
  return g;
}

/// A convolution that looks at single places has one long axis: its runs do not end with the rows.
Geometry flattened(Geometry g) {
  for (int64_t i = 0; i < g.axes; ++i)
    if (g.kernel[i] != 1 || g.stride[i] != 1 || g.pad[i] != 0 || g.small[i] != g.large[i])
      return g;
  g.small[0] = g.large[0] = g.smallElements();
  g.axes = 1;
  return g;
}

/// The channels of a grouped convolution and where each group finds its part.
struct Groups {
  int64_t count;    ///< of groups
  int64_t channels; ///< of x per group
  int64_t maps;     ///< of y per group
};

template <typename T> void fillBias(EvalContext &c, size_t bias) {
  Tensor &y = c.out(0);
  if (!c.has(bias) || y.elements() == 0)
    return;
  int64_t maps = y.dim(1), size = y.elements() / (y.dim(0) * maps);
  for (int64_t i = 0; i < y.elements(); ++i)
    y.mutableData<T>()[i] = c.in<T>(bias)[i / size % maps];
}

/// Convolves. `patchesOf(image, group)` gives the right side, `weightsOf(data, depth, map)` the
/// left side from the weights of an output channel on, `biasOf(map)` what is added to each sum of
/// it.
template <typename Acc, typename TW, typename TY, typename PatchesOf, typename WeightsOf,
          typename BiasOf>
Status convolve(EvalContext &c, const Geometry &g, const Groups &groups, PatchesOf &&patchesOf,
                WeightsOf &&weightsOf, BiasOf &&biasOf) {
  auto space = INGOT_TRY(contractionSpace<Acc>(c));
  int64_t depth = groups.channels * g.kernelElements(), positions = g.smallElements();
  int64_t images = c.in(0).dim(0);
  for (int64_t image = 0; image < images; ++image)
    for (int64_t group = 0; group < groups.count; ++group) {
      int64_t firstMap = group * groups.maps;
      TY *y = c.out<TY>(0) + (image * groups.count + group) * groups.maps * positions;
      auto sink = [&](int64_t row, int64_t column, int64_t columns, const Acc *sums) {
        Acc bias = biasOf(firstMap + row);
        for (int64_t i = 0; i < columns; ++i)
          y[row * positions + column + i] = static_cast<TY>(sums[i] + bias);
      };
      INGOT_TRY(contractInTime<Acc>(c, groups.maps, positions, depth,
                                    weightsOf(c.in<TW>(1) + firstMap * depth, depth, firstMap),
                                    patchesOf(image, group), sink, space.get()));
    }
  return success();
}

Groups groupsOf(const EvalContext &c) {
  int64_t count = c.attributes.integer("group");
  return {count, c.in(1).dim(1), c.in(1).dim(0) / count};
}

/// Nothing to sum: the result is the bias. Sizes may then be anything, even overflow together.
bool isEmpty(EvalContext &c) {
  return c.in(0).elements() == 0 || c.in(1).elements() == 0 || c.out(0).elements() == 0;
}

template <typename T> Status runConv(EvalContext &c) {
  if (isEmpty(c)) {
    fillBias<T>(c, 2);
    return success();
  }
  auto window = *graph::convolutionWindow(c.attributes, c.in(0).shape(), c.in(1).shape());
  Geometry g = flattened(geometryOf(window, c.out(0).shape(), c.in(0).shape()));
  Groups groups = groupsOf(c);
  const T *bias = c.inOrNull<T>(2);
  int64_t groupSize = groups.channels * g.largeElements();
  return convolve<double, T, T>(
      c, g, groups,
      [&](int64_t image, int64_t group) {
        return Patches<T, double>{g, c.in<T>(0) + (image * groups.count + group) * groupSize};
      },
      [](const T *w, int64_t depth, int64_t) { return Matrix<T, double>{w, depth, 1}; },
      [&](int64_t map) { return bias ? static_cast<double>(bias[map]) : 0.0; });
}

/// The weights of an integer convolution, less a zero point per output channel.
template <typename T> struct IntegerWeights {
  static constexpr bool isSingle = false;
  const T *w;
  int64_t depth;
  const T *zeros; ///< null for 0
  int64_t zeroStride;

  void packLeft(int64_t row, int64_t rows, int64_t k, int64_t depth, uint32_t *out) const {
    for (int64_t i = 0; i < rows; ++i) {
      auto zero = static_cast<uint32_t>(zeros ? zeros[(row + i) * zeroStride] : T(0));
      for (int64_t j = 0; j < depth; ++j)
        out[j * rows + i] = static_cast<uint32_t>(w[(row + i) * this->depth + k + j]) - zero;
    }
  }
};

template <typename TX, typename TW> Status runConvInteger(EvalContext &c) {
  auto window = *graph::convolutionWindow(c.attributes, c.in(0).shape(), c.in(1).shape());
  Geometry g = flattened(geometryOf(window, c.out(0).shape(), c.in(0).shape()));
  Groups groups = groupsOf(c);
  int64_t groupSize = groups.channels * g.largeElements();
  auto zero = c.has(2) ? static_cast<uint32_t>(*c.in<TX>(2)) : 0u;
  const TW *zeros = c.inOrNull<TW>(3);
  int64_t zeroStride = zeros && c.in(3).elements() > 1 ? 1 : 0;
  return convolve<uint32_t, TW, int32_t>(
      c, g, groups,
      [&](int64_t image, int64_t group) {
        return Patches<TX, uint32_t>{g, c.in<TX>(0) + (image * groups.count + group) * groupSize,
                                     zero};
      },
      [&](const TW *w, int64_t depth, int64_t map) {
        return IntegerWeights<TW>{w, depth, zeros ? zeros + map * zeroStride : nullptr, zeroStride};
      },
      [](int64_t) { return 0u; });
}

template <typename T> Status runDeformConv(EvalContext &c) {
  if (isEmpty(c)) {
    fillBias<T>(c, 3);
    return success();
  }
  auto window = *graph::convolutionWindow(c.attributes, c.in(0).shape(), c.in(1).shape());
  Geometry g = geometryOf(window, c.out(0).shape(), c.in(0).shape());
  Groups groups = groupsOf(c);
  const T *bias = c.inOrNull<T>(3), *mask = c.inOrNull<T>(4);
  int64_t channels = c.in(0).dim(1), groupSize = groups.channels * g.largeElements();
  int64_t offsetGroups = c.attributes.integer("offset_group");
  int64_t maskSize = offsetGroups * g.kernelElements() * g.smallElements();
  int64_t offsetSize = maskSize * g.axes;
  return convolve<double, T, T>(
      c, g, groups,
      [&](int64_t image, int64_t group) {
        return DeformedPatches<T>{g,
                                  c.in<T>(0) + (image * groups.count + group) * groupSize,
                                  c.in<T>(2) + image * offsetSize,
                                  mask ? mask + image * maskSize : nullptr,
                                  group * groups.channels,
                                  channels / offsetGroups};
      },
      [](const T *w, int64_t depth, int64_t) { return Matrix<T, double>{w, depth, 1}; },
      [&](int64_t map) { return bias ? static_cast<double>(bias[map]) : 0.0; });
}
} // namespace

Status evalConv(EvalContext &c) {
  return dispatchStatus<float, double>(c, c.in(0).type(),
                                       [&]<typename T> { return runConv<T>(c); });
}

Status evalConvInteger(EvalContext &c) {
  if (isEmpty(c))
    return success();
  return dispatchStatus<int8_t, uint8_t>(c, c.in(0).type(), [&]<typename TX> {
    return dispatchStatus<int8_t, uint8_t>(c, c.in(1).type(),
                                           [&]<typename TW> { return runConvInteger<TX, TW>(c); });
  });
}

Status evalDeformConv(EvalContext &c) {
  return dispatchStatus<float, double>(c, c.in(0).type(),
                                       [&]<typename T> { return runDeformConv<T>(c); });
}

namespace {
template <typename T> Status runConvTranspose(EvalContext &c) {
  if (isEmpty(c)) {
    fillBias<T>(c, 2);
    return success();
  }
  const Shape &x = c.in(0).shape(), &w = c.in(1).shape();
  auto window = *graph::transposedWindow(c.attributes, x, w);
  Geometry g = flattened(geometryOf(window, x, c.out(0).shape()));
  int64_t groups = c.attributes.integer("group"), channels = x[1] / groups, maps = w[1];
  int64_t xSize = g.smallElements(), ySize = g.largeElements(), rows = maps * g.kernelElements();
  auto space = INGOT_TRY(contractionSpace<double>(c));
  Tensor sums = INGOT_TRY(c.scratch(ElementType::F64, {maps, ySize}));
  auto *total = sums.mutableData<double>();
  for (int64_t part = 0; part < x[0] * groups; ++part) {
    int64_t group = part % groups;
    std::fill_n(total, sums.elements(), 0.0);
    INGOT_TRY(contractInTime<double>(
        c, rows, xSize, channels, Matrix<T, double>{c.in<T>(1) + group * channels * rows, 1, rows},
        Matrix<T, double>{c.in<T>(0) + part * channels * xSize, xSize, 1},
        Scatter<double>{g, total}, space.get()));
    for (int64_t map = 0; map < maps; ++map) {
      double bias = c.has(2) ? static_cast<double>(c.in<T>(2)[group * maps + map]) : 0.0;
      for (int64_t i = 0; i < ySize; ++i)
        c.out<T>(0)[(part * maps + map) * ySize + i] =
            static_cast<T>(total[map * ySize + i] + bias);
    }
  }
  return success();
}
} // namespace

Status evalConvTranspose(EvalContext &c) {
  return dispatchStatus<float, double>(c, c.in(0).type(),
                                       [&]<typename T> { return runConvTranspose<T>(c); });
}

} // namespace ingot::interp
