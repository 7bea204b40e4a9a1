// Attention, softmax, normalization, pooling, reductions and copies, as BERT-base and ResNet-50 use
// them. What is bound by memory shows it in GB/s.
#include "bench/kernels/support.h"
#include "kernels/attention/fused.h"
#include "kernels/contraction/pack.h"
#include "kernels/movement/copy.h"
#include "kernels/normalization/rows.h"
#include "kernels/pooling/pool.h"

namespace ingot::bench {
namespace {

constexpr int tileRows = INGOT_VECTOR_BYTES == 16 ? 12 : INGOT_VECTOR_BYTES == 32 ? 6 : 14;

/// 12 heads of 64, heads of a row side by side.
template <int64_t Length, bool Causal> void attention(benchmark::State &state) {
  constexpr int64_t heads = 12, size = 64, panel = 2 * lanes;
  static constexpr kernels::attention::AttentionShape s = {
      1, heads, heads,        Length, Length, size, size,   0, size,  heads * size,
      0, size,  heads * size, 0,      0,      0,    Causal, 0, 0.125f};
  Floats q(Length * heads * size), k(Length * heads * size), v(Length * heads * size);
  Floats y(Length * heads * size),
      keys(heads * contraction::packedElements(size, Length, 1, panel));
  Floats values(heads * contraction::packedElements(Length, size, 1, panel));
  contraction::packRight(k, keys, {size, Length, 1, heads * size, heads, size, panel}, 0,
                         heads * ceilDiv(Length, panel));
  contraction::packRight(v, values, {Length, size, heads * size, 1, heads, size, panel}, 0,
                         heads * ceilDiv(size, panel));
  // Causal attention computes the lower triangle.
  constexpr double pairs = Causal ? Length * (Length + 1) / 2 : Length * Length;
  measure(state, 4.0 * heads * pairs * size, 16.0 * Length * heads * size,
          kernels::attention::attentionUnits(1, heads, Length, tileRows),
          [&](int64_t begin, int64_t end) {
            kernels::attention::attend<tileRows, 2>(q, keys, values, nullptr, y, nullptr, s, begin,
                                                    end);
          });
}

void softmax(benchmark::State &state) {
  constexpr int64_t rows = 12 * 128, n = 128;
  Floats x(rows * n), y(rows * n);
  measure(state, 5.0 * rows * n, 8.0 * rows * n, rows, [&](int64_t begin, int64_t end) {
    normalization::softmaxRows(x, y, nullptr, {n, n, n, false}, begin, end);
  });
}

void layerNorm(benchmark::State &state) {
  constexpr int64_t rows = 128, n = 768;
  Floats x(rows * n), y(rows * n), scale(n), bias(n);
  measure(state, 8.0 * rows * n, 8.0 * rows * n, rows, [&](int64_t begin, int64_t end) {
    normalization::layerNormRows(x, scale, bias, y, nullptr, {n, n, n, false}, 1e-12f, begin, end);
  });
}

void maxPool(benchmark::State &state) {
  static constexpr pooling::PoolShape s = {1, 112, 112, 64, 56, 56, 3, 3,  2,
                                           2, 1,   1,   1,  1,  1,  1, 64, 64};
  Floats x(112 * 112 * 64), y(56 * 56 * 64);
  measure(state, 9.0 * 56 * 56 * 64, 4.0 * (112 * 112 + 56 * 56) * 64, 56,
          [&](int64_t begin, int64_t end) {
            pooling::pool<pooling::MaxPool>(x, y, nullptr, s, false, begin, end);
          });
}

void globalAverage(benchmark::State &state) {
  constexpr int64_t pixels = 49, channels = 2048;
  Floats x(pixels * channels), y(channels);
  measure(state, 1.0 * pixels * channels, 4.0 * pixels * channels,
          channels / reduction::columnBlock, [&](int64_t begin, int64_t end) {
            reduction::reduceColumns<reduction::MeanOp>(x, y, nullptr, pixels, channels, channels,
                                                        begin, end);
          });
}

/// [Rows, Columns] → [Columns, Rows].
template <typename T, int64_t Rows, int64_t Columns> void transposed(benchmark::State &state) {
  constexpr int64_t dims[] = {Columns, Rows}, in[] = {1, Columns}, out[] = {Rows, 1};
  static constexpr movement::CopyShape s = movement::planCopy(dims, in, out, 2);
  int64_t floats = Rows * Columns * static_cast<int64_t>(sizeof(T)) / 4;
  Floats x(floats), y(floats);
  const T *from = reinterpret_cast<const T *>(static_cast<float *>(x));
  T *to = reinterpret_cast<T *>(static_cast<float *>(y));
  measure(state, 1, 8.0 * static_cast<double>(floats), movement::copyUnits<T>(s),
          [&](int64_t begin, int64_t end) { movement::copyStrided(from, to, s, begin, end); });
}

} // namespace

void addOtherRows() {
  addRow("bert/attention 12x128x64", attention<128, false>);
  addRow("bert/attention 12x512x64", attention<512, false>);
  addRow("gpt2/attention 12x512x64 causal", attention<512, true>);
  addRow("bert/softmax 1536x128", softmax);
  addRow("bert/layernorm 128x768", layerNorm);
  addRow("resnet50/maxpool 112^2 64", maxPool);
  addRow("resnet50/average 7^2 2048", globalAverage);
  addRow("move/transpose 32-bit 128x768", transposed<uint32_t, 128, 768>);
  addRow("move/transpose 32-bit 1024x1024", transposed<uint32_t, 1024, 1024>);
  addRow("move/transpose 8-bit 1024x1024", transposed<uint8_t, 1024, 1024>);
}

} // namespace ingot::bench
