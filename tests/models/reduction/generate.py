#!/usr/bin/env python3
"""Writes the cases of this folder: reductions of older opsets, of integers, of many axes, and of NaN and infinity."""
import os
import sys

import numpy as np
from onnx import TensorProto

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from cases import Case  # noqa: E402

rng = np.random.default_rng(13)
ALL = ("Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "LogSum", "LogSumExp", "SumSquare")
SNAKE = {"LogSum": "log_sum", "LogSumExp": "log_sum_exp", "SumSquare": "sum_square"}


def draw(*shape, kind=np.float32):
    return rng.uniform(0.5, 2, shape).astype(kind)


def write(name, op, operands, attributes, opset=22, fed=(0,), reference=False, types=None):
    Case(HERE, f"test_{name}", op, operands, attributes, ["y"], opset, fed=fed, output_types=types).write(reference)


def axes(*values):
    return np.array(values, np.int64)


def main():
    for kind in ALL:
        op, low = f"Reduce{kind}", SNAKE.get(kind, kind.lower())
        write(f"reduce_{low}_opset_7", op, [draw(2, 3, 4)], {"axes": [1]}, opset=7)
        write(f"reduce_{low}_opset_11_outer", op, [draw(2, 3, 4)], {"axes": [0, -1], "keepdims": 0}, opset=11)
        write(f"reduce_{low}_opset_12_all", op, [draw(3, 2)], {"keepdims": 0}, opset=12)
        write(f"reduce_{low}_opset_18_alternate", op, [draw(2, 3, 1, 2, 3), axes(0, 3)], {"keepdims": 0}, opset=18)
        write(f"reduce_{low}_opset_18_noop", op, [draw(2, 3)], {"noop_with_empty_axes": 1}, opset=18, reference=True)
        write(f"reduce_{low}_opset_18_fed_empty", op, [draw(2, 3), axes()], {"keepdims": 0}, opset=18, fed=(0, 1),
              reference=True)
        write(f"reduce_{low}_scalar", op, [draw()], {}, opset=18)
    big = np.array([[2**31 - 1, 1], [-2**31, -1]], np.int32)
    for kind in ("Sum", "Max", "Min", "Prod", "L1", "Mean"):
        write(f"reduce_{kind.lower()}_int32", f"Reduce{kind}", [big, axes(0)], {}, opset=18, reference=True)
    write("reduce_sum_square_int32", "ReduceSumSquare", [np.array([[3, 250], [-200, 7]], np.int32), axes(1)], {}, opset=18)
    write("reduce_max_uint8", "ReduceMax", [np.array([[3, 250], [200, 7]], np.uint8), axes(1)], {}, opset=18)
    write("reduce_min_int8", "ReduceMin", [np.array([[3, -120], [100, 7]], np.int8), axes(0)], {}, opset=18)
    ties = np.array([[1, 3, 3, 0], [5, 5, 1, 5]], np.float32)
    for op in ("ArgMax", "ArgMin"):
        low = op.lower()
        write(f"{low}_opset_7", op, [ties], {"axis": 1}, opset=7, types={"y": TensorProto.INT64})
        write(f"{low}_int32_last", op, [ties.astype(np.int32)], {"axis": -1, "select_last_index": 1, "keepdims": 0}, opset=13,
              types={"y": TensorProto.INT64})
        write(f"{low}_nan", op, [np.array([[1, np.nan, 2, np.nan]], np.float32)], {"axis": 1}, opset=13, reference=True,
              types={"y": TensorProto.INT64})


if __name__ == "__main__":
    main()
