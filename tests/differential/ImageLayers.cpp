// Layers of images: convolutions, pools, norms, and blocks of them. [batch, channels, rows,
// columns]
#include "tests/differential/NetworkBuilder.h"

namespace ingot::differential {
namespace {

bool isImage(MlirValue x) {
  return graph::elementOf(x) == ElementType::F32 && NetworkBuilder::rankOf(x) == 4;
}

MlirValue activate(NetworkBuilder &b, MlirValue x) {
  switch (b.upTo(6)) {
  case 0:
    return x;
  case 1:
    return b.value("min", {b.value("max", {x, b.emitter.number(0, x)}), b.emitter.number(6, x)});
  case 2:
    return b.value("mul", {x, b.value("sigmoid", {x})});
  case 3:
    return b.value("leaky_relu", {x}, {{"alpha", 0.1f}});
  default:
    return b.value(b.pick({"relu", "relu", "hard_swish", "sigmoid", "tanh"}), {x});
  }
}

/// A window along one axis that fits.
struct Window {
  int64_t kernel, stride, dilation, before, after;
};
Window windowFor(NetworkBuilder &b, int64_t size, bool dilates) {
  Window w;
  w.kernel = b.pick<int64_t>({1, 1, 2, 3, 3, 3, 5});
  w.stride = b.pick<int64_t>({1, 1, 1, 2, 3});
  w.dilation = dilates && w.kernel > 1 ? b.pick<int64_t>({1, 1, 1, 2}) : 1;
  w.before = b.oneIn(3) ? 0 : w.kernel / 2;
  w.after = b.oneIn(4) ? 0 : w.kernel / 2;
  if ((w.kernel - 1) * w.dilation + 1 > size + w.before + w.after)
    w = {1, w.stride, 1, 0, 0};
  return w;
}

struct Windows {
  std::vector<int64_t> kernel, strides, pads, dilations;
};
Windows windowsFor(NetworkBuilder &b, const Shape &shape, bool dilates) {
  Windows all;
  std::vector<int64_t> after;
  Window w = windowFor(b, shape[2], dilates);
  for (size_t i = 2; i < shape.size(); ++i) {
    if (i > 2 && (b.oneIn(3) || (w.kernel - 1) * w.dilation + 1 > shape[i] + w.before + w.after))
      w = windowFor(b, shape[i], dilates);
    all.kernel.push_back(w.kernel);
    all.strides.push_back(w.stride);
    all.dilations.push_back(w.dilation);
    all.pads.push_back(w.before);
    after.push_back(w.after);
  }
  all.pads.insert(all.pads.end(), after.begin(), after.end());
  return all;
}

MlirValue convolution(NetworkBuilder &b, MlirValue x, int64_t features, int64_t group,
                      const Windows &windows) {
  Shape w = {features, NetworkBuilder::shapeOf(x)[1] / group};
  w.insert(w.end(), windows.kernel.begin(), windows.kernel.end());
  MlirValue bias = b.oneIn(3) ? b.emitter.none() : b.constant({features}, -1, 1);
  return b.value("conv", {x, b.weights(w, *elementCount(w) / features), bias},
                 {{"strides", windows.strides},
                  {"pads", windows.pads},
                  {"dilations", windows.dilations},
                  {"group", group}});
}

Windows single(size_t axes) {
  std::vector<int64_t> ones(axes, 1);
  return {ones, ones, std::vector<int64_t>(2 * axes, 0), ones};
}

void conv(NetworkBuilder &b, MlirValue x) {
  bool isSignal = graph::elementOf(x) == ElementType::F32 && NetworkBuilder::rankOf(x) == 3;
  if (!isImage(x) && !(isSignal && b.oneIn(3)))
    return;
  Shape shape = NetworkBuilder::shapeOf(x);
  int64_t group = b.pick<int64_t>({1, 1, 1, 2, 4});
  group = shape[1] % group == 0 ? group : 1;
  int64_t features = group * b.pick<int64_t>({1, 3, 4, 8, 9, 16});
  b.offer(activate(b, convolution(b, x, features, group, windowsFor(b, shape, true))));
}

void depthwise(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  Shape shape = NetworkBuilder::shapeOf(x);
  int64_t channels = shape[1], multiplier = b.pick<int64_t>({1, 1, 1, 2});
  b.offer(activate(
      b, convolution(b, x, channels * multiplier, channels, windowsFor(b, shape, b.oneIn(3)))));
}

void pointwise(NetworkBuilder &b, MlirValue x) {
  if (isImage(x))
    b.offer(activate(b, convolution(b, x, b.pick<int64_t>({4, 8, 12, 24, 33}), 1, single(2))));
}

void convTranspose(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x) || !b.oneIn(4))
    return;
  int64_t channels = NetworkBuilder::shapeOf(x)[1], stride = 1 + b.upTo(2);
  b.offer(b.value("conv_transpose", {x, b.weights({channels, 3, 2, 2}, channels), b.emitter.none()},
                  {{"strides", std::vector<int64_t>{stride, stride}}}));
}

