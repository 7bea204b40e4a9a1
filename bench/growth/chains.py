"""Writes ONNX models of any length: chains of elementwise operators, of products, of residual blocks.

A model is written with the few lines of protobuf that it takes, so that this runs with Python alone. Weights are
random but the same in every run.
"""
import array
import random

FLOAT, INTS = 1, 7  # element type, type of attribute
WIDTH = 16    # columns of products and of elementwise values
CHANNELS = 8  # of residual blocks, whose images are CHANNELS x SIDE x SIDE
SIDE = 8


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    data = value if isinstance(value, bytes) else value.encode()
    return varint(field << 3 | 2) + varint(len(data)) + data


def tensor(name, dims, values):
    raw = array.array("f", values).tobytes()
    return b"".join(number(1, dim) for dim in dims) + number(2, FLOAT) + text(8, name) + text(9, raw)


def port(name, dims):
    shape = b"".join(text(1, number(1, dim)) for dim in dims)
    return text(1, name) + text(2, text(1, number(1, FLOAT) + text(2, shape)))


class Chain:
    """A model under construction: `value` is the name of what came out last."""

    def __init__(self, dims):
        self.dims, self.value, self.count = dims, "x", 0
        self.nodes, self.weights = [], []
        self.random = random.Random(1)

    def weight(self, dims, scale):
        """A new initializer of this shape, its elements normal with this deviation."""
        size = 1
        for dim in dims:
            size *= dim
        name = f"w{len(self.weights)}"
        self.weights.append(tensor(name, dims, [self.random.gauss(0, scale) for _ in range(size)]))
        return name

    def node(self, op, *others, attributes=()):
        """Applies an operator to the value and to others; its result is the value then."""
        name = f"n{self.count}"
        self.count += 1
        inputs = b"".join(text(1, i) for i in (self.value, *others))
        given = b"".join(text(5, a) for a in attributes)
        self.nodes.append(inputs + text(2, name) + text(3, name) + text(4, op) + given)
        self.value = name
        return name

    def model(self):
        graph = b"".join(text(1, node) for node in self.nodes) + text(2, "chain")
        graph += b"".join(text(5, weight) for weight in self.weights)
        graph += text(11, port("x", self.dims)) + text(12, port(self.value, self.dims))
        return number(1, 8) + text(7, graph) + text(8, number(2, 17))


def elementwise(length):
    """Unary operators and operators with a constant vector in turn, none of which undoes its neighbour."""
    chain = Chain([WIDTH, WIDTH])
    kinds = ["Mul", "Tanh", "Add", "Sigmoid", "Sub", "Erf", "Div"]  # 7 of them: groups of operators begin anywhere
    for i in range(length):
        kind = kinds[i % len(kinds)]
        chain.node(kind, *([chain.weight([WIDTH], 1)] if kind in ("Mul", "Add", "Sub", "Div") else []))
    return chain


def products(length):
    """Fully connected layers: a product with weights of its own, and a bias."""
    chain = Chain([WIDTH, WIDTH])
    for _ in range(length):
        chain.node("Gemm", chain.weight([WIDTH, WIDTH], WIDTH ** -0.5), chain.weight([WIDTH], 0.1))
    return chain


def residual(length):
    """Blocks of convolution, activation, convolution, sum with what came in, activation."""
    chain = Chain([1, CHANNELS, SIDE, SIDE])
    ints = lambda name, values: text(1, name) + number(20, INTS) + b"".join(number(8, v) for v in values)
    same = [ints("pads", [1, 1, 1, 1]), ints("kernel_shape", [3, 3])]
    conv = lambda: chain.node("Conv", chain.weight([CHANNELS, CHANNELS, 3, 3], 0.05), chain.weight([CHANNELS], 0.1),
                              attributes=same)
    while chain.count < length:
        shortcut = chain.value
        conv()
        chain.node("Relu")
        conv()
        chain.node("Add", shortcut)
        chain.node("Relu")
    return chain


KINDS = {"elementwise": elementwise, "products": products, "residual": residual}
