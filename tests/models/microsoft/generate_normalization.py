#!/usr/bin/env python3
"""Writes the normalization cases of this folder. Needs numpy, onnx and onnxruntime.

What onnxruntime runs only on a GPU (GroupNorm, BiasSoftmax) is computed here from its definition.
"""
import os
import sys

import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

MICROSOFT = "com.microsoft"
rng = np.random.default_rng(7)


def draw(*shape, kind=np.float32):
    return rng.uniform(-2, 2, shape).astype(kind)


class Computed(Case):
    """A case whose expected outputs are given."""

    def __init__(self, results, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.results = results

    def expected(self, model, reference):
        return self.results


def skip_layer_norm():
    x, row = draw(2, 3, 4), lambda: draw(4)
    op = "SkipLayerNormalization"
    for name, operands, outputs, attributes in (
            ("plain", [x, draw(2, 3, 4), row(), row()], ["y"], {}),
            ("no_beta", [x, draw(2, 3, 4), row()], ["y"], {"epsilon": 0.1}),
            ("bias_sum", [x, draw(2, 3, 4), row(), row(), row()], ["y", "", "", "sum"], {}),
            ("broadcast_1", [x, draw(1, 3, 4), row(), row()], ["y"], {}),
            ("broadcast_2", [x, draw(3, 4), row(), row(), row()], ["y"], {})):
        Case(HERE, f"test_skip_layer_norm_{name}", op, operands, attributes, outputs, domain=MICROSOFT,
             fed=(0, 1)).write()
    Case(HERE, "test_skip_simplified_layer_norm", "SkipSimplifiedLayerNormalization", [x, draw(2, 3, 4), row()],
         {"epsilon": 1e-5}, ["y", "", "", "sum"], domain=MICROSOFT, fed=(0, 1)).write()
    Case(HERE, "test_skip_simplified_layer_norm_bias", "SkipSimplifiedLayerNormalization",
         [draw(5, 4), draw(5, 4), row(), row()], {}, ["y"], domain=MICROSOFT, fed=(0, 1)).write()


def simplified_layer_norm():
    op = "SimplifiedLayerNormalization"
    Case(HERE, "test_simplified_layer_norm", op, [draw(2, 3, 4), draw(4)], {"epsilon": 1e-5}, ["y", "root"]).write()
    Case(HERE, "test_simplified_layer_norm_axis", op, [draw(2, 3, 4), draw(3, 4)], {"axis": 1}, ["y"]).write()
    x, scale = draw(2, 4), draw(4)
    root = 1 / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-5))
    Computed([x * root * scale, root], HERE, "test_simplified_layer_norm_domain", op, [x, scale], {}, ["y", "root"],
             domain=MICROSOFT).write()
    Case(HERE, "test_layer_norm_before_17", "LayerNormalization", [draw(2, 3, 4), draw(3, 4), draw(3, 4)], {"axis": 1},
         ["y", "mean", "deviation"], opset=12).write()


def embed_layer_norm():
    ids = rng.integers(0, 6, (2, 3)).astype(np.int32)
    segments = rng.integers(0, 2, (2, 3)).astype(np.int32)
    words, positions, kinds, gamma, beta = draw(6, 4), draw(5, 4), draw(2, 4), draw(4), draw(4)
    mask = np.array([[1, 1, 0], [1, 0, 0]], np.int32)
    places = np.array([[2, 1, 0]], np.int32)
    types = {"y": TensorProto.FLOAT, "sum": TensorProto.FLOAT, "mask": TensorProto.INT32}
    for name, operands, outputs in (
            ("segments", [ids, segments, words, positions, kinds, gamma, beta], ["y", "mask"]),
            ("mask", [ids, segments, words, positions, kinds, gamma, beta, mask], ["y", "mask", "sum"]),
            ("no_segments", [ids, None, words, positions, None, gamma, beta, mask], ["y", "mask"]),
            ("places", [ids, None, words, positions, None, gamma, beta, None, places], ["y", "mask", "sum"])):
        Case(HERE, f"test_embed_layer_norm_{name}", "EmbedLayerNormalization", operands, {"epsilon": 1e-6}, outputs,
             domain=MICROSOFT, fed=(0, 1, 7, 8), output_types=types).write()


