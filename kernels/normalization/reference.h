// Reference kernels of the normalizations. Statistics and learned parameters are doubles.
#pragma once

#include "kernels/base/scalar.h"
#include "kernels/elementwise/math.h"
#include "kernels/reduction/reference.h"

namespace ingot::kernels::normalization {

struct Moments {
  double mean, variance; ///< of the population: divided by n
};

/// Mean and variance of n neighbours; NaN for none.
template <typename T> Moments momentsOf(const T *in, int64_t n) {
  double sum = 0, squares = 0, count = static_cast<double>(n);
  for (int64_t i = 0; i < n; ++i)
    sum += load(in[i]);
  double mean = sum / count;
  for (int64_t i = 0; i < n; ++i) {
    double away = load(in[i]) - mean;
    squares += away * away;
  }
  return {mean, squares / count};
}

inline double inverseRoot(double variance, double epsilon) {
  return 1 / __builtin_sqrt(variance + epsilon);
}

/// A learned factor or summand for rows of n elements: element j of row i has
/// values[i * step + j], or none where `values` is null.
struct RowParameter {
  const double *values;
  int64_t step;
};

/// out = (in - mean) / sqrt(variance + epsilon) * scale + bias, statistics per row. Writes the mean
/// and the inverse deviation of each row.
template <typename T, typename R>
void layerNorm(const T *in, int64_t rows, int64_t n, RowParameter scale, RowParameter bias,
               double epsilon, R *out, double *mean, double *inverse) {
  for (int64_t i = 0; i < rows; ++i) {
    const T *x = in + i * n;
    Moments m = momentsOf(x, n);
    mean[i] = m.mean;
    inverse[i] = inverseRoot(m.variance, epsilon);
    const double *s = scale.values + i * scale.step;
    const double *b = bias.values ? bias.values + i * bias.step : nullptr;
    for (int64_t j = 0; j < n; ++j)
      out[i * n + j] = store<R>((load(x[j]) - mean[i]) * inverse[i] * s[j] + (b ? b[j] : 0.0));
  }
}

/// out = in / sqrt(mean(in^2) + epsilon) * scale, the mean per row. Writes the inverse root of
/// each.
template <typename T, typename R>
void rmsNorm(const T *in, int64_t rows, int64_t n, RowParameter scale, double epsilon, R *out,
             double *inverse) {
  for (int64_t i = 0; i < rows; ++i) {
    const T *x = in + i * n;
    double squares = 0;
    for (int64_t j = 0; j < n; ++j)
      squares += load(x[j]) * load(x[j]);
    inverse[i] = inverseRoot(squares / static_cast<double>(n), epsilon);
    const double *s = scale.values + i * scale.step;
    for (int64_t j = 0; j < n; ++j)
      out[i * n + j] = store<R>(load(x[j]) * inverse[i] * s[j]);
  }
}

/// out = (in - mean) / sqrt(variance + epsilon) * scale + bias over [batch, groups, channels,
/// inner], statistics per batch and group. Channel c of group g uses parameter g * channels + c, or
/// g if the parameters are per group.
template <typename T>
void groupNorm(const T *in, int64_t batch, int64_t groups, int64_t channels, int64_t inner,
               const double *scale, const double *bias, bool perGroup, double epsilon, T *out) {
  int64_t size = channels * inner;
  for (int64_t i = 0; i < batch * groups; ++i, in += size, out += size) {
    Moments m = momentsOf(in, size);
    double inverse = inverseRoot(m.variance, epsilon);
    int64_t group = i % groups;
    for (int64_t c = 0; c < channels; ++c) {
      int64_t p = perGroup ? group : group * channels + c;
      double factor = inverse * scale[p];
      for (int64_t j = c * inner; j < (c + 1) * inner; ++j)
        out[j] = store<T>((load(in[j]) - m.mean) * factor + bias[p]);
    }
  }
}

/// Mean and population variance of each channel of [batch, channels, inner]; NaN for no elements.
template <typename T>
void channelMoments(const T *in, int64_t batch, int64_t channels, int64_t inner, double *mean,
                    double *variance) {
  double count = static_cast<double>(batch) * static_cast<double>(inner);
  for (int64_t c = 0; c < channels; ++c) {
    double sum = 0, squares = 0;
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t j = 0; j < inner; ++j)
        sum += load(in[(b * channels + c) * inner + j]);
    mean[c] = sum / count;
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t j = 0; j < inner; ++j) {
        double away = load(in[(b * channels + c) * inner + j]) - mean[c];
        squares += away * away;
      }
    variance[c] = squares / count;
  }
}

