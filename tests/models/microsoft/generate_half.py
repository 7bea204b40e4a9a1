#!/usr/bin/env python3
"""Writes cases of com.microsoft's operators in f16 and bf16. Needs numpy, onnx, ml_dtypes and onnxruntime.

Each operator is made of several here; it must compute them in f32 and round once. Expected outputs are those of
onnxruntime on the same numbers in f32, rounded. The operands are such that a rounding in between shows.
"""
import os
import sys

import ml_dtypes
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cases import Case, Draws  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
draw = Draws(9)
NARROW = {"f16": np.float16, "bf16": ml_dtypes.bfloat16}
FLOAT = 1


def far(*shape):
    """Numbers far from 0 with small differences: their sum needs more digits than its terms."""
    return draw(*shape) * np.float32(4) + np.float32(100)


def case(name, op, operands, attributes=None, outputs=("y",), f32_outputs=(), domain="com.microsoft", opset=22):
    """`f32_outputs` are not rounded."""
    for kind, narrow in NARROW.items():
        given = [x.astype(narrow) if x is not None and x.dtype == np.float32 else x for x in operands]
        wide = [x.astype(np.float32) if x is not None and x.dtype == narrow else x for x in given]
        fed = tuple(i for i, x in enumerate(given) if x is not None and i < 2)
        make = lambda values, home, types: Case(home, f"test_{kind}_{name}", op, values, attributes or {}, list(outputs),
                                                opset=opset, domain=domain, fed=fed, output_types=types)
        twin = make(wide, HERE, {})
        results = [x if x.dtype != np.float32 or outputs[i] in f32_outputs else x.astype(narrow)
                   for i, x in enumerate(twin.expected(twin.model(), False))]
        make(given, HERE, {name: FLOAT for name in f32_outputs}).write(results=results)


def main():
    gamma, beta = draw(8), draw(8)
    # onnxruntime's CPU kernels give neither mean nor deviation.
    case("skip_layer_norm", "SkipLayerNormalization", [far(2, 3, 8), far(2, 3, 8), gamma, beta, draw(8)],
         outputs=("y", "", "", "sum"))
    case("skip_rms_norm", "SkipSimplifiedLayerNormalization", [far(2, 3, 8), -far(2, 3, 8), gamma],
         outputs=("y", "", "", "sum"))
    case("bias_gelu", "BiasGelu", [draw(3, 8) / 8 - 2.5, draw(8) / 64])
    case("fast_gelu_bias", "FastGelu", [draw(3, 8) / 8 - 2.5, draw(8) / 64])
    case("attention", "Attention", [draw(2, 5, 8), draw(8, 24), draw(24)], {"num_heads": 2, "scale": 1.0})
    case("multi_head_attention", "MultiHeadAttention",
         [far(2, 5, 8) / 16, far(2, 5, 8) / 16, far(2, 5, 8), draw(24) / 8], {"num_heads": 2, "scale": 1.0})
    case("fused_matmul", "FusedMatMul", [far(3, 8), draw(8, 4)], {"alpha": 0.3})
    case("gemm", "Gemm", [draw(3, 8), draw(8, 4), -far(3, 4)], {"alpha": 30.0}, domain="", opset=13)


if __name__ == "__main__":
    main()
