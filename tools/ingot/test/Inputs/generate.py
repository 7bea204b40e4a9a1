#!/usr/bin/env python3
"""Writes the small models and arrays that the tests of the tool use. Needs the Python package onnx.

usage: generate.py          (writes beside itself)
"""
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))


def value(name, shape, element=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, element, shape)


def save(name, nodes, inputs, outputs, initializers=(), values=(), opsets=None, **model):
    graph = helper.make_graph(nodes, name, inputs, outputs, initializer=list(initializers),
                              value_info=list(values))
    imports = [helper.make_opsetid(domain, version)
               for domain, version in (opsets or {"": 17}).items()]
    made = helper.make_model(graph, opset_imports=imports, ir_version=8,
                             producer_name="generate.py", producer_version="1", **model)
    onnx.save(made, os.path.join(HERE, name + ".onnx"))


def main():
    node = helper.make_node
    # y = x + b: one input, symbolic batch, a weight with a name.
    bias = numpy_helper.from_array(np.array([1, 2, 3, 4], np.float32), "bias")
    save("add", [node("Add", ["x", "bias"], ["y"], name="/layer/add")],
         [value("x", ["batch", 4])], [value("y", ["batch", 4])], [bias])

    # Arithmetic on a size that is left open.
    save("open-size", [node("Relu", ["x"], ["r"], name="/relu"),
                       node("Shape", ["x"], ["s"], name="/shape"),
                       node("ReduceProd", ["s"], ["n"], name="/count", axes=[0]),
                       node("Reshape", ["r", "n"], ["y"], name="/flat")],
         [value("x", ["batch", 4])], [value("y", [None])])

    # Two inputs of different types, names with a slash and a colon.
    save("two", [node("Cast", ["tokens:0"], ["f"], name="cast", to=TensorProto.FLOAT),
                 node("Add", ["f", "in/image"], ["out/sum"], name="sum")],
         [value("tokens:0", [2], TensorProto.INT64), value("in/image", [2])],
         [value("out/sum", [2])])

    # Operators that nobody has, one behind the other.
    save("unsupported",
         [node("Relu", ["x"], ["a"], name="relu"),
          node("Florble", ["a"], ["b"], name="/head/Florble_0"),
          node("Florble", ["b"], ["c1"], name="/head/Florble_1"),
          node("Florble", ["c1"], ["c2"], name="/head/Florble_2"),
          node("Florble", ["c2"], ["c"], name="/head/Florble_3"),
          node("Ad", ["c", "c"], ["d"], name="typo"),
          node("Special", ["d"], ["y"], name="special", domain="com.example")],
         [value("x", [1, 4])], [value("y", [1, 4])], opsets={"": 17, "com.example": 3})

    # A wrong node and an unsupported one.
    save("bad",
         [node("Transpose", ["x"], ["a"], name="turn", perm=[0, 5]),
          node("Florble", ["x"], ["b"], name="florble"),
          node("Add", ["a", "b"], ["y"], name="sum")],
         [value("x", [2, 3])], [value("y", [3, 2])], values=[value("a", [3, 2])])

    # Types that NumPy lacks.
    save("bfloat", [node("Identity", ["x"], ["y"], name="same")],
         [value("x", [3], TensorProto.BFLOAT16)], [value("y", [3], TensorProto.BFLOAT16)])

    # A name that would colour the terminal.
    save("escape", [node("Identity", ["x"], ["y\x1b[31m"], name="same")],
         [value("x", [1])], [value("y\x1b[31m", [1])])

    # An input that has a value already.
    weight = numpy_helper.from_array(np.array([1], np.float32), "w")
    save("shadow", [node("Add", ["x", "w"], ["y"], name="sum")],
         [value("x", [1]), value("w", ["n"])], [value("y", [1])], [weight])

    # 64 times the text of the input, beside 20000 short ones.
    nodes = [node("StringConcat", ["x" if i == 0 else f"t{i - 1}"] * 2, [f"t{i}"], name=f"twice{i}")
             for i in range(6)]
    nodes += [node("Expand", ["short", "count"], ["many"], name="repeat"),
              node("Concat", ["t5", "many"], ["y"], name="join", axis=0)]
    save("texts", nodes, [value("x", [1], TensorProto.STRING)],
         [value("y", [20001], TensorProto.STRING)],
         [helper.make_tensor("short", TensorProto.STRING, [1], [b"a"]),
          numpy_helper.from_array(np.array([20000], np.int64), "count")], opsets={"": 20})

    np.save(os.path.join(HERE, "x.npy"), np.arange(8, dtype=np.float32).reshape(2, 4))
    np.save(os.path.join(HERE, "x64.npy"), np.arange(8, dtype=np.float64).reshape(2, 4))
    np.save(os.path.join(HERE, "x3.npy"), np.array([1.5, -2.25, 1e9], np.float32))
    arrays = {"tokens:0": np.array([3, 4], np.int64), "in/image": np.array([0.5, 0.25], np.float32)}
    np.savez_compressed(os.path.join(HERE, "two.npz"), **arrays)
    np.arange(8, dtype=np.float32).tofile(os.path.join(HERE, "x.bin"))
    tensor = numpy_helper.from_array(np.arange(8, dtype=np.float32).reshape(2, 4), "x")
    with open(os.path.join(HERE, "x.pb"), "wb") as file:
        file.write(tensor.SerializeToString())


if __name__ == "__main__":
    main()
