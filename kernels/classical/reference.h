// Reference kernels of classical machine learning. Everything is computed in double.
#pragma once

#include <stdint.h>

namespace ingot::kernels::classical {

//===--- scores ---===//

/// 1 / (1 + e^-x), without overflow.
inline double logistic(double x) {
  double value = 1 / (1 + __builtin_exp(-__builtin_fabs(x)));
  return x < 0 ? 1 - value : value;
}

/// The usual approximation of the inverse of the normal distribution function, by way of
///   erf⁻¹(z) ≈ sign(z) √(√(a² - L/b) - a),   L = ln(1 - z²), a = 2/(πb) + L/2, b = 0.147
inline double probit(double p) {
  constexpr double b = 0.147, pi = 3.14159265358979323846;
  double z = 2 * p - 1, log = __builtin_log((1 - z) * (1 + z));
  double a = 2 / (pi * b) + log / 2;
  double magnitude = __builtin_sqrt(__builtin_sqrt(a * a - log / b) - a);
  return 1.41421356 * (z < 0 ? -magnitude : magnitude);
}

/// Scores that are all but 0 take no part when `keepZeros`, and stay.
template <typename T> void softmaxRow(const T *in, T *out, int64_t n, bool keepZeros) {
  double largest = in[0], sum = 0;
  for (int64_t i = 1; i < n; ++i)
    largest = in[i] > largest ? in[i] : largest;
  auto weight = [&](double x) {
    bool zero = keepZeros && x <= 1e-7 && x >= -1e-7;
    return zero ? x * __builtin_exp(-largest) : __builtin_exp(x - largest);
  };
  for (int64_t i = 0; i < n; ++i)
    sum += weight(in[i]);
  for (int64_t i = 0; i < n; ++i)
    out[i] = static_cast<T>(sum == 0 ? 0 : weight(in[i]) / sum);
}

//===--- trees ---===//

/// The nodes of decision trees; see the operator tree_ensemble.
struct Trees {
  const int64_t *features, *modes, *trueNext, *falseNext, *missingTrue, *memberStarts;
  const double *splits, *members;
};

inline bool isMember(const double *members, double x) {
  for (; *members == *members; ++members) // up to a NaN
    if (*members == x)
      return true;
  return false;
}

inline bool goesTrue(const Trees &trees, int64_t node, double x) {
  if (x != x && trees.missingTrue[node])
    return true;
  double split = trees.splits[node];
  switch (trees.modes[node]) {
  case 0:
    return x <= split;
  case 1:
    return x < split;
  case 2:
    return x >= split;
  case 3:
    return x > split;
  case 4:
    return x == split;
  case 5:
    return x != split;
  default:
    return isMember(trees.members + trees.memberStarts[node], x);
  }
}

/// The leaf that a row reaches. Ends because every node goes on to a later one.
template <typename T> int64_t findLeaf(const Trees &trees, int64_t node, const T *row) {
  while (node >= 0)
    node = goesTrue(trees, node, static_cast<double>(row[trees.features[node]]))
               ? trees.trueNext[node]
               : trees.falseNext[node];
  return -1 - node;
}

//===--- distances ---===//

/// Σ (a - b)² over n numbers.
template <typename A, typename B> double squaredDistance(const A *a, const B *b, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference * difference;
  }
  return sum;
}

//===--- support vectors ---===//

enum class SvmKernel { Linear, Poly, Rbf, Sigmoid };

template <typename T>
double svmKernel(SvmKernel kind, const T *x, const float *v, int64_t n, double gamma, double coef0,
                 double degree) {
  if (kind == SvmKernel::Rbf)
    return __builtin_exp(-gamma * squaredDistance(x, v, n));
  double sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += static_cast<double>(x[i]) * static_cast<double>(v[i]);
  switch (kind) {
  case SvmKernel::Linear:
    return sum;
  case SvmKernel::Poly:
    return __builtin_pow(gamma * sum + coef0, degree);
  case SvmKernel::Sigmoid:
    return __builtin_tanh(gamma * sum + coef0);
  case SvmKernel::Rbf:
    break;
  }
  return 0;
}

/// Joins pairwise probabilities r[i, j] = P(i | i or j) of n classes into p, the minimum of
///   Σ (r[j, i] p[i] - r[i, j] p[j])²   under Σ p = 1,
/// by fixed-point steps on pᵀQp; Q and Qp are scratch of n*n and n entries.
inline void joinProbabilities(const double *r, int64_t n, double *p, double *Q, double *Qp) {
  for (int64_t t = 0; t < n; ++t) {
    p[t] = 1.0 / static_cast<double>(n);
    Q[t * n + t] = 0;
    for (int64_t j = 0; j < n; ++j) {
      if (j == t)
        continue;
      Q[t * n + t] += r[j * n + t] * r[j * n + t];
      Q[t * n + j] = -r[j * n + t] * r[t * n + j];
    }
  }
  const double close = 0.005 / static_cast<double>(n);
  for (int64_t round = 0; round < (n > 100 ? n : 100); ++round) {
    double pQp = 0, error = 0;
    for (int64_t t = 0; t < n; ++t) {
      Qp[t] = 0;
      for (int64_t j = 0; j < n; ++j)
        Qp[t] += Q[t * n + j] * p[j];
      pQp += p[t] * Qp[t];
    }
    for (int64_t t = 0; t < n; ++t) {
      double difference = __builtin_fabs(Qp[t] - pQp);
      error = difference > error ? difference : error;
    }
    if (error < close)
      return;
    for (int64_t t = 0; t < n; ++t) {
      double diff = (pQp - Qp[t]) / Q[t * n + t], scale = 1 + diff;
      p[t] += diff;
      pQp = (pQp + diff * (diff * Q[t * n + t] + 2 * Qp[t])) / scale / scale;
      for (int64_t j = 0; j < n; ++j) {
        Qp[j] = (Qp[j] + diff * Q[t * n + j]) / scale;
        p[j] /= scale;
      }
    }
  }
}

} // namespace ingot::kernels::classical
