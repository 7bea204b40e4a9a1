// Import rules of string operators.
#include "compiler/import/onnx/Node.h"

namespace ingot::onnx {

/// StringNormalizer. Case does not depend on the locale here.
Status importStringNormalizer(Node &n) {
  return n.result(
      n.emit("string_normalizer", {n.input(0)},
             {{"case_change", n.text("case_change_action", "NONE")},
              {"case_sensitive", n.integer("is_case_sensitive", 0) != 0},
              {"stopwords", n.texts("stopwords").value_or(std::vector<std::string>())}}));
}

/// TfIdfVectorizer: the pool is of integers or of texts, as the input is.
Status importTfIdfVectorizer(Node &n) {
  using Integers = std::vector<int64_t>;
  auto strings = n.texts("pool_strings").value_or(std::vector<std::string>());
  auto integers = n.integers("pool_int64s").value_or(Integers());
  if (!strings.empty() && !integers.empty())
    return n.bad("the node has both 'pool_strings' and 'pool_int64s'");
  return n.result(n.emit("tf_idf", {n.input(0)},
                         {{"mode", n.text("mode", "")},
                          {"min_gram", n.integer("min_gram_length", 0)},
                          {"max_gram", n.integer("max_gram_length", 0)},
                          {"max_skip", n.integer("max_skip_count", 0)},
                          {"gram_starts", n.integers("ngram_counts").value_or(Integers())},
                          {"columns", n.integers("ngram_indexes").value_or(Integers())},
                          {"integer_pool", std::move(integers)},
                          {"string_pool", std::move(strings)},
                          {"weights", n.numbers("weights").value_or(std::vector<float>())}}));
}

} // namespace ingot::onnx
