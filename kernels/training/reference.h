// Reference kernels of losses and of optimizer steps.
#pragma once

#include "kernels/base/scalar.h"

namespace ingot::kernels::training {

struct LossTotal {
  double loss = 0, weight = 0;
};

/// The loss of every sample of log-probabilities [batch, classes, inner]: -weight[t] * in[b, t, j],
/// where t is the sample's target; 0 with weight 0 where the target is `*ignored`. Null `weight` is
/// all ones. Targets that are not ignored are in range. `losses` may be null.
template <typename T>
LossTotal negativeLogLikelihood(const T *in, const int64_t *target, const double *weight,
                                int64_t batch, int64_t classes, int64_t inner,
                                const int64_t *ignored, T *losses) {
  LossTotal total;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t j = 0; j < inner; ++j) {
      int64_t sample = b * inner + j, t = target[sample];
      double loss = 0;
      if (!(ignored && t == *ignored)) {
        double w = weight ? weight[t] : 1;
        loss = -load(in[(b * classes + t) * inner + j]) * w;
        total.weight += w;
      }
      total.loss += loss;
      if (losses)
        losses[sample] = store<T>(loss);
    }
  return total;
}

/// One step of Adagrad; `rate` is the decayed learning rate.
template <typename T>
void adagrad(const T *x, const T *gradient, const T *squares, int64_t n, double rate,
             double coefficient, double epsilon, T *newX, T *newSquares) {
  for (int64_t i = 0; i < n; ++i) {
    double g = coefficient * load(x[i]) + load(gradient[i]);
    double h = load(squares[i]) + g * g;
    newSquares[i] = store<T>(h);
    newX[i] = store<T>(load(x[i]) - rate * g / (__builtin_sqrt(h) + epsilon));
  }
}

struct AdamParameters {
  double alpha, beta, epsilon, coefficient, coefficientPost;
};

/// One step of Adam; `rate` is the learning rate with the corrections for the first steps.
template <typename T>
void adam(const T *x, const T *gradient, const T *average, const T *squares, int64_t n, double rate,
          const AdamParameters &p, T *newX, T *newAverage, T *newSquares) {
  for (int64_t i = 0; i < n; ++i) {
    double g = p.coefficient * load(x[i]) + load(gradient[i]);
    double v = p.alpha * load(average[i]) + (1 - p.alpha) * g;
    double h = p.beta * load(squares[i]) + (1 - p.beta) * g * g;
    newAverage[i] = store<T>(v);
    newSquares[i] = store<T>(h);
    double moved = load(x[i]) - rate * v / (__builtin_sqrt(h) + p.epsilon);
    newX[i] = store<T>((1 - p.coefficientPost) * moved);
  }
}

/// One step of gradient descent with momentum, Nesterov's if `nesterov`.
template <typename T>
void momentum(const T *x, const T *gradient, const T *average, int64_t n, double rate, double alpha,
              double beta, double coefficient, bool nesterov, T *newX, T *newAverage) {
  for (int64_t i = 0; i < n; ++i) {
    double g = coefficient * load(x[i]) + load(gradient[i]);
    double v = alpha * load(average[i]) + beta * g;
    newAverage[i] = store<T>(v);
    newX[i] = store<T>(load(x[i]) - rate * (nesterov ? g + alpha * v : v));
  }
}

} // namespace ingot::kernels::training
