#!/usr/bin/env python3
"""Writes the elementwise and random cases of this folder: forms of old opsets that no runtime takes any more, and
operators of com.microsoft. Needs numpy and onnx; expected values are computed here with NumPy.

Random operators appear where their result is certain: a range without width, a probability of 0 or 1.
"""
import math
import os
import sys

import ml_dtypes
import numpy as np
from onnx import TensorProto, helper

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

MICROSOFT = "com.microsoft"


class Known(Case):
    """A case whose expected outputs are given."""

    def __init__(self, name, op, operands, attributes, wanted, opset, domain="", fed=None):
        self.wanted = [np.asarray(w) for w in (wanted if isinstance(wanted, list) else [wanted])]
        names = [f"result_{i}" for i in range(len(self.wanted))]
        types = {n: helper.np_dtype_to_tensor_dtype(w.dtype) for n, w in zip(names, self.wanted)}
        fed = tuple(range(len(operands))) if fed is None else fed
        super().__init__(HERE, "test_" + name, op, operands, attributes, names, opset, domain, fed, types)

    def model(self):
        if self.operands:
            return super().model()
        node = helper.make_node(self.op, [], self.outputs, **self.attributes)
        outputs = [helper.make_tensor_value_info(n, self.output_types[n], None) for n in self.outputs]
        graph = helper.make_graph([node], self.op, [], outputs)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=8)

    def expected(self, model, reference):
        return self.wanted


def known(*arguments, **keywords):
    Known(*arguments, **keywords).write()


def draw(*shape, seed=0, low=-3, high=3, kind=np.float32):
    return np.random.default_rng(seed + sum(shape)).uniform(low, high, shape).astype(kind)


def old_broadcasts():
    x = draw(2, 3, 4, 5)
    for opset in (1, 6):
        y = draw(3, 4)
        known(f"add_opset{opset}_axis", "Add", [x, y], {"broadcast": 1, "axis": 1}, x + y[:, :, None], opset)
        known(f"sub_opset{opset}_negative_axis", "Sub", [x, y], {"broadcast": 1, "axis": -3}, x - y[:, :, None], opset)
        y = draw(4, 5)
        known(f"mul_opset{opset}_suffix", "Mul", [x, y], {"broadcast": 1}, x * y, opset)
        y = draw(2, low=1)
        known(f"div_opset{opset}_axis0", "Div", [x, y], {"broadcast": 1, "axis": 0}, x / y[:, None, None, None], opset)
    y = draw(1, 1)
    known("add_opset6_one_element", "Add", [x, y], {"broadcast": 1}, x + y, 6)
    positive, y = np.abs(x) + 1, draw(3)
    known("pow_opset1_axis", "Pow", [positive, y], {"broadcast": 1, "axis": 1}, positive ** y[:, None, None], 1)
    known("greater_opset1_axis", "Greater", [x, y], {"broadcast": 1, "axis": 1}, x > y[:, None, None], 1)
    known("less_opset7", "Less", [x, draw(5)], {}, x < draw(5), 7)
    a, b = x > 0, draw(3, 4) > 0
    known("and_opset1_axis", "And", [a, b], {"broadcast": 1, "axis": 1}, a & b[:, :, None], 1)
    known("xor_opset1", "Xor", [a, ~a], {}, np.ones_like(a), 1)
    n = np.arange(12, dtype=np.int32).reshape(3, 4)
    known("equal_opset1_axis", "Equal", [n, n[:, 1].copy()], {"broadcast": 1, "axis": 0}, n == n[:, 1:2], 1)


def variadic():
    a, b, c = draw(2, 3), draw(2, 3, seed=1), draw(2, 3, seed=2)
    for opset in (1, 6, 8):
        known(f"max_opset{opset}", "Max", [a, b, c], {}, np.maximum(np.maximum(a, b), c), opset)
        known(f"min_opset{opset}", "Min", [a, b, c], {}, np.minimum(np.minimum(a, b), c), opset)
        known(f"sum_opset{opset}", "Sum", [a, b, c], {}, a + b + c, opset)
        known(f"mean_opset{opset}", "Mean", [a, b, c], {}, (a + b + c) / np.float32(3), opset)
    row, column = draw(3), draw(2, 1)
    known("sum_broadcast", "Sum", [a, row, column], {}, a + row + column, 13)
    known("sum_of_one", "Sum", [a], {}, a, 13)
    known("max_broadcast_int8", "Max", [np.int8([[-3], [4]]), np.int8([0, 9])], {}, np.int8([[0, 9], [4, 9]]), 13)
    # The sum is beyond f16, the mean is not.
    large = np.full(3, 60000, np.float16)
    known("mean_float16_large", "Mean", [large, large, large], {}, large, 13)


