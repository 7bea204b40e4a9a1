#!/usr/bin/env python3
"""Writes the cases of this folder: forms of contractions and of quantization that exporters write and the ONNX backend
tests do not have. Needs numpy, onnx and onnxruntime."""
import os
import sys

import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case, Draws, number  # noqa: E402

draw = Draws(17)
integers = draw.integers


def write(name, op, operands, attributes=None, opset=22, fed=(0,), types=None, reference=False):
    Case(HERE, f"test_{name}", op, operands, attributes or {}, ["y"], opset, fed=fed, output_types=types).write(reference)


def convolutions():
    for name, x, w, attributes in (
            ("1d", (2, 3, 9), (4, 3, 3), {"strides": [2], "pads": [1, 2]}),
            ("3d", (1, 2, 5, 4, 6), (3, 2, 2, 3, 2), {"dilations": [2, 1, 3], "pads": [1, 0, 2, 0, 1, 1]}),
            ("4d", (1, 2, 3, 3, 3, 3), (2, 2, 2, 2, 2, 2), {}),
            ("groups", (2, 6, 5, 5), (4, 3, 3, 3), {"group": 2, "pads": [1, 1, 1, 1]}),
            ("depthwise", (1, 8, 7, 7), (8, 1, 3, 3), {"group": 8, "strides": [2, 2], "pads": [1, 1, 1, 1]}),
            ("depthwise_two_maps", (1, 3, 4, 4), (6, 1, 2, 2), {"group": 3}),
            ("pointwise", (2, 5, 3, 4), (7, 5, 1, 1), {}),
            ("pointwise_strided", (1, 5, 5, 5), (7, 5, 1, 1), {"strides": [2, 2]}),
            ("pointwise_padded", (1, 2, 3, 3), (2, 2, 1, 1), {"pads": [1, 0, 0, 2]}),
            ("dilated", (1, 2, 9, 9), (3, 2, 3, 3), {"dilations": [2, 3], "pads": [2, 3, 2, 3]}),
            ("large_pads", (1, 1, 2, 2), (1, 1, 3, 3), {"pads": [5, 4, 3, 6], "strides": [3, 2]}),
            ("many_columns", (1, 3, 11, 13), (9, 3, 3, 3), {"pads": [1, 1, 1, 1]}),
            ("deep", (1, 40, 4, 4), (5, 40, 3, 3), {}),
            ("same_upper", (1, 2, 6, 7), (3, 2, 3, 4), {"auto_pad": "SAME_UPPER", "strides": [2, 3]}),
            ("same_lower", (1, 2, 6, 7), (3, 2, 3, 4), {"auto_pad": "SAME_LOWER", "strides": [2, 3]}),
            ("valid", (1, 2, 6, 7), (3, 2, 3, 4), {"auto_pad": "VALID", "kernel_shape": [3, 4]})):
        write(f"conv_{name}", "Conv", [draw(*x), draw(*w), draw(w[0])], attributes)
    write("conv_no_bias_opset_1", "Conv", [draw(1, 2, 4, 4), draw(3, 2, 2, 2)], {"kernel_shape": [2, 2]}, opset=7)
    write("conv_double", "Conv", [draw(1, 2, 4, 4, kind=np.float64), draw(3, 2, 2, 2, kind=np.float64)],
          reference=True)


