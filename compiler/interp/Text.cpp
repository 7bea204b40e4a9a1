// Evaluators of string operators.
#include "compiler/interp/Parts.h"
#include "compiler/interp/Unicode.h"

#include "compiler/dialect/graph/infer/Shapes.h"
#include "kernels/movement/reference.h"

#include <algorithm>
#include <numeric>
#include <re2/re2.h>
#include <unordered_map>
#include <unordered_set>

namespace ingot::interp {
namespace {

/// For each element of `out`, the element of a tensor of shape `in` that broadcasts to it.
Expected<Tensor> broadcastIndices(const EvalContext &c, const Shape &in, const Shape &out) {
  Tensor numbers = INGOT_TRY(c.scratch(ElementType::I64, in));
  std::iota(numbers.mutableData<int64_t>(), numbers.mutableData<int64_t>() + numbers.elements(),
            int64_t{0});
  auto dense = graph::denseStrides(in);
  std::vector<int64_t> strides(out.size(), 0), index(out.size());
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i] != 1)
      strides[out.size() - in.size() + i] = dense[i];
  Tensor indices = INGOT_TRY(c.scratch(ElementType::I64, out));
  if (indices.elements() > 0)
    kernels::movement::copyStrided(numbers.data<int64_t>(), indices.mutableData<int64_t>(),
                                   out.data(), strides.data(), static_cast<int64_t>(out.size()),
                                   index.data());
  return indices;
}

} // namespace

Status evalStringConcat(EvalContext &c) {
  Tensor &out = c.out(0);
  Tensor left = INGOT_TRY(broadcastIndices(c, c.in(0).shape(), out.shape()));
  Tensor right = INGOT_TRY(broadcastIndices(c, c.in(1).shape(), out.shape()));
  auto at = [](const Tensor &x, const Tensor &indices, int64_t i) -> const std::string & {
    return x.strings()[indices.data<int64_t>()[i]];
  };
  int64_t bytes = 0;
  for (int64_t i = 0; i < out.elements(); ++i)
    bytes += static_cast<int64_t>(at(c.in(0), left, i).size() + at(c.in(1), right, i).size());
  INGOT_TRY(c.charge(out, bytes));
  for (int64_t i = 0; i < out.elements(); ++i)
    c.out<std::string>(0)[i] = at(c.in(0), left, i) + at(c.in(1), right, i);
  return success();
}

namespace {

using Parts = std::vector<std::string_view>;

void splitAt(std::string_view text, std::string_view delimiter, int64_t cuts, Parts &parts) {
  for (; cuts != 0; --cuts) {
    size_t at = text.find(delimiter);
    if (at == std::string_view::npos)
      break;
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + delimiter.size());
  }
  parts.push_back(text);
}

/// Without the white space at its start.
std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    std::string_view rest = text;
    if (!isSpace(takeCodePoint(rest)))
      break;
    text = rest;
  }
  return text;
}

/// Length up to the end of the last character that is no white space.
size_t lengthTrimmed(std::string_view text) {
  size_t length = 0;
  for (std::string_view rest = text; !rest.empty();)
    if (!isSpace(takeCodePoint(rest)))
      length = text.size() - rest.size();
  return length;
}

void splitAtSpaces(std::string_view text, int64_t cuts, Parts &parts) {
  text = text.substr(0, lengthTrimmed(text));
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    if (cuts-- == 0) {
      parts.push_back(text);
      return;
    }
    std::string_view rest = text;
    size_t length = 0;
    while (!rest.empty() && !isSpace(takeCodePoint(rest)))
      length = text.size() - rest.size();
    parts.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

} // namespace