void pool(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  bool isMax = !b.oneIn(2);
  Windows w = windowsFor(b, NetworkBuilder::shapeOf(x), isMax);
  graph::Attributes attributes{{"kernel_shape", w.kernel},
                               {"strides", w.strides},
                               {"pads", w.pads},
                               {"dilations", w.dilations},
                               {"ceil_mode", b.oneIn(3)}};
  if (!isMax)
    attributes.set("count_include_pad", b.oneIn(2));
  b.offer(b.value(isMax ? "max_pool" : "average_pool", {x}, attributes));
}

void norm(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  int64_t channels = NetworkBuilder::shapeOf(x)[1];
  MlirValue scale = b.constant({channels}, 0.5, 1.5), bias = b.constant({channels}, -1, 1);
  switch (b.upTo(4)) {
  case 0:
    b.offer(b.value("instance_norm", {x, scale, bias}));
    return;
  case 1:
    b.offer(b.value("group_norm", {x, scale, bias}, {{"groups", channels % 2 ? channels : 2}}));
    return;
  default: {
    MlirValue mean = b.constant({channels}, -1, 1), variance = b.constant({channels}, 0.5, 2);
    MlirValue conv = b.oneIn(2) ? x : convolution(b, x, channels, 1, single(2));
    b.offer(activate(b, b.value("batch_norm", {conv, scale, bias, mean, variance})));
    return;
  }
  }
}

void residual(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  int64_t channels = NetworkBuilder::shapeOf(x)[1];
  Windows same{{3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}};
  MlirValue y = activate(b, convolution(b, x, 8, 1, b.oneIn(2) ? same : single(2)));
  y = b.value("add", {convolution(b, y, channels, 1, single(2)), x});
  b.offer(b.oneIn(3) ? y : b.value("relu", {y}));
}

void squeezeAndExcite(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  int64_t channels = NetworkBuilder::shapeOf(x)[1];
  MlirValue mean = b.value("reduce_mean", {x, b.emitter.integers({2, 3})}, {{"keepdims", true}});
  MlirValue gate = b.value("relu", {convolution(b, mean, 4, 1, single(2))});
  gate =
      b.value(b.pick({"sigmoid", "hard_sigmoid"}), {convolution(b, gate, channels, 1, single(2))});
  b.offer(b.value("mul", {x, gate}));
}

void padded(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  MlirValue pads = b.emitter.integers({0, 0, 1, 1, 0, 0, 1, 1});
  MlirValue y = b.value("pad", {x, pads, b.emitter.none(), b.emitter.none()});
  Windows w{{3, 3}, {1, 1}, {0, 0, 0, 0}, {1, 1}};
  b.offer(activate(b, convolution(b, y, 6, 1, w)));
}

/// Groups of channels dealt out to each other, as exporters write it.
void shuffled(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  Shape shape = NetworkBuilder::shapeOf(x);
  int64_t groups = b.pick<int64_t>({2, 2, 3, 4});
  if (shape[1] % groups != 0)
    return;
  Shape split{shape[0], groups, shape[1] / groups, shape[2], shape[3]};
  MlirValue parts = b.value("reshape", {x, b.emitter.integers(split)});
  parts = b.value("transpose", {parts}, {{"perm", std::vector<int64_t>{0, 2, 1, 3, 4}}});
  MlirValue y = b.value("reshape", {parts, b.emitter.integers(shape)});
  b.offer(b.oneIn(2) ? y : convolution(b, y, 6, 1, single(2)));
}

/// Channels become pixels, or pixels channels.
void blocks(NetworkBuilder &b, MlirValue x) {
  if (!isImage(x))
    return;
  Shape shape = NetworkBuilder::shapeOf(x);
  graph::Attributes attributes{{"blocksize", int64_t{2}},
                               {"mode", std::string(b.pick({"DCR", "CRD"}))}};
  if (shape[1] % 4 == 0)
    b.offer(activate(b, b.value("depth_to_space", {x}, attributes)));
  else if (shape[2] % 2 == 0 && shape[3] % 2 == 0)
    b.offer(b.value("space_to_depth", {x}, attributes));
}

} // namespace

std::vector<Layer> imageLayers() {
  return {conv, conv,     depthwise,        pointwise, convTranspose, pool,  pool,
          norm, residual, squeezeAndExcite, padded,    shuffled,      blocks};
}

} // namespace ingot::differential
