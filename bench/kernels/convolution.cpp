// Convolutions: the layers of ResNet-50 and MobileNetV2 that are no products.
#include "bench/kernels/support.h"
#include "kernels/convolution/direct.h"
#include "kernels/convolution/pack.h"

namespace ingot::bench {
namespace {

using namespace convolution;

/// A square image of C channels, N kernels of K by K, the same padding on all sides.
template <int64_t Size, int64_t C, int64_t N, int64_t K, int64_t Stride> struct Conv {
  static constexpr int64_t pad = K / 2, out = (Size + 2 * pad - K) / Stride + 1;
  // On NEON, panels of 12 where sums are long and 12 fits N to 2 %.
  static constexpr bool isWide = lanes == 4 && C * K * K > 2048 &&
                                 ceilDiv(N, 12) * 12 * 50 <= N * 51;
  static constexpr int vectors = isWide ? 3 : 2;
  static constexpr int tileRows = isWide ? 8 : lanes == 4 ? 12 : lanes == 8 ? 6 : 14;
  static constexpr int64_t panel = vectors * lanes;
  static constexpr ConvShape shape = {1, Size,   Size,   C, out, out, N,   1,          K,
                                      K, Stride, Stride, 1, 1,   pad, pad, pitchOf(C), pitchOf(N)};

  __attribute__((noinline)) static void call(const float *x, const float *w, float *y,
                                             const void *context, int64_t begin, int64_t end) {
    conv<tileRows, vectors>(x, w, y, context, shape, begin, end);
  }

  static void run(benchmark::State &state) {
    Floats x(Size * Size * shape.xPitch), w(N * C * K * K), y(out * out * shape.yPitch), bias(N);
    Floats packed(packedWeights(N, C, K * K, 1, panel));
    packWeights(w, packed, {N, C, K * K, 1, C * K * K, K * K, 1, panel}, 0, ceilDiv(N, panel));
    Epilogue epilogue = {bias, 6};
    measure(state, 2.0 * out * out * N * C * K * K,
            4.0 * (Size * Size * C + C * K * K * N + out * out * N),
            convUnits(shape, tileRows, panel),
            [&](int64_t begin, int64_t end) { call(x, packed, y, &epilogue, begin, end); });
  }

  static void add(const std::string &model) {
    addRow(model + "/conv " + std::to_string(Size) + "^2 " + std::to_string(C) + ">" +
               std::to_string(N) + " k" + std::to_string(K) + " s" + std::to_string(Stride),
           run);
  }
};

} // namespace

void addConvolutionRows() {
  Conv<224, 3, 64, 7, 2>::add("resnet50");
  Conv<56, 64, 64, 3, 1>::add("resnet50");
  Conv<56, 128, 128, 3, 2>::add("resnet50");
  Conv<28, 128, 128, 3, 1>::add("resnet50");
  Conv<28, 256, 256, 3, 2>::add("resnet50");
  Conv<14, 256, 256, 3, 1>::add("resnet50");
  Conv<14, 512, 512, 3, 2>::add("resnet50");
  Conv<7, 512, 512, 3, 1>::add("resnet50");
  Conv<56, 256, 512, 1, 2>::add("resnet50");
  Conv<28, 512, 1024, 1, 2>::add("resnet50");
  Conv<14, 1024, 2048, 1, 2>::add("resnet50");
  Conv<224, 3, 32, 3, 2>::add("mobilenetv2");
}

} // namespace ingot::bench
