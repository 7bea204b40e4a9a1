#!/usr/bin/env python3
"""Writes the cases of this folder: forms of normalizations that older opsets have, or that the ONNX suite leaves out."""
import os
import sys

import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

rng = np.random.default_rng(11)


def draw(*shape, kind=np.float32):
    return rng.uniform(-2, 2, shape).astype(kind)


def positive(*shape, kind=np.float32):
    return rng.uniform(0.5, 2, shape).astype(kind)


def write(name, op, operands, attributes, outputs=("y",), opset=22, fed=(0,), reference=False, types=None):
    Case(HERE, f"test_{name}", op, operands, attributes, list(outputs), opset, fed=fed,
         output_types=types).write(reference)


def softmax():
    for op in ("Softmax", "LogSoftmax", "Hardmax"):
        low = op.lower()
        for axis in (0, 1, 2):
            write(f"{low}_opset_9_axis_{axis}", op, [draw(2, 3, 4)], {"axis": axis}, opset=9)
        write(f"{low}_opset_9_default", op, [draw(2, 3, 2, 2)], {}, opset=9)
        write(f"{low}_opset_11_negative", op, [draw(2, 3, 4)], {"axis": -2}, opset=11)
        write(f"{low}_opset_13_double", op, [draw(2, 3, 70, kind=np.float64)], {"axis": 1}, opset=13, reference=True)


def batch_norm():
    x, c = draw(2, 3, 4), [draw(3), draw(3), draw(3), positive(3)]
    write("batch_norm_opset_7", "BatchNormalization", [x, *c], {}, opset=7)
    write("batch_norm_opset_9", "BatchNormalization", [x, *c], {"epsilon": 0.1}, opset=9)
    write("batch_norm_rank_2", "BatchNormalization", [draw(5, 3), *c], {}, opset=14)
    write("batch_norm_opset_7_nonspatial", "BatchNormalization", [x, draw(3, 4), draw(3, 4), draw(3, 4), positive(3, 4)],
          {"spatial": 0}, opset=7)
    write("batch_norm_opset_14_training", "BatchNormalization", [x, *c], {"training_mode": 1, "momentum": 0.7},
          ("y", "mean", "variance"), opset=14, reference=True)
    half = [draw(2, 3, 4, kind=np.float16), *c]
    write("batch_norm_opset_15_mixed", "BatchNormalization", half, {}, opset=15, reference=True)


def layer_norm():
    write("layer_norm_no_bias", "LayerNormalization", [draw(2, 3, 4), draw(4)], {}, ("y", "mean", "deviation"), opset=17)
    write("layer_norm_scale_broadcasts", "LayerNormalization", [draw(2, 3, 4), draw(1, 4), draw(1)], {"axis": 1},
          opset=17, reference=True)
    write("layer_norm_scale_per_row", "LayerNormalization", [draw(2, 3, 4), draw(2, 1, 4), draw(3, 1)], {"axis": 2},
          opset=17, reference=True)
    write("layer_norm_double", "LayerNormalization", [draw(2, 4, kind=np.float64), draw(4, kind=np.float64)], {},
          opset=17, reference=True)
    write("rms_norm_scale_broadcasts", "RMSNormalization", [draw(2, 3, 4), draw(3, 1)], {"axis": 1}, opset=23,
          reference=True)
    write("rms_norm_half", "RMSNormalization", [draw(2, 4, kind=np.float16), draw(4, kind=np.float16)], {}, opset=23,
          reference=True)


def others():
    write("group_norm_opset_18_per_group", "GroupNormalization", [draw(2, 4, 3), draw(2), draw(2)], {"num_groups": 2},
          opset=18, reference=True)
    write("group_norm_opset_21", "GroupNormalization", [draw(2, 4, 3), draw(4), draw(4)], {"num_groups": 2}, opset=21,
          reference=True)
    write("instance_norm_opset_6_rank_3", "InstanceNormalization", [draw(2, 3, 5), draw(3), draw(3)], {"epsilon": 0.01},
          opset=7)
    write("lrn_even_size", "LRN", [draw(6, 6, 1, 2)], {"size": 4, "alpha": 0.5, "beta": 0.6, "bias": 2.0}, opset=13,
          reference=True)
    write("lrn_wide", "LRN", [draw(1, 3, 2, 2)], {"size": 9, "alpha": 0.5}, opset=13)
    write("lp_norm_p_1_negative", "LpNormalization", [draw(2, 3, 4)], {"p": 1, "axis": 1}, opset=7)
    write("lp_norm_zero", "LpNormalization", [np.zeros((2, 3), np.float32)], {}, opset=22)
    write("mvn_axes", "MeanVarianceNormalization", [draw(2, 3, 4)], {"axes": [-1]}, opset=13)
    write("mvn_default", "MeanVarianceNormalization", [draw(2, 3, 2, 2)], {}, opset=9)


def losses():
    labels = np.array([[0, 2, 1], [3, 1, 0]], np.int64)
    for reduction in ("none", "sum", "mean"):
        write(f"softmax_cross_entropy_opset_12_{reduction}", "SoftmaxCrossEntropyLoss", [draw(2, 4, 3), labels, positive(4)],
              {"reduction": reduction, "ignore_index": 3}, ("y", "logs"), opset=12, fed=(0, 1))
    write("negative_log_likelihood_int32", "NegativeLogLikelihoodLoss", [draw(2, 4, 3), labels.astype(np.int32)], {},
          opset=13, fed=(0, 1))


def main():
    softmax()
    batch_norm()
    layer_norm()
    others()
    losses()


if __name__ == "__main__":
    main()