def activations():
    x, channels = draw(2, 3, 4, 4), draw(3)
    leak = lambda slope: np.where(x < 0, x * slope, x)
    known("prelu_opset1_channels", "PRelu", [x, channels], {}, leak(channels[:, None, None]), 1)
    known("prelu_opset6_shared", "PRelu", [x, channels[:1]], {}, leak(channels[:1]), 6)
    known("prelu_opset9_last_axis", "PRelu", [x, draw(4)], {}, leak(draw(4)), 9)
    known("prelu_opset16_channels", "PRelu", [x, channels], {}, leak(channels[:, None, None]), 16)
    known("prelu_opset9_uint32", "PRelu", [np.uint32([1, 2]), np.uint32([5, 6])], {}, np.uint32([1, 2]), 9)
    selu = lambda alpha, gamma: (gamma * np.where(x > 0, x, alpha * np.expm1(x.astype(np.float64)))).astype(np.float32)
    known("selu_opset1", "Selu", [x], {}, selu(1.6732, 1.0507), 1)
    known("selu_opset6", "Selu", [x], {}, selu(1.67326319217681884765625, 1.05070102214813232421875), 6)
    known("leakyrelu_opset1", "LeakyRelu", [x], {"alpha": 0.1}, leak(np.float32(0.1)), 1)
    gate, wide = draw(2, 4, seed=5), draw(2, 4, seed=6)
    swish = gate / (1 + np.exp(-1.5 * gate))
    known("swiglu_opset28", "SwiGLU", [gate, wide], {"alpha": 1.5}, swish * wide, 28)
    known("celu_opset28_double", "Celu", [draw(5, kind=np.float64)], {"alpha": 0.7},
          (lambda v: np.maximum(v, 0) + np.minimum(0, 0.7 * np.expm1(v / 0.7)))(draw(5, kind=np.float64)), 28)
    whole = np.int32([-3, -1, 0, 1, 3])
    known("shrink_int32", "Shrink", [whole], {"lambd": 1.5, "bias": 1.0}, np.int32([-2, 0, 0, 0, 2]), 9)


def clips():
    x = draw(3, 4)
    known("clip_opset1_only_max", "Clip", [x], {"max": 1.0}, np.minimum(x, 1), 1)
    known("clip_opset6_defaults", "Clip", [x], {}, x, 6)
    known("clip_opset6_both", "Clip", [x], {"min": -1.0, "max": 0.5}, np.clip(x, -1, 0.5), 6)
    known("clip_opset6_float16", "Clip", [x.astype(np.float16)], {"min": 0.0}, np.maximum(x.astype(np.float16), 0), 6)
    known("clip_opset11_only_max", "Clip", [x, None, np.float32(1)], {}, np.minimum(x, 1), 11)
    known("clip_opset12_int64", "Clip", [np.int64([-9, 3, 2**62]), np.int64(0), np.int64(2**61)], {},
          np.int64([0, 3, 2**61]), 12)
    known("clip_crossed_bounds", "Clip", [x, np.float32(2), np.float32(1)], {}, np.full_like(x, 1), 13)


def integers():
    a, b = np.int32([7, -7, 7, -7]), np.int32([3, 3, -3, -3])
    known("mod_opset10", "Mod", [a, b], {}, a % b, 10)
    known("mod_opset10_fmod", "Mod", [a, b], {"fmod": 1}, np.fmod(a, b), 10)
    x, y = draw(6), draw(6, seed=3)
    known("mod_opset28_float", "Mod", [x, y], {}, np.mod(x, y), 28)
    known("bitshift_opset28_right", "BitShift", [np.int8([-128, -1, 64, -5]), np.int8([3, 7, 9, -1])],
          {"direction": "RIGHT"}, np.int8([-16, -1, 0, -1]), 28)
    known("bitshift_opset28_left", "BitShift", [np.int8([1, -1, 3, 3]), np.int8([7, 1, 8, -2])],
          {"direction": "LEFT"}, np.int8([-128, -2, 0, 0]), 28)
    known("pow_int64_float", "Pow", [np.int64([2, 3, 10]), np.float32([3, 2, 0.5])], {}, np.int64([8, 9, 3]), 15)
    known("pow_float_uint8", "Pow", [np.float32([2, 3]), np.uint8([3, 2])], {}, np.float32([8, 9]), 15)
    known("div_int32_by_zero", "Div", [np.int32([5, -2**31]), np.int32([0, -1])], {}, np.int32([0, -2**31]), 14)


def casts():
    x = np.float32([-2.7, 0, 1.2, 3.9])
    for name, kind in (("INT32", np.int32), ("BOOL", np.bool_), ("DOUBLE", np.float64), ("FLOAT16", np.float16)):
        known(f"cast_opset1_{name.lower()}", "Cast", [x], {"to": name}, x.astype(kind), 1)
    values = np.float32([0.1, 1.3, -2.6, 5, 7.3, 100, -100])
    for kind in (ml_dtypes.float6_e2m3fn, ml_dtypes.float6_e3m2fn, ml_dtypes.float4_e2m1fn):
        small = values.astype(kind)
        name = np.dtype(kind).name
        to = helper.np_dtype_to_tensor_dtype(small.dtype)
        known(f"cast_to_{name}", "Cast", [values], {"to": to}, small, 28)
        known(f"cast_from_{name}", "Cast", [small], {"to": TensorProto.FLOAT}, small.astype(np.float32), 28)


