// Products: the 1x1 convolutions of ResNet-50 and MobileNetV2 and the layers of BERT-base, 128
// long.
#include "bench/kernels/support.h"
#include "kernels/contraction/gemv.h"
#include "kernels/contraction/pack.h"

namespace ingot::bench {
namespace {

using namespace contraction;

#if INGOT_VECTOR_BYTES == 16
constexpr int tileRows = 12, wideRows = 8, vectors = 2, wideVectors = 3;
#elif INGOT_VECTOR_BYTES == 32
constexpr int tileRows = 6, wideRows = 6, vectors = 2, wideVectors = 2;
#else
constexpr int tileRows = 14, wideRows = 14, vectors = 2, wideVectors = 2;
#endif

/// [M, K] * [K, N]. Where sums are long, and wide panels fit N to 2 %, these are faster.
template <int64_t M, int64_t N, int64_t K> struct Product {
  static constexpr bool
      isWide = K > longestSum &&ceilDiv(N, wideVectors *lanes) * wideVectors * lanes * 50 <= N * 51;
  static constexpr int R = isWide ? wideRows : tileRows, V = isWide ? wideVectors : vectors;
  static constexpr int64_t units = M <= 4 ? ceilDiv(N, V *lanes) : gemmUnits(M, N, 1, R, V *lanes);
  static constexpr GemmShape shape = {M, N, K, 1, pitchOf(K), pitchOf(N), 0, 0, 0};

  __attribute__((noinline)) static void call(const float *a, const float *b, float *y,
                                             const void *context, int64_t begin, int64_t end) {
    if constexpr (M <= 4)
      gemv<4, V>(a, b, y, context, shape, begin, end);
    else
      gemm<R, V>(a, b, y, context, shape, begin, end);
  }

  static void run(benchmark::State &state) {
    Floats a(M * shape.aPitch), b(K * N), y(M * shape.yPitch), bias(N);
    Floats packed(packedElements(K, N, 1, V * lanes));
    packRight(b, packed, {K, N, N, 1, 1, 0, V * lanes}, 0, ceilDiv(N, V * lanes));
    Epilogue epilogue = {bias, 6};
    measure(state, 2.0 * M * N * K, 4.0 * (M * K + K * N + M * N), units,
            [&](int64_t begin, int64_t end) { call(a, packed, y, &epilogue, begin, end); });
  }

  static void add(const std::string &model) {
    addRow(model + "/gemm " + std::to_string(M) + "x" + std::to_string(N) + "x" + std::to_string(K),
           run);
  }
};

} // namespace

void addGemmRows() {
  Product<3136, 64, 64>::add("resnet50");
  Product<3136, 256, 64>::add("resnet50");
  Product<3136, 64, 256>::add("resnet50");
  Product<3136, 128, 256>::add("resnet50");
  Product<784, 128, 512>::add("resnet50");
  Product<784, 512, 128>::add("resnet50");
  Product<784, 256, 512>::add("resnet50");
  Product<196, 256, 1024>::add("resnet50");
  Product<196, 1024, 256>::add("resnet50");
  Product<196, 512, 1024>::add("resnet50");
  Product<49, 512, 2048>::add("resnet50");
  Product<49, 2048, 512>::add("resnet50");
  Product<1, 1000, 2048>::add("resnet50");
  Product<12544, 16, 32>::add("mobilenetv2");
  Product<12544, 96, 16>::add("mobilenetv2");
  Product<3136, 24, 96>::add("mobilenetv2");
  Product<3136, 144, 24>::add("mobilenetv2");
  Product<784, 32, 144>::add("mobilenetv2");
  Product<784, 192, 32>::add("mobilenetv2");
  Product<784, 32, 192>::add("mobilenetv2");
  Product<196, 64, 192>::add("mobilenetv2");
  Product<196, 384, 64>::add("mobilenetv2");
  Product<196, 64, 384>::add("mobilenetv2");
  Product<196, 96, 384>::add("mobilenetv2");
  Product<196, 576, 96>::add("mobilenetv2");
  Product<196, 96, 576>::add("mobilenetv2");
  Product<49, 160, 576>::add("mobilenetv2");
  Product<49, 960, 160>::add("mobilenetv2");
  Product<49, 160, 960>::add("mobilenetv2");
  Product<49, 320, 960>::add("mobilenetv2");
  Product<49, 1280, 320>::add("mobilenetv2");
  Product<128, 768, 768>::add("bert");
  Product<128, 2304, 768>::add("bert");
  Product<128, 3072, 768>::add("bert");
  Product<128, 768, 3072>::add("bert");
  Product<128, 128, 64>::add("bert");
  Product<128, 64, 128>::add("bert");
  Product<1, 768, 768>::add("decode");
  Product<1, 3072, 768>::add("decode");
  Product<4, 3072, 768>::add("decode");
}

} // namespace ingot::bench
