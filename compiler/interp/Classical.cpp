// Evaluators of classical machine learning.
#include "compiler/interp/Parts.h"

#include "kernels/classical/reference.h"

#include <cmath>
#include <unordered_map>

namespace ingot::interp {
namespace {

/// A key that equals another exactly if the numbers do; all NaNs are one.
int64_t keyOf(const Tensor &tensor, int64_t i) {
  if (!isFloat(tensor.type()))
    return tensor.integerAt(i);
  double value = tensor.numberAt(i);
  if (std::isnan(value))
    return INT64_MIN; // the bits of -0, which is taken as 0
  value = value == 0 ? 0 : value;
  return __builtin_bit_cast(int64_t, value);
}

/// For each element of `x` the position of its key, or -1.
Expected<Tensor> findKeys(const EvalContext &c, const Tensor &x, const Tensor &keys) {
  Tensor found = INGOT_TRY(c.scratch(ElementType::I64, x.shape()));
  auto search = [&]<typename Key>(auto key) {
    std::unordered_map<Key, int64_t> positions;
    for (int64_t i = 0; i < keys.elements(); ++i)
      positions[key(keys, i)] = i;
    for (int64_t i = 0; i < x.elements(); ++i) {
      auto position = positions.find(key(x, i));
      found.mutableData<int64_t>()[i] = position == positions.end() ? -1 : position->second;
    }
  };
  if (x.isString())
    search.template operator()<std::string_view>(
        [](const Tensor &t, int64_t i) { return std::string_view(t.strings()[i]); });
  else
    search.template operator()<int64_t>(keyOf);
  return found;
}

} // namespace

Status evalLookup(EvalContext &c) {
  if (elementClass(c.in(0).type()) == ElementClass::Complex)
    return c.noKernelFor(c.in(0).type());
  Tensor keys = INGOT_TRY(c.attributes.get<Tensor>("keys").aligned());
  Tensor values = INGOT_TRY(c.attributes.get<Tensor>("values").aligned());
  bool total = c.attributes.has("otherwise");
  Tensor otherwise = total ? INGOT_TRY(c.attributes.get<Tensor>("otherwise").aligned()) : Tensor();
  Tensor found = INGOT_TRY(findKeys(c, c.in(0), keys));
  const int64_t *positions = found.data<int64_t>();
  Tensor &out = c.out(0);
  int64_t bytes = 0;
  for (int64_t i = 0; i < out.elements(); ++i) {
    if (positions[i] < 0 && !total)
      return c.fail("element ", i, " is none of the ", keys.elements(), " keys");
    if (out.isString())
      bytes += static_cast<int64_t>(
          (positions[i] < 0 ? otherwise.strings()[0] : values.strings()[positions[i]]).size());
  }
  INGOT_TRY(c.charge(out, bytes));
  size_t width = elementBytes(out.type());
  for (int64_t i = 0; i < out.elements(); ++i) {
    const Tensor &from = positions[i] < 0 ? otherwise : values;
    size_t at = positions[i] < 0 ? 0 : static_cast<size_t>(positions[i]);
    if (out.isString())
      c.out<std::string>(0)[i] = from.strings()[at];
    else
      std::memcpy(static_cast<char *>(out.mutableBytes()) + static_cast<size_t>(i) * width,
                  static_cast<const char *>(from.bytes()) + at * width, width);
  }
  return success();
}

Status evalScoreTransform(EvalContext &c) {
  const std::string &mode = c.attributes.text("mode");
  int64_t width = c.in(0).dim(c.in(0).rank() - 1), count = c.in(0).elements();
  return c.dispatchOn<float, double>(0, [&]<typename T> {
    const T *in = c.in<T>(0);
    T *out = c.out<T>(0);
    if (mode == "LOGISTIC" || mode == "PROBIT")
      for (int64_t i = 0; i < count; ++i)
        out[i] = static_cast<T>(mode == "PROBIT" ? kernels::classical::probit(in[i])
                                                 : kernels::classical::logistic(in[i]));
    else
      for (int64_t i = 0; i < count; i += width)
        kernels::classical::softmaxRow(in + i, out + i, width, mode == "SOFTMAX_ZERO");
  });
}

namespace {

/// An ensemble's attributes, ready to run.
class Ensemble {
public:
  explicit Ensemble(EvalContext &c)
      : c(c), targets(c.attributes.integer("targets")), roots(c.attributes.integers("roots")),
        starts(c.attributes.integers("leaf_starts")), ids(c.attributes.integers("vote_targets")) {
    const std::string &aggregate = c.attributes.text("aggregate");
    least = aggregate == "MIN";
    most = aggregate == "MAX";
    average = aggregate == "AVERAGE";
  }