def transposed_convolutions():
    for name, x, w, attributes in (
            ("1d", (2, 3, 4), (3, 2, 3), {"strides": [2], "output_padding": [1], "pads": [1, 1]}),
            ("3d", (1, 2, 3, 2, 3), (2, 1, 2, 2, 3), {"strides": [1, 2, 3], "dilations": [2, 1, 2]}),
            ("groups", (1, 4, 3, 3), (4, 3, 3, 3), {"group": 2, "strides": [2, 2], "pads": [1, 1, 0, 0]}),
            ("depthwise", (2, 3, 3, 3), (3, 1, 2, 2), {"group": 3, "strides": [2, 2]}),
            ("pointwise", (1, 3, 3, 4), (3, 2, 1, 1), {}),
            ("same_upper", (1, 1, 3, 4), (1, 2, 3, 3), {"auto_pad": "SAME_UPPER", "strides": [2, 2]}),
            ("same_lower", (1, 1, 3, 4), (1, 2, 3, 3), {"auto_pad": "SAME_LOWER", "strides": [2, 2]}),
            ("valid", (1, 1, 3, 4), (1, 2, 3, 3), {"auto_pad": "VALID", "strides": [2, 2]}),
            ("output_shape", (1, 1, 3, 3), (1, 2, 3, 3), {"strides": [3, 2], "output_shape": [10, 8]}),
            ("output_shape_smaller", (1, 1, 3, 3), (1, 2, 4, 4), {"strides": [2, 2], "output_shape": [5, 6]})):
        write(f"conv_transpose_{name}", "ConvTranspose",
              [draw(*x), draw(*w), draw(w[1] * attributes.get("group", 1))], attributes)


def products():
    for name, a, b in (("vector_matrix", (4,), (4, 3)), ("matrix_vector", (3, 4), (4,)),
                       ("vector_batches", (4,), (2, 4, 3)), ("broadcast", (2, 1, 3, 4), (5, 4, 2)),
                       ("one_batch", (1, 3, 4), (6, 4, 2)), ("empty_depth", (2, 0), (0, 3)),
                       ("many_rows", (131, 3), (3, 5)), ("many_columns", (5, 9), (9, 130)), ("deep", (5, 300), (300, 3))):
        write(f"matmul_{name}", "MatMul", [draw(*a), draw(*b)], fed=(0, 1))
    for kind in (np.int32, np.uint32, np.int64, np.uint64):
        name = np.dtype(kind).name
        write(f"matmul_{name}", "MatMul", [integers(2, 3, kind=kind), integers(3, 2, kind=kind)])
    a, b = draw(3, 4), draw(4, 5)
    write("gemm_opset_6", "Gemm", [a, b, draw(5)], {"broadcast": 1, "alpha": 0.5}, opset=6, reference=True)
    write("gemm_column", "Gemm", [a, b, draw(3, 1)], {"beta": 2.0})
    write("gemm_beta_0", "Gemm", [a.T.copy(), b.T.copy(), draw(5)], {"beta": 0.0, "transA": 1, "transB": 1})
    write("gemm_integers", "Gemm", [integers(3, 4, kind=np.int32, low=-9, high=9),
                                    integers(4, 5, kind=np.int32, low=-9, high=9),
                                    integers(5, kind=np.int32, low=-9, high=9)], opset=13, reference=True)
    a, b = integers(2, 3, 4), integers(2, 4, 5, kind=np.int8)
    write("matmul_integer_batches", "MatMulInteger", [a, b, number(7, np.uint8), number(-3, np.int8)],
          types={"y": TensorProto.INT32})
    write("matmul_integer_columns", "MatMulInteger",
          [a[0], b[0], number(7, np.uint8), integers(5, kind=np.int8)], types={"y": TensorProto.INT32})
    write("conv_integer_channels", "ConvInteger",
          [integers(1, 2, 5, 5), integers(3, 2, 3, 3, kind=np.int8), number(9, np.uint8),
           np.array([1, -2, 3], np.int8)], {"pads": [1, 1, 1, 1], "strides": [2, 2]},
          types={"y": TensorProto.INT32}, reference=True)