def quantized_embed_layer_norm():
    ids = rng.integers(0, 6, (2, 3)).astype(np.int32)
    segments = rng.integers(0, 2, (2, 3)).astype(np.int32)
    tables = [rng.integers(-128, 128, shape).astype(np.int8) for shape in ((6, 4), (5, 4), (2, 4), (4,), (4,))]
    scales = [np.array(value, np.float32) for value in rng.uniform(0.01, 0.03, 5)]
    zeros = [np.array(value, np.int8) for value in rng.integers(-9, 9, 5)]
    mask = np.array([[1, 1, 0], [1, 0, 0]], np.int32)
    types = {"y": TensorProto.FLOAT, "mask": TensorProto.INT32}
    without = lambda values: [None if i == 2 else value for i, value in enumerate(values)]
    for name, operands in (
            ("segments", [ids, segments, *tables, mask, *scales, *zeros]),
            ("no_segments", [ids, None, *without(tables), mask, *without(scales), *without(zeros)])):
        Case(HERE, f"test_quantized_embed_layer_norm_{name}", "QEmbedLayerNormalization", operands, {"epsilon": 1e-6},
             ["y", "mask"], domain=MICROSOFT, fed=(0, 1, 7), output_types=types).write()


def group_norm(name, x, groups, activation, channels_last, kind=np.float32):
    channels = x.shape[-1] if channels_last else x.shape[1]
    gamma, beta = draw(channels), draw(channels)
    first = np.moveaxis(x, -1, 1) if channels_last else x
    parts = first.reshape(x.shape[0], groups, -1).astype(np.float64)
    normal = (parts - parts.mean(-1, keepdims=True)) / np.sqrt(parts.var(-1, keepdims=True) + 1e-5)
    y = normal.reshape(first.shape) * gamma.reshape(-1, 1, 1) + beta.reshape(-1, 1, 1)
    if activation:
        y = y / (1 + np.exp(-y))
    y = (np.moveaxis(y, 1, -1) if channels_last else y).astype(x.dtype)
    Computed([y], HERE, f"test_group_norm_{name}", "GroupNorm", [x, gamma, beta],
             {"groups": groups, "activation": activation, "channels_last": channels_last}, ["y"],
             domain=MICROSOFT).write()


def bias_softmax(name, x, bias, axis, inner):
    sums = (x + bias).astype(np.float64)
    flat = sums.reshape(int(np.prod(x.shape[:axis])), -1)
    power = np.exp(flat - flat.max(1, keepdims=True))
    y = (power / power.sum(1, keepdims=True)).reshape(x.shape).astype(np.float32)
    Computed([y], HERE, f"test_bias_softmax_{name}", "BiasSoftmax", [x, bias],
             {"axis": axis, "is_inner_broadcast": inner}, ["y"], domain=MICROSOFT, fed=(0, 1)).write()


def main():
    skip_layer_norm()
    simplified_layer_norm()
    embed_layer_norm()
    group_norm("silu", draw(2, 2, 3, 4), 2, 1, 1)
    group_norm("plain", draw(1, 3, 2, 6), 3, 0, 1)
    group_norm("channels_first", draw(2, 4, 2, 3), 2, 1, 0)
    group_norm("half", draw(1, 2, 2, 4, kind=np.float16), 2, 1, 1)
    bias_softmax("inner", draw(2, 3, 2, 4), draw(2, 1, 1, 4), 3, 1)
    bias_softmax("outer", draw(2, 3, 2, 4), draw(1, 3, 2, 4), 2, 0)
    quantized_embed_layer_norm()


if __name__ == "__main__":
    main()
