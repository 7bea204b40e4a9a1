// The tuned attention against softmax(q · kᵀ * scale + mask) · v in double.
#define INGOT_TABLE "kernels/attention/kernels.inc"
#include "kernels/attention/contract.h"
#include "kernels/base/test/rows.h"

namespace ingot::kernels::attention {
namespace {

using test::Numbers;

/// Numbers of [batch, heads, rows, size] as a projection writes them: heads of a row side by side.
struct Heads {
  int64_t heads, rows, size;
  std::vector<float> data;

  Heads(Numbers &numbers, int64_t batch, int64_t heads, int64_t rows, int64_t size)
      : heads(heads), rows(rows), size(size), data(numbers.floats(batch * heads * rows * size)) {}
  int64_t batchStride() const { return rows * heads * size; }
  const float *row(int64_t entry, int64_t head, int64_t i) const {
    return data.data() + entry * batchStride() + i * heads * size + head * size;
  }
};

struct Problem {
  int64_t batch, heads, keyHeads, queries, keys, size, valueSize;
  bool causal;
  int64_t past;
  float scale;
  std::vector<float> mask; ///< [batch, queries, keys], [batch, 1, keys] or empty
  int64_t maskRows;

  /// One row of the result, and the sums of the sizes of what was added up for it: values of both
  /// signs cancel, their errors do not.
  struct Row {
    std::vector<double> y, sizes;
  };
  Row row(const Heads &q, const Heads &k, const Heads &v, int64_t entry, int64_t head,
          int64_t i) const {
    std::vector<double> scores, zeros(static_cast<size_t>(valueSize), 0);
    Row result{zeros, zeros};
    int64_t keyHead = head / (heads / keyHeads);
    double top = -INFINITY, sum = 0;
    for (int64_t j = 0; j < keys; ++j) {
      double dot = 0;
      for (int64_t e = 0; e < size; ++e)
        dot += static_cast<double>(q.row(entry, head, i)[e]) *
               static_cast<double>(k.row(entry, keyHead, j)[e]);
      dot *= static_cast<double>(scale);
      if (!mask.empty()) {
        float masking = mask[static_cast<size_t>((entry * maskRows + i % maskRows) * keys + j)];
        dot = masking == -INFINITY ? -INFINITY : dot + static_cast<double>(masking);
      }
      scores.push_back(causal && j > i + past ? -INFINITY : dot);
      top = std::max(top, scores.back());
    }
    for (double &score : scores) {
      score = score == -INFINITY ? 0 : std::exp(score - top);
      sum += score;
    }
    for (int64_t j = 0; sum > 0 && j < keys; ++j)
      for (int64_t e = 0; e < valueSize; ++e) {
        double part =
            scores[static_cast<size_t>(j)] / sum * static_cast<double>(v.row(entry, keyHead, j)[e]);
        result.y[static_cast<size_t>(e)] += part;
        result.sizes[static_cast<size_t>(e)] += std::fabs(part);
      }
    return result;
  }
};

AttentionSizes sizesOf(const Problem &p, const Heads &q, const Heads &k, const Heads &v) {
  int64_t row = p.heads * p.valueSize;
  return {.batch = p.batch,
          .heads = p.heads,
          .keyHeads = p.keyHeads,
          .queries = p.queries,
          .keys = p.keys,
          .size = p.size,
          .valueSize = p.valueSize,
          .qBatch = q.batchStride(),
          .qHead = p.size,
          .qRow = p.heads * p.size,
          .kBatch = k.batchStride(),
          .kHead = p.size,
          .kRow = p.keyHeads * p.size,
          .vBatch = v.batchStride(),
          .vHead = p.valueSize,
          .vRow = p.keyHeads * p.valueSize,
          .yBatch = p.queries * row,
          .yHead = p.valueSize,
          .yRow = row,
          .hasMask = !p.mask.empty(),
          .maskBatch = p.maskRows * p.keys,
          .maskHead = 0,
          .maskRow = p.maskRows > 1 ? p.keys : 0,
          .causal = p.causal,
          .past = p.past,
          .scaleBits = __builtin_bit_cast(int32_t, p.scale)};
}

void check(Numbers &numbers, const Row &kernel, bool isFew) {
  Problem p;
  p.batch = numbers.integer(1, 2);
  p.keyHeads = numbers.integer(1, 2);
  p.heads = p.keyHeads * numbers.integer(1, 2);
  p.queries = isFew ? numbers.integer(1, 4) : numbers.integer(1, 70);
  p.keys = numbers.coin() ? numbers.integer(1, 90) : numbers.oneOf({128, 256, 257, 600});
  p.size = numbers.oneOf({1, 7, 32, 64, 300});
  p.valueSize = numbers.oneOf({1, 9, 32, 64, 290});
  p.causal = numbers.coin();
  p.past = p.causal ? numbers.integer(0, p.keys) : 0;
  p.scale = p.size > 64 ? 0.5f : 1.5f; // what greater scores lose is what f32 does not hold
  p.maskRows = numbers.coin() ? p.queries : 1;
  if (numbers.coin()) {
    p.mask = numbers.floats(p.batch * p.maskRows * p.keys);
    // Where each has its own, the first query sees none.
    for (size_t i = 0; i < p.mask.size(); ++i)
      if (numbers.integer(0, 3) == 0 || (p.maskRows > 1 && static_cast<int64_t>(i) < p.keys))
        p.mask[i] = -INFINITY;
  }
  Heads q(numbers, p.batch, p.heads, p.queries, p.size);
  Heads k(numbers, p.batch, p.keyHeads, p.keys, p.size);
  Heads v(numbers, p.batch, p.keyHeads, p.keys, p.valueSize);
  // A key that no query sees may be anything.
  for (size_t i = 0; p.maskRows == 1 && i < p.mask.size(); ++i)
    if (p.mask[i] == -INFINITY) {
      int64_t row = p.keyHeads * p.size;
      std::fill_n(k.data.begin() + static_cast<int64_t>(i) * row, row,
                  numbers.coin() ? NAN : INFINITY);
    }
  int64_t rowSize = p.heads * p.valueSize;
  test::RandomEpilogue random(numbers, p.batch * p.queries, rowSize);
  const AttentionSizes sizes = sizesOf(p, q, k, v);
  std::vector<float> fresh(static_cast<size_t>(p.batch * p.queries * rowSize), 77);
  std::vector<float> y = test::runSplit<Attention>(
      numbers, fresh, sizes, kernel.tile, [&](float *out, int64_t begin, int64_t end) {
        kernel({q.data.data(), k.data.data(), v.data.data(), p.mask.data(), out}, &random.epilogue,
               sizes, begin, end);
      });
  test::RelativeError error;
  for (int64_t entry = 0; entry < p.batch; ++entry)
    for (int64_t head = 0; head < p.heads; ++head)
      for (int64_t i = 0; i < p.queries; ++i) {
        auto wanted = p.row(q, k, v, entry, head, i);
        int64_t row = entry * p.queries + i, column = head * p.valueSize;
        const float *found = y.data() + row * rowSize + column;
        for (int64_t e = 0; e < p.valueSize; ++e) {
          auto at = static_cast<size_t>(e);
          error.add(static_cast<double>(found[e]), random.epilogue(wanted.y[at], row, column + e),
                    wanted.sizes[at]);
        }
      }
  EXPECT_LE(error.value(), 1e-6) << p.queries << " queries, " << p.keys << " keys of " << p.size
                                 << ", values of " << p.valueSize << " causal " << p.causal
                                 << " past " << p.past << " mask " << !p.mask.empty();
}

TEST(FusedAttention, AgreesWithDouble) {
  for (const Row &kernel : rowsOf("attention")) {
    Numbers numbers(13);
    for (int i = 0; i < 80 && !testing::Test::HasFailure(); ++i)
      check(numbers, kernel, false);
  }
}

TEST(AttentionOfFew, AgreesWithDouble) {
  for (const Row &kernel : rowsOf("attention_few")) {
    Numbers numbers(14);
    for (int i = 0; i < 80 && !testing::Test::HasFailure(); ++i)
      check(numbers, kernel, true);
  }
}

} // namespace
} // namespace ingot::kernels::attention
