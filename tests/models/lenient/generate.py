#!/usr/bin/env python3
"""Writes models that bend the letter of ONNX as exporters do, and that other runtimes take. Needs numpy, onnx and
onnxruntime, which gives the expected outputs.
"""
import os
import shutil

import numpy as np
import onnx
import onnx.parser
from onnx import TensorProto, helper, numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))
FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def save(path, value):
    with open(path, "wb") as file:
        file.write(numpy_helper.from_array(np.asarray(value)).SerializeToString())


def case(name, model, *inputs, twin=None):
    """`twin` is a model of the same meaning for onnxruntime."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    judged = (twin or model).SerializeToString()
    session = onnxruntime.InferenceSession(judged, options, providers=["CPUExecutionProvider"])
    results = session.run(None, {port.name: value for port, value in zip(model.graph.input, inputs)})
    home = os.path.join(HERE, "test_" + name)
    data = os.path.join(home, "test_data_set_0")
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(data)
    onnx.save(model, os.path.join(home, "model.onnx"))
    for kind, values in (("input", inputs), ("output", results)):
        for i, value in enumerate(values):
            save(os.path.join(data, f"{kind}_{i}.pb"), value)


def text(opset, graph):
    return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}, "local" : 1]> {graph}')


def one_node(node, opset, operands, fed=None):
    """A model of one node; `operands` by name. Those in `fed` (default: the first) are inputs."""
    names = list(operands)
    fed = fed or names[:1]
    value = lambda name: helper.make_tensor_value_info(
        name, helper.np_dtype_to_tensor_dtype(operands[name].dtype), operands[name].shape)
    graph = helper.make_graph([node], "g", [value(name) for name in fed],
                              [helper.make_tensor_value_info(name, FLOAT, None) for name in node.output if name],
                              [numpy_helper.from_array(operands[name], name) for name in names if name not in fed])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def floats(*shape):
    return (np.arange(np.prod(shape), dtype=np.float32).reshape(shape) * 0.5 - 1).astype(np.float32)


#
# Nodes in any order. Graph surgery appends what it inserts and does not sort again.
#

def backwards(graph):
    nodes = list(graph.node)[::-1]
    del graph.node[:]
    graph.node.extend(nodes)
    for node in nodes:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                backwards(attribute.g)


CHAIN = """
g (float[2, 3] x) => (float[2, 3] y) {
  a = Relu (x)
  b = Neg (x)
  c = Add (a, b)
  d = Mul (c, a)
  y = Sub (d, b)
}"""
CAPTURE = """
g (bool p, float[2] x) => (float[2] y) {
  outer = Neg (x)
  y = If (p) <then_branch = t () => (float[2] u) {
                half = Constant <value_float = 0.5> ()
                h = Mul (outer, half)
                u = Add (h, x)
              },
              else_branch = e () => (float[2] v) { w = Mul (outer, outer) v = Sub (w, x) }>
}"""
CALL = """
g (float[2] x) => (float[2] y) {
  a = Neg (x)
  y = local.f (a)
}
<domain: "local", opset_import: ["" : 13]>
f (p) => (q) {
  r = Mul (p, p)
  q = Add (r, p)
}"""


def orders():
    model = text(13, CHAIN)
    backwards(model.graph)
    case("order_backwards", model, floats(2, 3))
    for p in (False, True):
        model = text(13, CAPTURE)
        sorted_model = text(13, CAPTURE)
        backwards(model.graph)
        case(f"order_branch_{p}".lower(), model, np.array(p), floats(2), twin=sorted_model)
    model, sorted_model = text(13, CALL), text(13, CALL)
    backwards(model.graph)
    nodes = list(model.functions[0].node)[::-1]
    del model.functions[0].node[:]
    model.functions[0].node.extend(nodes)
    case("order_function", model, floats(2), twin=sorted_model)


#
# Attributes as exporters write them.
#

def recurrent():
    rng = np.random.default_rng(1)
    draw = lambda *shape: rng.uniform(-1, 1, shape).astype(np.float32)
    hidden, size = 3, 2
    for op, gates, activations in (("RNN", 1, ["relu"]), ("GRU", 3, ["sigmoid", "TANH"]),
                                   ("LSTM", 4, ["SIGMOID", "tanh", "softSign"])):
        node = helper.make_node(op, ["x", "w", "r"], ["y"], hidden_size=hidden, activations=activations)
        operands = {"x": draw(4, 1, size), "w": draw(1, gates * hidden, size), "r": draw(1, gates * hidden, hidden)}
        model, twin = one_node(node, 14, operands), None
        if op == "RNN":  # onnxruntime takes any case for the other two
            twin = one_node(helper.make_node(op, ["x", "w", "r"], ["y"], hidden_size=hidden, activations=["Relu"]), 14,
                            operands)
        case(f"activations_{op}".lower(), model, operands["x"], twin=twin)


def squeeze():
    for opset in (1, 11):
        node = helper.make_node("Squeeze", ["x"], ["y"])
        node.attribute.append(onnx.AttributeProto(name="axes", type=onnx.AttributeProto.INTS))
        case(f"squeeze_{opset}_empty_axes", one_node(node, opset, {"x": floats(1, 2, 1, 3)}), floats(1, 2, 1, 3))
    node = helper.make_node("Squeeze", ["x", "axes"], ["y"])
    none = np.zeros(0, np.int64)
    operands = {"x": floats(1, 2, 1, 3), "axes": none}
    case("squeeze_13_empty_axes", one_node(node, 13, operands), operands["x"])
    model = one_node(node, 13, operands, ["x", "axes"])
    model.graph.input[1].type.tensor_type.shape.dim[0].dim_param = "axes_count"
    case("squeeze_13_empty_axes_fed", model, operands["x"], none)


def sizes():
    """10 * 1.9 in f32 is 19, though 1.9 in f32 is less than 1.9."""
    x, scales = floats(1, 1, 3, 10), np.array([1, 1, 1, 1.9], np.float32)
    node = helper.make_node("Upsample", ["x"], ["y"], mode="nearest", scales=scales.tolist())
    case("upsample_7_size", one_node(node, 7, {"x": x}), x)
    node = helper.make_node("Upsample", ["x", "scales"], ["y"], mode="linear")
    case("upsample_9_size", one_node(node, 9, {"x": x, "scales": scales}), x)
    node = helper.make_node("Resize", ["x", "scales"], ["y"], mode="nearest")
    case("resize_10_size", one_node(node, 10, {"x": x, "scales": scales}), x)
    for mode in ("nearest", "linear", "cubic"):
        # No position is halfway between two: there f32 and f64 differ.
        node = helper.make_node("Resize", ["x", "", "scales"], ["y"], mode=mode,
                                coordinate_transformation_mode="asymmetric")
        case(f"resize_13_size_{mode}", one_node(node, 13, {"x": x, "scales": scales}), x)
    # Where the sizes are known only in the run.
    node = helper.make_node("Resize", ["x", "", "scales"], ["y"], mode="linear",
                            coordinate_transformation_mode="align_corners")
    case("resize_13_size_fed", one_node(node, 13, {"x": x, "scales": scales}, ["x", "scales"]), x, scales)


#
# Control flow.
#

UNTIL = """
g (float[1] x) => (float[1] last, float[K, 1] all) {
  last, all = Loop (, , x) <body = b (int64 i, bool c, float[1] v) => (bool d, float[1] w, float[1] w2) {
    limit = Constant <value_float = 40.0> ()
    w = Add (v, v)
    w2 = Identity (w)
    top = ReduceMax <keepdims = 0> (w)
    d = Less (top, limit)
  }>
}"""

# What a tracing exporter makes of `if x.dim() == 3 and x.shape[2] == 1: x = x.squeeze(2)`, as in models that detect
# voices: the branch that squeezes does not fit an axis of another size.
DEAD = """
g (float[1, C, T] x) => (float[1, C, S] y) {
  shape = Shape (x)
  two = Constant <value_int = 2> ()
  last = Gather <axis = 0> (shape, two)
  one = Constant <value_int = 1> ()
  single = Equal (last, one)
  z = If (single) <then_branch = t () => (float[A, B] u) {
                     axes = Constant <value_ints = [2]> ()
                     sum = Add (x, x)
                     u = Squeeze (sum, axes)
                   },
                   else_branch = e () => (float[A, B, D] v) { v = Neg (x) }>
  sides = Constant <value_ints = [1, -1, SIZE]> ()
  y = Reshape (z, sides)
}"""

# The same on a value that only the run knows: nothing can drop the branch.
DEAD_FED = """
g (float[1, C, T] x, bool single) => (float[1, C, S] y) {
  z = If (single) <then_branch = t () => (float[A, B] u) {
                     axes = Constant <value_ints = [2]> ()
                     sum = Add (x, x)
                     flat = Squeeze (sum, axes)
                     u = Relu (flat)
                   },
                   else_branch = e () => (float[A, B, D] v) { v = Neg (x) }>
  sides = Constant <value_ints = [1, -1, SIZE]> ()
  y = Reshape (z, sides)
}"""

# The axes are an output of the network before; a branch squeezes by them.
DEAD_AXES = """
g (float[1, 4, 2] x, int64[1] count) => (float[A] y) {
  two = Constant <value_ints = [2]> ()
  axes = Sub (two, count)
  largest = ReduceMax <keepdims = 0> (count)
  scalar = Constant <value_int = 2> ()
  first = Equal (largest, scalar)
  z = If (first) <then_branch = t () => (float[B, C] u) { u = Squeeze (x, axes) },
                  else_branch = e () => (float[D] v) { minus = Constant <value_ints = [-1]> () v = Reshape (x, minus) }>
  minus1 = Constant <value_ints = [-1]> ()
  y = Reshape (z, minus1)
}"""


def control_flow():
    case("loop_without_condition", text(13, UNTIL), np.array([0.75], np.float32))
    for length in (1, 2):
        case(f"dead_branch_{length}", text(13, DEAD.replace("SIZE", str(length))), floats(1, 4, length))
    case("dead_branch_fed_1", text(13, DEAD_FED.replace("SIZE", "1")), floats(1, 4, 1), np.array(True))
    case("dead_branch_fed_2", text(13, DEAD_FED.replace("SIZE", "2")), floats(1, 4, 2), np.array(False))
    for count in (1, 2):
        case(f"dead_branch_axes_{count}", text(13, DEAD_AXES), floats(1, 4, 2), np.array([count]))


def main():
    orders()
    recurrent()
    squeeze()
    sizes()
    control_flow()


if __name__ == "__main__":
    main()
