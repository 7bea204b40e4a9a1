#!/usr/bin/env python3
"""Writes the control flow and sequence cases of this folder. Needs numpy, onnx and onnxruntime.

A case is a model in ONNX's text form with its inputs; expected outputs come from onnxruntime.
"""
import os
import shutil

import numpy as np
import onnx
import onnx.parser
from onnx import numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))


def save(path, value):
    if isinstance(value, list):
        proto = numpy_helper.from_list([np.asarray(item) for item in value])
    else:
        proto = numpy_helper.from_array(np.asarray(value))
    with open(path, "wb") as file:
        file.write(proto.SerializeToString())


def case(name, opset, text, *inputs):
    import onnxruntime
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}]> {text}')
    onnx.checker.check_model(model)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    results = session.run(None, {port.name: value for port, value in zip(model.graph.input, inputs)})
    home = os.path.join(HERE, "test_" + name)
    data = os.path.join(home, "test_data_set_0")
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(data)
    onnx.save(model, os.path.join(home, "model.onnx"))
    for kind, values in (("input", inputs), ("output", results)):
        for i, value in enumerate(values):
            save(os.path.join(data, f"{kind}_{i}.pb"), value)


def floats(*shape):
    return (np.arange(np.prod(shape), dtype=np.float32).reshape(shape) * 0.5 - 1).astype(np.float32)


SUM = """
g (int64 n, float[2] x) => (float[2] last, float[K, 2] all) {
  last, all = Loop (n, , x) <body = b (int64 i, bool c, float[2] v) => (bool d, float[2] w, float[2] s) {
    d = Identity (c)
    w = Add (v, v)
    s = Identity (v)
  }>
}"""
UNTIL = """
g (bool go, float[1] x) => (float[1] last, float[K, 1] all) {
  last, all = Loop (, go, x) <body = b (int64 i, bool c, float[1] v) => (bool d, float[1] w, float[1] w2) {
    limit = Constant <value_float = 40.0> ()
    w = Add (v, v)
    w2 = Identity (w)
    top = ReduceMax <keepdims = 0> (w)
    d = Less (top, limit)
  }>
}"""
GROW = """
g (int64 n, float[1] x) => (float[K] last) {
  last = Loop (n, , x) <body = b (int64 i, bool c, float[K] v) => (bool d, float[L] w) {
    d = Identity (c)
    w = Concat <axis = 0> (v, v)
  }>
}"""
NESTED = """
g (int64 n, float[2] x) => (float[2] last, float[K, J, 2] all) {
  last, all = Loop (n, , x) <body = b (int64 i, bool c, float[2] v) => (bool d, float[2] w, float[J, 2] s) {
    d = Identity (c)
    three = Constant <value_int = 3> ()
    w, s = Loop (three, , v) <body = e (int64 j, bool f, float[2] p) => (bool h, float[2] q, float[2] r) {
      h = Identity (f)
      k = Cast <to = 1> (i)
      q = Add (p, k)
      r = Add (q, x)
    }>
  }>
}"""
SHORT = """
g (bool a, float[2] x) => (float[K] y) {
  y = If (a) <then_branch = t () => (float[2] u) { u = Add (x, x) },
              else_branch = e () => (float[1] v) { v = ReduceSum <keepdims = 1> (x) }>
}"""
KEEP = """
g (int64 n, float[2] x) => (seq(float[2]) y, int64 size) {
  empty = SequenceEmpty <dtype = 1> ()
  y = Loop (n, , empty) <body = b (int64 i, bool c, seq(float[2]) s) => (bool d, seq(float[2]) t) {
    d = Identity (c)
    k = Cast <to = 1> (i)
    item = Add (x, k)
    zero = Constant <value_int = 0> ()
    t = SequenceInsert (s, item, zero)
  }>
  size = SequenceLength (y)
}"""
SCAN = """
g (float[2] s, float[2, 3, 4] x) => (float[2] last, float[A, B, D] y, float[E, 2] w) {
  last, y, w = Scan <num_scan_inputs = 1, scan_input_axes = [AXIS], scan_input_directions = [BACK],
                     scan_output_axes = [OUT, 0], scan_output_directions = [0, 1],
    body = b (float[2] p, float[R, C] q) => (float[2] r, float[R, C] t, float[2] v) {
      two = Constant <value_ints = [0, 1]> ()
      total = ReduceSum <keepdims = 1> (q)
      flat = Squeeze (total, two)
      r = Add (p, flat)
      t = Mul (q, q)
      v = Identity (r)
    }> (s, x)
}"""
BATCH = """
g (int64[3] lengths, float[3, 2] s, float[3, 4, 2] x) => (float[3, 2] last, float[3, 4, 2] y) {
  last, y = Scan <num_scan_inputs = 1, directions = [BACK],
    body = b (float[2] p, float[2] q) => (float[2] r, float[2] t) {
      r = Add (p, q)
      t = Mul (r, q)
    }> (lengths, s, x)
}"""
PARTS = """
g (float[6, 2] x, int64SHAPE split) => (seq(float[K, 2]) y, float[2] item, float[L, 2] joined, seq(float[M, 2]) less) {
  y = SplitToSequence <axis = 0> (x, split)
  last = Constant <value_int = -1> ()
  part = SequenceAt (y, last)
  zero = Constant <value_ints = [0]> ()
  item = ReduceSum <keepdims = 0> (part, zero)
  less = SequenceErase (y, last)
  joined = ConcatFromSequence <axis = 0> (less)
}"""
ROWS = """
g (float[3, 2] x) => (float[2, 3] y, float[3, 2] z) {
  rows = SplitToSequence <axis = 0, keepdims = 0> (x)
  y = ConcatFromSequence <axis = 1, new_axis = 1> (rows)
  z = ConcatFromSequence <axis = -2, new_axis = 1> (rows)
}"""


def main():
    count = lambda n: np.array(n, np.int64)
    for n in (0, 1, 5):
        case(f"loop_count_{n}", 13, SUM, count(n), floats(2))
        case(f"loop_sequence_{n}", 13, KEEP, count(n), floats(2))
    for go in (False, True):
        case(f"loop_condition_{go}".lower(), 13, UNTIL, np.array(go), np.array([0.75], np.float32))
        case(f"if_shapes_{go}".lower(), 13, SHORT, np.array(go), floats(2))
    case("loop_grows", 13, GROW, count(4), np.array([3], np.float32))
    case("loop_nested", 13, NESTED, count(2), floats(2))
    for axis, back, out in ((0, 0, 0), (1, 1, 1), (2, 0, 2), (-1, 1, -1)):
        text = SCAN.replace("AXIS", str(axis)).replace("BACK", str(back)).replace("OUT", str(out))
        case(f"scan_axis_{axis}_{'back' if back else 'forth'}".replace("-", "minus_"), 13, text, floats(2), floats(2, 3, 4))
    for back in (0, 1):
        case(f"scan_8_{'back' if back else 'forth'}", 8, BATCH.replace("BACK", str(back)), np.array([4, 4, 4]),
             floats(3, 2), floats(3, 4, 2))
    case("scan_8_lengths", 8, BATCH.replace("BACK", "0"), np.array([2, 4, 1]), floats(3, 2), floats(3, 4, 2))
    case("split_scalar", 13, PARTS.replace("SHAPE", ""), floats(6, 2), count(4))
    case("split_vector", 13, PARTS.replace("SHAPE", "[3]"), floats(6, 2), np.array([1, 3, 2]))
    case("join_new_axis", 13, ROWS, floats(3, 2))


if __name__ == "__main__":
    main()
