// The layers of ResNet-50, MobileNetV2, EfficientNet-B0 and BERT-base, 128 long.
#include "bench/kernels/Layer.h"
#include "ingot/Status.h"
#include "kernels/attention/contract.h"
#include "kernels/convolution/contract.h"
#include "kernels/movement/copy.h"
#include "kernels/normalization/contract.h"
#include "kernels/pooling/contract.h"
#include "kernels/reduction/contract.h"

namespace ingot::bench {
namespace {

using namespace kernels;

class Layers {
public:
  explicit Layers(const machine::Machine &machine) : machine(machine) {}

  /// [m, k] * [k, n], the latter of f32, or of what `kind` says: "_f16".
  void product(const std::string &model, int64_t m, int64_t n, int64_t k,
               const std::string &kind = "") {
    contraction::ProductSizes sizes{.rows = m,
                                    .columns = n,
                                    .depth = k,
                                    .batches = 1,
                                    .aPitch = k,
                                    .yPitch = n,
                                    .aBatch = 0,
                                    .bBatch = 0,
                                    .yBatch = 0,
                                    .yBytes = 4,
                                    .firstCache = machine.cache(0),
                                    .secondCache = machine.cache(1)};
    add(str(model, "/gemm", kind, " ", m, "x", n, "x", k), str(m <= 4 ? "gemv" : "gemm", kind),
        2.0 * static_cast<double>(m * n * k), sizes);
  }

  /// A square image of c channels, n kernels of k by k, the same padding on all sides.
  void conv(const std::string &model, int64_t size, int64_t c, int64_t n, int64_t k,
            int64_t stride) {
    convolution::ConvSizes s{};
    setWindow(s, size, k, stride);
    s.channels = c, s.columns = n, s.groups = 1;
    s.xPitch = c, s.yPitch = n;
    s.firstCache = machine.cache(0);
    add(str(model, "/conv ", size, "^2 ", c, ">", n, " k", k, " s", stride), "conv",
        2.0 * static_cast<double>(s.pixels() * n * c * k * k), s);
  }

  /// The same of an image whose channels are planes.
  void planes(const std::string &model, int64_t size, int64_t c, int64_t n, int64_t k,
              int64_t stride) {
    convolution::PlanesSizes s{};
    setImage(s, size, k, stride);
    s.channels = c, s.columns = n, s.yPitch = n;
    add(str(model, "/planes ", size, "^2 ", c, ">", n, " k", k, " s", stride), "conv_planes",
        2.0 * static_cast<double>(s.outHeight * s.outWidth * n * s.depth()), s);
  }

  void depthwise(const std::string &model, int64_t size, int64_t c, int64_t k, int64_t stride) {
    convolution::DepthwiseSizes s{};
    setWindow(s, size, k, stride);
    s.channels = c, s.multiplier = 1;
    s.xPitch = s.yPitch = c, s.wPitch = c;
    bench::add({str(model, "/depthwise ", size, "^2 ", c, " k", k, " s", stride), "depthwise",
                2.0 * static_cast<double>(s.pixels() * c * k * k),
                [s](const library::Kernel &) { return library::valuesOf(s); },
                [k, stride](const library::Kernel &kernel) {
                  return kernel.tile.rows == k && kernel.tile.columns == stride;
                }},
               machine);
  }