  Status prepare() {
    splits = INGOT_TRY(c.attributes.get<Tensor>("splits").aligned());
    members = INGOT_TRY(c.attributes.get<Tensor>("members").aligned());
    weights = INGOT_TRY(c.attributes.get<Tensor>("vote_weights").aligned());
    base = INGOT_TRY(c.attributes.get<Tensor>("base").aligned());
    sums = INGOT_TRY(c.scratch(ElementType::F64, {targets}));
    voted = INGOT_TRY(c.scratch(ElementType::Bool, {targets}));
    trees = {c.attributes.integers("features").data(),
             c.attributes.integers("modes").data(),
             c.attributes.integers("true_next").data(),
             c.attributes.integers("false_next").data(),
             c.attributes.integers("missing_true").data(),
             c.attributes.integers("member_starts").data(),
             splits.data<double>(),
             members.data<double>()};
    return success();
  }

  template <typename T> void row(const T *x) {
    std::fill_n(sums.mutableData<double>(), targets, 0.0);
    std::fill_n(voted.mutableData<bool>(), targets, false);
    for (int64_t root : roots) {
      auto leaf = static_cast<size_t>(kernels::classical::findLeaf(trees, root, x));
      for (int64_t vote = starts[leaf]; vote < starts[leaf + 1]; ++vote)
        add(ids[static_cast<size_t>(vote)], weights.data<double>()[vote]);
    }
  }

  double result(int64_t target) const {
    double sum = sums.data<double>()[target];
    if (average)
      sum /= static_cast<double>(roots.size());
    return base.elements() ? sum + base.data<double>()[target] : sum;
  }

private:
  void add(int64_t target, double weight) {
    double &sum = sums.mutableData<double>()[target];
    bool &seen = voted.mutableData<bool>()[target];
    if (least || most)
      sum = seen && (least ? sum < weight : sum > weight) ? sum : weight;
    else
      sum += weight;
    seen = true;
  }

  EvalContext &c;
  int64_t targets;
  const std::vector<int64_t> &roots, &starts, &ids;
  bool least, most, average;
  Tensor splits, members, weights, base, sums, voted;
  kernels::classical::Trees trees;
};

} // namespace

Status evalTreeEnsemble(EvalContext &c) {
  Ensemble ensemble(c);
  INGOT_TRY(ensemble.prepare());
  const Tensor &x = c.in(0);
  int64_t targets = c.attributes.integer("targets");
  Status status;
  INGOT_TRY((c.dispatchOn<float, double, int64_t, int32_t>(0, [&]<typename T> {
    for (int64_t i = 0; status.ok() && i < x.dim(0); ++i) {
      status = c.checkTime();
      ensemble.row(c.in<T>(0) + i * x.dim(1));
      for (int64_t target = 0; target < targets; ++target)
        if (c.out(0).type() == ElementType::F64)
          c.out<double>(0)[i * targets + target] = ensemble.result(target);
        else
          c.out<float>(0)[i * targets + target] = static_cast<float>(ensemble.result(target));
    }
  })));
  return status;
}

namespace {

/// result[i, j] = f(row i of operand 0, row j of operand 1), in the element type To.
template <typename To, typename A, typename B, typename F>
Status forRowPairs(EvalContext &c, const A *a, const B *b, F &&f) {
  int64_t rows = c.out(0).dim(0), columns = c.out(0).dim(1), width = c.in(0).dim(1);
  for (int64_t i = 0; i < rows; ++i) {
    INGOT_TRY(c.checkTime());
    for (int64_t j = 0; j < columns; ++j)
      c.out<To>(0)[i * columns + j] = static_cast<To>(f(a + i * width, b + j * width, width));
  }
  return success();
}

} // namespace

Status evalSvmKernel(EvalContext &c) {
  using kernels::classical::SvmKernel;
  const std::string &name = c.attributes.text("kernel");
  SvmKernel kind = name == "LINEAR" ? SvmKernel::Linear
                   : name == "POLY" ? SvmKernel::Poly
                   : name == "RBF"  ? SvmKernel::Rbf
                                    : SvmKernel::Sigmoid;
  double gamma = c.attributes.number("gamma"), coef0 = c.attributes.number("coef0");
  double degree = c.attributes.number("degree");
  Status status;
  INGOT_TRY((c.dispatchOn<float, double, int64_t, int32_t>(0, [&]<typename T> {
    auto kernel = [&](const T *x, const float *v, int64_t n) {
      return kernels::classical::svmKernel(kind, x, v, n, gamma, coef0, degree);
    };
    status = forRowPairs<double>(c, c.in<T>(0), c.in<float>(1), kernel);
  })));
  return status;
}

Status evalPairwiseDistance(EvalContext &c) {
  bool root = c.attributes.text("metric") == "euclidean";
  Status status;
  INGOT_TRY((c.dispatchOn<float, double>(0, [&]<typename T> {
    auto distance = [&](const T *a, const T *b, int64_t n) {
      double squared = kernels::classical::squaredDistance(a, b, n);
      return root ? __builtin_sqrt(squared) : squared;
    };
    status = forRowPairs<T>(c, c.in<T>(0), c.in<T>(1), distance);
  })));
  return status;
}

namespace {

/// Decisions, votes and probabilities for one row of kernel values at a time.
class SvmVote {
public:
  explicit SvmVote(EvalContext &c)
      : c(c), counts(c.attributes.integers("vectors_per_class")),
        coefficients(c.attributes.numbers("coefficients")), rho(c.attributes.numbers("rho")),
        probA(c.attributes.numbers("prob_a")), probB(c.attributes.numbers("prob_b")),
        classes(static_cast<int64_t>(counts.size())) {
    for (int64_t count : counts) {
      first.push_back(vectors);
      vectors += count;
    }
  }