def einsums():
    for name, equation, shapes in (
            ("ellipsis", "...ij,...jk->...ik", [(2, 1, 3, 4), (5, 4, 2)]),
            ("ellipsis_implied", "...ij,jk", [(2, 3, 4), (4, 2)]),
            ("ellipsis_middle", "a...b,b->...a", [(2, 3, 4, 5), (5,)]),
            ("implied", "ba,bc", [(3, 2), (3, 4)]), ("upper_case", "aB,Bc->ca", [(2, 3), (3, 4)]),
            ("trace", "ii", [(3, 3)]), ("diagonal", "iji->ji", [(3, 2, 3)]), ("outer", "i,j->ij", [(3,), (4,)]),
            ("three", "ij,jk,kl->il", [(2, 3), (3, 4), (4, 5)]), ("chain_summed", "ij,jk,k->", [(2, 3), (3, 4), (4,)]),
            ("hadamard", "ij,ij->ij", [(2, 3), (2, 3)]), ("heads", "bqhd,bkhd->bhqk", [(2, 3, 2, 4), (2, 5, 2, 4)]),
            ("spaces", " i j , j k -> i k ", [(2, 3), (3, 4)]), ("lone_sum", "ij,k->k", [(2, 3), (4,)]),
            ("scalars", ",->", [(), ()])):
        write(f"einsum_{name}", "Einsum", [draw(*s) for s in shapes], {"equation": equation}, opset=12,
              fed=tuple(range(len(shapes))), reference=True)
    write("einsum_int64", "Einsum", [integers(2, 3, kind=np.int64), integers(3, 2, kind=np.int64)],
          {"equation": "ij,jk->ki"}, opset=12, reference=True)


def quantizations():
    x = np.array([-1e30, -2.5, -1.5, -0.5, 0.0, 0.5, 1.5, 2.5, 127.5, 254.6, 1e30, np.inf], np.float32)
    write("quantize_ties", "QuantizeLinear", [x, number(1.0), number(1, np.uint8)], types={"y": TensorProto.UINT8})
    write("quantize_vector_scale", "QuantizeLinear", [draw(2, 3), number([0.01]), number([-5], np.int8)], opset=13,
          types={"y": TensorProto.INT8})
    write("quantize_no_zero_point", "QuantizeLinear", [draw(2, 3), number(0.01)], opset=10,
          types={"y": TensorProto.UINT8})
    write("quantize_int32", "QuantizeLinear", [integers(2, 3, kind=np.int32, low=-999, high=999), number(7.0),
                                               number(3, np.int8)], opset=13, types={"y": TensorProto.INT8},
          reference=True)
    write("quantize_last_axis", "QuantizeLinear", [draw(2, 3), number([0.01, 0.02, 0.03]), integers(3)],
          {"axis": -1}, opset=13, types={"y": TensorProto.UINT8})
    write("dequantize_int32_opset_10", "DequantizeLinear", [integers(4, kind=np.int32), number(0.25)], opset=10,
          types={"y": TensorProto.FLOAT})
    write("dequantize_first_axis", "DequantizeLinear", [integers(2, 3, kind=np.int8), number([0.1, 0.2]),
                                                        number([3, -4], np.int8)], {"axis": 0}, opset=13,
          types={"y": TensorProto.FLOAT})
    write("dequantize_uneven_blocks", "DequantizeLinear", [integers(2, 5, kind=np.int8), draw(2, 3),
                                                           integers(2, 3, kind=np.int8)],
          {"axis": 1, "block_size": 2}, opset=21, types={"y": TensorProto.FLOAT})
    x, w, b = integers(1, 4, 5, 5), integers(6, 2, 3, 3, kind=np.int8), integers(6, kind=np.int32, low=-999, high=999)
    scales = draw.rng.uniform(0.01, 0.03, 6).astype(np.float32)
    write("qlinear_conv_channels", "QLinearConv",
          [x, number(0.02), number(120, np.uint8), w, scales, np.zeros(6, np.int8), number(0.1),
           number(99, np.uint8), b], {"group": 2, "pads": [1, 1, 1, 1]}, opset=10)
    write("qlinear_conv_signed", "QLinearConv",
          [integers(1, 2, 5, kind=np.int8), number(0.02), number(-5, np.int8), integers(3, 2, 3, kind=np.int8),
           number(0.03), number(4, np.int8), number(0.1), number(9, np.int8)], {"strides": [2]}, opset=10)
    write("qlinear_matmul_columns", "QLinearMatMul",
          [integers(3, 4), number(0.02), number(120, np.uint8), integers(4, 6, kind=np.int8), scales,
           np.zeros(6, np.int8), number(0.1), number(99, np.uint8)], opset=10)


if __name__ == "__main__":
    convolutions()
    transposed_convolutions()
    products()
    einsums()
    quantizations()
