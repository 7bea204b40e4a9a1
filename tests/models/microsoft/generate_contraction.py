#!/usr/bin/env python3
"""Writes the cases of contractions and quantized operators of this folder. Needs numpy, onnx and onnxruntime."""
import os
import sys

import ml_dtypes
import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case, Draws, number  # noqa: E402

draw = Draws(11)
integers = draw.integers
FLOAT = {"y": TensorProto.FLOAT}


def write(name, op, operands, attributes=None, fed=(0,), types=None):
    Case(HERE, f"test_{name}", op, operands, attributes or {}, ["y"], domain="com.microsoft", fed=fed,
         output_types=types).write()


def products():
    write("fused_matmul", "FusedMatMul", [draw(2, 3, 4), draw(2, 4, 5)], {"alpha": 0.5}, (0, 1))
    write("fused_matmul_transposed", "FusedMatMul", [draw(2, 4, 3), draw(5, 4)], {"transA": 1, "transB": 1}, (0, 1))
    write("fused_matmul_batches", "FusedMatMul", [draw(3, 2, 4), draw(4, 2, 5)],
          {"transBatchA": 1, "transBatchB": 1}, (0, 1))
    write("fused_matmul_all_transposed", "FusedMatMul", [draw(4, 2, 3), draw(5, 2, 4)],
          {"transBatchA": 1, "transBatchB": 1, "transA": 1, "transB": 1, "alpha": 2.0}, (0, 1))
    write("transpose_matmul", "TransposeMatMul", [draw(4, 3), draw(4, 5)], {"transA": 1})
    for name, attributes in (("relu", {"activation": "Relu"}),
                             ("leaky", {"activation": "LeakyRelu", "activation_alpha": 0.3}),
                             ("plain", {"activation": "Tanh", "transB": 1, "alpha": 0.5, "beta": 2.0})):
        b = draw(5, 4) if attributes.get("transB") else draw(4, 5)
        write(f"fused_gemm_{name}", "FusedGemm", [draw(3, 4), b, draw(5)], attributes)


def convolutions():
    x, w, b = draw(1, 2, 6, 6), draw(4, 2, 3, 3), draw(4)
    for name, operands, attributes in (
            ("relu", [x, w, b], {"activation": "Relu", "pads": [1, 1, 1, 1]}),
            ("sum", [x, w, b, draw(1, 4, 4, 4)], {"activation": "Relu"}),
            ("sum_no_bias", [x, w, None, draw(1, 4, 4, 4)], {}),
            ("clip", [x, w, b], {"activation": "Clip", "activation_params": [-0.5, 1.0], "strides": [2, 2]}),
            ("leaky", [x, w], {"activation": "LeakyRelu", "activation_params": [0.2]}),
            ("hard_sigmoid", [x, w], {"activation": "HardSigmoid", "activation_params": [0.25, 0.4]}),
            ("sigmoid", [x, w], {"activation": "Sigmoid", "auto_pad": "SAME_UPPER"})):
        write(f"fused_conv_{name}", "FusedConv", operands, attributes, (0, 3))