  Status prepare() {
    votes = INGOT_TRY(c.scratch(ElementType::I64, {classes}));
    decisions = INGOT_TRY(c.scratch(ElementType::F64, {static_cast<int64_t>(rho.size())}));
    if (!probA.empty()) {
      pairs = INGOT_TRY(c.scratch(ElementType::F64, {classes, classes}));
      matrix = INGOT_TRY(c.scratch(ElementType::F64, {classes, classes}));
      product = INGOT_TRY(c.scratch(ElementType::F64, {classes}));
      joined = INGOT_TRY(c.scratch(ElementType::F64, {classes}));
    }
    return success();
  }

  /// Gives the winner and writes the scores.
  int64_t row(const double *kernels, float *scores) {
    int64_t *won = votes.mutableData<int64_t>();
    std::fill_n(won, classes, int64_t{0});
    double *decision = decisions.mutableData<double>();
    for (int64_t i = 0, pair = 0; i < classes; ++i)
      for (int64_t j = i + 1; j < classes; ++j, ++pair) {
        decision[pair] =
            rho[static_cast<size_t>(pair)] + part(kernels, i, j - 1) + part(kernels, j, i);
        ++won[decision[pair] > 0 ? i : j];
      }
    if (probA.empty())
      std::copy_n(decision, rho.size(), scores);
    else
      probabilities(scores);
    return std::max_element(won, won + classes) - won;
  }

private:
  /// The share of the vectors of one class in a decision, by one row of coefficients.
  double part(const double *kernels, int64_t of, int64_t line) const {
    double sum = 0;
    int64_t from = first[static_cast<size_t>(of)], to = from + counts[static_cast<size_t>(of)];
    for (int64_t v = from; v < to; ++v)
      sum +=
          static_cast<double>(coefficients[static_cast<size_t>(line * vectors + v)]) * kernels[v];
    return sum;
  }

  void probabilities(float *scores) {
    double *r = pairs.mutableData<double>();
    for (int64_t i = 0, pair = 0; i < classes; ++i)
      for (int64_t j = i + 1; j < classes; ++j, ++pair) {
        auto at = static_cast<size_t>(pair);
        double p = 1 - kernels::classical::logistic(decisions.data<double>()[pair] *
                                                        static_cast<double>(probA[at]) +
                                                    static_cast<double>(probB[at]));
        p = std::clamp(p, 1e-7, 1 - 1e-7);
        r[i * classes + j] = p;
        r[j * classes + i] = 1 - p;
      }
    kernels::classical::joinProbabilities(r, classes, joined.mutableData<double>(),
                                          matrix.mutableData<double>(),
                                          product.mutableData<double>());
    std::copy_n(joined.data<double>(), classes, scores);
  }

  EvalContext &c;
  const std::vector<int64_t> &counts;
  const std::vector<float> &coefficients, &rho, &probA, &probB;
  int64_t classes, vectors = 0;
  std::vector<int64_t> first;
  Tensor votes, decisions, pairs, matrix, product, joined;
};

} // namespace

Status evalSvmClassify(EvalContext &c) {
  SvmVote vote(c);
  INGOT_TRY(vote.prepare());
  int64_t rows = c.in(0).dim(0), vectors = c.in(0).dim(1), width = c.out(1).dim(1);
  for (int64_t i = 0; i < rows; ++i) {
    INGOT_TRY(c.checkTime());
    c.out<int64_t>(0)[i] = vote.row(c.in<double>(0) + i * vectors, c.out<float>(1) + i * width);
  }
  return success();
}

} // namespace ingot::interp
