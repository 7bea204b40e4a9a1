"""Inputs that suit a model: floats around zero, indices within the tables that they index, masks that hide the end."""
import numpy
import onnx

# Operators that pass on what an index input holds, some of it or all.
CARRY = {
    "Cast", "Concat", "Expand", "Flatten", "Gather", "Identity", "Reshape", "Slice", "Split", "Squeeze", "Transpose",
    "Unsqueeze",
}
INDEX = {"Gather", "GatherBlockQuantized"}
# Sizes of named dimensions that no option sets, by a part of the name; others are 1.
SIZES = {"seq": 128, "len": 128, "token": 128, "height": 224, "width": 224}


def make_inputs(path, sizes, seed=1):
    """The inputs of the model at path as arrays by name. sizes: those of named dimensions."""
    graph = onnx.load(path, load_external_data=False).graph
    constants = {constant.name: constant for constant in graph.initializer}
    random = numpy.random.default_rng(seed)
    inputs = {}
    for port in graph.input:
        if port.name in constants:
            continue
        tensor = port.type.tensor_type
        shape = [size_of(dimension, sizes) for dimension in tensor.shape.dim]
        kind = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        if kind == bool:
            inputs[port.name] = random.random(shape) < 0.5
        elif numpy.issubdtype(kind, numpy.integer):
            limit = index_limit(graph, constants, port.name)
            inputs[port.name] = (random.integers(0, limit, shape) if limit else mask(shape)).astype(kind)
        else:
            inputs[port.name] = random.standard_normal(shape, dtype=numpy.float32).astype(kind)
    return inputs


def size_of(dimension, sizes):
    name = dimension.dim_param
    if not name:
        return dimension.dim_value or 1
    return sizes.get(name) or next((size for part, size in SIZES.items() if part in name.lower()), 1)


def mask(shape):
    """One, and zero for the last quarter: the end of a text that is shorter than the input."""
    values = numpy.ones(shape, dtype=numpy.int64)
    if shape:
        values[..., shape[-1] - shape[-1] // 4:] = 0
    return values


def index_limit(graph, constants, name):
    """How many rows the smallest table has that the input indexes; None where it indexes no table."""
    reached, limits = {name}, []
    for node in graph.node:
        if node.op_type in INDEX and node.input[1] in reached and node.input[0] in constants:
            axes = [item.i for item in node.attribute if item.name in ("axis", "gather_axis")]
            limits.append(constants[node.input[0]].dims[axes[0] if axes else 0])
        elif node.op_type in CARRY and reached.intersection(node.input):
            reached.update(node.output)
    return min(limits, default=None)
