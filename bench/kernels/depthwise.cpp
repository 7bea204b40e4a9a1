// Depthwise convolutions: the layers of MobileNetV2, and 5x5 ones of EfficientNet-B0.
#include "kernels/convolution/depthwise.h"
#include "bench/kernels/support.h"

namespace ingot::bench {
namespace {

using namespace convolution;

template <int64_t Size, int64_t C, int64_t K, int64_t Stride> struct Layer {
  static constexpr int64_t pad = K / 2, out = (Size + 2 * pad - K) / Stride + 1;
  static constexpr int64_t pitch = pitchOf(C);
  static constexpr DepthwiseShape shape = {1,      Size,   Size, C, out, out, 1,     K,     K,
                                           Stride, Stride, 1,    1, pad, pad, pitch, pitch, C};

  __attribute__((noinline)) static void call(const float *x, const float *w, float *y,
                                             const void *context, int64_t begin, int64_t end) {
    depthwise<K, Stride>(x, w, y, context, shape, begin, end);
  }

  static void run(benchmark::State &state) {
    Floats x(Size * Size * pitch), w(K * K * C), y(out * out * pitch), bias(C);
    Epilogue epilogue = {bias, 6};
    measure(state, 2.0 * out * out * C * K * K, 4.0 * (Size * Size + out * out) * C,
            depthwiseUnits(shape),
            [&](int64_t begin, int64_t end) { call(x, w, y, &epilogue, begin, end); });
  }

  static void add(const std::string &model) {
    addRow(model + "/depthwise " + std::to_string(Size) + "^2 " + std::to_string(C) + " k" +
               std::to_string(K) + " s" + std::to_string(Stride),
           run);
  }
};

} // namespace

void addDepthwiseRows() {
  Layer<112, 32, 3, 1>::add("mobilenetv2");
  Layer<112, 96, 3, 2>::add("mobilenetv2");
  Layer<56, 144, 3, 1>::add("mobilenetv2");
  Layer<56, 144, 3, 2>::add("mobilenetv2");
  Layer<28, 192, 3, 1>::add("mobilenetv2");
  Layer<28, 192, 3, 2>::add("mobilenetv2");
  Layer<14, 384, 3, 1>::add("mobilenetv2");
  Layer<14, 576, 3, 1>::add("mobilenetv2");
  Layer<14, 576, 3, 2>::add("mobilenetv2");
  Layer<7, 960, 3, 1>::add("mobilenetv2");
  Layer<28, 240, 5, 1>::add("efficientnet");
  Layer<14, 480, 5, 1>::add("efficientnet");
  Layer<14, 672, 5, 2>::add("efficientnet");
  Layer<7, 1152, 5, 1>::add("efficientnet");
}

} // namespace ingot::bench