  /// 12 heads of 64, heads of a row side by side.
  void attention(const std::string &model, int64_t length, bool causal) {
    constexpr int64_t heads = 12, size = 64, row = heads * size;
    attention::AttentionSizes sizes{.batch = 1,
                                    .heads = heads,
                                    .keyHeads = heads,
                                    .queries = length,
                                    .keys = length,
                                    .size = size,
                                    .valueSize = size,
                                    .qBatch = 0,
                                    .qHead = size,
                                    .qRow = row,
                                    .kBatch = 0,
                                    .kHead = size,
                                    .kRow = row,
                                    .vBatch = 0,
                                    .vHead = size,
                                    .vRow = row,
                                    .yBatch = 0,
                                    .yHead = size,
                                    .yRow = row,
                                    .hasMask = 0,
                                    .maskBatch = 0,
                                    .maskHead = 0,
                                    .maskRow = 0,
                                    .causal = causal,
                                    .past = 0,
                                    .scaleBits = __builtin_bit_cast(int32_t, 0.125f)};
    double pairs = static_cast<double>(causal ? length * (length + 1) / 2 : length * length);
    add(str(model, "/attention 12x", length, "x64", causal ? " causal" : ""), "attention",
        4.0 * heads * pairs * size, sizes);
  }

  template <typename Sizes>
  void add(const std::string &name, const std::string &operation, double operations,
           const Sizes &sizes) {
    bench::add({name, operation, operations,
                [sizes](const library::Kernel &) { return library::valuesOf(sizes); }},
               machine);
  }

  /// [rows, columns] → [columns, rows], of elements of these bits.
  void transpose(int64_t bits, int64_t rows, int64_t columns) {
    int64_t dims[] = {columns, rows}, in[] = {1, columns}, out[] = {rows, 1};
    movement::CopySizes sizes = movement::planCopy(dims, in, out, 2);
    bench::add({str("move/transpose ", bits, "-bit ", rows, "x", columns), "copy_strided", 1,
                [sizes](const library::Kernel &) { return library::valuesOf(sizes); },
                [bits](const library::Kernel &kernel) { return kernel.in == str("bits", bits); }},
               machine);
  }

private:
  template <typename Sizes> void setImage(Sizes &s, int64_t size, int64_t k, int64_t stride) {
    s.batch = 1;
    s.height = s.width = size;
    s.padTop = s.padLeft = k / 2;
    s.outHeight = s.outWidth = (size + k / 2 * 2 - k) / stride + 1;
    s.kernelHeight = s.kernelWidth = k;
    s.strideHeight = s.strideWidth = stride;
    s.dilationHeight = 1;
    s.yBytes = 4;
  }
  template <typename Sizes> void setWindow(Sizes &s, int64_t size, int64_t k, int64_t stride) {
    setImage(s, size, k, stride);
    s.dilationWidth = 1;
    s.secondCache = machine.cache(1);
  }

