// The activation functions of recurrent layers.
#pragma once

#include <stdint.h>

namespace ingot::kernels::recurrent {

enum class Activation {
  Relu,
  Tanh,
  Sigmoid,
  Affine,
  LeakyRelu,
  ThresholdedRelu,
  ScaledTanh,
  HardSigmoid,
  Elu,
  Softsign,
  Softplus,
  Unknown,
};

/// One activation: its name in the graph dialect and in ONNX, which parameters it has, their
/// defaults.
struct ActivationSpec {
  Activation kind;
  const char *name, *onnxName;
  bool hasAlpha, hasBeta;
  float alpha, beta;
};

inline constexpr ActivationSpec activationSpecs[] = {
    {Activation::Relu, "relu", "Relu", false, false, 0, 0},
    {Activation::Tanh, "tanh", "Tanh", false, false, 0, 0},
    {Activation::Sigmoid, "sigmoid", "Sigmoid", false, false, 0, 0},
    {Activation::Affine, "affine", "Affine", true, true, 1, 0},
    {Activation::LeakyRelu, "leaky_relu", "LeakyRelu", true, false, 0.01f, 0},
    {Activation::ThresholdedRelu, "thresholded_relu", "ThresholdedRelu", true, false, 1, 0},
    {Activation::ScaledTanh, "scaled_tanh", "ScaledTanh", true, true, 1, 1},
    {Activation::HardSigmoid, "hard_sigmoid", "HardSigmoid", true, true, 0.2f, 0.5f},
    {Activation::Elu, "elu", "Elu", true, false, 1, 0},
    {Activation::Softsign, "softsign", "Softsign", false, false, 0, 0},
    {Activation::Softplus, "softplus", "Softplus", false, false, 0, 0},
};

/// The activation of this name in the graph dialect, or Unknown.
inline Activation findActivation(const char *text, uint64_t size) {
  for (const ActivationSpec &spec : activationSpecs) {
    uint64_t i = 0;
    while (i < size && spec.name[i] && spec.name[i] == text[i])
      ++i;
    if (i == size && !spec.name[i])
      return spec.kind;
  }
  return Activation::Unknown;
}

/// An activation with its parameters.
struct ActivationFunction {
  Activation kind;
  double alpha, beta;

  double operator()(double x) const {
    switch (kind) {
    case Activation::Relu:
      return x < 0 ? 0 : x;
    case Activation::Tanh:
      return __builtin_tanh(x);
    case Activation::Sigmoid:
      return 1 / (1 + __builtin_exp(-x));
    case Activation::Affine:
      return alpha * x + beta;
    case Activation::LeakyRelu:
      return x < 0 ? alpha * x : x;
    case Activation::ThresholdedRelu:
      return x < alpha ? 0 : x;
    case Activation::ScaledTanh:
      return alpha * __builtin_tanh(beta * x);
    case Activation::HardSigmoid: {
      double line = alpha * x + beta;
      return line < 0 ? 0 : line > 1 ? 1 : line;
    }
    case Activation::Elu:
      return x < 0 ? alpha * __builtin_expm1(x) : x;
    case Activation::Softsign:
      return x / (1 + __builtin_fabs(x));
    case Activation::Softplus:
      // Without overflow: log(1 + e^x) = max(x, 0) + log(1 + e^-|x|).
      return (x < 0 ? 0 : x) + __builtin_log1p(__builtin_exp(-__builtin_fabs(x)));
    case Activation::Unknown:
      break;
    }
    return x;
  }
};

} // namespace ingot::kernels::recurrent
