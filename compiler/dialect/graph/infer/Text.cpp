// Shape functions of string operators.
#include "compiler/dialect/graph/infer/Shapes.h"

#include <algorithm>

namespace ingot::graph {

Status inferStringSplit(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  if (!x.ranked) {
    INGOT_TRY(c.yield(x));
    return c.yield(ValueType::unranked(ElementType::I64));
  }
  Shape parts = x.dims;
  parts.push_back(unknownDim);
  INGOT_TRY(c.yield(tensorLike(x, std::move(parts))));
  return c.yield(ValueType::tensor(ElementType::I64, x.dims));
}

Status inferStringNormalizer(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const std::string &change = c.attributes.text("case_change");
  INGOT_TRY(c.require(2, change == "NONE" || change == "LOWER" || change == "UPPER", "found '",
                      change, "'"));
  const ValueType &x = c.operand(0);
  if (!x.ranked)
    return c.yield(x);
  INGOT_TRY(c.require(1, x.rank() == 1 || (x.rank() == 2 && compatible(x.dims[0], 1)), "found ",
                      x.text()));
  return c.yield(tensorLike(x, x.rank() == 1 ? Shape{unknownDim} : Shape{1, unknownDim}));
}

namespace {
/// The number of n-grams in the pool (C4).
Expected<int64_t> countGrams(InferContext &c) {
  bool texts = c.operand(0).element == ElementType::String;
  size_t size = texts ? c.attributes.texts("string_pool").size()
                      : c.attributes.integers("integer_pool").size();
  auto pool = static_cast<int64_t>(size);
  const auto &starts = c.attributes.integers("gram_starts");
  int64_t grams = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    int64_t from = starts[i], to = i + 1 < starts.size() ? starts[i + 1] : pool;
    auto n = static_cast<int64_t>(i) + 1;
    INGOT_TRY(c.require(4, 0 <= from && from <= to && to <= pool && (to - from) % n == 0, n,
                        "-grams from ", from, " to ", to, " of ", pool, " tokens"));
    grams += (to - from) / n;
  }
  return grams;
}
} // namespace

Status inferTfIdf(InferContext &c) {
  INGOT_TRY(c.requireTensors(1, 1));
  const ValueType &x = c.operand(0);
  const std::string &mode = c.attributes.text("mode");
  INGOT_TRY(c.require(2, mode == "TF" || mode == "IDF" || mode == "TFIDF", "found '", mode, "'"));
  int64_t least = c.attributes.integer("min_gram"), most = c.attributes.integer("max_gram");
  auto sizes = static_cast<int64_t>(c.attributes.integers("gram_starts").size());
  int64_t skip = c.attributes.integer("max_skip");
  INGOT_TRY(c.require(3, 1 <= least && least <= most && most <= sizes && skip >= 0, least, " to ",
                      most, " of ", sizes, ", skipping ", skip));
  int64_t grams = INGOT_TRY(countGrams(c));
  const auto &columns = c.attributes.integers("columns");
  int64_t width = 0;
  for (int64_t column : columns) {
    INGOT_TRY(c.require(5, column >= 0 && column < INT64_MAX, "column ", column));
    width = std::max(width, column + 1);
  }
  INGOT_TRY(c.require(5, static_cast<int64_t>(columns.size()) == grams, columns.size(),
                      " columns for ", grams, " n-grams"));
  size_t weights = c.attributes.numbers("weights").size();
  INGOT_TRY(c.require(6, weights == 0 || static_cast<int64_t>(weights) == grams, weights,
                      " weights for ", grams, " n-grams"));
  if (!x.ranked)
    return c.yield(ValueType::unranked(ElementType::F32));
  INGOT_TRY(c.require(1, x.rank() == 1 || x.rank() == 2, "found ", x.text()));
  return c.yield(
      ValueType::tensor(ElementType::F32, x.rank() == 1 ? Shape{width} : Shape{x.dims[0], width}));
}

} // namespace ingot::graph