  const machine::Machine &machine;
};

void addResNet(Layers &layers) {
  const char *model = "resnet50";
  for (auto [m, n, k] : std::initializer_list<std::array<int64_t, 3>>{{3136, 64, 64},
                                                                      {3136, 256, 64},
                                                                      {3136, 64, 256},
                                                                      {3136, 128, 256},
                                                                      {784, 128, 512},
                                                                      {784, 512, 128},
                                                                      {784, 256, 512},
                                                                      {196, 256, 1024},
                                                                      {196, 1024, 256},
                                                                      {196, 512, 1024},
                                                                      {49, 512, 2048},
                                                                      {49, 2048, 512},
                                                                      {1, 1000, 2048}})
    layers.product(model, m, n, k);
  for (auto [size, c, n, k, stride] :
       std::initializer_list<std::array<int64_t, 5>>{{56, 64, 64, 3, 1},
                                                     {56, 128, 128, 3, 2},
                                                     {28, 128, 128, 3, 1},
                                                     {28, 256, 256, 3, 2},
                                                     {14, 256, 256, 3, 1},
                                                     {14, 512, 512, 3, 2},
                                                     {7, 512, 512, 3, 1},
                                                     {56, 256, 512, 1, 2},
                                                     {28, 512, 1024, 1, 2},
                                                     {14, 1024, 2048, 1, 2}})
    layers.conv(model, size, c, n, k, stride);
  layers.planes(model, 224, 3, 64, 7, 2);
  layers.add("resnet50/maxpool 112^2 64", "max_pool", 9.0 * 56 * 56 * 64,
             pooling::PoolSizes{1, 1, 112, 112, 64, 1, 56, 56, 1, 3,  3,  1, 2, 2,
                                1, 1, 1,   0,   1,  1, 0,  1,  1, 64, 64, 4, 0});
  layers.add("resnet50/average 7^2 2048", "reduce_mean_columns", 1.0 * 49 * 2048,
             reduction::ColumnReductionSizes{1, 49, 2048, 2048, 4, 4});
}

void addMobileNet(Layers &layers) {
  const char *model = "mobilenetv2";
  for (auto [m, n, k] : std::initializer_list<std::array<int64_t, 3>>{{12544, 16, 32},
                                                                      {12544, 96, 16},
                                                                      {3136, 24, 96},
                                                                      {3136, 144, 24},
                                                                      {784, 32, 144},
                                                                      {784, 192, 32},
                                                                      {784, 32, 192},
                                                                      {196, 64, 192},
                                                                      {196, 384, 64},
                                                                      {196, 64, 384},
                                                                      {196, 96, 384},
                                                                      {196, 576, 96},
                                                                      {196, 96, 576},
                                                                      {49, 160, 576},
                                                                      {49, 960, 160},
                                                                      {49, 160, 960},
                                                                      {49, 320, 960},
                                                                      {49, 1280, 320}})
    layers.product(model, m, n, k);
  layers.planes(model, 224, 3, 32, 3, 2);
  for (auto [size, c, stride] : std::initializer_list<std::array<int64_t, 3>>{{112, 32, 1},
                                                                              {112, 96, 2},
                                                                              {56, 144, 1},
                                                                              {56, 144, 2},
                                                                              {28, 192, 1},
                                                                              {28, 192, 2},
                                                                              {14, 384, 1},
                                                                              {14, 576, 1},
                                                                              {14, 576, 2},
                                                                              {7, 960, 1}})
    layers.depthwise(model, size, c, 3, stride);
  for (auto [size, c, stride] : std::initializer_list<std::array<int64_t, 3>>{
           {28, 240, 1}, {14, 480, 1}, {14, 672, 2}, {7, 1152, 1}})
    layers.depthwise("efficientnet", size, c, 5, stride);
}

void addBert(Layers &layers) {
  for (auto [m, n, k] : std::initializer_list<std::array<int64_t, 3>>{{128, 768, 768},
                                                                      {128, 2304, 768},
                                                                      {128, 3072, 768},
                                                                      {128, 768, 3072},
                                                                      {128, 128, 64},
                                                                      {128, 64, 128}})
    layers.product("bert", m, n, k);
  for (const char *kind : {"", "_f16", "_bf16"}) {
    for (auto [m, n] :
         std::initializer_list<std::array<int64_t, 2>>{{1, 768}, {1, 3072}, {4, 3072}})
      layers.product("decode", m, n, 768, kind);
    if (*kind)
      layers.product("bert", 128, 3072, 768, kind);
  }
  layers.attention("bert", 128, false);
  layers.attention("bert", 512, false);
  layers.attention("gpt2", 512, true);
  layers.add("bert/softmax 1536x128", "softmax_rows", 5.0 * 1536 * 128,
             normalization::NormSizes{1536, 128, 128, 128, 0, 4, 4, 0});
  layers.add(
      "bert/layernorm 128x768", "layer_norm_rows", 8.0 * 128 * 768,
      normalization::NormSizes{128, 768, 768, 768, 0, 4, 4, __builtin_bit_cast(int32_t, 1e-12f)});
}

} // namespace

void addLayers(const machine::Machine &machine) {
  Layers layers(machine);
  addResNet(layers);
  addMobileNet(layers);
  addBert(layers);
  layers.transpose(32, 128, 768);
  layers.transpose(32, 1024, 1024);
  layers.transpose(8, 1024, 1024);
}

} // namespace ingot::bench