Status evalStringSplit(EvalContext &c) {
  const Tensor &x = c.in(0);
  const std::string &delimiter = c.attributes.text("delimiter");
  // As many cuts as bytes is no limit.
  int64_t cuts = c.attributes.integer("maxsplit");
  cuts = cuts < 0 ? INT64_MAX : cuts;
  MemoryCharge charge(c.budget);
  std::vector<Parts> all;
  INGOT_TRY(charge.add(x.elements() * static_cast<int64_t>(sizeof(Parts))));
  int64_t most = 0;
  for (int64_t i = 0; i < x.elements(); ++i) {
    Parts &parts = all.emplace_back();
    if (delimiter.empty())
      splitAtSpaces(x.strings()[i], cuts, parts);
    else
      splitAt(x.strings()[i], delimiter, cuts, parts);
    INGOT_TRY(charge.add(static_cast<int64_t>(parts.capacity() * sizeof(std::string_view))));
    most = std::max(most, static_cast<int64_t>(parts.size()));
  }
  Shape shape = x.shape();
  INGOT_TRY(c.allocate(1, ElementType::I64, shape));
  shape.push_back(most);
  INGOT_TRY(c.allocate(0, ElementType::String, std::move(shape)));
  INGOT_TRY(c.charge(c.out(0), textBytes(x)));
  for (size_t i = 0; i < all.size(); ++i) {
    c.out<int64_t>(1)[i] = static_cast<int64_t>(all[i].size());
    for (size_t k = 0; k < all[i].size(); ++k)
      c.out<std::string>(0)[i * static_cast<size_t>(most) + k] = all[i][k];
  }
  return success();
}

Status evalStringNormalizer(EvalContext &c) {
  const Tensor &x = c.in(0);
  const std::string &change = c.attributes.text("case_change");
  bool exact = c.attributes.flag("case_sensitive");
  std::unordered_set<std::string> stops;
  for (const std::string &word : c.attributes.texts("stopwords"))
    stops.insert(exact ? word : toLower(word));
  std::vector<int64_t> kept;
  MemoryCharge charge(c.budget);
  INGOT_TRY(charge.add(x.elements() * static_cast<int64_t>(sizeof(int64_t))));
  for (int64_t i = 0; i < x.elements(); ++i)
    if (stops.empty() || !stops.count(exact ? x.strings()[i] : toLower(x.strings()[i])))
      kept.push_back(i);
  auto count = std::max<int64_t>(static_cast<int64_t>(kept.size()), 1);
  INGOT_TRY(c.allocate(0, ElementType::String, x.rank() == 1 ? Shape{count} : Shape{1, count}));
  INGOT_TRY(c.charge(c.out(0), textBytes(x)));
  for (size_t i = 0; i < kept.size(); ++i) {
    const std::string &text = x.strings()[kept[i]];
    c.out<std::string>(0)[i] = change == "LOWER"   ? toLower(text)
                               : change == "UPPER" ? toUpper(text)
                                                   : text;
  }
  return success();
}

Status evalRegexFullMatch(EvalContext &c) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  re2::RE2 pattern(c.attributes.text("pattern"), options);
  if (!pattern.ok())
    return c.fail("pattern '", c.attributes.text("pattern"), "': ", pattern.error());
  for (int64_t i = 0; i < c.in(0).elements(); ++i) {
    INGOT_TRY(c.checkTime());
    c.out<bool>(0)[i] = re2::RE2::FullMatch(c.in(0).strings()[i], pattern);
  }
  return success();
}

namespace {

/// The n-grams of a pool as a tree of tokens. Tokens are numbered; those not in the pool are -1.
class Grams {
public:
  /// Enters the n-grams whose size is between `least` and `most`.
  Grams(const Attributes &attributes, const std::vector<int64_t> &pool, int64_t least,
        int64_t most) {
    const auto &starts = attributes.integers("gram_starts");
    int64_t gram = 0;
    for (size_t i = 0; i < starts.size(); ++i) {
      auto size = static_cast<int64_t>(i) + 1;
      size_t to = i + 1 < starts.size() ? static_cast<size_t>(starts[i + 1]) : pool.size();
      for (auto from = static_cast<size_t>(starts[i]); from < to; from += i + 1, ++gram)
        if (size >= least && size <= most)
          enter(pool.data() + from, i + 1, gram);
    }
  }

  /// The node below `node` for a token; -1 when there is none. The root is 0.
  int64_t below(int64_t node, int64_t token) const {
    auto found = edges.find(key(node, token));
    return token < 0 || found == edges.end() ? -1 : found->second;
  }
  /// The n-gram that ends at a node; -1 when none does.
  int64_t gramAt(int64_t node) const { return ends[static_cast<size_t>(node)]; }

private:
  static uint64_t key(int64_t node, int64_t token) {
    return static_cast<uint64_t>(node) << 32 | static_cast<uint64_t>(token);
  }
  void enter(const int64_t *tokens, size_t size, int64_t gram) {
    int64_t node = 0;
    for (size_t i = 0; i < size; ++i) {
      auto [edge, isNew] = edges.try_emplace(key(node, tokens[i]), ends.size());
      if (isNew)
        ends.push_back(-1);
      node = edge->second;
    }
    ends[static_cast<size_t>(node)] = gram;
  }