/// out = (in - mean) / sqrt(variance + epsilon) * scale + bias per channel of [batch, channels,
/// inner].
template <typename T>
void batchNorm(const T *in, int64_t batch, int64_t channels, int64_t inner, const double *scale,
               const double *bias, const double *mean, const double *variance, double epsilon,
               T *out) {
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t c = 0; c < channels; ++c, in += inner, out += inner) {
      double factor = inverseRoot(variance[c], epsilon) * scale[c];
      for (int64_t j = 0; j < inner; ++j)
        out[j] = store<T>((load(in[j]) - mean[c]) * factor + bias[c]);
    }
}

/// out = (in - mean) / (deviation + 1e-9), statistics per result of a reduction with this layout:
/// `results` of them, of `count` elements each. `mean` and `deviation` are zero-filled scratch.
template <typename T>
void meanVarianceNorm(const T *in, const reduction::Layout &layout, int64_t results, int64_t count,
                      double *mean, double *deviation, T *out) {
  reduction::accumulate<reduction::Sum<T>>(in, layout, mean);
  for (int64_t i = 0; i < results; ++i)
    mean[i] /= static_cast<double>(count);
  auto forEach = [&](auto &&f) {
    reduction::forEachRun(layout, [&](int64_t from, int64_t to, int64_t length, bool kept) {
      for (int64_t j = 0; j < length; ++j)
        f(from + j, kept ? to + j : to);
    });
  };
  forEach([&](int64_t at, int64_t i) {
    double away = load(in[at]) - mean[i];
    deviation[i] += away * away;
  });
  for (int64_t i = 0; i < results; ++i)
    deviation[i] = __builtin_sqrt(deviation[i] / static_cast<double>(count));
  forEach([&](int64_t at, int64_t i) {
    out[at] = store<T>((load(in[at]) - mean[i]) / (deviation[i] + 1e-9));
  });
}

/// out = in / |in| over the columns of [outer, n, inner], with the norm of order 1 or 2; 0 where
/// the norm is 0.
template <typename T>
void lpNorm(const T *in, int64_t outer, int64_t n, int64_t inner, int order, T *out) {
  for (int64_t o = 0; o < outer; ++o, in += n * inner, out += n * inner)
    for (int64_t j = 0; j < inner; ++j) {
      double sum = 0;
      for (int64_t i = 0; i < n; ++i) {
        double x = load(in[i * inner + j]);
        sum += order == 1 ? __builtin_fabs(x) : x * x;
      }
      double norm = order == 1 ? sum : __builtin_sqrt(sum);
      for (int64_t i = 0; i < n; ++i)
        out[i * inner + j] = norm == 0 ? T(0) : store<T>(load(in[i * inner + j]) / norm);
    }
}

/// out = in / (bias + alpha / size * sum(in^2))^beta over [batch, channels, inner], the sum over
/// the `size` channels around each, of which (size - 1) / 2 rounded down come before it.
template <typename T>
void localResponseNorm(const T *in, int64_t batch, int64_t channels, int64_t inner, int64_t size,
                       double alpha, double beta, double bias, T *out) {
  constexpr int64_t block = 256;
  double factor = alpha / static_cast<double>(size);
  int64_t before = (size - 1) / 2, after = size - 1 - before;
  before = before < channels ? before : channels;
  after = after < channels ? after : channels;
  for (int64_t b = 0; b < batch; ++b, in += channels * inner, out += channels * inner)
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t start = 0; start < inner; start += block) {
        int64_t n = inner - start < block ? inner - start : block;
        int64_t from = c < before ? 0 : c - before;
        int64_t to = after < channels - c ? c + after + 1 : channels;
        double squares[block] = {};
        for (int64_t k = from; k < to; ++k)
          for (int64_t j = 0; j < n; ++j) {
            double x = load(in[k * inner + start + j]);
            squares[j] += x * x;
          }
        for (int64_t j = 0; j < n; ++j) {
          int64_t at = c * inner + start + j;
          out[at] = store<T>(load(in[at]) / __builtin_pow(bias + factor * squares[j], beta));
        }
      }
}

} // namespace ingot::kernels::normalization