def packed(values, bits):
    """Rows of numbers of a few bits as bytes, from the low bits up; the last byte of a row is filled with zeros."""
    per = 8 // bits
    rows = np.zeros((values.shape[0], -(-values.shape[1] // per) * per), np.uint8)
    rows[:, :values.shape[1]] = values
    rows = rows.reshape(values.shape[0], -1, per)
    return sum(rows[:, :, i] << (bits * i) for i in range(per)).astype(np.uint8)


def few_bits():
    for name, bits, depth, block, zeros, bias in (
            ("4", 4, 32, 16, None, False), ("4_zero_points", 4, 48, 16, "packed", False),
            ("4_float_zero_points", 4, 32, 16, "float", False), ("4_uneven", 4, 40, 16, "packed", True),
            ("8", 8, 32, 16, None, False), ("8_zero_points", 8, 32, 16, "packed", False),
            ("2", 2, 32, 16, None, False), ("2_zero_points", 2, 48, 16, "packed", False)):
        rows, count = 3, -(-depth // block)
        values = integers(rows, count * block, low=0, high=2 ** bits - 1)
        b = packed(values, bits).reshape(rows, count, block * bits // 8)
        scales = draw.rng.uniform(0.1, 0.5, (rows, count)).astype(np.float32)
        points = integers(rows, count, low=0, high=2 ** bits - 1)
        zero = {None: None, "packed": packed(points, bits), "float": points.astype(np.float32)}[zeros]
        operands = [draw(2, depth), b, scales, zero, None, draw(rows) if bias else None]
        write(f"matmul_nbits_{name}", "MatMulNBits", operands,
              {"K": depth, "N": rows, "bits": bits, "block_size": block})
    index = np.array([0, 1] * 16, np.int32)
    values = integers(3, 32, low=0, high=15)
    operands = [draw(2, 32), packed(values, 4).reshape(3, 2, 8),
                draw.rng.uniform(0.1, 0.5, (3, 2)).astype(np.float32), None, index]
    write("matmul_nbits_4_index", "MatMulNBits", operands, {"K": 32, "N": 3, "bits": 4, "block_size": 16})


def quantized_products():
    a, b = integers(3, 4), integers(4, 5, kind=np.int8)
    columns, points = draw.rng.uniform(0.01, 0.05, 5).astype(np.float32), integers(5, kind=np.int8, low=-9, high=9)
    write("matmul_integer_to_float", "MatMulIntegerToFloat",
          [a, b, number(0.02), number(0.03), number(120, np.uint8), number(3, np.int8), draw(5)], types=FLOAT)
    write("matmul_integer_to_float_columns", "MatMulIntegerToFloat",
          [a, b, number(0.02), columns, number(120, np.uint8), points], types=FLOAT)
    write("dynamic_quantize_matmul", "DynamicQuantizeMatMul",
          [draw(3, 4), b, columns, points, draw(5)], types=FLOAT)
    write("dynamic_quantize_matmul_plain", "DynamicQuantizeMatMul", [draw(2, 3, 4), b, number(0.03)], types=FLOAT)
    c = integers(5, kind=np.int32, low=-500, high=500)
    scales = [number(0.02), number(120, np.uint8)]
    write("qgemm", "QGemm", [a, *scales, b, number(0.03), number(3, np.int8), c, number(0.1), number(99, np.uint8)])
    write("qgemm_float", "QGemm", [a, *scales, b, columns, points, c], {"alpha": 0.5}, types=FLOAT)
    write("qgemm_transposed", "QGemm", [integers(4, 3), *scales, integers(5, 4, kind=np.int8), columns, points, None,
                                        number(0.1), number(99, np.uint8)], {"transA": 1, "transB": 1})


def quantized_elements():
    for kind in (np.uint8, np.int8):
        name, low = ("unsigned", 0) if kind == np.uint8 else ("signed", -128)
        a, b = integers(2, 3, 4, kind=kind), integers(3, 1, kind=kind)
        zero = lambda value: number(value + low, kind)  # noqa: E731
        first, second, result = [number(0.037), zero(120)], [number(0.051), zero(131)], [number(0.083), zero(115)]
        write(f"qlinear_add_{name}", "QLinearAdd", [a, *first, b, *second, *result], fed=(0, 3))
        write(f"qlinear_mul_{name}", "QLinearMul", [a, *first, b, *second, *result], fed=(0, 3))
        write(f"qlinear_sigmoid_{name}", "QLinearSigmoid", [a, *first, number(1 / 256), zero(0)])
        write(f"qlinear_leaky_relu_{name}", "QLinearLeakyRelu", [a, *first, *result], {"alpha": 0.2})
        write(f"qlinear_softmax_{name}", "QLinearSoftmax", [a, *first, number(1 / 256), zero(0)],
              {"axis": -1, "opset": 13})
        write(f"qlinear_softmax_old_{name}", "QLinearSoftmax", [a, *first, number(1 / 256), zero(0)],
              {"axis": 1, "opset": 12})
        condition = draw.rng.integers(0, 2, (2, 3, 4)).astype(bool)
        write(f"qlinear_where_{name}", "QLinearWhere", [condition, a, *first, b, *second, *result], fed=(0, 1, 4),
              types={"y": TensorProto.UINT8 if kind == np.uint8 else TensorProto.INT8})
        concat = [*result, a, *first, integers(2, 1, 4, kind=kind), *second]
        write(f"qlinear_concat_{name}", "QLinearConcat", concat, {"axis": 1}, (2, 5),
              {"y": TensorProto.UINT8 if kind == np.uint8 else TensorProto.INT8})


def quantized_pools():
    for kind in (np.uint8, np.int8):
        name, low = ("unsigned", 0) if kind == np.uint8 else ("signed", -128)
        zero = lambda value: number(value + low, kind)  # noqa: E731
        scales = [number(0.037), zero(120), number(0.031), zero(115)]
        write(f"qlinear_average_pool_{name}", "QLinearAveragePool", [integers(1, 2, 6, 6, kind=kind), *scales],
              {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]})
        write(f"qlinear_average_pool_last_{name}", "QLinearAveragePool", [integers(1, 6, 6, 2, kind=kind), *scales],
              {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1, "channels_last": 1})
        write(f"qlinear_global_average_pool_{name}", "QLinearGlobalAveragePool",
              [integers(2, 3, 4, 5, kind=kind), *scales])
        write(f"qlinear_global_average_pool_last_{name}", "QLinearGlobalAveragePool",
              [integers(2, 4, 5, 3, kind=kind), *scales], {"channels_last": 1})


def reduced_mean():
    """QLinearReduceMean, which onnxruntime declares but does not run: computed from its definition."""
    x, scale, zero, y_scale, y_zero = integers(2, 3, 4), 0.037, 120, 0.021, 115
    mean = ((x.astype(np.float64) - zero) * scale).mean((0, 2), keepdims=True)
    case = Case(HERE, "test_qlinear_reduce_mean", "QLinearReduceMean",
                [x, number(scale), number(zero, np.uint8), number(y_scale), number(y_zero, np.uint8)],
                {"axes": [0, 2], "keepdims": 1}, ["y"], domain="com.microsoft")
    case.expected = lambda model, reference: [np.clip(np.rint(mean / y_scale) + y_zero, 0, 255).astype(np.uint8)]
    case.write()


def conversions():
    x = draw(2, 3, 4)
    write("quantize_linear", "QuantizeLinear", [x, number(0.013), number(128, np.uint8)],
          types={"y": TensorProto.UINT8})
    write("quantize_linear_axis", "QuantizeLinear",
          [x, np.array([0.013, 0.02, 0.03], np.float32), np.array([-3, 0, 3], np.int8)], {"axis": 1},
          types={"y": TensorProto.INT8})
    write("quantize_linear_int16", "QuantizeLinear", [x, number(0.0013), number(-5, np.int16)],
          types={"y": TensorProto.INT16})
    write("dequantize_linear_axis", "DequantizeLinear",
          [integers(2, 3, 4, kind=np.int8), np.array([0.013, 0.02, 0.03], np.float32), np.array([-3, 0, 3], np.int8)],
          {"axis": 1}, types=FLOAT)
    write("dequantize_linear_int32", "DequantizeLinear", [integers(5, kind=np.int32), number(0.001)], types=FLOAT)
    write("dequantize_linear_half", "DequantizeLinear", [integers(5), number(0.1, np.float16), number(7, np.uint8)],
          types={"y": TensorProto.FLOAT16})


def gathered_rows():
    rows = np.array([[2, 0, -1], [1, 1, 2]], np.int64)
    scales = lambda *shape: draw.rng.uniform(0.1, 0.5, shape).astype(np.float32)
    narrow = integers(4, 40, kind=np.int8, low=-8, high=7).astype(ml_dtypes.int4)
    for name, table, parameters, zeros, attributes in (
            ("8_bits", integers(4, 40), (4, 3), integers(4, 3), {"bits": 8}),
            ("8_bits_plain", integers(4, 40), (4, 3), None, {"bits": 8}),
            ("4_bits", integers(4, 20), (4, 3), integers(4, 2), {"bits": 4}),
            ("4_bits_plain", integers(4, 20), (4, 3), None, {"bits": 4}),
            ("2_bits", integers(4, 10), (4, 3), integers(4, 1), {"bits": 2}),
            ("int4", narrow, (4, 3), integers(4, 3, kind=np.int8, low=-8, high=7).astype(ml_dtypes.int4), {}),
            ("int4_columns", narrow.T.copy(), (3, 4), None, {"gather_axis": 1, "quantize_axis": 0})):
        write(f"gather_block_quantized_{name}", "GatherBlockQuantized", [table, rows, scales(*parameters), zeros],
              {"block_size": 16, **attributes}, (1,), FLOAT)


if __name__ == "__main__":
    products()
    convolutions()
    few_bits()
    quantized_products()
    quantized_elements()
    quantized_pools()
    reduced_mean()
    conversions()
    gathered_rows()