  std::unordered_map<uint64_t, int64_t> edges;
  std::vector<int64_t> ends{-1};
};

/// Numbers the tokens of the pool and of the operand alike.
template <typename Token>
void numberTokens(const std::vector<Token> &pool, const std::function<Token(int64_t)> &token,
                  std::vector<int64_t> &poolNumbers, Tensor &numbers) {
  std::unordered_map<Token, int64_t> known;
  for (const Token &item : pool)
    poolNumbers.push_back(known.try_emplace(item, known.size()).first->second);
  for (int64_t i = 0; i < numbers.elements(); ++i) {
    auto found = known.find(token(i));
    numbers.mutableData<int64_t>()[i] = found == known.end() ? -1 : found->second;
  }
}

/// Counts the n-grams of one row.
class Counting {
public:
  Counting(EvalContext &c, const Grams &grams)
      : c(c), grams(grams), mode(c.attributes.text("mode")),
        weights(c.attributes.numbers("weights")), columns(c.attributes.integers("columns")),
        least(c.attributes.integer("min_gram")), most(c.attributes.integer("max_gram")),
        maxSkip(c.attributes.integer("max_skip")) {}

  Status count(const int64_t *row, int64_t length, float *out) const {
    int64_t smallest = least;
    for (int64_t distance = 1; distance - 1 <= maxSkip && distance <= length; ++distance) {
      INGOT_TRY(c.checkTime());
      for (int64_t start = 0; start < length; ++start)
        walk(row, start, length, distance, smallest, out);
      // A single token is the same at every distance.
      if (smallest == 1 && ++smallest > most)
        break;
    }
    return success();
  }

private:
  void walk(const int64_t *row, int64_t start, int64_t length, int64_t distance, int64_t smallest,
            float *out) const {
    int64_t node = 0;
    for (int64_t at = start, size = 1; at < length && size <= most; at += distance, ++size) {
      node = grams.below(node, row[at]);
      if (node < 0)
        return;
      if (int64_t gram = grams.gramAt(node); size >= smallest && gram >= 0)
        add(static_cast<size_t>(gram), out);
    }
  }
  void add(size_t gram, float *out) const {
    float &value = out[columns[gram]];
    float weight = weights.empty() ? 1.0f : weights[gram];
    if (mode == "TF")
      value += 1.0f;
    else
      value = mode == "IDF" ? weight : value + weight;
  }

  EvalContext &c;
  const Grams &grams;
  const std::string &mode;
  const std::vector<float> &weights;
  const std::vector<int64_t> &columns;
  int64_t least, most, maxSkip;
};

} // namespace

Status evalTfIdf(EvalContext &c) {
  const Tensor &x = c.in(0);
  Tensor numbers = INGOT_TRY(c.scratch(ElementType::I64, x.shape()));
  std::vector<int64_t> pool;
  if (x.isString()) {
    const auto &texts = c.attributes.texts("string_pool");
    numberTokens<std::string_view>(
        std::vector<std::string_view>(texts.begin(), texts.end()),
        [&](int64_t i) { return std::string_view(x.strings()[i]); }, pool, numbers);
  } else {
    numberTokens<int64_t>(
        c.attributes.integers("integer_pool"), [&](int64_t i) { return x.integerAt(i); }, pool,
        numbers);
  }
  Grams grams(c.attributes, pool, c.attributes.integer("min_gram"),
              c.attributes.integer("max_gram"));
  Counting counting(c, grams);
  int64_t length = x.dim(x.rank() - 1), width = c.out(0).dim(x.rank() - 1);
  int64_t rows = x.rank() == 1 ? 1 : x.dim(0);
  for (int64_t row = 0; row < rows && x.elements() > 0; ++row)
    INGOT_TRY(counting.count(numbers.data<int64_t>() + row * length, length,
                             c.out<float>(0) + row * width));
  return success();
}

} // namespace ingot::interp