def inference_dropout():
    x, ones = draw(3, 4), np.ones((3, 4))
    known("dropout_opset1", "Dropout", [x], {"is_test": 1}, [x, ones.astype(np.float32)], 1)
    known("dropout_opset6_no_mask", "Dropout", [x], {"is_test": 1}, x, 6)
    known("dropout_opset7", "Dropout", [x], {"ratio": 0.9}, [x, ones.astype(np.float32)], 7)
    known("dropout_opset10", "Dropout", [x], {"ratio": 0.9}, [x, ones.astype(np.bool_)], 10)
    known("dropout_opset12_training_without_loss", "Dropout", [x, np.float32(0), np.bool_(True)], {},
          [x, ones.astype(np.bool_)], 12)


def certain_draws():
    half = {"dtype": TensorProto.FLOAT16}
    known("random_uniform_constant", "RandomUniform", [], {"shape": [2, 3], "low": 2.5, "high": 2.5, **half},
          np.full((2, 3), 2.5, np.float16), 22)
    known("random_normal_constant", "RandomNormal", [], {"shape": [4], "mean": -1.0, "scale": 0.0, "seed": 3.0},
          np.full(4, -1, np.float32), 1)
    like = np.int8([[1, 2], [3, 4]])
    known("random_uniform_like_constant", "RandomUniformLike", [like], {"low": 1.0, "high": 1.0, "dtype": TensorProto.DOUBLE},
          np.ones((2, 2)), 22)
    known("random_normal_like_constant", "RandomNormalLike", [like.astype(np.float32)], {"mean": 2.0, "scale": 0.0},
          np.full((2, 2), 2, np.float32), 1)
    known("bernoulli_certain", "Bernoulli", [np.float32([0, 1, 1, 0])], {"dtype": TensorProto.INT32}, np.int32([0, 1, 1, 0]), 22)
    impossible = np.float32([[-np.inf, 2, -np.inf], [0, -np.inf, -np.inf]])
    known("multinomial_certain", "Multinomial", [impossible], {"sample_size": 3, "dtype": TensorProto.INT64},
          np.int64([[1, 1, 1], [0, 0, 0]]), 7)


def microsoft():
    x, bias = draw(2, 3, 4), draw(4)
    erf = np.vectorize(math.erf)
    gelu = lambda v: (0.5 * v * (1 + erf(v / math.sqrt(2)))).astype(np.float32)
    fast = lambda v: (0.5 * v * (1 + np.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)))).astype(np.float32)
    known("microsoft_gelu", "Gelu", [x], {}, gelu(x), 1, MICROSOFT)
    known("microsoft_biasgelu", "BiasGelu", [x, bias], {}, gelu(x + bias), 1, MICROSOFT)
    known("microsoft_fastgelu", "FastGelu", [x], {}, fast(x), 1, MICROSOFT)
    known("microsoft_fastgelu_bias", "FastGelu", [x, bias], {}, fast(x + bias), 1, MICROSOFT)
    known("microsoft_quickgelu", "QuickGelu", [x], {}, x / (1 + np.exp(-1.702 * x)).astype(np.float32), 1, MICROSOFT)
    known("microsoft_biasadd", "BiasAdd", [x, bias, 2 * x], {}, x + bias + 2 * x, 1, MICROSOFT)


def experimental():
    x = draw(1, 3, 2, 2)
    known("affine_opset1", "Affine", [x], {"alpha": 2.0, "beta": 0.5}, 2 * x + np.float32(0.5), 1)
    known("scale_opset1", "Scale", [x], {"scale": 3.0}, 3 * x, 1)
    known("scaledtanh_opset1", "ScaledTanh", [x], {"alpha": 2.0, "beta": 0.5}, 2 * np.tanh(x / 2), 1)
    known("parametricsoftplus_opset1", "ParametricSoftplus", [x], {"alpha": 2.0, "beta": 0.5}, 2 * np.log1p(np.exp(x / 2)), 1)
    known("thresholdedrelu_opset1", "ThresholdedRelu", [x], {"alpha": 0.5}, np.where(x > 0.5, x, 0).astype(np.float32), 1)
    bias = np.float32([1, 2, 3])
    known("imagescaler_opset1", "ImageScaler", [x], {"scale": 2.0, "bias": bias.tolist()}, 2 * x + bias[:, None, None], 1)


def main():
    for write in (old_broadcasts, variadic, activations, clips, integers, casts, inference_dropout, certain_draws,
                  microsoft, experimental):
        write()


if __name__ == "__main__":
    main()
